//! How each set of rules ends a game, as a state machine: what the passes mean, what the players decide then, and
//! what becomes of a dispute.
//!
//! What differs between the rules is data, a [`Course`]. The articles named are those of the five documents. Who is
//! right about life and death is not decided here: the players claim and play, or whoever judges is asked for a
//! ruling. What is played out is played on the board.

mod course;
mod decision;
mod phase;

pub use course::{AtStop, Course, LastResort, Resumption};
pub use decision::{Claim, Decision, ParseDecisionError};
pub use phase::{Counted, NotNow, Over, Phase};

use crate::board::Play;
use crate::color::{Color, PerColor};
use crate::life::benson;
use crate::point::{Move, PointSet};
use crate::position::{Breach, Position};
use crate::rules::{Repetition, Tax};
use crate::score::{Score, Terms, score};
use crate::territory::{Seki, territory_beside};

/// So often a position comes up, without any prisoner won by it, before nobody is asked any more whether the game has
/// a result.
const NO_RESULT: usize = 3;

/// So often players may refuse to end the game by agreement without playing anything.
const MOST_REFUSALS: u32 = 3;

/// Which stop an offer follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    First,
    Filled,
    Resumed,
}

/// A game with its way to the end, under any rules.
#[derive(Clone, Debug)]
pub struct Ending {
    position: Position,
    course: Course,
    phase: Phase,
    stop: Stop,
    /// Whether play has been resumed after a stop.
    resumed: bool,
    /// Passes in a row, by the sides in turn, that count in this phase.
    passes: u32,
    answers: PerColor<Option<bool>>,
    claims: PerColor<Option<Claim>>,
    /// Who consents to leave the repeated position without a result.
    consents: PerColor<bool>,
    first: Option<Color>,
    disputes: u32,
    /// How often an offer was refused since a stone was last played.
    refusals: u32,
    /// Whether a stone has been played since play was last resumed.
    played: bool,
    paid: PerColor<u32>,
    last_pass: Option<Color>,
    new: PerColor<PointSet>,
    /// The positions before the moves of the filling that may be taken back.
    filling: Vec<Position>,
}

impl Ending {
    /// The game from a position on.
    pub fn new(position: Position) -> Ending {
        Ending {
            course: Course::of(position.rules()),
            position,
            phase: Phase::Play,
            stop: Stop::First,
            resumed: false,
            passes: 0,
            answers: PerColor::default(),
            claims: PerColor::default(),
            consents: PerColor::default(),
            first: None,
            disputes: 0,
            refusals: 0,
            played: true,
            paid: PerColor::default(),
            last_pass: None,
            new: PerColor::default(),
            filling: Vec::new(),
        }
    }

    /// Where the game stands.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// How the game has ended; `None` while it goes on.
    pub fn over(&self) -> Option<&Over> {
        match &self.phase {
            Phase::Over(over) => Some(over),
            _ => None,
        }
    }

    /// How the rules end it.
    pub fn course(&self) -> &Course {
        &self.course
    }

    /// The position reached.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Who moved first when play was first resumed for life and death; `None` if it never was.
    pub fn first(&self) -> Option<Color> {
        self.first
    }

    /// How often the players have disagreed about the stones.
    pub fn disputes(&self) -> u32 {
        self.disputes
    }

    /// What this side has said of the stones and the other has not answered.
    pub fn claimed(&self, color: Color) -> Option<&Claim> {
        self.claims[color].as_ref()
    }

    /// The prisoners that each side has paid for passes, one that is refunded at the end included.
    pub fn paid(&self) -> PerColor<u32> {
        self.paid
    }

    /// Plays a move. To play while an answer or a claim is asked for is to refuse, so that the game goes on.
    ///
    /// # Errors
    ///
    /// [`NotNow`]; nothing is changed.
    pub fn play(&mut self, (color, to): Play) -> Result<(), NotNow> {
        if self.is_last_pass_stone(color, to) {
            self.pay(color);
            return Ok(());
        }
        let is_bound_to_turn = match &self.phase {
            Phase::Over(_) => return Err(NotNow::Over),
            Phase::Ruling => return Err(NotNow::Phase),
            Phase::Confirm if !self.may_play_on(to) => return Err(NotNow::Phase),
            Phase::Confirm => self.course.at_stop == AtStop::Phases,
            Phase::PlayOut => true,
            Phase::Offer => self.stop == Stop::Resumed,
            // As players agree: they may fill where they like, and one of them may pass over a turn.
            Phase::Play | Phase::Fill => false,
        };
        let turn = self.position.turn();
        if is_bound_to_turn && color != turn {
            return Err(NotNow::OutOfTurn);
        }
        let before = (self.phase == Phase::Fill).then(|| self.position.clone());
        let had_button = self.position.button().is_some();
        self.position.set_turn(color);
        if let Err(illegal) = self.position.play(to) {
            self.position.set_turn(turn);
            return Err(illegal.into());
        }
        match &self.phase {
            Phase::Offer => self.refuse(turn),
            Phase::Confirm if self.course.at_stop == AtStop::Phases => self.dispute(turn),
            Phase::Confirm => self.take_up(),
            _ => {}
        }
        self.consents = PerColor::default();
        match before {
            Some(before) => self.filling.push(before),
            None => self.filling.clear(),
        }
        match to {
            // The pass that takes the button ends nothing.
            Move::Pass if !had_button && self.position.button().is_some() => self.passes = 0,
            Move::Pass => self.pass(color),
            Move::At(at) => {
                self.passes = 0;
                self.refusals = 0;
                self.answers = PerColor::default();
                self.played = true;
                if self.phase == Phase::PlayOut {
                    self.new[color].insert(at);
                    let stones = |color| self.position.board().stones(color);
                    self.new = PerColor::from_fn(|color| self.new[color] & stones(color));
                }
                self.end_by_repetition();
            }
        }
        Ok(())
    }

