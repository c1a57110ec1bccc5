//! Questions about the position: ownership, life and death, and the result.

use super::{Engine, FarFromOver};
use crate::engine::search::{Search, SearchLimits};
use crate::formats::sgf::Record;
use crate::go::color::{Color, PerColor};
use crate::go::point::{Move, PerPoint, Point, PointSet};
use crate::go::rules::{Button, Death};
use crate::go::score::{Terms, beside_board};
use crate::life::proof::Book;
use crate::mcts::pattern::Predictor;
use crate::mcts::playout::{self, Ownership};
use crate::mcts::tree::oracle::View;
use crate::mcts::tree::{MovePrior, prior};
use crate::referee::ending::{Ending, Phase};
use crate::referee::game::{Outcome, Remedy};
use crate::referee::judge::explain::{Explained, NoChain, explain_any};
use crate::referee::judge::reinforce::{Reinforcement, reinforcements};
use crate::referee::judge::unsettled::Unsettled;
use crate::referee::judge::{self, Adjudication, Aim, Judged, Occasion, Status, strategies};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// Playouts of an estimate outside a search.
const ESTIMATE_PLAYOUTS: u32 = 400;
/// Evaluations of an estimate where a network does the work of playouts.
const ESTIMATE_EVALUATIONS: u32 = 16;

impl Engine {
    /// Black's lead in points by a short search, rounded to the nearest score that can come about.
    ///
    /// A position has one estimate: it is made once, in a separate search, so that asking for it
    /// changes no move that is found later.
    pub fn estimate(&mut self) -> f64 {
        if let Some(lead) = self.estimated {
            return lead;
        }
        let playouts = match self.search.oracle(self.game.position()) {
            Some(_) => ESTIMATE_EVALUATIONS,
            None => ESTIMATE_PLAYOUTS,
        };
        let limits = SearchLimits {
            playouts: Some(u64::from(playouts)),
            ..SearchLimits::default()
        };
        let mut search = Search::asking(self.oracle.clone(), self.options.search);
        let thought = search.analyze(self.game.position(), &limits, &self.interrupt, None);
        let lead = f64::from(self.position().turn().sign()) * thought.lead;
        let lead = self.nearest_score(lead);
        if !self.interrupt.load(Relaxed) {
            self.estimated = Some(lead);
        }
        lead
    }

    /// Returns the score nearest to a lead of Black: komi, handicap points and button, and whole
    /// points.
    fn nearest_score(&self, lead: f64) -> f64 {
        let (rules, terms) = (self.rules(), Terms::of(self.position()));
        let beside = beside_board(&terms, rules);
        let beside = match (rules.button, terms.button) {
            (Button::Half, None) => beside + 0.5,
            _ => beside,
        };
        let score = (lead - beside).round() + beside;
        // A komi such as 6.9 has no exact binary form.
        (score * 1e6).round() / 1e6
    }

    /// Returns whether the game is far from its end; `None` where its count means something.
    ///
    /// An empty board, and one whose players or repetition have decided the game, is counted.
    pub fn far_from_over(&mut self) -> Option<FarFromOver> {
        let is_decided = self.game.ending_in_force().is_some_and(|ending| {
            ending.over().is_some() || ending.first().is_some() || *ending.phase() == Phase::Ruling
        });
        if is_decided || self.position().repetition().is_some() {
            return None;
        }
        let judged = self.adjudicate();
        if judged.chains().is_empty() {
            return None;
        }
        let board = self.position().board();
        let open = judged.open();
        let empties = board.empties().iter().filter(|&&at| open.contains(at));
        let is_mostly_open = 2 * empties.count() > board.size().area();
        let all_stand = self.rules().death == Death::AllAlive;
        match judged.occasion() {
            Occasion::Game if judged.is_unfinished() || all_stand && is_mostly_open => {
                Some(FarFromOver::InPlay)
            }
            // A diagram of a rule text may have a large fight in it, which is judged.
            Occasion::Diagram if is_mostly_open => Some(FarFromOver::InPlay),
            Occasion::Stopped if !all_stand && judged.is_open(true) => Some(FarFromOver::Stopped),
            Occasion::Game | Occasion::Diagram | Occasion::Stopped => None,
        }
    }

