//! The end of a game between programs: what they are asked once the moves have stopped, and how what they do not agree
//! on is settled.
//!
//! The rules say what comes next ([`Ending`]); here it is asked of programs that need to know nothing of it. What a program
//! thinks of the stones is its answer to `final_status_list`. One that knows `wakari-ending` is told every
//! decision.

use super::conclusion::Loss;
use super::ongoing::OngoingGame;
use super::tally::{Dispute, Settlement};
use crate::color::{Color, PerColor};
use crate::ending::{AtStop, Claim, Decision, Ending, LastResort, Phase, Resumption};
use crate::judge::{Adjudication, Effort, Occasion, adjudicate};
use crate::point::{Point, PointSet};
use crate::rules::Tax;

/// The command by which a program is told of decisions about the ending.
const TELL: &str = "wakari-ending";
/// The command for a move that clears dead stones away before it passes.
const CLEAN_UP: &str = "kgs-genmove_cleanup";
/// So often play is resumed because the rules' life and death cannot be proved.
const MOST_RESUMPTIONS: u32 = 3;
/// How many times as many playouts a dispute is looked at with; a stopped game is read as hard as can be anyway.
const DISPUTE_EFFORT: u32 = 4;

/// What has happened on the way to the end.
#[derive(Clone, Debug, Default)]
pub(super) struct Closing {
    offers: u32,
    resumptions: u32,
    /// The first time that the programs claimed different stones.
    pub(super) dispute: Option<Dispute>,
    /// How the last claims came out.
    pub(super) settlement: Option<Settlement>,
}

impl Closing {
    /// The command by which the side to move is asked for a move: one that clears away dead stones where the next stop may
    /// find every stone alive, for a program that knows nothing of the phases.
    pub(super) fn command(&self, game: &OngoingGame, ending: &Ending) -> &'static str {
        let program = &game.programs[ending.position().turn()];
        let is_played_out = match ending.course().last_resort {
            LastResort::AllStand => self.dispute.is_some(),
            LastResort::CompleteEnd => *ending.phase() == Phase::PlayOut && !program.knows(TELL),
            LastResort::Ruling => false,
        };
        match is_played_out && program.knows(CLEAN_UP) {
            true => CLEAN_UP,
            false => "genmove",
        }
    }

    /// Answers for both programs whether the game goes on towards its end.
    ///
    /// Where dame are filled in agreement, both must know how. Where the game can also end by more passes, their two passes are
    /// their agreement on the end only if they claim the same (2012, 9). Otherwise their passes are their consent.
    pub(super) fn answer(&mut self, game: &mut OngoingGame, ending: &Ending) -> Result<(), Loss> {
        self.offers += 1;
        let agrees = match ending.course().at_stop {
            AtStop::Phases => {
                self.offers > 1
                    || Color::BOTH
                        .iter()
                        .all(|&color| game.programs[color].knows(TELL))
            }
            _ if ending.course().stopping > 2 => {
                let claims = claims(game, ending)?;
                let agree = claims.0[0] == claims.0[1];
                if !agree {
                    self.note(game, ending, &claims);
                }
                agree
            }
            _ => true,
        };
        for color in Color::BOTH {
            decide(game, &Decision::Answer(color, agrees))?;
        }
        Ok(())
    }

    /// Takes down what each program claims of the stones. Where the rules have play resumed, and life and death of the
    /// stones in dispute are not proved, whoever claims more against the judgement asks for it.
    pub(super) fn confirm(&mut self, game: &mut OngoingGame, ending: &Ending) -> Result<(), Loss> {
        let claims = claims(game, ending)?;
        let agree = claims.0[0] == claims.0[1];
        let is_unanswered = game.unanswered.0.iter().any(Option::is_some);
        self.settlement = Some(match (agree, &self.dispute) {
            _ if is_unanswered => Settlement::Unanswered,
            (true, None) => Settlement::Agreed,
            (true, Some(_)) => Settlement::PlayedOn,
            (false, _) if ending.course().last_resort == LastResort::CompleteEnd => {
                Settlement::CompleteEnd
            }
            (false, _) => Settlement::AllStand,
        });
        if !agree {
            let judged = self.note(game, ending, &claims);
            let in_dispute = claims.0[0].dead ^ claims.0[1].dead;
            let is_opponent_first = ending.course().resumption == Resumption::Opponent;
            if is_opponent_first
                && self.resumptions < MOST_RESUMPTIONS
                && !is_proved(&judged, &in_dispute)
            {
                self.resumptions += 1;
                let refuted = |color: Color| (claims[color].dead ^ judged.dead()).len();
                let asker = match refuted(Color::Black) > refuted(Color::White) {
                    true => Color::Black,
                    false => Color::White,
                };
                if decide(game, &Decision::Resume(asker))? {
                    return Ok(());
                }
            }
        }
        for color in Color::BOTH {
            decide(game, &Decision::Claim(color, Box::new(claims[color])))?;
        }
        Ok(())
    }

    /// Has the rules' own life and death decide.
    pub(super) fn rule(&mut self, game: &mut OngoingGame, ending: &Ending) -> Result<(), Loss> {
        let judged = judge(ending);
        let claim = Claim::of(&judged);
        let in_dispute = self
            .dispute
            .as_ref()
            .map_or(PointSet::EMPTY, Dispute::points);
        self.settlement = Some(match is_proved(&judged, &in_dispute) {
            true => Settlement::Proved,
            false => Settlement::Judged,
        });
        decide(game, &Decision::Ruling(Box::new(claim)))?;
        Ok(())
    }

    /// Notes the first dispute, and returns what the rules say of the position.
    fn note(
        &mut self,
        game: &OngoingGame,
        ending: &Ending,
        claims: &PerColor<Claim>,
    ) -> Adjudication {
        let judged = judge(ending);
        if self.dispute.is_none() {
            let by_rules = Claim::of(&judged);
            let is_right = |color: Color| claims[color].dead == by_rules.dead;
            self.dispute = Some(Dispute {
                moves: game.moves.len() as u32,
                claims: claims.0.map(|claim| claim.to_string().trim().to_owned()),
                by_rules: ending.score(&by_rules).margin(),
                right: Color::BOTH.map(is_right),
                cost: None,
            });
        }
        judged
    }
}