    /// Takes down a move as a record has it. Where the rules end a game without phases, one that goes on after its end is
    /// taken up again, and what the rules forbid is played all the same.
    ///
    /// # Errors
    ///
    /// [`NotNow`], where the phases do not allow the move or it has no place; nothing is changed. A game that has ended
    /// by phases stays as it ended.
    pub fn record(&mut self, play: Play) -> Result<(), NotNow> {
        let result = self.play(play);
        if self.course.at_stop == AtStop::Phases {
            return match result {
                Err(NotNow::Over) => Ok(()),
                result => result,
            };
        }
        if result.is_err() {
            self.position.play_anyway(play)?;
            match play {
                (color, Move::Pass) if self.phase == Phase::Play => self.pass(color),
                (_, Move::Pass) => {}
                (_, Move::At(_)) => {
                    self.take_up();
                    self.played = true;
                }
            }
        }
        Ok(())
    }

    /// Takes back the last move of the filling of dame (2009, 8-1), while it goes on or directly after the other side
    /// has asked to resume play.
    ///
    /// # Errors
    ///
    /// [`NotNow::Phase`]; nothing is changed.
    pub fn take_back(&mut self) -> Result<(), NotNow> {
        self.position = self.filling.pop().ok_or(NotNow::Phase)?;
        self.passes = 0;
        Ok(())
    }

    /// How many moves of the filling of dame may be taken back.
    pub fn taken_back_at_most(&self) -> usize {
        self.filling.len()
    }

    /// Records a decision of a player, or a ruling.
    ///
    /// # Errors
    ///
    /// [`NotNow`]; nothing is changed.
    pub fn decide(&mut self, decision: Decision) -> Result<(), NotNow> {
        match (&self.phase, decision) {
            (Phase::Over(_), _) => return Err(NotNow::Over),
            (_, Decision::NoResult(color)) if self.is_repeated() => {
                self.consents[color] = true;
                if self.consents == PerColor::new(true, true) {
                    self.phase = Phase::Over(Over::NoResult);
                }
            }
            (Phase::Offer, Decision::Answer(color, agrees)) => {
                self.answers[color] = Some(agrees);
                match self.answers.0 {
                    [Some(true), Some(true)] => self.agree(),
                    [Some(_), Some(_)] => self.refuse(self.position.turn()),
                    _ => {}
                }
            }
            // The players may agree at any time.
            (Phase::Play, Decision::Answer(color, agrees)) if self.course.asked_after.is_some() => {
                self.answers[color] = Some(agrees);
                if self.answers.0 == [Some(true); 2] {
                    self.agree();
                }
            }
            (Phase::Fill, Decision::Resume(_)) => self.refuse(self.position.turn()),
            (Phase::Confirm, Decision::Resume(asker)) if self.may_resume() => self.resume(asker),
            (Phase::Confirm, Decision::Answer(color, false)) if self.course.both_lose => {
                self.answers[color] = Some(false);
                if self.answers.0 == [Some(false); 2] {
                    self.phase = Phase::Over(Over::BothLose);
                }
            }
            (Phase::Confirm, Decision::Claim(color, claim)) => {
                self.claims[color] = Some(self.whole_chains(&claim)?);
                match self.claims.0 {
                    [Some(claim), Some(other)] if claim == other => {
                        self.phase = Phase::Over(self.counted(&claim));
                    }
                    [Some(_), Some(_)] => self.dispute(self.position.turn()),
                    _ => {}
                }
            }
            (Phase::Ruling, Decision::Ruling(claim)) => {
                let claim = self.whole_chains(&claim)?;
                self.phase = Phase::Over(self.counted(&claim));
            }
            _ => return Err(NotNow::Phase),
        }
        Ok(())
    }

    /// Ends the game by a foul.
    ///
    /// # Errors
    ///
    /// [`NotNow::Over`]: what is found after the end changes nothing.
    pub fn forfeit(&mut self, breach: Breach) -> Result<(), NotNow> {
        if self.over().is_some() {
            return Err(NotNow::Over);
        }
        self.phase = Phase::Over(Over::Forfeit(breach));
        Ok(())
    }

    /// The score if both sides claimed this now.
    pub fn score(&self, claim: &Claim) -> Score {
        let (position, Claim { dead, seki }) = (&self.position, *claim);
        let board = position.board();
        // The very last pass is given back to the side that began to play it out (10-3, 11-1).
        let refunded = self.last_pass.filter(|&color| self.first == Some(color));
        let paid = self.paid_at_the_end();
        let received = |color: Color| paid[!color] - u32::from(refunded == Some(!color));
        let new_in_seki = |color: Color| self.new[color] & board.stones(color) & (seki - dead);
        let terms = Terms {
            prisoners: PerColor::from_fn(|color| position.prisoners()[color] + received(color)),
            forfeits: PerColor::from_fn(|color| new_in_seki(color).len() as u32),
            ..Terms::of(position)
        };
        let rules = position.rules();
        let territory = territory_beside(board, &dead, &Seki::Claimed(seki), rules);
        score(board, &territory, &terms, rules)
    }

