//! Random networks against a naive implementation, and malformed files.

mod plainly;
mod sketch;

use super::*;
use crate::go::board::diagram;
use crate::go::board::symmetry::Symmetry;
use crate::go::color::Color;
use crate::go::point::{Move, Point, Size};
use crate::go::position::Position;
use crate::go::rules::{HandicapBonus, Rules};
use flate2::Compression;
use flate2::write::GzEncoder;
use plainly::Sides;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus as Dice;
use sketch::Sketch;
use std::io::Write;

fn dice(seed: u64) -> Dice {
    Dice::seed_from_u64(seed)
}

fn read(file: &[u8]) -> Result<KataModel, ModelError> {
    KataModel::read(file, file.len() as u64)
}

fn packed(file: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(file).expect("memory takes it");
    packer.finish().expect("memory takes it")
}

/// A model file of this version with random weights and every kind of block.
pub(crate) fn random_file(version: u32, seed: u64) -> Vec<u8> {
    packed(&Sketch::random(version, dice(seed)).file(true))
}

/// The network used in `gtp-tests/network` is generated here.
#[test]
fn the_network_of_conversations_is_a_random_one() {
    let made = random_file(10, 24);
    let path = "gtp-tests/network/random.bin.gz";
    if std::fs::read(path).ok().as_ref() != Some(&made) {
        let new = std::env::temp_dir().join("random.bin.gz");
        std::fs::write(&new, made).expect("a file can be written");
        panic!("{path} should be as in {}", new.display());
    }
}

fn close(found: f32, expected: f64) {
    let error = (f64::from(found) - expected).abs();
    assert!(
        error < 2e-4 * (1.0 + expected.abs()),
        "{found} for {expected}"
    );
}

/// Every version of the format, several board sizes, text and binary, compressed and not.
#[test]
fn what_a_network_says_is_what_straight_loops_compute() {
    for version in 8..=17 {
        let sketch = Sketch::random(version, dice(u64::from(version)));
        let binary = sketch.file(true);
        let models = [binary.clone(), packed(&binary), packed(&sketch.file(false))]
            .map(|file| read(&file).expect("a network"));
        for (width, height) in [(2, 2), (5, 4), (3, 7), (9, 9)] {
            let mut dice = dice(width * 31 + height);
            let (width, height) = (width as usize, height as usize);
            let mut random = |count: usize| -> Vec<f32> {
                (0..count).map(|_| dice.random_range(-1.0..1.0)).collect()
            };
            let (planes, globals) = (random(width * height * 22), random(19));
            let said = sketch.says(&planes, &globals, Sides { width, height });
            for model in &models {
                let grid = layer::Grid { width, height };
                let (policy, value) = model.run(&planes, &globals, grid);
                let (points, pass) = policy.mixed(0.0);
                let (optimistic, optimistic_pass) = policy.mixed(1.0);
                let second = 1.min(said.pass.len() - 1);
                close(pass, said.pass[0]);
                close(optimistic_pass, said.pass[second]);
                let pairs = points.iter().zip(&said.points[0]);
                let pairs = pairs.chain(optimistic.iter().zip(&said.points[second]));
                let pairs = pairs.chain(value.ownership.iter().zip(&said.ownership));
                let pairs = pairs.chain(value.outcome.iter().zip(&said.outcome));
                for (&found, &expected) in pairs.chain(value.score.iter().zip(&said.score)) {
                    close(found, expected);
                }
            }
        }
    }
}

/// Random games in all symmetries, against the network evaluated in each symmetry.
#[test]
fn a_position_is_the_same_however_it_is_turned() {
    let model = read(&Sketch::random(10, dice(1)).file(true)).expect("a network");
    for side in [5, 8] {
        let size = Size::square(side).expect("a size");
        let mut dice = dice(u64::from(side));
        let mut games: Vec<(Position, Symmetry)> = Symmetry::all()
            .map(|symmetry| (Position::new(size, Rules::TROMP_TAYLOR), symmetry))
            .collect();
        for _ in 0..30 {
            let moves: Vec<Move> = games[0].0.legal_moves().collect();
            let to = moves[dice.random_range(0..moves.len())];
            let image = |symmetry: Symmetry| {
                let turned = |at: Point| {
                    let mut marks = vec![0.0; size.area()];
                    marks[Inputs::of(&Position::new(size, Rules::CHINESE)).place(at)] = 1.0;
                    let shown = symmetry.show(&marks, 1, size);
                    let place = shown.iter().position(|&mark| mark == 1.0);
                    let place = place.expect("it goes somewhere") as u8;
                    Point::new(place % side + 1, side - place / side).expect("a point")
                };
                to.point().map_or(Move::Pass, |at| Move::At(turned(at)))
            };
            for (position, symmetry) in &mut games {
                position
                    .play(image(*symmetry))
                    .expect("legal in every image");
            }
            let plain = &games[0].0;
            let expected: Vec<Evaluation> = Symmetry::all()
                .map(|symmetry| model.evaluate(&Inputs::of(plain), symmetry, 0.0))
                .collect();
            for (turned, symmetry) in &games {
                // The transformed game in the identity is the original game in that symmetry.
                let found = model.evaluate(&Inputs::of(turned), Symmetry::NONE, 0.0);
                let expected = &expected[usize::from(symmetry.number())];
                assert!((found.win - expected.win).abs() < 1e-5);
                assert!((found.lead - expected.lead).abs() < 1e-3);
                let mut ours: Vec<f32> = found.policy.iter().map(|one| one.1).collect();
                let mut theirs: Vec<f32> = expected.policy.iter().map(|one| one.1).collect();
                ours.sort_by(f32::total_cmp);
                theirs.sort_by(f32::total_cmp);
                for (one, other) in ours.iter().zip(&theirs) {
                    assert!((one - other).abs() < 1e-5);
                }
            }
        }
    }
}