/// What the rules say of the stones, looked at harder than usual.
pub(super) fn judge(ending: &Ending) -> Adjudication {
    let usual = Effort::default();
    let effort = Effort {
        playouts: DISPUTE_EFFORT * usual.playouts,
        ..usual
    };
    adjudicate(ending.position(), Occasion::Stopped, &effort)
}

/// Whether what becomes of all these stones is proved.
fn is_proved(judged: &Adjudication, stones: &PointSet) -> bool {
    let is_proved = |at: Point| judged.chain(at).is_some_and(|chain| chain.basis.is_proof());
    stones.iter().all(is_proved)
}

/// Records a decision and tells it to the programs that understand; says whether the rules allow it now.
fn decide(game: &mut OngoingGame, decision: &Decision) -> Result<bool, Loss> {
    if game.game.decide(decision.clone()).is_err() {
        return Ok(false);
    }
    for color in Color::BOTH {
        if game.programs[color].knows(TELL) {
            // A program that sees it otherwise goes on as it likes: the arbiter's board counts.
            let _refusal = game.ask_at_end(color, &format!("{TELL} {decision}"))?;
        }
    }
    Ok(true)
}

/// What both programs say of the stones, as whole chains.
///
/// Where a program does not answer in time, the rules' own judgement stands for both. A program without `final_status_list`
/// calls nothing dead. One that cannot say what is in seki takes over what the other says, if
/// that can; if neither can, the rules' own judgement stands for both where they have one, else a living chain next to a
/// dame is in seki, as programs have filled the others.
fn claims(game: &mut OngoingGame, ending: &Ending) -> Result<PerColor<Claim>, Loss> {
    let mut dead = PerColor::default();
    let mut seki = PerColor::default();
    for color in Color::BOTH {
        dead[color] = listed(game, ending, color, "dead")?.unwrap_or_default();
        seki[color] = listed(game, ending, color, "seki")?;
    }
    if game.unanswered.0.iter().any(Option::is_some) {
        let claim = Claim::of(&judge(ending));
        return Ok(PerColor::new(claim, claim));
    }
    let are_taxed = ending.position().rules().tax != Tax::None;
    let derived = |dead: PointSet| match ending.course().last_resort {
        LastResort::Ruling => Claim::of(&judge(ending)).seki,
        LastResort::AllStand | LastResort::CompleteEnd => next_to_dame(ending, dead),
    };
    Ok(PerColor::from_fn(|color| {
        let dead = dead[color];
        let seki = match are_taxed {
            true => seki[color]
                .or(seki[!color])
                .unwrap_or_else(|| derived(dead)),
            false => PointSet::EMPTY,
        };
        Claim {
            dead,
            seki: seki - dead,
        }
    }))
}

/// The chains that a program lists under a status; `None` if it does not answer that. Points without stones are
/// passed over.
fn listed(
    game: &mut OngoingGame,
    ending: &Ending,
    color: Color,
    status: &str,
) -> Result<Option<PointSet>, Loss> {
    const LIST: &str = "final_status_list";
    if !game.programs[color].knows(LIST) {
        return Ok(None);
    }
    let Some(answer) = game.ask_at_end(color, &format!("{LIST} {status}"))? else {
        return Ok(None);
    };
    let board = ending.position().board();
    let stones = PerColor::from_fn(|color| board.stones(color));
    let chains = |text: String| {
        let named: PointSet = text
            .split_whitespace()
            .filter_map(|word| word.parse::<Point>().ok())
            .collect();
        let of = |color: Color| (named & stones[color]).flood(&stones[color]);
        of(Color::Black) | of(Color::White)
    };
    Ok(answer.ok().map(chains))
}

/// The living stones next to empty points that border on living stones of both sides.
fn next_to_dame(ending: &Ending, dead: PointSet) -> PointSet {
    let board = ending.position().board();
    let living = PerColor::from_fn(|color| board.stones(color) - dead);
    let open = board.size().all() - living[Color::Black] - living[Color::White];
    let is_dame = |region: &PointSet| {
        let around = region.grown();
        Color::BOTH
            .iter()
            .all(|&color| !(around & living[color]).is_empty())
    };
    let dame: PointSet = open.components().filter(is_dame).collect();
    let chains = |color: Color| (dame.grown() & living[color]).flood(&living[color]);
    chains(Color::Black) | chains(Color::White)
}