    /// Returns the points on which the result depends but whose owner depends on further play.
    ///
    /// There are none if the players, a repetition or a violation decided the game.
    pub fn open_points(&mut self) -> PointSet {
        let is_over = |ending: Ending| ending.over().is_some();
        let is_decided = self.game.ending_in_force().is_some_and(is_over);
        if is_decided || !matches!(self.outcome(), Outcome::Score(_)) {
            return PointSet::EMPTY;
        }
        self.adjudicate().unsettled()
    }

    /// Returns the expected owner of each point, from 1 (Black) to -1 (White).
    ///
    /// Points that are not proved are estimated by the evaluator or by playouts.
    pub fn ownership(&mut self) -> PerPoint<f64> {
        let (board, turn) = (self.position().board(), self.position().turn());
        let seed = self.options.search.seed;
        let seen = match self.search.oracle(self.position()) {
            Some(oracle) => {
                let outlook = oracle.look(self.position(), View::ROOT);
                let mut seen = Ownership::new();
                seen.add_expected(&outlook.ownership, &board.size().all());
                seen
            }
            None => playout::ownership(board, turn, ESTIMATE_PLAYOUTS, seed),
        };
        let mut owners = PerPoint::new(0.0);
        let proved = self.proved();
        for point in self.game.size().points() {
            owners[point] = judge::owner(&seen, &proved, point);
        }
        owners
    }

    /// Returns the points proved to be each side's, without further work.
    pub fn proved(&self) -> PerColor<PointSet> {
        judge::proved(self.position(), self.judged.made())
    }

    /// Returns the prior of each move of the side to move. The priors add up to 1.
    pub fn priors(&self) -> Vec<(Move, f64)> {
        if let Some(oracle) = self.search.oracle(self.position()) {
            return oracle.look(self.position(), View::ROOT).probabilities();
        }
        let mut dice = playout::dice(self.options.search.seed);
        let points = self.position().board().size().all();
        let predictor = Predictor::with_network(self.position().board().size());
        let expansion = prior::expansion(self.position(), &points, 0.5, 0.0, &predictor, &mut dice);
        let all: f64 = expansion.moves.iter().map(MovePrior::wins).sum();
        let part = |prior: &MovePrior| (prior.to, prior.wins() / all);
        expansion.moves.iter().map(part).collect()
    }

    /// Judges the position, once until it changes.
    pub fn adjudicate(&mut self) -> Arc<Adjudication> {
        let effort = &self.options.search.effort;
        self.judged
            .by(self.game.position(), effort, &self.interrupt)
    }

    /// Judges the position and proves as much as the effort allows, where
    /// [`adjudicate`](Engine::adjudicate) may stop at a sure answer.
    pub fn adjudicate_with_proofs(&mut self) -> Arc<Adjudication> {
        let effort = self.options.search.effort;
        let effort = match effort.aim {
            Aim::Answer => effort.aiming_at(Aim::Proofs),
            Aim::Proofs | Aim::Fixed => effort,
        };
        self.judged
            .by(self.game.position(), &effort, &self.interrupt)
    }

    /// Returns the unsettled points of the position, and the score with each side first.
    pub fn unsettled(&mut self) -> Unsettled {
        let judged = self.adjudicate();
        let effort = &self.options.search.effort;
        Unsettled::of(self.position(), &judged, effort, &self.interrupt)
    }

    /// Returns the points at which a side should still play before the game stops, the most
    /// valuable first.
    pub fn reinforcements(&mut self, side: Color) -> Vec<Reinforcement> {
        let judged = self.adjudicate();
        let effort = &self.options.search.effort;
        reinforcements(self.position(), &judged, side, effort, &self.interrupt)
    }

