//! The last moves of games: no decision loses what the search has found, and boards that were set up
//! are played as games are.
//!
//! Each picture is also turned, mirrored and played with colors exchanged.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::sync::Arc;
use wakari::board::symmetry::Image;
use wakari::board::{Board, diagram};
use wakari::color::{Color, PerColor};
use wakari::engine::{Engine, Generated, Options};
use wakari::judge::{Effort, Occasion, adjudicate};
use wakari::network::{Adviser, Source};
use wakari::point::{Move, Size};
use wakari::rules::Rules;
use wakari::search::SearchSettings;

#[allow(dead_code)]
#[path = "../examples/overrides.rs"]
mod overrides;

/// A short look, as in a fast game.
const EFFORT: Effort = Effort {
    playouts: 100,
    safety: 50_000,
    work: Effort::USUAL.work / 4,
    ..Effort::USUAL
};

fn engine(rules: Rules, size: Size, evaluations: u64, seed: u64) -> Engine {
    let options = Options {
        rules,
        komi: Some(0.0),
        size,
        playouts: Some(evaluations),
        time_per_move: None,
        lag: None,
        referee: false,
        takes_rules: false,
        conventions: wakari::game::Conventions::default(),
        friendly_pass: false,
        new_seeds: false,
        search: SearchSettings {
            threads: 1,
            memory: 32 << 20,
            seed,
            resign: 0.0,
            effort: EFFORT,
        },
    };
    Engine::asking(Some(Arc::new(Adviser::new(Source::BuiltIn))), options)
}

/// A position with a last move to find.
struct LastMove {
    picture: &'static str,
    turn: Color,
    komi: f64,
    /// Of Black, and of White.
    prisoners: [u32; 2],
    evaluations: u64,
}

impl LastMove {
    fn engine(&self, rules: Rules, board: &Board, image: Image, seed: u64) -> Engine {
        let mut engine = engine(rules, board.size(), self.evaluations, seed);
        let seen = board.image(image);
        let of = |color| seen.stones(color).iter().map(move |at| (color, at));
        let stones: Vec<_> = Color::BOTH.into_iter().flat_map(of).collect();
        engine.set_position(&stones).expect("a position");
        engine.set_turn(image.color(self.turn));
        let komi = if image.is_exchanged() {
            -self.komi
        } else {
            self.komi
        };
        engine.set_komi(komi).expect("a komi");
        let prisoners = image.sides(&PerColor(self.prisoners), |&prisoners| prisoners);
        engine.set_prisoners(prisoners).expect("prisoners");
        engine
    }

    /// The move found is one of these in each image.
    #[track_caller]
    fn check(&self, rules: &[Rules], moves: &[&str]) {
        let board = diagram::board(self.picture).expect("a picture");
        // Each rule set gets images with both colors.
        let images = Image::all(board.size());
        let (exchanged, plain): (Vec<_>, Vec<_>) = images.partition(|image| image.is_exchanged());
        for (image, rules) in plain.into_iter().chain(exchanged).zip(rules.iter().cycle()) {
            let mut engine = self.engine(*rules, &board, image, 1);
            let expected = moves
                .iter()
                .map(|name| image.to(name.parse().expect("a move")));
            let expected: Vec<Move> = expected.collect();
            let found = engine.suggest(image.color(self.turn), &Arc::default(), None);
            let is_expected = matches!(found, Generated::Play(to) if expected.contains(&to));
            assert!(is_expected, "{rules}: {found} for {moves:?} in {image:?}");
        }
    }
}

const TERRITORY: [Rules; 4] = [
    Rules::PROPOSAL_2012,
    Rules::JAPANESE_1989,
    Rules::KOREAN,
    Rules::IMPROVED_2009,
];

/// A1 would leave two stones in atari: Black takes them at C1 and breaks into the territory.
#[test]
fn a_dame_is_not_filled_into_atari() {
    let position = LastMove {
        picture: "
            . . . O X X . . .
            . O . . O X X . .
            . . O O O O X . .
            O O O X O X . X .
            X X X X O X . X .
            . . . X X X . X .
            . . X X O O X X X
            X X O O O . O O O
            . O . . . . . . .",
        turn: Color::White,
        komi: 6.5,
        prisoners: [3, 0],
        evaluations: 40,
    };
    position.check(&TERRITORY, &["pass", "C1"]);
}

/// D9 would leave two stones in atari, with the territory beside them at stake.
#[test]
fn a_reinforcement_comes_before_a_dame() {
    let position = LastMove {
        picture: "
            . . X . O . . . .
            . X X X X O X . .
            . O X O O O . . .
            . X X X X O X O .
            . . X O O O . O .
            . . X X X O . . .
            . . . O X X O O .
            . . . . . X X O .
            . . . . . X O O O",
        turn: Color::White,
        komi: 6.5,
        prisoners: [2, 1],
        evaluations: 40,
    };
    position.check(&TERRITORY, &["F9", "pass"]);
}

/// Black's corner has eye space for two eyes, and is killed at B2; taking at C9 is smaller.
#[test]
fn an_eye_space_that_looks_alive_is_read() {
    let position = LastMove {
        picture: "
            X X . X . . . . .
            O O O X . X X X X
            O X X X X X . . .
            O X O X O X . . .
            O O O X O O X X X
            X X O O O O O O O
            . X X O . . O . .
            . . X X O O O O O
            . . . X O . O . .",
        turn: Color::White,
        komi: 5.5,
        prisoners: [0, 0],
        evaluations: 500,
    };
    position.check(&[Rules::IMPROVED_2009], &["B2", "B1", "A2"]);
}