#[test]
fn a_policy_is_a_distribution_over_legal_moves() {
    let model = read(&Sketch::random(15, dice(3)).file(true)).expect("a network");
    let mut position = Position::new(Size::new(6, 5).expect("a size"), Rules::JAPANESE_1989);
    let mut dice = dice(4);
    for _ in 0..60 {
        let evaluation = model.evaluate(&Inputs::of(&position), Symmetry::NONE, 0.3);
        let moves: Vec<Move> = evaluation.policy.iter().map(|&(to, _)| to).collect();
        let mut legal: Vec<Move> = position.legal_moves().collect();
        // In the order of points, the pass last.
        legal.sort_by_key(|to| (to.point().is_none(), to.point()));
        assert_eq!(moves, legal);
        let sum: f32 = evaluation.policy.iter().map(|one| one.1).sum();
        assert!((sum - 1.0).abs() < 1e-4, "{sum}");
        let outcomes = evaluation.win + evaluation.loss + evaluation.no_result;
        assert!((outcomes - 1.0).abs() < 1e-9);
        position
            .play(moves[dice.random_range(0..moves.len())])
            .expect("legal");
    }
}

/// A truncated file is reported as too short, or ends in part of a number.
#[test]
fn a_file_cut_short_is_an_error_with_its_place() {
    for (version, binary) in [(8, false), (17, true), (15, true)] {
        let file = Sketch::random(version, dice(7)).file(binary);
        let whole = file.len() - 1;
        for end in (0..64).chain((64..whole - 8).step_by(whole / 200)) {
            let error = read(&file[..end]).expect_err("it is cut short");
            assert!(error.offset <= end as u64 && !error.place.is_empty());
            // Within a word, the rest may parse as a shorter word.
            let in_word = !file[end.max(1) - 1].is_ascii_whitespace();
            assert!(error.problem == Problem::Truncated || in_word, "{error}");
        }
        let packed = packed(&file);
        for end in (2..packed.len() - 30).step_by(packed.len() / 20) {
            read(&packed[..end]).expect_err("it is cut short");
        }
    }
}

/// A corrupted file is read or refused, in bounded time and memory.
#[test]
fn a_spoilt_file_is_read_or_refused() {
    let mut dice = dice(11);
    for version in [8, 12, 17] {
        let file = Sketch::random(version, dice.clone()).file(false);
        for _ in 0..300 {
            let mut spoilt = file.clone();
            for _ in 0..dice.random_range(1..4) {
                let at = dice.random_range(0..spoilt.len());
                spoilt[at] = *b"0123456789-.e \n@Az\xff"
                    .get(dice.random_range(0..19_usize))
                    .expect("one of them");
            }
            if let Err(error) = read(&spoilt) {
                assert!(error.to_string().len() < 400);
            }
        }
    }
}

/// Sizes in the header allocate nothing before the data is there.
#[test]
fn announcements_take_no_memory() {
    let header = |conv: &str| {
        let text = format!(
            "big 15 22 19 20 20 20 20 40 0.25 30 0 0 0 0 0 0 0 0 trunk 1 8 8 8 8 8 0 0 0 0 0 0 {conv}"
        );
        read(text.as_bytes()).expect_err("no network")
    };
    let channels = header("conv 3 3 22 999999999 1 1 @BIN@");
    assert!(
        matches!(channels.problem, Problem::Range { .. }),
        "{channels}"
    );
    assert_eq!(channels.place, "conv");
    let negative = header("conv 3 3 22 -8 1 1 @BIN@");
    assert!(
        matches!(negative.problem, Problem::Range { .. }),
        "{negative}"
    );
    let many = header("conv 25 25 22 16384 1 1 @BIN@");
    assert!(matches!(many.problem, Problem::TooLarge), "{many}");
    let early = header("conv 3 3 22 8 1 1 @BIN@1234");
    assert!(matches!(early.problem, Problem::Truncated), "{early}");
    let other = header("conv 3 3 21 8 1 1 @BIN@");
    assert!(matches!(other.problem, Problem::Mismatch { .. }), "{other}");
    let infinite = header(&format!("conv 1 1 22 8 1 1 {}", "inf ".repeat(176)));
    assert!(matches!(infinite.problem, Problem::NotFinite), "{infinite}");
    let block = {
        let weights = "0 ".repeat(176);
        let more = "0 ".repeat(152);
        header(&format!(
            "conv 1 1 22 8 1 1 {weights} global 19 8 {more} magic_block"
        ))
    };
    assert!(matches!(block.problem, Problem::Unknown { .. }), "{block}");
}