    /// The prisoners paid for passes. Where each pass hands one over White passes last, without a word if need be.
    fn paid_at_the_end(&self) -> PerColor<u32> {
        let mut paid = self.paid;
        if self.course.pass_stones && self.last_pass == Some(Color::Black) {
            paid[Color::White] += 1;
        }
        paid
    }

    /// Whether this is White's additional pass stone, Black having passed last.
    fn is_last_pass_stone(&self, color: Color, to: Move) -> bool {
        self.course.pass_stones
            && self.phase == Phase::Confirm
            && (color, to) == (Color::White, Move::Pass)
            && self.last_pass == Some(Color::Black)
    }

    fn counted(&self, claim: &Claim) -> Over {
        let (score, claim) = (self.score(claim), *claim);
        Over::Counted(Box::new(Counted { score, claim }))
    }

    /// The claim about whole chains, all stones of which have the same status. Stones in seki are named only where the
    /// rules make a difference between them and others that live.
    fn whole_chains(&self, claim: &Claim) -> Result<Claim, NotNow> {
        let board = self.position.board();
        let stones = PerColor::from_fn(|color| board.stones(color));
        if !(claim.dead | claim.seki).is_subset(&(stones[Color::Black] | stones[Color::White])) {
            return Err(NotNow::NoStones);
        }
        let chains = |points: PointSet| {
            points.flood(&stones[Color::Black]) | points.flood(&stones[Color::White])
        };
        let dead = chains(claim.dead);
        let seki = match self.position.rules().tax {
            Tax::None => PointSet::EMPTY,
            Tax::Seki | Tax::All => chains(claim.seki) - dead,
        };
        Ok(Claim { dead, seki })
    }

    fn pay(&mut self, color: Color) {
        self.paid[color] += 1;
        self.last_pass = Some(color);
    }

    fn pass(&mut self, color: Color) {
        let in_turn = self.passes == 0 || self.last_pass != Some(color);
        self.passes += u32::from(in_turn);
        if self.phase == Phase::PlayOut || self.course.pass_stones {
            self.pay(color);
        }
        self.last_pass = Some(color);
        match (&self.phase, self.course.at_stop) {
            (Phase::Play, AtStop::Counted | AtStop::Claims) => self.stop_by_passes(),
            _ if self.passes < 2 => {}
            (Phase::PlayOut, _) if self.is_last_resort_due() => {
                self.phase = Phase::Over(self.complete_end());
            }
            (Phase::PlayOut, _) => self.confirm(),
            (Phase::Fill, _) => self.offer(Stop::Filled),
            _ if self.resumed => self.offer(Stop::Resumed),
            _ => self.offer(Stop::First),
        }
    }

    /// What passes come to under rules without phases.
    fn stop_by_passes(&mut self) {
        if self.passes >= self.course.stopping && self.course.asked_after != Some(self.passes) {
            match self.course.at_stop {
                AtStop::Claims => self.confirm(),
                AtStop::Counted | AtStop::Phases => {
                    self.phase = Phase::Over(self.counted(&Claim::default()));
                }
            }
        } else if self.course.asked_after == Some(self.passes) {
            match self.refusals > MOST_REFUSALS {
                true => self.confirm(),
                false => self.offer(Stop::First),
            }
        }
    }

    /// Whether disputes have been played out to their end: nothing was played since the last one, or they are too many.
    fn is_last_resort_due(&self) -> bool {
        !self.played || self.disputes > self.course.most_disputes
    }

    fn offer(&mut self, stop: Stop) {
        self.stop = stop;
        self.answers = PerColor::default();
        self.phase = Phase::Offer;
        if self.course.at_stop == AtStop::Phases {
            self.passes = 0;
        }
    }

    fn agree(&mut self) {
        match self.stop {
            Stop::First if self.course.at_stop == AtStop::Phases => {
                self.passes = 0;
                self.filling.clear();
                self.phase = Phase::Fill;
            }
            _ => self.confirm(),
        }
    }

    /// Both are asked what becomes of the stones, unless they have been asked often enough.
    fn confirm(&mut self) {
        self.passes = 0;
        self.answers = PerColor::default();
        self.claims = PerColor::default();
        self.phase = match self.course.last_resort {
            LastResort::AllStand if self.disputes > 0 && self.is_last_resort_due() => {
                Phase::Over(self.counted(&Claim::default()))
            }
            _ => Phase::Confirm,
        };
    }

    /// Play goes on: for dame and what must be mended, or where that has been done for life and death.
    fn refuse(&mut self, turn: Color) {
        self.answers = PerColor::default();
        self.refusals += 1;
        if self.phase == Phase::Offer && self.stop == Stop::Resumed {
            self.dispute(turn);
            return;
        }
        if self.phase != Phase::Offer || self.course.stopping == 2 {
            self.passes = 0;
        }
        self.resumed = true;
        self.phase = Phase::Play;
    }

