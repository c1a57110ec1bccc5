//! The end of a game between programs: agreement on dead stones, disputes and their settlement.
//!
//! [`Ending`] is the end procedure of the rules. Here its questions are put to programs that need
//! not know it: the opinion of a program on the stones is its `final_status_list`. Programs that
//! know `wakari-ending` are notified of every decision.

use super::conclusion::Loss;
use super::ongoing::OngoingGame;
use super::tally::{Dispute, Settlement};
use crate::go::color::{Color, PerColor};
use crate::go::point::{Point, PointSet};
use crate::go::rules::Tax;
use crate::referee::ending::{
    AtStop, Decision, Ending, LastResort, Phase, Resumption, StatusClaim,
};
use crate::referee::judge::{Adjudication, Effort, Occasion, adjudicate};

/// Command that notifies a program of a decision.
const TELL: &str = "wakari-ending";
/// Command for a move that captures dead stones before passing.
const CLEAN_UP: &str = "kgs-genmove_cleanup";
/// Maximum number of resumptions because the rules' life and death is not proved.
const MOST_RESUMPTIONS: u32 = 3;
/// Factor on the playouts for a dispute. The exact reading of a stopped game is always at its
/// maximum.
const DISPUTE_EFFORT: u32 = 4;

/// Progress of the end procedure.
#[derive(Clone, Debug, Default)]
pub(super) struct Closing {
    offers: u32,
    resumptions: u32,
    /// The first time the programs claimed different stones.
    pub(super) dispute: Option<Dispute>,
    /// The settlement of the last claims.
    pub(super) settlement: Option<Settlement>,
}

impl Closing {
    /// Returns the command that asks the side to move for a move.
    ///
    /// It is a cleanup move where the next stop may count every stone as alive, for a program that
    /// does not know the phases.
    pub(super) fn command(&self, game: &OngoingGame, ending: &Ending) -> &'static str {
        let program = &game.programs[ending.position().turn()];
        let is_played_out = match ending.course().last_resort {
            LastResort::AllStand => self.dispute.is_some(),
            LastResort::CompleteEnd => *ending.phase() == Phase::PlayOut && !program.knows(TELL),
            LastResort::Ruling => false,
        };
        if is_played_out && program.knows(CLEAN_UP) {
            CLEAN_UP
        } else {
            "genmove"
        }
    }

    /// Answers for both programs whether the stop is accepted.
    ///
    /// Filling dame by agreement requires that both programs know the procedure. Where further
    /// passes can also end the game, two passes are an agreement only if the claims are equal
    /// (2012, article 9). Otherwise the passes are the consent.
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

    /// Records the claims of both programs.
    ///
    /// If the rules allow resumption and the disputed stones are not proved, the side whose claim
    /// differs more from the judgement resumes play.
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
                let asker = if refuted(Color::Black) > refuted(Color::White) {
                    Color::Black
                } else {
                    Color::White
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

    /// Settles the stones by the rules' own life and death.
    pub(super) fn rule(&mut self, game: &mut OngoingGame, ending: &Ending) -> Result<(), Loss> {
        let judged = judge(ending);
        let claim = StatusClaim::of(&judged);
        let in_dispute = self
            .dispute
            .as_ref()
            .map_or(PointSet::EMPTY, Dispute::points);
        self.settlement = Some(if is_proved(&judged, &in_dispute) {
            Settlement::Proved
        } else {
            Settlement::Judged
        });
        decide(game, &Decision::Ruling(Box::new(claim)))?;
        Ok(())
    }

    /// Records the first dispute; returns the judgement of the rules.
    fn note(
        &mut self,
        game: &OngoingGame,
        ending: &Ending,
        claims: &PerColor<StatusClaim>,
    ) -> Adjudication {
        let judged = judge(ending);
        if self.dispute.is_none() {
            let by_rules = StatusClaim::of(&judged);
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

/// Judges the position with more effort than usual.
pub(super) fn judge(ending: &Ending) -> Adjudication {
    let usual = Effort::default();
    let effort = Effort {
        playouts: DISPUTE_EFFORT * usual.playouts,
        ..usual
    };
    adjudicate(ending.position(), Occasion::Stopped, &effort)
}

/// Returns true if the status of all these stones is proved.
fn is_proved(judged: &Adjudication, stones: &PointSet) -> bool {
    let is_proved = |at: Point| judged.chain(at).is_some_and(|chain| chain.basis.is_proof());
    stones.iter().all(is_proved)
}

/// Records a decision and notifies the programs; returns false if the rules do not allow it now.
fn decide(game: &mut OngoingGame, decision: &Decision) -> Result<bool, Loss> {
    if game.game.decide(decision.clone()).is_err() {
        return Ok(false);
    }
    for color in Color::BOTH {
        if game.programs[color].knows(TELL) {
            // A refusal is ignored: the arbiter's board decides.
            let _refusal = game.ask_at_end(color, &format!("{TELL} {decision}"))?;
        }
    }
    Ok(true)
}

/// Returns the claims of both programs, as whole chains.
///
/// If a program does not answer in time, the rules' judgement stands for both. A program without
/// `final_status_list` claims nothing dead. One without a list of sekis adopts that of the other;
/// if neither has one, the rules' judgement decides, or under rules without a judgement every
/// living chain next to a dame is in seki, since all other dame have been filled.
fn claims(game: &mut OngoingGame, ending: &Ending) -> Result<PerColor<StatusClaim>, Loss> {
    let mut dead = PerColor::default();
    let mut seki = PerColor::default();
    for color in Color::BOTH {
        dead[color] = listed(game, ending, color, "dead")?.unwrap_or_default();
        seki[color] = listed(game, ending, color, "seki")?;
    }
    if game.unanswered.0.iter().any(Option::is_some) {
        let claim = StatusClaim::of(&judge(ending));
        return Ok(PerColor::new(claim, claim));
    }
    let are_taxed = ending.position().rules().tax != Tax::None;
    let derived = |dead: PointSet| match ending.course().last_resort {
        LastResort::Ruling => StatusClaim::of(&judge(ending)).seki,
        LastResort::AllStand | LastResort::CompleteEnd => next_to_dame(ending, dead),
    };
    Ok(PerColor::from_fn(|color| {
        let dead = dead[color];
        let seki = if are_taxed {
            seki[color]
                .or(seki[!color])
                .unwrap_or_else(|| derived(dead))
        } else {
            PointSet::EMPTY
        };
        StatusClaim {
            dead,
            seki: seki - dead,
        }
    }))
}

/// Returns the chains that a program lists under a status; `None` if it cannot answer.
///
/// Points without stones are ignored.
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

/// Returns the living chains adjacent to dame, i.e. to empty regions that border both sides.
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
