//! One game between two programs, from the opening to the result.

use super::arbiter::{Arbiter, SAME_SCORE, margin};
use super::closing::{Closing, judge};
use super::conclusion::{Conclusion, Loss, NotStarted};
use super::date::today;
use super::error::MatchError;
use super::ongoing::OngoingGame;
use super::schedule::Pairing;
use super::tally::{Dispute, GameResult, Settlement, Termination};
use crate::formats::sgf::{Entry, GameInfo, Record};
use crate::go::color::{Color, PerColor};
use crate::referee::ending::{Ending, Over, Phase, StatusClaim};
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A finished game.
#[derive(Clone, Debug)]
pub struct FinishedGame {
    /// The result.
    pub result: GameResult,
    /// The record in SGF.
    pub sgf: String,
}

/// Plays a game to its end; the programs' standard error goes to the two logs.
///
/// # Errors
///
/// Returns a [`MatchError`] if a program does not start or refuses the settings. A program that
/// exits or misbehaves afterwards forfeits the game, which is not an error.
pub fn play(
    arbiter: &Arbiter,
    pairing: &Pairing,
    logs: [File; 2],
) -> Result<FinishedGame, MatchError> {
    let mut game = match OngoingGame::start(arbiter, pairing, logs) {
        Ok(game) => game,
        Err(NotStarted::Lost(loss)) => return Ok(unplayed(arbiter, pairing, loss)),
        Err(NotStarted::Match(error)) => return Err(error),
    };
    let mut closing = Closing::default();
    let begun = game.handicap()?.and_then(|()| game.opening());
    let end = begun.and_then(|()| to_the_end(&mut game, &mut closing));
    let conclusion = match end {
        Ok(end) => conclude(&closing, end),
        Err(loss) => loss.conclusion(),
    };
    Ok(finish(game, closing, conclusion))
}

/// The final state of a game.
struct FinalState {
    ending: Ending,
    /// Black's lead, if a referee scored the game.
    lead: Option<f64>,
}

/// Runs the game to its end, asking the programs for moves and decisions.
///
/// A referee scores the game at the first stop. If it fails, that is noted and the game goes on
/// without a referee.
fn to_the_end(game: &mut OngoingGame, closing: &mut Closing) -> Result<FinalState, Loss> {
    let most = game.arbiter.max_moves(game.pairing.size());
    let mut is_refereed = game.arbiter.referee.is_some();
    loop {
        let ending = game.ending();
        let phase = ending.phase();
        let is_played = matches!(phase, Phase::Play | Phase::Fill | Phase::PlayOut);
        let is_counted = !matches!(phase, Phase::Over(Over::Draw | Over::NoResult));
        if is_refereed && !is_played && is_counted {
            if let Some(lead) = game.count_by_referee() {
                let lead = Some(lead);
                return Ok(FinalState { ending, lead });
            }
            is_refereed = false;
        }
        let is_over = matches!(phase, Phase::Over(_));
        if is_over || is_played && game.moves.len() >= most {
            return Ok(FinalState { ending, lead: None });
        }
        match phase {
            Phase::Offer => closing.answer(game, &ending)?,
            Phase::Confirm => closing.confirm(game, &ending)?,
            Phase::Ruling => closing.rule(game, &ending)?,
            _ => game.turn(&ending, closing.command(game, &ending))?,
        }
    }
}

/// The result of a game that was not forfeited.
fn conclude(closing: &Closing, FinalState { ending, lead }: FinalState) -> Conclusion {
    if let Some(lead) = lead {
        return Conclusion::counted(lead, Settlement::Referee);
    }
    match ending.over() {
        Some(Over::Counted(counted)) => {
            let settlement = closing.settlement.unwrap_or(Settlement::AsItStands);
            Conclusion::counted(counted.score.margin(), settlement)
        }
        Some(Over::Draw) => Conclusion::without_winner(
            Termination::Repeated,
            "0",
            "a position came up again, as many stones of either side having been taken: a draw",
        ),
        Some(Over::NoResult) => Conclusion::without_winner(
            Termination::Repeated,
            "Void",
            "a position came up again and again: no result",
        ),
        Some(Over::BothLose) => Conclusion::without_winner(
            Termination::BothLose,
            "Void",
            "no agreement on the end, and nobody asked to resume play: both lose",
        ),
        Some(&Over::Resigned(loser)) => Conclusion::resigned(loser),
        Some(Over::Forfeit(breach)) => {
            Conclusion::forfeit(breach.winner(), &breach.foul.to_string())
        }
        None => stopped(&ending),
    }
}

/// A game stopped at the move limit: scored if it was nearly over, otherwise without a result.
fn stopped(ending: &Ending) -> Conclusion {
    let judged = judge(ending);
    if judged.is_open(false) {
        return Conclusion::without_winner(
            Termination::Unfinished,
            "Void",
            "the limit of moves was reached long before the end",
        );
    }
    let score = ending.score(&StatusClaim::of(&judged));
    Conclusion::counted(score.margin(), Settlement::Limit)
}