    /// The players disagree about the stones.
    fn dispute(&mut self, turn: Color) {
        self.disputes += 1;
        self.passes = 0;
        self.claims = PerColor::default();
        if self.course.at_stop == AtStop::Phases {
            if self.first.is_none() {
                self.first = Some(turn);
                self.last_pass = None;
            }
            self.played = false;
            self.phase = Phase::PlayOut;
        } else if self.course.last_resort == LastResort::Ruling
            && (self.disputes > self.course.most_disputes || !self.played)
        {
            self.phase = Phase::Ruling;
        } else {
            self.take_up();
        }
    }

    /// Whether play that has stopped may be resumed: nobody asks for it twice when nothing was played since.
    fn may_resume(&self) -> bool {
        self.course.at_stop != AtStop::Phases
            && self.course.resumption != Resumption::Never
            && (self.played || !self.resumed)
    }

    /// Whether a move may be made although the stones are to be claimed.
    fn may_play_on(&self, to: Move) -> bool {
        self.course.at_stop == AtStop::Phases || to != Move::Pass && self.may_resume()
    }

    fn resume(&mut self, asker: Color) {
        match self.course.resumption {
            Resumption::Opponent => self.position.set_turn(!asker),
            Resumption::Asker => self.position.set_turn(asker),
            Resumption::Turn | Resumption::Never => {}
        }
        self.disputes += u32::from(self.course.last_resort == LastResort::AllStand);
        self.take_up();
    }

    /// Play goes on after a stop.
    fn take_up(&mut self) {
        self.resumed = true;
        self.played = false;
        self.passes = 0;
        self.answers = PerColor::default();
        self.claims = PerColor::default();
        self.phase = Phase::Play;
    }

    /// Whether the position has come up before, and the rules know a game without a result.
    fn is_repeated(&self) -> bool {
        self.course.no_result && self.position.repetition() == Some(Repetition::NoResult)
    }

    fn end_by_repetition(&mut self) {
        match self.position.repetition() {
            Some(Repetition::Draw) => self.phase = Phase::Over(Over::Draw),
            Some(Repetition::NoResult) if self.position.occurrences() >= NO_RESULT => {
                self.phase = Phase::Over(Over::NoResult);
            }
            _ => {}
        }
    }