/// Zeros compress well: a small file that unpacks to too many weights is refused.
#[test]
fn a_packed_file_may_not_grow_without_bound() {
    let mut file = b"big 8 22 19 trunk 1 16384 8 8 8 8 conv 5 5 22 16384 1 1 @BIN@".to_vec();
    file.resize(file.len() + 4 * 25 * 22 * 16384, 0);
    file.extend(b" global 19 16384 @BIN@");
    file.resize(file.len() + 4 * 19 * 16384, 0);
    file.extend(b" ordinary_block block norm 16384 1e-3 0 0 @BIN@");
    file.resize(file.len() + 4 * 16384, 0);
    file.extend(b" @BIN@");
    file.resize(file.len() + 4 * 16384, 0);
    file.extend(b" act conv 3 3 16384 16384 1 1 @BIN@");
    let packed = packed(&file);
    assert!(packed.len() < 1 << 20);
    let error = read(&packed).expect_err("it is too large");
    assert_eq!(error.problem, Problem::TooLarge, "{error}");
}

/// A position from a picture and the side to move.
fn position(picture: &str, turn: Color) -> Position {
    let board = diagram::board(picture).expect("a board");
    Position::set_up(board, turn, Rules::CHINESE)
}

#[test]
fn ladders_are_told_of() {
    let caught = |picture: &str| {
        let position = position(picture, Color::Black);
        ladder::Ladders::on(position.board(), None).caught.len()
    };
    let free = ". . . . . . .
                . . . . . . .
                . . . . . . .
                . . . X X . .
                . . X O . . .
                . . . X . . .
                . . . . . . .";
    // A ladder breaker.
    let broken = ". . . . . . .
                  . . . . . . .
                  . . . . . . .
                  . . . X X . .
                  . . X O . . .
                  . . . X . O .
                  . . . . . . .";
    for (picture, stones) in [(free, 1), (broken, 0)] {
        let exchanged = picture
            .replace('X', "#")
            .replace('O', "X")
            .replace('#', "O");
        let mirrored: Vec<String> = picture
            .lines()
            .map(|line| line.trim().chars().rev().collect())
            .collect();
        for picture in [picture, &exchanged, &mirrored.join("\n")] {
            assert_eq!(caught(picture), stones, "{picture}");
        }
    }
}

/// Boards before the last moves, with captures and kos, on random games.
#[test]
fn the_boards_before_the_last_moves_are_known() {
    let mut dice = dice(21);
    for _ in 0..40 {
        let mut position = Position::new(Size::new(4, 3).expect("a size"), Rules::TROMP_TAYLOR);
        let mut boards = vec![position.board().clone()];
        for _ in 0..60 {
            let moves: Vec<Move> = position.legal_moves().collect();
            let to = moves[dice.random_range(0..moves.len())];
            position.play(to).expect("legal");
            boards.push(position.board().clone());
            for ago in 1..=2.min(boards.len() - 1) {
                let (board, ko) = position.board_before(ago).expect("there was one");
                let expected = &boards[boards.len() - 1 - ago];
                assert_eq!(ko, expected.ko());
                for color in Color::BOTH {
                    assert_eq!(board.stones(color), expected.stones(color));
                }
            }
            assert_eq!(position.last_moves().next().map(|play| play.1), Some(to));
        }
        assert!(position.board_before(3).is_none());
    }
}

/// The table in docs/networks.md lists the rules as networks see them.
#[test]
fn the_table_of_rules_is_what_networks_are_told() {
    let text = include_str!("../../../docs/networks.md");
    for rules in Rules::ALL {
        let told = Told::of(&rules);
        let yes = |is: bool| if is { "yes" } else { "no" };
        let cells = [
            format!("`{rules}`"),
            format!("{:?}", told.ko).to_lowercase(),
            if told.territory { "territory" } else { "area" }.into(),
            format!("{:?}", told.tax).to_lowercase(),
            yes(told.suicide).into(),
            yes(told.button).into(),
            yes(told.friendly_pass).into(),
            match told.handicap {
                HandicapBonus::None => "nothing",
                HandicapBonus::PerStone => "a point a stone",
                HandicapBonus::PerStoneButOne => "a point a stone but one",
            }
            .into(),
        ];
        let row = format!("| {} |\n", cells.join(" | "));
        assert!(text.contains(&row), "{row}");
    }
}
