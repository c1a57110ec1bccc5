//! To turn a board, to mirror it and to exchange its colors changes nothing that is proved of it.

use crate::go::board::symmetry::Image;
use crate::go::board::{Board, Play};
use crate::go::color::Color;
use crate::go::point::{Move, Point, PointSet, Size};
use crate::go::position::Position;
use crate::go::rules::{Rules, Tax};
use crate::mcts::playout::{Dice, dice, play_lightly, play_out};
use crate::referee::judge::{Adjudication, Effort, Judgement, Occasion, Status, adjudicate};
use rand::RngExt;
use std::ops::RangeInclusive;

/// The position with the image of a board, without komi.
pub(crate) fn position_of(image: Image, board: &Board, rules: Rules) -> Position {
    let mut position = Position::set_up(board.image(image), image.color(Color::Black), rules);
    position.set_komi(0.0);
    position
}

/// A board as games end with, or not far from it: played out at random, or by the policy to
/// somewhere in its second half, with some stones taken away so that not everything lives.
pub(crate) fn late_board(size: Size, dice: &mut Dice) -> Board {
    let mut board = Board::new(size);
    if dice.random_range(0..2) == 0 {
        play_lightly(&mut board, Color::Black, dice);
    } else {
        let mut plays = vec![];
        play_out(&mut board, Color::Black, None, dice, |color, at| {
            plays.push((color, at));
        });
        let count = dice.random_range(plays.len() / 2..=plays.len());
        board = Board::new(size);
        for &(color, at) in &plays[..count] {
            board.place(color, at, &mut ());
        }
    }
    let away: PointSet = size
        .points()
        .filter(|_| dice.random_range(0..12) == 0)
        .collect();
    let [black, white] = Color::BOTH.map(|color| board.stones(color) - away);
    Board::with_stones(size, &black, &white).expect("no fewer liberties")
}

/// The result of comparing the judgements of boards with those of their images.
#[derive(Debug, Default)]
struct Agreement {
    /// Chains of images that are proved to be what the chain of the board is.
    proved: usize,
    /// Chains that are proved on the board or on the image, but not on both.
    half_proved: usize,
    /// Diagrams that are proved completely, as their boards are: the counts are equal too.
    counted: usize,
}

impl Agreement {
    /// Compares what is proved of an image with what is of the board; tells where they contradict
    /// each other.
    fn add(
        &mut self,
        here: &Adjudication,
        there: &Adjudication,
        image: Image,
        is_as_it_stands: bool,
    ) -> Result<(), Point> {
        let first = |chain: &Judgement| chain.stones.first().expect("a chain has stones");
        for chain in here.chains() {
            let other = there.chain(image.point(first(chain)));
            let other = other.filter(|other| other.stones == image.points(&chain.stones));
            let other = other.ok_or(first(chain))?;
            let [dead, dead_there] = [chain, other].map(|chain| chain.status == Status::Dead);
            let [basis, basis_there] = [chain.basis, other.basis];
            let is_by_theorem = [basis, basis_there].map(|basis| basis.needs_no_play());
            match (basis.is_proof(), basis_there.is_proof()) {
                (true, true) if dead == dead_there && is_by_theorem[0] == is_by_theorem[1] => {
                    self.proved += 1;
                }
                (false, false) => {}
                // Only reading may come to the end of its budget on the way.
                (true, false) | (false, true) if is_by_theorem == [false, false] => {
                    self.half_proved += 1;
                }
                _ => return Err(first(chain)),
            }
        }
        // Trying out the last dame proves nothing.
        let all = [here, there].map(|all| all.chains().iter());
        let is_all_proved = all
            .into_iter()
            .flatten()
            .all(|chain| chain.basis.is_proof());
        if is_as_it_stands && is_all_proved {
            self.counted += 1;
            let sign = if image.is_exchanged() { -1.0 } else { 1.0 };
            let differs = |at: &Point| {
                let owner = here.owner(*at).map(|color| image.color(color));
                let to = image.point(*at);
                (owner, here.status(*at)) != (there.owner(to), there.status(to))
            };
            assert_eq!(sign * here.score().margin(), there.score().margin());
            return here
                .finished()
                .size()
                .points()
                .find(differs)
                .map_or(Ok(()), Err);
        }
        Ok(())
    }
}

/// Judges random boards and all their images under rules of each kind.
fn compare_images(
    sides: RangeInclusive<u8>,
    boards: usize,
    playouts: u32,
    states: usize,
) -> Agreement {
    let effort = Effort {
        playouts,
        seed: 1,
        states,
        safety: 20_000,
        ..Effort::USUAL
    };
    let mut agreement = Agreement::default();
    for seed in 0..boards as u64 {
        let mut dice = dice(seed);
        let size = Size::square(dice.random_range(sides.clone())).expect("within the limits");
        let board = late_board(size, &mut dice);
        let is_diagram = dice.random_range(0..4) > 0;
        let occasion = if is_diagram {
            Occasion::Diagram
        } else {
            Occasion::Game
        };
        for rules in [
            Rules::PROPOSAL_2012,
            Rules::JAPANESE_1989,
            Rules::KOREAN,
            Rules::CHINESE,
        ] {
            // Elsewhere it counts whether what touches dame is in seki once they are filled.
            let is_as_it_stands = is_diagram && (rules.dame_makes_seki || rules.tax == Tax::None);
            let judge = |image: Image| {
                let position = position_of(image, &board, rules);
                adjudicate(&position, occasion, &effort)
            };
            let mut images = Image::all(size);
            let here = judge(images.next().expect("the board itself"));
            for image in images {
                let there = judge(image);
                let added = agreement.add(&here, &there, image, is_as_it_stands);
                added.unwrap_or_else(|at| {
                    let chains = [here.chain(at), there.chain(image.point(at))];
                    panic!("{at} in {image:?} under {rules}, seed {seed}:\n{board}\n{chains:?}")
                });
            }
        }
        if seed % 50 == 49 {
            tell(format_args!("{} boards: {agreement:?}", seed + 1));
        }
    }
    agreement
}