/// A board that was set up, of a game in which points are left: E8 first, which Black answers.
#[test]
fn a_game_that_was_set_up_is_played_on() {
    let position = LastMove {
        picture: "
            . . X O O O O . O
            . X . X . O . O O
            . . X O O O O O .
            . . X O . O . O O
            X X X O O O O O O
            O O O O O O O O O
            O . O . O . O . O
            O O O O O O O O O
            . O O O O O O O .",
        turn: Color::White,
        komi: -3.5,
        prisoners: [0, 0],
        evaluations: 40,
    };
    let rules = [
        Rules::PROPOSAL_2012,
        Rules::JAPANESE_1989,
        Rules::KOREAN,
        Rules::IMPROVED_2009,
    ];
    position.check(&rules, &["E8"]);
}

/// A board that was set up far from its end: a pass would lose 18 points.
#[test]
fn a_pass_is_not_generated_where_groups_are_at_stake() {
    let position = LastMove {
        picture: "
            O . . . O . O
            O . . O X X X
            O O . O O X X
            O O . O X . .
            X X O . X X X
            O X X . X O O
            O . . . O . O",
        turn: Color::Black,
        komi: 0.5,
        prisoners: [0, 0],
        evaluations: 40,
    };
    position.check(&TERRITORY, &["F7", "D3"]);
}

/// Plays a game of the engine against itself, and returns its moves.
fn game(rules: Rules, size: Size, seed: u64) -> Vec<(Color, Move)> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut engine = engine(rules, size, 8, seed);
    let mut moves = vec![];
    for (number, color) in (0..2 * size.area()).zip(Color::BOTH.into_iter().cycle()) {
        // Games differ in their openings.
        let to = if number < OPENING {
            let plays = engine.position().legal_moves();
            let plays: Vec<Move> = plays.filter(|&to| to != Move::Pass).collect();
            plays[random.next_u64() as usize % plays.len()]
        } else {
            match engine.suggest(color, &Arc::default(), None) {
                Generated::Play(to) => to,
                Generated::Resign => unreachable!("it never resigns"),
            }
        };
        engine.play((color, to)).expect("a legal move");
        moves.push((color, to));
        if engine.position().passes() == 2 {
            break;
        }
    }
    moves
}

/// Moves at the beginning of a game that are drawn by chance.
const OPENING: usize = 6;

/// Plays a game out, and returns Black's lead.
fn played_out(engine: &mut Engine) -> f64 {
    let most = engine.position().board().size().area();
    for _ in 0..most {
        if engine.position().passes() >= 2 {
            break;
        }
        let color = engine.position().turn();
        engine.generate(color, &Arc::default(), None);
    }
    let position = engine.position();
    let judged = adjudicate(position, Occasion::Stopped, &EFFORT);
    judged.score().margin()
}

/// Plays late positions out, as games and set up; returns how many, and those that ended otherwise.
fn compare_set_up(size: Size, rules: Rules, games: u64) -> (usize, Vec<String>) {
    let (mut compared, mut different) = (0, vec![]);
    for seed in 0..games {
        let moves = game(rules, size, seed);
        let back = 3 + seed as usize % 8;
        let moves = &moves[..moves.len().saturating_sub(back)];
        let mut played = engine(rules, size, EVALUATIONS, 1);
        played.play_all(moves).expect("legal moves");
        played.set_komi(0.5).expect("a komi");
        let position = played.position();
        let board = position.board().clone();
        if position.passes() > 0 || 2 * board.empties().len() > size.area() {
            continue;
        }
        let (turn, prisoners) = (position.turn(), position.prisoners());
        let stones = Color::BOTH.map(|color| {
            let stones = board.stones(color);
            stones.iter().map(|at| (color, at)).collect::<Vec<_>>()
        });
        let mut set_up = engine(rules, size, EVALUATIONS, 1);
        set_up.set_position(&stones.concat()).expect("a position");
        set_up.set_turn(turn);
        set_up.set_prisoners(prisoners).expect("prisoners");
        set_up.set_komi(0.5).expect("a komi");
        let ends = [played_out(&mut played), played_out(&mut set_up)];
        compared += 1;
        if ends[0] != ends[1] {
            let boards = [played.position().board(), set_up.position().board()];
            let [one, other] = boards.map(ToString::to_string);
            different.push(format!(
                "{rules}, game {seed}, {turn} to move: {ends:?}\n{board}\n{one}\n{other}"
            ));
        }
    }
    (compared, different)
}

/// Evaluations for each move after the position.
const EVALUATIONS: u64 = 24;

/// Compares positions of four rule sets; one in 20 may differ, as searches know the last moves.
fn check_set_up(size: u8, games: u64) {
    let rules = [
        Rules::PROPOSAL_2012,
        Rules::JAPANESE_1989,
        Rules::KOREAN,
        Rules::CHINESE,
    ];
    let size = Size::square(size).expect("a size");
    let (mut compared, mut different) = (0, vec![]);
    for rules in rules {
        let (of_rules, others) = compare_set_up(size, rules, games);
        compared += of_rules;
        different.extend(others);
    }
    assert!(
        compared > 0 && 20 * different.len() <= compared,
        "{} of {compared} differ\n{}",
        different.len(),
        different.join("\n")
    );
}

#[test]
fn set_up_boards_end_as_games_do() {
    check_set_up(7, 1);
}

#[test]
#[ignore = "200 positions take many minutes"]
fn many_set_up_boards_end_as_games_do() {
    check_set_up(7, 25);
    check_set_up(9, 25);
}

/// No decision loses a game that the search's own choice does not.
#[test]
fn no_override_loses() {
    let size = Size::square(7).expect("a size");
    for rules in [Rules::JAPANESE_1989, Rules::KOREAN] {
        let found = overrides::play(rules, size, 24, 1, |_| ());
        assert_eq!(found.losing, 0, "{rules}: {found}");
        assert!(found.moves > 10, "{rules}: {found}");
    }
}