    /// Explains the status of the chain at a point, or the owner of an empty point.
    ///
    /// # Errors
    ///
    /// [`NoChain::OffBoard`].
    pub fn explain(&mut self, at: Point) -> Result<Explained, NoChain> {
        let judged = self.adjudicate_with_proofs();
        let effort = &self.options.search.effort;
        explain_any(self.position(), &judged, at, effort)
    }

    /// Returns the strategy that decides the chain at a point: a reply to every try.
    ///
    /// Returns `None` if the chain was not read or the strategy takes too many moves.
    ///
    /// # Errors
    ///
    /// [`NoChain`], if there is no chain.
    pub fn book(&mut self, at: Point) -> Result<Option<Book>, NoChain> {
        if !self.position().board().size().contains(at) {
            return Err(NoChain::OffBoard(at));
        }
        let judged = self.adjudicate_with_proofs();
        let chain = judged.chain(at).ok_or(NoChain::Empty(at))?;
        let effort = &self.options.search.effort;
        Ok(strategies::book(self.position(), &judged, chain, effort))
    }

    /// Returns the outcome if the game ends here. For a referee a foul decides it, and displaced
    /// stones do, where the rules say so, if they are [looked
    /// for](crate::referee::game::Conventions::displaced).
    pub fn outcome(&mut self) -> Outcome {
        let foul = self.options.referee.then(|| self.game.deciding_foul());
        if let Some(foul) = foul.flatten() {
            return Outcome::Forfeit(foul);
        }
        match self.game.remedy() {
            Some(Remedy::Ends(spoilt)) => return Outcome::Displaced(spoilt),
            Some(Remedy::PutBack) => {
                if let Some(mended) = self.game.put_back() {
                    let effort = &self.options.search.effort;
                    let mut judged = Judged::asking(self.oracle.clone(), mended.occasion());
                    return mended
                        .outcome(|| judged.by(mended.position(), effort, &self.interrupt));
                }
            }
            Some(Remedy::AsItStands) | None => {}
        }
        let Engine {
            game,
            judged,
            options,
            interrupt,
            ..
        } = self;
        let effort = &options.search.effort;
        game.outcome(|| judged.by(game.position(), effort, interrupt))
    }

    /// Returns the game as a record, with the result if it is over.
    pub fn record(&mut self) -> Record {
        let is_decided = self.options.referee && self.game.deciding_foul().is_some()
            || matches!(self.game.remedy(), Some(Remedy::Ends(_)));
        let is_over = is_decided || self.game.is_over();
        let outcome = is_over.then(|| self.outcome());
        self.game.record(outcome)
    }

    /// Returns the stones of a status: alive but not in seki, dead, or in seki.
    ///
    /// Each stone has exactly one status. A client gets the score if it takes the dead stones off
    /// as prisoners and counts no points next to stones in seki. Dead stones that stay on the board
    /// are therefore listed as seki, except in a diagram, where the text calls them dead.
    pub fn stones_that_are(&mut self, status: Status) -> PointSet {
        let board = self.position().board();
        let stones = board.stones(Color::Black) | board.stones(Color::White);
        let (dead, seki) = match self.game.claimed() {
            Some(claim) => (claim.dead, claim.seki),
            None => {
                let adjudication = self.adjudicate();
                let stay = match adjudication.occasion() {
                    Occasion::Diagram => PointSet::EMPTY,
                    Occasion::Game | Occasion::Stopped => {
                        adjudication.staying(self.position().rules())
                    }
                };
                let seki = adjudication.stones(Status::Seki) | stay;
                (adjudication.dead() - stay, seki)
            }
        };
        match status {
            Status::Dead => dead,
            Status::Seki => seki - dead,
            Status::Alive => (stones - dead) - seki,
        }
    }
}
