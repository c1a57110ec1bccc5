//! The phased ending of the improved rules of 2009 (通常の日本ルールの改善案2): where the players agree it is that of the
//! Japanese rules; where they do not, the game is played out, each pass costing a prisoner.
//!
//! The articles named are those of that text. Who is right about life and death nobody decides here: the
//! players claim, and play.

use crate::board::Play;
use crate::color::{Color, PerColor};
use crate::life::benson;
use crate::point::{Move, PointSet};
use crate::position::{IllegalMove, Position};
use crate::rules::Repetition;
use crate::score::{Score, Terms, score};
use crate::territory::{Seki, territory_beside};

/// After so many disputes the next two passes are the complete end: the text sets no limit.
const MOST_DISPUTES: u32 = 3;

/// Where a game stands on its way to the end.
#[derive(Clone, Debug, PartialEq)]
pub enum Phase {
    /// Moves are played; a pass costs nothing.
    Play,
    /// Both have passed and are asked whether to go on towards the end.
    Offer,
    /// Dame are filled and territories mended in agreement (8-1).
    Fill,
    /// Both say which stones are dead and which in seki (8-2).
    Confirm,
    /// Play is for life and death; a pass costs a prisoner (10).
    PlayOut,
    /// The game is over.
    Over(Over),
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Over {
    /// It was counted.
    Counted(Box<Counted>),
    /// A position came up again, as many stones of either side having been taken in between (5).
    Draw,
}

/// What was counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Counted {
    /// The score.
    pub score: Score,
    /// The stones that are dead, and those in seki.
    pub claim: Claim,
}

/// Which stop an offer follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stop {
    First,
    Filled,
    Resumed,
}

/// A player's claim about the stones of both sides. Stones that are not named are alive and not in seki.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Claim {
    /// The dead ones.
    pub dead: PointSet,
    /// Those in seki.
    pub seki: PointSet,
}

/// A decision of a player beside the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Whether to go on towards the end.
    Answer(Color, bool),
    /// Play shall be resumed while dame are filled. The other side may take back moves of the filling before.
    Resume(Color),
    /// A claim about the stones.
    Claim(Color, Box<Claim>),
}

/// Why something cannot be done now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotNow {
    /// The rules forbid the move.
    #[error("{0}")]
    Illegal(#[from] IllegalMove),
    /// It is the other side's turn.
    #[error("out of turn")]
    OutOfTurn,
    /// The phase does not ask for it.
    #[error("not in this phase of the ending")]
    Phase,
    /// The rules have no phased ending, or the moves so far do not follow its rules.
    #[error("no phased ending here")]
    NoEnding,
    /// A claim names points without stones.
    #[error("there are no stones on all of these points")]
    NoStones,
}

/// A game under the improved rules, with its way to the end.
#[derive(Clone, Debug)]
pub struct Ending {
    position: Position,
    phase: Phase,
    stop: Stop,
    /// Whether play has been resumed after a stop.
    resumed: bool,
    /// Whether the last action was a pass of this phase.
    passed: bool,
    answers: PerColor<Option<bool>>,
    claims: PerColor<Option<Claim>>,
    first: Option<Color>,
    disputes: u32,
    /// Whether a stone has been played since play was last resumed for life and death.
    played: bool,
    paid: PerColor<u32>,
    last_pass: Option<Color>,
    new: PerColor<PointSet>,
}

impl Ending {
    /// The game from a position on.
    pub fn new(position: Position) -> Ending {
        Ending {
            position,
            phase: Phase::Play,
            stop: Stop::First,
            resumed: false,
            passed: false,
            answers: PerColor::default(),
            claims: PerColor::default(),
            first: None,
            disputes: 0,
            played: false,
            paid: PerColor::default(),
            last_pass: None,
            new: PerColor::default(),
        }
    }

    /// Where the game stands.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// The position reached.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Who moved first when play was first resumed for life and death; `None` if it never was.
    pub fn first(&self) -> Option<Color> {
        self.first
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
        let mut after = self.clone();
        match &self.phase {
            Phase::Offer => after.refuse(),
            Phase::Confirm => after.dispute(),
            Phase::Over(_) => return Err(NotNow::Phase),
            Phase::Play | Phase::Fill | Phase::PlayOut => {}
        }
        if after.phase != Phase::PlayOut {
            // As players agree: they may fill where they like, and one of them may pass over a turn.
            after.position.set_turn(color);
        } else if after.position.turn() != color {
            return Err(NotNow::OutOfTurn);
        }
        after.position.play(to)?;
        match to {
            Move::Pass => after.pass(color),
            Move::At(at) => {
                after.passed = false;
                if after.phase == Phase::PlayOut {
                    after.played = true;
                    after.new[color].insert(at);
                    let stones = |color| after.position.board().stones(color);
                    after.new = PerColor::from_fn(|color| after.new[color] & stones(color));
                }
                if after.position.repetition() == Some(Repetition::Draw) {
                    after.phase = Phase::Over(Over::Draw);
                }
            }
        }
        *self = after;
        Ok(())
    }