    /// Two passes directly after a resumption: nothing is taken off, and what could be captured by plays of the other
    /// side alone is in seki.
    fn complete_end(&self) -> Over {
        let board = self.position.board();
        let living = benson::settled(board, false).living;
        let seki = |color: Color| board.stones(color) - living[color];
        let seki = seki(Color::Black) | seki(Color::White);
        let dead = PointSet::EMPTY;
        self.counted(&Claim { dead, seki })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::diagram;
    use crate::color::Color::{Black, White};
    use crate::position::{Foul, IllegalMove};
    use crate::rules::Rules;

    /// Scenario 1 of the text: Black's wall on the third line, White's on the fourth.
    const WALLS: &str = "
        . . X O . . .
        . . X O . . .
        . . X O . . .
        . . X O . . .
        . . X O . . .
        . . X O . . .
        . . X O . . .";

    fn at(name: &str) -> Move {
        name.parse().expect("a move")
    }

    fn points(names: &[&str]) -> PointSet {
        names.iter().filter_map(|name| at(name).point()).collect()
    }

    fn game(picture: &str) -> Ending {
        let board = diagram::board(picture).expect("a board");
        let mut position = Position::set_up(board, Black, Rules::IMPROVED_2009);
        position.set_komi(0.0);
        Ending::new(position)
    }

    /// Plays moves in turn; `-` is a pass.
    fn play(game: &mut Ending, moves: &str) {
        for name in moves.split_whitespace() {
            let to = if name == "-" { Move::Pass } else { at(name) };
            let color = game.position().turn();
            assert_eq!(game.play((color, to)), Ok(()), "{color} {name}");
        }
    }

    fn answer(game: &mut Ending, agree: bool) {
        for color in Color::BOTH {
            game.decide(Decision::Answer(color, agree))
                .expect("both are asked");
        }
    }

    fn claim(game: &mut Ending, dead: [&[&str]; 2], seki: &[&str]) {
        for color in Color::BOTH {
            let dead = points(dead[color as usize]);
            let claim = Claim {
                dead,
                seki: points(seki),
            };
            game.decide(Decision::Claim(color, Box::new(claim)))
                .expect("both claim");
        }
    }

    /// To the claims by the way of agreement: stop, fill, stop.
    fn confirm(game: &mut Ending) {
        play(game, "- -");
        answer(game, true);
        assert_eq!(game.phase(), &Phase::Fill);
        play(game, "- -");
        answer(game, true);
        assert_eq!(game.phase(), &Phase::Confirm);
    }

    #[track_caller]
    fn check(game: &Ending, expected: &str) {
        match game.phase() {
            Phase::Over(Over::Counted(counted)) => {
                assert_eq!(counted.score.to_string(), expected)
            }
            phase => panic!("{phase:?}"),
        }
    }

    /// Scenario 1.
    #[test]
    fn who_agrees_counts() {
        let mut game = game(WALLS);
        confirm(&mut game);
        claim(&mut game, [&[], &[]], &[]);
        check(&game, "W+7");
    }

    /// Scenario 2: both call the stone at A4 dead. Scenarios 3 and 4: White does not, and Black takes it; that
    /// costs neither side anything, whether or not White makes another useless move.
    #[test]
    fn to_play_it_out_costs_nothing() {
        let mut rows: Vec<&str> = WALLS.trim().lines().collect();
        rows[3] = "O . X O . . .";
        let with_stone = rows.join("\n");
        let mut agreed = game(&with_stone);
        confirm(&mut agreed);
        claim(&mut agreed, [&["A4"], &["A4"]], &[]);
        check(&agreed, "W+6");
        for (moves, paid) in [
            ("B4 - A3 - A5 - -", [1, 3]),
            ("B4 - A3 - A5 F4 - -", [1, 3]),
        ] {
            let mut disputed = game(&with_stone);
            confirm(&mut disputed);
            claim(&mut disputed, [&["A4"], &[]], &[]);
            assert_eq!(
                (disputed.phase(), disputed.first()),
                (&Phase::PlayOut, Some(Black))
            );
            play(&mut disputed, moves);
            assert_eq!(disputed.paid(), PerColor::new(paid[0], paid[1]));
            claim(&mut disputed, [&[], &[]], &[]);
            check(&disputed, "W+6");
        }
    }

    /// Scenarios 5 and 6: two passes directly after the resumption are the complete end.
    #[test]
    fn the_complete_end_asks_for_two_eyes() {
        let eyes = "
            . X O . O
            X X O O O
            . X O . O
            X X O O O
            . X O . O";
        let mut over = game(eyes);
        confirm(&mut over);
        claim(&mut over, [&[], &["A2"]], &[]);
        play(&mut over, "- -");
        check(&over, "0");
        let mut over = game(eyes);
        confirm(&mut over);
        claim(&mut over, [&[], &["A2"]], &[]);
        play(&mut over, "A1 D1 - -");
        assert_eq!(over.phase(), &Phase::Confirm);
        claim(&mut over, [&[], &["A2"]], &[]);
        play(&mut over, "- -");
        check(&over, "0");
        // A dead stone that nobody took off lives at the complete end, and there is no territory about it.
        let mut over = game(&WALLS.replacen(". . X", "O . X", 1));
        confirm(&mut over);
        claim(&mut over, [&["A7"], &[]], &[]);
        play(&mut over, "- -");
        check(&over, "0");
    }

    /// Scenario 7: whose ko was answered by a pass must not pass.
    #[test]
    fn a_ko_is_not_left_open() {
        let mut game = game(
            ". X O .
             X O . O
             . X O .
             . . . .",
        );
        play(&mut game, "C3 -");
        assert_eq!(
            game.play((Black, Move::Pass)),
            Err(NotNow::Illegal(IllegalMove::PassAfterKo))
        );
        play(&mut game, "A1 B1 B3");
    }

    /// Scenario 8, on another board: a stone more in a seki costs what a pass costs.
    #[test]
    fn stones_wasted_in_a_seki_cost_a_point() {
        let picture = "
            . . . . . . .
            O O O O O O O
            X X X X X X X
            . . . X . . .
            . . . X . O .";
        let mut agreed = game(picture);
        confirm(&mut agreed);
        claim(&mut agreed, [&[], &[]], &["F1"]);
        check(&agreed, "W+1");
        let mut disputed = game(picture);
        confirm(&mut disputed);
        claim(&mut disputed, [&["F1"], &[]], &["F1"]);
        play(&mut disputed, "A1 F2 - -");
        claim(&mut disputed, [&[], &[]], &["F1"]);
        check(&disputed, "W+1");
        let Phase::Over(Over::Counted(counted)) = disputed.phase() else {
            panic!("over");
        };
        assert_eq!(counted.score.tallies[White].tax, 1);
    }

    /// Scenario 11, and what the phases refuse.
    #[test]
    fn filling_can_be_given_up() {
        let mut game = game(WALLS);
        assert_eq!(game.decide(Decision::Resume(Black)), Err(NotNow::Phase));
        play(&mut game, "- -");
        game.decide(Decision::Answer(Black, true))
            .expect("Black is asked");
        assert_eq!(game.phase(), &Phase::Offer, "White is asked too");
        game.decide(Decision::Answer(White, true))
            .expect("White is asked");
        assert_eq!(game.play((White, at("E4"))), Ok(()), "either may fill");
        game.decide(Decision::Resume(Black))
            .expect("either may ask");
        assert_eq!(game.phase(), &Phase::Play);
        play(&mut game, "- -");
        answer(&mut game, false);
        assert_eq!(
            game.phase(),
            &Phase::PlayOut,
            "the second refusal is a dispute"
        );
        assert_eq!(game.play((White, at("E5"))), Err(NotNow::OutOfTurn));
        let nowhere = Claim {
            dead: points(&["A1"]),
            ..Claim::default()
        };
        assert_eq!(
            game.decide(Decision::Claim(Black, Box::new(nowhere))),
            Err(NotNow::Phase)
        );
        play(&mut game, "A1 E1 - -");
        assert_eq!(
            game.decide(Decision::Claim(
                Black,
                Box::new(Claim {
                    dead: points(&["G7"]),
                    ..nowhere
                })
            )),
            Err(NotNow::NoStones)
        );
    }

    /// Who never agrees comes to the complete end all the same.
    #[test]
    fn disputes_come_to_an_end() {
        let mut game = game(WALLS);
        confirm(&mut game);
        for (number, moves) in ["A1 E1 - -", "A2 E2 - -", "A3 E3 - -"].iter().enumerate() {
            claim(&mut game, [&["C1"], &[]], &[]);
            assert_eq!(game.phase(), &Phase::PlayOut, "{number}");
            play(&mut game, moves);
        }
        claim(&mut game, [&["C1"], &[]], &[]);
        play(&mut game, "A4 E4 - -");
        assert!(matches!(game.phase(), Phase::Over(_)));
        assert_eq!(game.play((Black, Move::Pass)), Err(NotNow::Over));
    }

    /// The board of a picture under other rules, Black to move, without komi.
    fn under(rules: Rules, picture: &str) -> Ending {
        let board = diagram::board(picture).expect("a board");
        let mut position = Position::set_up(board, Black, rules);
        position.set_komi(0.0);
        Ending::new(position)
    }

    /// A white stone in Black's half, which only White calls alive.
    const STONE: &str = "
        . . X O . . .
        . . X O . . .
        . . X O . . .
        O . X O . . .
        . . X O . . .
        . . X O . . .
        . . X O . . .";

    fn decide(game: &mut Ending, decisions: &[&str]) {
        for text in decisions {
            let decision: Decision = text.parse().expect("a decision");
            assert_eq!(game.decide(decision), Ok(()), "{text}");
        }
    }

    fn refused(game: &mut Ending, decision: &str) -> NotNow {
        let before = game.phase().clone();
        let refused = game.decide(decision.parse().expect("a decision"));
        assert_eq!(game.phase(), &before);
        refused.expect_err(decision)
    }

    /// 1989: 9-1, 9-2, and life and death by definition (7) where the players do not agree.
    #[test]
    fn two_passes_stop_and_agreement_ends_under_the_rules_of_1989() {
        let mut agreed = under(Rules::JAPANESE_1989, STONE);
        play(&mut agreed, "-");
        assert_eq!(agreed.phase(), &Phase::Play);
        assert_eq!(refused(&mut agreed, "b claim A4"), NotNow::Phase);
        play(&mut agreed, "-");
        assert_eq!(agreed.phase(), &Phase::Confirm);
        decide(&mut agreed, &["b claim A4", "w claim A4"]);
        check(&agreed, "W+6");
        assert_eq!(refused(&mut agreed, "b resume"), NotNow::Over);
        assert_eq!(agreed.play((Black, Move::Pass)), Err(NotNow::Over));

        let mut disputed = under(Rules::JAPANESE_1989, STONE);
        play(&mut disputed, "- -");
        decide(&mut disputed, &["b claim A4", "w claim"]);
        assert_eq!(disputed.phase(), &Phase::Ruling);
        assert_eq!(disputed.play((Black, at("A3"))), Err(NotNow::Phase));
        decide(&mut disputed, &["ruling A4"]);
        check(&disputed, "W+6");
    }

    /// 1989, 9-3: whoever asks for it lets the opponent move first, and may not ask again for nothing.
    #[test]
    fn play_is_resumed_with_the_opponent_first_under_the_rules_of_1989() {
        for (asker, first) in [("b resume", White), ("w resume", Black)] {
            let mut game = under(Rules::JAPANESE_1989, STONE);
            play(&mut game, "- -");
            decide(&mut game, &[asker]);
            assert_eq!(
                (game.phase(), game.position().turn()),
                (&Phase::Play, first)
            );
            play(&mut game, "- -");
            assert_eq!(refused(&mut game, asker), NotNow::Phase);
            decide(&mut game, &["b claim A4", "w claim A4"]);
            check(&game, "W+6");
        }
    }

    /// 1989, 13: neither agrees, and neither asks to resume play.
    #[test]
    fn both_lose_under_the_rules_of_1989_alone() {
        for rules in Rules::ALL {
            let mut game = under(rules, STONE);
            play(&mut game, "- -");
            let answers = ["b no", "w no"].map(|text| text.parse::<Decision>());
            for answer in answers.into_iter().flatten() {
                let _refused = game.decide(answer);
            }
            let both_lose = game.over() == Some(&Over::BothLose);
            let expected = rules.plays_like(&Rules::JAPANESE_1989);
            assert_eq!(both_lose, expected, "{rules}");
        }
    }

    /// 2012, 9: by agreement, at any time, or by four passes; what is not agreed then is judged (7).
    #[test]
    fn agreement_or_four_passes_end_under_the_proposal_of_2012() {
        let mut agreed = under(Rules::PROPOSAL_2012, STONE);
        decide(&mut agreed, &["b yes"]);
        assert_eq!(agreed.phase(), &Phase::Play);
        decide(&mut agreed, &["w yes"]);
        assert_eq!(agreed.phase(), &Phase::Confirm);
        assert_eq!(refused(&mut agreed, "b resume"), NotNow::Phase);
        decide(&mut agreed, &["b claim A4", "w claim A4"]);
        check(&agreed, "W+6");

        let mut revoked = under(Rules::PROPOSAL_2012, STONE);
        decide(&mut revoked, &["b yes"]);
        play(&mut revoked, "B1");
        decide(&mut revoked, &["w yes"]);
        assert_eq!(
            revoked.phase(),
            &Phase::Play,
            "the play took Black's word back"
        );

        let mut passed = under(Rules::PROPOSAL_2012, STONE);
        play(&mut passed, "- -");
        assert_eq!(passed.phase(), &Phase::Offer);
        play(&mut passed, "-");
        assert_eq!(passed.phase(), &Phase::Play);
        play(&mut passed, "-");
        assert_eq!(passed.phase(), &Phase::Confirm);
        decide(&mut passed, &["b claim A4", "w claim"]);
        assert_eq!(passed.phase(), &Phase::Ruling);
        decide(&mut passed, &["ruling A4"]);
        check(&passed, "W+6");

        let mut played = under(Rules::PROPOSAL_2012, STONE);
        play(&mut played, "- - - B1 - - -");
        assert_eq!(played.phase(), &Phase::Play, "a play parts the passes");
    }

    /// 1949: agreement alone ends (35); alternating play is resumed on request (36, 40), and a dispute is judged only when
    /// nothing more is played.
    #[test]
    fn agreement_alone_ends_under_the_rules_of_1949() {
        let mut game = under(Rules::JAPANESE_1949, STONE);
        play(&mut game, "- -");
        assert_eq!(game.phase(), &Phase::Offer);
        decide(&mut game, &["b no", "w yes"]);
        assert_eq!(game.phase(), &Phase::Play);
        play(&mut game, "- -");
        decide(&mut game, &["b yes", "w yes"]);
        assert_eq!(game.phase(), &Phase::Confirm);
        decide(&mut game, &["w resume"]);
        assert_eq!(
            (game.phase(), game.position().turn()),
            (&Phase::Play, White)
        );
        play(&mut game, "A3 - -");
        decide(&mut game, &["b yes", "w yes", "b claim A4 A3", "w claim"]);
        assert_eq!(game.phase(), &Phase::Play);
        play(&mut game, "- -");
        decide(&mut game, &["b yes", "w yes", "b claim A4 A3", "w claim"]);
        assert_eq!(game.phase(), &Phase::Ruling);
        decide(&mut game, &["ruling A4 A3"]);
        check(&game, "W+5");

        let mut stubborn = under(Rules::JAPANESE_1949, STONE);
        for _ in 0..4 {
            play(&mut stubborn, "- -");
            decide(&mut stubborn, &["b no", "w no"]);
        }
        play(&mut stubborn, "- -");
        assert_eq!(stubborn.phase(), &Phase::Confirm);
    }

    /// Rules of area: a dispute is played out, and what stands after two passes at once lives.
    #[test]
    fn disputes_are_played_out_where_stones_count() {
        for rules in [Rules::CHINESE, Rules::AGA, Rules::NEW_ZEALAND] {
            let mut agreed = under(rules, STONE);
            play(&mut agreed, "- -");
            decide(&mut agreed, &["b claim A4", "w claim A4"]);
            check(&agreed, "W+7");
            let mut disputed = under(rules, STONE);
            play(&mut disputed, "- -");
            decide(&mut disputed, &["b claim A4", "w claim"]);
            assert_eq!(disputed.phase(), &Phase::Play);
            play(&mut disputed, "B4 - A3 - A5 - -");
            assert_eq!(disputed.phase(), &Phase::Confirm);
            decide(&mut disputed, &["b claim", "w claim"]);
            check(&disputed, "W+7");
            let mut left = under(rules, STONE);
            play(&mut left, "- -");
            decide(&mut left, &["b claim A4", "w claim"]);
            play(&mut left, "- -");
            assert!(
                matches!(left.over(), Some(Over::Counted(counted)) if counted.claim.dead.is_empty()),
                "{rules}"
            );
        }
    }

    /// Ing's rules: four passes leave what stands; agreement is possible before.
    #[test]
    fn four_passes_leave_all_stones_under_ings_rules() {
        let mut game = under(Rules::ING, STONE);
        play(&mut game, "- -");
        decide(&mut game, &["b yes", "w yes", "b claim A4", "w claim A4"]);
        check(&game, "W+7");
        let mut game = under(Rules::ING, STONE);
        play(&mut game, "- - - -");
        check(&game, "W+22");
    }

    #[test]
    fn nobody_is_asked_under_the_rules_of_tromp_and_taylor() {
        for rules in [Rules::TROMP_TAYLOR, Rules::CGOS] {
            let mut game = under(rules, STONE);
            play(&mut game, "- -");
            check(&game, "W+22");
            assert_eq!(game.play((Black, at("A3"))), Err(NotNow::Over));
        }
        let mut stones = under(Rules::PURE_GO, STONE);
        play(&mut stones, "- -");
        check(&stones, "W+1");
    }

    /// American rules: each pass hands over a stone and White passes last, so that territory and area give the same.
    #[test]
    fn pass_stones_make_territory_the_area() {
        for moves in ["- -", "B4 - -", "B4 F4 - -", "B4 F4 - - - - -"] {
            let mut game = under(Rules::AGA, STONE);
            let tokens: Vec<&str> = moves.split(' ').collect();
            for token in tokens {
                let to = if token == "-" { Move::Pass } else { at(token) };
                let color = game.position().turn();
                let played = game.play((color, to));
                if game.phase() == &Phase::Confirm {
                    break;
                }
                assert_eq!(played, Ok(()));
            }
            assert_eq!(game.phase(), &Phase::Confirm, "{moves}");
            if game.last_pass == Some(Black) {
                assert_eq!(game.play((White, Move::Pass)), Ok(()));
                assert_eq!(game.play((White, Move::Pass)), Err(NotNow::Phase));
            }
            let claim = Claim {
                dead: points(&["A4"]),
                ..Claim::default()
            };
            let area = game.score(&claim).margin();
            let rules = Rules {
                counting: crate::rules::Counting::Territory,
                ..Rules::AGA
            };
            game.position.set_rules(rules);
            // The board began with a white stone more than black ones.
            assert_eq!(game.score(&claim).margin(), area + 1.0, "{moves}");
        }
    }

    /// Three black and three white stones taken in turn: what the documents make of triple ko.
    #[test]
    fn a_repeated_position_has_no_result_by_consent_or_at_the_third_time() {
        let picture = "
            . X O . . X O . . X O .
            X O . O X . X O X O . O
            . X O . . X O . . X O .
            . . . . . . . . . . . .";
        let board = diagram::board(picture).expect("a board");
        for (rules, expected) in [
            (Rules::PROPOSAL_2012, Over::NoResult),
            (Rules::JAPANESE_1989, Over::NoResult),
            (Rules::KOREAN, Over::Draw),
            (Rules::IMPROVED_2009, Over::Draw),
        ] {
            let mut game = Ending::new(Position::set_up(board.clone(), Black, rules));
            assert_eq!(refused(&mut game, "b no-result"), NotNow::Phase);
            let cycle = "C3 F3 L3 B3 G3 K3";
            play(&mut game, cycle);
            if expected == Over::NoResult {
                let mut consent = game.clone();
                decide(&mut consent, &["b no-result"]);
                assert_eq!(consent.over(), None, "both are asked");
                decide(&mut consent, &["w no-result"]);
                assert_eq!(consent.over(), Some(&expected), "{rules}");
                decide(&mut game, &["w no-result"]);
                play(&mut game, cycle);
            }
            assert_eq!(game.over(), Some(&expected), "{rules}");
        }
    }

    /// A foul found before the end loses; found after it, it changes nothing.
    #[test]
    fn a_foul_decides_before_the_end_only() {
        let breach = |color| Breach {
            number: 1,
            play: (color, Move::Pass),
            foul: Foul::OutOfTurn,
        };
        for loser in Color::BOTH {
            let mut game = under(Rules::PROPOSAL_2012, STONE);
            assert_eq!(game.forfeit(breach(loser)), Ok(()));
            assert_eq!(game.over(), Some(&Over::Forfeit(breach(loser))));
            assert_eq!(breach(loser).winner(), !loser);
        }
        let mut game = under(Rules::TROMP_TAYLOR, STONE);
        play(&mut game, "- -");
        assert_eq!(game.forfeit(breach(Black)), Err(NotNow::Over));
        check(&game, "W+22");
    }

    /// 2009, 8-1: while dame are filled moves may be taken back, by who was asked to resume play too; then no more.
    #[test]
    fn filling_moves_may_be_taken_back() {
        let mut game = game(WALLS);
        play(&mut game, "- -");
        assert_eq!(game.take_back(), Err(NotNow::Phase));
        answer(&mut game, true);
        play(&mut game, "A1 E1 A2");
        assert_eq!(game.take_back(), Ok(()));
        assert_eq!(game.position().turn(), Black);
        decide(&mut game, &["w resume"]);
        assert_eq!((game.take_back(), game.take_back()), (Ok(()), Ok(())));
        assert_eq!(game.take_back(), Err(NotNow::Phase));
        assert_eq!(game.position().board().stones(Black).len(), 7);
        assert_eq!(game.phase(), &Phase::Play);
        play(&mut game, "A1");
        assert_eq!(game.take_back(), Err(NotNow::Phase));
        play(&mut game, "- -");
        answer(&mut game, true);
        assert_eq!(game.phase(), &Phase::Confirm, "play was resumed before");
    }

    /// What a record has is taken down though the phases would refuse it: a game goes on after its end.
    #[test]
    fn a_recorded_game_is_taken_up_again() {
        let mut game = under(Rules::CHINESE, STONE);
        for play in [
            (Black, Move::Pass),
            (White, Move::Pass),
            (Black, Move::Pass),
        ] {
            assert_eq!(game.record(play), Ok(()));
        }
        assert_eq!(
            game.phase(),
            &Phase::Confirm,
            "one pass more changes nothing"
        );
        assert_eq!(game.record((Black, at("B1"))), Ok(()));
        assert_eq!(game.phase(), &Phase::Play);
        let mut game = under(Rules::CGOS, STONE);
        play(&mut game, "- -");
        assert_eq!(game.record((Black, at("B1"))), Ok(()));
        assert_eq!(game.phase(), &Phase::Play);
        let occupied = NotNow::Illegal(IllegalMove::Occupied);
        assert_eq!(game.record((White, at("B1"))), Err(occupied));
    }
}