/// All images are judged as one of them, so that a budget ends at one place for all.
#[test]
fn what_is_proved_does_not_depend_on_where_and_who() {
    let found = compare_images(5..=7, 12, 10, 200);
    assert!(found.proved > 1_000 && found.counted > 50, "{found:?}");
    assert_eq!(found.half_proved, 0, "{found:?}");
}

/// The moves of a game by the policy of playouts, to its end or to somewhere in its second half.
fn late_game(size: Size, dice: &mut Dice) -> Vec<Play> {
    let mut plays = vec![];
    let mut board = Board::new(size);
    play_out(&mut board, Color::Black, None, dice, |color, at| {
        plays.push((color, Move::At(at)));
    });
    plays.truncate(dice.random_range(plays.len() / 2..=plays.len()));
    plays
}

/// The image of a game, played move by move.
fn played(plays: &[Play], image: Image, size: Size, rules: Rules) -> Position {
    let mut position = Position::new(size, rules);
    position.set_turn(image.color(Color::Black));
    position.set_komi(if image.is_exchanged() { -2.5 } else { 2.5 });
    for &play in plays {
        let (color, to) = image.play(play);
        position.set_turn(color);
        position.play_anyway((color, to)).expect("an empty point");
    }
    position
}

/// Everything that is judged of a game is judged of its images too, and their proofs hold on them.
fn check_games(sides: RangeInclusive<u8>, games: u64, effort: &Effort) {
    for seed in 0..games {
        let mut dice = dice(seed);
        let mut side = || dice.random_range(sides.clone());
        let size = Size::new(side(), side()).expect("within the limits");
        let plays = late_game(size, &mut dice);
        for (rules, occasion) in [
            (Rules::JAPANESE_1989, Occasion::Stopped),
            (Rules::JAPANESE_1989, Occasion::Game),
            (Rules::PROPOSAL_2012, Occasion::Game),
            (Rules::AGA, Occasion::Game),
            (Rules::CHINESE, Occasion::Stopped),
        ] {
            let mut images = Image::all(size);
            let itself = images.next().expect("the board itself");
            let position = played(&plays, itself, size, rules);
            let here = adjudicate(&position, occasion, effort);
            for image in images {
                let twin = played(&plays, image, size, rules);
                let there = adjudicate(&twin, occasion, effort);
                let told = format!("{image:?} by {rules}, {occasion:?}, seed {seed}\n{position:?}");
                for chain in here.chains() {
                    let stone = chain.stones.first().expect("a chain has stones");
                    let other = there.chain(image.point(stone)).expect("its image");
                    let found = (other.color, other.stones, other.status, other.basis);
                    let stones = image.points(&chain.stones);
                    let expected = (image.color(chain.color), stones, chain.status, chain.basis);
                    assert_eq!(found, expected, "{told}");
                }
                let sign = if image.is_exchanged() { -1.0 } else { 1.0 };
                assert_eq!(
                    there.score().margin(),
                    sign * here.score().margin(),
                    "{told}"
                );
                let points = |judged: &Adjudication| judged.territory().points;
                assert_eq!(points(&there), image.point_sets(&points(&here)), "{told}");
                assert_eq!(there.proved(), image.point_sets(&here.proved()), "{told}");
                assert_eq!(there.unclear(), image.points(&here.unclear()), "{told}");
                let owed = image.point_sets(here.reinforcements());
                assert_eq!(*there.reinforcements(), owed, "{told}");
                for proof in there.safety().proofs.0.iter().flatten() {
                    assert_eq!(proof.verify(twin.board()), Ok(()), "{told}");
                }
            }
        }
    }
}

#[test]
fn a_game_is_judged_alike_however_it_is_turned() {
    let effort = Effort {
        playouts: 20,
        states: 500,
        safety: 5_000,
        ..Effort::USUAL
    };
    check_games(5..=7, 4, &effort);
}

/// 100 games of up to 13×13 by the default effort.
#[test]
#[ignore = "takes a quarter of an hour"]
fn many_games_are_judged_alike_however_they_are_turned() {
    check_games(5..=13, 100, &Effort::USUAL);
}

/// 500 boards of 5×5 to 9×9: `cargo test --release --lib many_boards_does_not -- --ignored
/// --nocapture`.
#[test]
#[ignore = "takes a quarter of an hour"]
fn what_is_proved_of_many_boards_does_not_depend_on_where_and_who() {
    let found = compare_images(5..=9, 500, 100, 500);
    tell(format_args!("{found:?}"));
    assert_eq!(found.half_proved, 0, "{found:?}");
}

/// A line of progress for the tests that take minutes.
fn tell(what: std::fmt::Arguments<'_>) {
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{what}");
}