/// A game forfeited before it began.
fn unplayed(arbiter: &Arbiter, pairing: &Pairing, loss: Loss) -> FinishedGame {
    let conclusion = loss.conclusion();
    let mut hasher = DefaultHasher::new();
    pairing.number.hash(&mut hasher);
    FinishedGame {
        sgf: sgf(
            arbiter,
            pairing,
            pairing.game().record(None),
            PerColor::default(),
            &conclusion,
        ),
        result: GameResult {
            seats: pairing.seats,
            winner: conclusion.winner.map(|color| pairing.player_with(color)),
            termination: conclusion.termination,
            result: conclusion.result,
            reason: conclusion.reason,
            settlement: None,
            dispute: None,
            claims: [None, None],
            other_score: [false; 2],
            moves: 0,
            thinking: Default::default(),
            // Unique, so that it does not count as a repeat of another game.
            fingerprint: hasher.finish(),
            mishap: conclusion.mishap,
        },
    }
}

/// Writes a game as SGF, with its result and the reason.
fn sgf(
    arbiter: &Arbiter,
    pairing: &Pairing,
    mut record: Record,
    titles: PerColor<Option<&str>>,
    conclusion: &Conclusion,
) -> String {
    record.result = Some(conclusion.result.clone());
    // Programs with equal names are distinguished by their letters.
    let is_alike = titles[Color::Black] == titles[Color::White];
    record.players = PerColor::from_fn(|color: Color| {
        let letter = pairing.player_with(color);
        Some(match titles[color] {
            Some(title) if is_alike => format!("{title} ({letter})"),
            Some(title) => title.to_owned(),
            None => letter.to_string(),
        })
    });
    let facts = [
        (GameInfo::Event, arbiter.event.clone()),
        (GameInfo::Round, Some((pairing.number + 1).to_string())),
        (GameInfo::Date, today()),
    ];
    let known = facts
        .into_iter()
        .filter_map(|(fact, text)| Some((fact, text?)));
    record.info.extend(known);
    let stage = pairing.stage.iter().cloned();
    let seeds = pairing.program_seeds;
    let told = stage.chain([
        format!("{}: {}", conclusion.result, conclusion.reason),
        format!("seeds: Black {}, White {}", seeds[0], seeds[1]),
        format!("Black: {}", arbiter.command(pairing, Color::Black)),
        format!("White: {}", arbiter.command(pairing, Color::White)),
    ]);
    let text: Vec<String> = told.chain(conclusion.mishap.clone()).collect();
    record.push(Entry::Comment(text.join("\n")));
    record.to_string()
}

/// Asks both programs for their score and sums the game up.
fn finish(mut game: OngoingGame, closing: Closing, mut conclusion: Conclusion) -> FinishedGame {
    let mut claims = PerColor::default();
    let mut other_score = PerColor::default();
    if conclusion.termination == Termination::Counted {
        let lead = margin(&conclusion.result);
        for color in Color::BOTH {
            if game.programs[color].knows("final_score") {
                match game.ask_at_end(color, "final_score") {
                    Ok(Some(Ok(text) | Err(text))) => {
                        let difference = margin(&text).zip(lead).map(|(a, b)| (a - b).abs());
                        other_score[color] = difference.is_none_or(|points| points > SAME_SCORE);
                        claims[color] = Some(text);
                    }
                    Ok(None) => {}
                    // The result stands, even if a program fails afterwards.
                    Err(loss) => conclusion.mishap = loss.mishap,
                }
            }
        }
    }
    let unanswered = game.unanswered.0.iter().flatten();
    let beside = game.referee_failure.iter().chain(unanswered);
    let all = conclusion.mishap.into_iter().chain(beside.cloned());
    conclusion.mishap = all.reduce(|one, other| format!("{one}; {other}"));
    let counted = margin(&conclusion.result);
    let dispute = closing.dispute.map(|dispute| Dispute {
        cost: dispute.cost_of(counted.filter(|_| conclusion.settlement.is_some())),
        ..dispute
    });
    let mut hasher = DefaultHasher::new();
    game.handicap.hash(&mut hasher);
    game.moves.hash(&mut hasher);
    let sgf = sgf(
        game.arbiter,
        game.pairing,
        game.game.record(None),
        PerColor::from_fn(|color: Color| game.programs[color].title()),
        &conclusion,
    );
    let winner = conclusion
        .winner
        .map(|color| game.pairing.player_with(color));
    let result = GameResult {
        seats: game.pairing.seats,
        winner,
        termination: conclusion.termination,
        result: conclusion.result,
        reason: conclusion.reason,
        settlement: conclusion.settlement,
        dispute,
        claims: claims.0,
        other_score: other_score.0,
        moves: game.moves.len() as u32,
        thinking: game.thinking.0,
        fingerprint: hasher.finish(),
        mishap: conclusion.mishap,
    };
    FinishedGame { result, sgf }
}