    /// Records a decision of a player.
    ///
    /// # Errors
    ///
    /// [`NotNow`]; nothing is changed.
    pub fn decide(&mut self, decision: Decision) -> Result<(), NotNow> {
        match (&self.phase, decision) {
            (Phase::Offer, Decision::Answer(color, agrees)) => {
                self.answers[color] = Some(agrees);
                match Color::BOTH.map(|color| self.answers[color]) {
                    [Some(true), Some(true)] => self.agree(),
                    [Some(_), Some(_)] => self.refuse(),
                    _ => {}
                }
                Ok(())
            }
            (Phase::Fill, Decision::Resume(_)) => {
                self.refuse();
                Ok(())
            }
            (Phase::Confirm, Decision::Claim(color, claim)) => {
                let board = self.position.board();
                let stones = board.stones(Color::Black) | board.stones(Color::White);
                if !(claim.dead | claim.seki).is_subset(&stones) {
                    return Err(NotNow::NoStones);
                }
                // All stones of a chain have the same status.
                let chains = |points: PointSet| {
                    let of = |color| points.flood(&board.stones(color));
                    of(Color::Black) | of(Color::White)
                };
                let dead = chains(claim.dead);
                let seki = chains(claim.seki) - dead;
                self.claims[color] = Some(Claim { dead, seki });
                match Color::BOTH.map(|color| self.claims[color]) {
                    [Some(claim), Some(other)] if claim == other => {
                        self.phase = Phase::Over(self.counted(&claim));
                    }
                    [Some(_), Some(_)] => self.dispute(),
                    _ => {}
                }
                Ok(())
            }
            _ => Err(NotNow::Phase),
        }
    }

    /// The score if both sides claimed this now.
    pub fn score(&self, claim: &Claim) -> Score {
        let (position, Claim { dead, seki }) = (&self.position, *claim);
        let board = position.board();
        // The very last pass is given back to the side that began to play it out (10-3, 11-1).
        let refunded = self.last_pass.filter(|&color| self.first == Some(color));
        let received = |color: Color| self.paid[!color] - u32::from(refunded == Some(!color));
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

    fn counted(&self, claim: &Claim) -> Over {
        let (score, claim) = (self.score(claim), *claim);
        Over::Counted(Box::new(Counted { score, claim }))
    }

    fn pass(&mut self, color: Color) {
        if self.phase == Phase::PlayOut {
            self.paid[color] += 1;
            self.last_pass = Some(color);
        }
        if !std::mem::replace(&mut self.passed, true) {
            return;
        }
        self.passed = false;
        self.phase = match self.phase {
            Phase::PlayOut if !self.played || self.disputes > MOST_DISPUTES => {
                Phase::Over(self.complete_end())
            }
            Phase::PlayOut => Phase::Confirm,
            Phase::Fill => self.offer(Stop::Filled),
            _ if self.resumed => self.offer(Stop::Resumed),
            _ => self.offer(Stop::First),
        };
    }

    fn offer(&mut self, stop: Stop) -> Phase {
        self.stop = stop;
        self.answers = PerColor::default();
        Phase::Offer
    }

    fn agree(&mut self) {
        self.passed = false;
        self.phase = match self.stop {
            Stop::First => Phase::Fill,
            Stop::Filled | Stop::Resumed => Phase::Confirm,
        };
    }

    /// Play goes on: for dame and what must be mended, or where that has been done for life and death.
    fn refuse(&mut self) {
        if self.phase == Phase::Offer && self.stop == Stop::Resumed {
            self.dispute();
        } else {
            self.resumed = true;
            self.passed = false;
            self.phase = Phase::Play;
        }
    }

    fn dispute(&mut self) {
        self.first.get_or_insert(self.position.turn());
        self.disputes += 1;
        self.played = false;
        self.passed = false;
        self.claims = PerColor::default();
        self.phase = Phase::PlayOut;
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
        assert_eq!(game.play((Black, Move::Pass)), Err(NotNow::Phase));
    }
}
