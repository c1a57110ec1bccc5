//! Laws of play, ko by ko, and on random games.

use super::*;
use crate::go::board::diagram;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::HashSet;

fn at(name: &str) -> Move {
    name.parse().expect("a move")
}

/// Plays moves such as `B A1`, each by the named side.
#[track_caller]
fn play(position: &mut Position, moves: &str) -> Result<(), IllegalMove> {
    for (count, entry) in moves
        .split(',')
        .map(str::trim)
        .filter(|entry| !entry.is_empty())
        .enumerate()
    {
        let (color, name) = entry.split_once(' ').expect("a color and a point");
        position.set_turn(color.parse().expect("a color"));
        let played = position.play(at(name)).map(|_| ());
        if count + 1 == moves.split(',').count() {
            return played;
        }
        played.unwrap_or_else(|error| panic!("{entry} of {moves}: {error}"));
    }
    Ok(())
}

fn set_up(picture: &str, rules: Rules) -> Position {
    Position::set_up(
        diagram::board(picture).expect("a board"),
        Color::Black,
        rules,
    )
}

/// Plays the moves. The last one must be legal, or illegal for the given reason.
#[track_caller]
fn check(picture: &str, rules: Rules, moves: &str, expected: Result<(), IllegalMove>) {
    let mut position = set_up(picture, rules);
    assert_eq!(
        play(&mut position, moves),
        expected,
        "{moves} under {rules} from{picture}"
    );
}

const KO: &str = "
        . . . . .
        . X O . .
        X O . O .
        . X O . .
        . . . . .";

#[test]
fn a_ko_is_not_taken_back_at_once() {
    for rules in Rules::ALL {
        check(KO, rules, "B D3", Err(IllegalMove::Occupied));
        check(KO, rules, "B C3, W B3", Err(IllegalMove::Ko));
        check(KO, rules, "B C3, W E5, B E1, W B3", Ok(()));
        // The ban binds the other side. The side that took the ko may fill it.
        check(KO, rules, "B C3, B B3", Ok(()));
    }
}

/// A pass lifts the ban of a simple ko; under 1949 only a play elsewhere does. Superko requires
/// another position, or another side to move in it.
#[test]
fn what_a_pass_does_to_a_ko() {
    let after_a_pass = |rules, expected| check(KO, rules, "B C3, W pass, B E1, W B3", expected);
    for rules in Rules::ALL {
        after_a_pass(
            rules,
            if rules.ko == Ko::DoubleKo {
                Err(IllegalMove::Ko)
            } else {
                Ok(())
            },
        );
    }
    let after_two = "B C3, W pass, B pass, W B3";
    check(KO, Rules::JAPANESE_1989, after_two, Ok(()));
    check(KO, Rules::JAPANESE_1949, after_two, Err(IllegalMove::Ko));
    check(
        KO,
        Rules::TROMP_TAYLOR,
        after_two,
        Err(IllegalMove::Superko),
    );
    check(KO, Rules::AGA, after_two, Err(IllegalMove::Superko));
}

const SEND_TWO: &str = "
        . . . . .
        O O X . .
        . X . X .";

/// Sending two, returning one recreates the stones with the other side to move.
#[test]
fn situations_are_more_than_positions() {
    let cycle = "B A1, W C1, B B1";
    check(
        SEND_TWO,
        Rules::TROMP_TAYLOR,
        cycle,
        Err(IllegalMove::Superko),
    );
    check(SEND_TWO, Rules::AGA, cycle, Ok(()));
    check(
        SEND_TWO,
        Rules::AGA,
        "B A1, W C1, B B1, W pass, B A1",
        Err(IllegalMove::Superko),
    );
    check(
        SEND_TWO,
        Rules::JAPANESE_1989,
        "B A1, W C1, B B1, W pass, B A1",
        Ok(()),
    );
}

/// Under territory counting, a cycle that costs one side more has no consequence.
#[test]
fn a_cycle_of_unequal_captures() {
    let after = |rules| {
        let mut position = set_up(SEND_TWO, rules);
        play(&mut position, "B A1, W C1, B B1, W pass, B A1").expect("legal moves");
        (position.repetition(), position.earlier().count())
    };
    assert_eq!(after(Rules::JAPANESE_1989), (None, 0));
    assert_eq!(after(Rules::IMPROVED_2009), (None, 0));
    assert_eq!(after(Rules::CHINESE), (Some(Repetition::NoResult), 1));
}

/// Black at A4 removes one stone by suicide, at A1 four.
const SUICIDE: &str = "
        . O . O .
        O O O O O
        X X O . .
        . X O O .";

#[test]
fn a_play_returns_the_stones_it_takes() {
    for (color, to, taken) in [
        (Color::White, "pass", ""),
        (Color::White, "E1", ""),
        (Color::White, "A1", "B1 A2 B2"),
        (Color::Black, "A1", "A1 B1 A2 B2"),
    ] {
        let mut position = set_up(SUICIDE, Rules::NEW_ZEALAND);
        position.set_turn(color);
        let found = position.play(at(to)).map(|taken| taken.to_string());
        assert_eq!(found, Ok(taken.to_owned()), "{color} {to}");
    }
}

#[test]
fn suicide() {
    for rules in Rules::ALL {
        check(SUICIDE, rules, "B A4", Err(IllegalMove::Suicide));
        let four = if rules.suicide {
            Ok(())
        } else {
            Err(IllegalMove::Suicide)
        };
        check(SUICIDE, rules, "B A1", four);
        check(SUICIDE, rules, "W A1", Ok(()));
    }
    let mut position = set_up(SUICIDE, Rules::NEW_ZEALAND);
    play(&mut position, "B A1").expect("suicide of four stones");
    assert_eq!(position.prisoners(), PerColor::new(0, 4));
    position.board().check().expect("a sound board");
}

/// A suicide that leaves an earlier set of stones repeats that position.
#[test]
fn suicide_under_superko() {
    let picture = "
            . . O
            O O O
            . O .";
    let rules = Rules {
        suicide: true,
        ..Rules::CHINESE_OGS
    };
    check(
        picture,
        rules,
        "B A3, W pass, B B3",
        Err(IllegalMove::Superko),
    );
    // Situationally it is now White's turn, which it was not earlier, except for White's pass.
    let rules = Rules {
        suicide: true,
        ..Rules::AGA
    };
    check(picture, rules, "B A3, W pass, B B3", Ok(()));
    check(
        picture,
        rules,
        "B A3, W pass, B B3, W pass, B A3",
        Err(IllegalMove::Superko),
    );
    check(
        picture,
        Rules {
            suicide: true,
            ..Rules::CHINESE
        },
        "B A3, W pass, B B3",
        Ok(()),
    );
}

/// The rules of 1949, article 28-4, on the position of the 1989 commentary's example 25.
#[test]
fn two_kos_are_not_taken_in_turn_for_ever() {
    let picture = "
            . X . X O X X X X
            X X X O O X X . X
            O X O . O X X X X
            . O O O O X X X X
            O O X X X X X X X
            X X X X X X X X X
            X X X X X X X . X
            X . X X X X X X X
            X X X X X X X . .";
    let rules = Rules::JAPANESE_1949;
    check(picture, rules, "W C9, B D9", Err(IllegalMove::Ko));
    check(picture, rules, "W C9, B A6", Ok(()));
    check(picture, rules, "W C9, B A6, W A7", Err(IllegalMove::Ko));
    // A capture in one ko is a play elsewhere for the other ko; a pass is not. The cycle cannot be
    // closed.
    let three = "W C9, B A6, W pass, B D9";
    check(picture, rules, three, Ok(()));
    check(
        picture,
        rules,
        &format!("{three}, W A7"),
        Err(IllegalMove::Ko),
    );
    check(
        picture,
        rules,
        &format!("{three}, W J1, B H8, W A7"),
        Ok(()),
    );
    check(
        picture,
        Rules::JAPANESE_1989,
        &format!("{three}, W A7"),
        Ok(()),
    );
}

/// Six captures in three kos, and the consequence under each rule set.
#[test]
fn triple_ko() {
    let picture = "
            . X O . . X O . . X O .
            X O . O X . X O X O . O
            . X O . . X O . . X O .";
    let round = "B C2, W F2, B L2, W B2, B G2, W K2";
    for rules in Rules::ALL {
        let mut position = set_up(picture, rules);
        position.set_prisoners(PerColor::new(2, 0));
        if rules.repetition == Repetition::PlayOn {
            assert_eq!(
                play(&mut position, round),
                Err(IllegalMove::Superko),
                "{rules}"
            );
            assert_eq!(
                (position.repetition(), position.earlier().count()),
                (None, 0),
                "{rules}"
            );
            continue;
        }
        for times in 1..3 {
            assert_eq!(play(&mut position, round), Ok(()), "{rules}");
            assert_eq!(position.repetition(), Some(rules.repetition), "{rules}");
            assert_eq!(position.earlier().count(), times, "{rules}");
        }
        play(&mut position, "B pass").expect("a pass");
        assert_eq!(position.repetition(), None, "a pass repeats nothing");
    }
}

/// Two kos, one held by each side, with Black or White to start the captures.
const TWO_KOS: &str = "
    . X O . . X O .
    X O . O X . X O
    . X O . . X O .
    . . . . . . . .";

/// The proposal of 2012, article 9. A side that alone plays on after the other's passes may
/// complete a cycle once, not twice. If both play on, the game has no result (article 11).
#[test]
fn who_alone_repeats_a_cycle_with_passes_refuses_the_end() {
    // The first side takes one ko, the other answers in the second; after two passes the first ko
    // is retaken.
    let black = (
        "B C3, W F3, B pass, W pass, B G3",
        "W B3, B pass, W pass, B C3",
    );
    let white = (
        "W F3, B C3, W pass, B pass, W B3",
        "B G3, W pass, B pass, W F3",
    );
    for (once, again) in [black, white] {
        let rules = Rules::PROPOSAL_2012;
        let twice = format!("{once}, {again}");
        check(TWO_KOS, rules, once, Ok(()));
        check(TWO_KOS, rules, &twice, Err(IllegalMove::RefusesEnd));
        for other in [Rules::JAPANESE_1989, Rules::CHINESE] {
            check(TWO_KOS, other, &twice, Ok(()));
        }
        let mut position = set_up(TWO_KOS, rules);
        play(&mut position, once).expect("legal moves");
        assert_eq!(
            position.repetition(),
            None,
            "the end is refused, not the result"
        );
        let mut position = set_up(TWO_KOS, Rules::JAPANESE_1989);
        play(&mut position, once).expect("legal moves");
        assert_eq!(position.repetition(), Some(Repetition::NoResult));
    }
    let both = "B C3, W F3, B pass, W B3, B G3, W pass";
    let mut position = set_up(TWO_KOS, Rules::PROPOSAL_2012);
    for _ in 0..3 {
        play(&mut position, both).expect("legal moves");
    }
    play(&mut position, "B C3").expect("a legal move");
    assert_eq!(position.repetition(), Some(Repetition::NoResult));
}

/// The rules of 2009 (rule 7): a ko capture, a pass, and no second pass.
#[test]
fn a_ko_is_not_left_open_under_2009() {
    let rules = Rules::IMPROVED_2009;
    check(
        KO,
        rules,
        "B C3, W pass, B pass",
        Err(IllegalMove::PassAfterKo),
    );
    check(KO, rules, "B C3, W pass, B B3", Ok(()));
    check(KO, rules, "B C3, W E5, B pass, W pass", Ok(()));
    check(KO, rules, "B E5, W pass, B pass", Ok(()));
    check(KO, Rules::JAPANESE_1989, "B C3, W pass, B pass", Ok(()));
}

#[test]
fn passes_end_the_game() {
    let over_after = |rules: Rules| {
        let mut position = Position::new(Size::square(5).expect("within the limits"), rules);
        play(&mut position, "B pass, W C3").expect("legal moves");
        (1..9).find(|_| position.play(Move::Pass).is_ok() && position.is_over())
    };
    assert_eq!(over_after(Rules::JAPANESE_1989), Some(2));
    assert_eq!(over_after(Rules::JAPANESE_1949), Some(2));
    assert_eq!(over_after(Rules::PROPOSAL_2012), Some(4));
    assert_eq!(over_after(Rules::ING), Some(4));
    assert_eq!(
        over_after(Rules::AGA_BUTTON),
        Some(2),
        "the button was taken before"
    );
}

#[test]
fn the_first_pass_takes_the_button() {
    let mut position = set_up(KO, Rules::AGA_BUTTON);
    play(&mut position, "B C3, W pass, B pass").expect("legal moves");
    assert_eq!(
        (position.button(), position.passes(), position.is_over()),
        (Some(Color::White), 2, false)
    );
    assert!(
        position.is_legal(at("B3")),
        "no position with the button still there comes back"
    );
    position.play(Move::Pass).expect("a pass");
    assert!(position.is_over());
    let mut position = set_up(KO, Rules::AGA);
    play(&mut position, "B C3, W pass").expect("legal moves");
    assert_eq!(position.button(), None);
}

#[test]
fn one_side_alone_cannot_end_the_game() {
    let mut position = set_up(KO, Rules::CHINESE);
    play(&mut position, "B pass, B pass").expect("legal moves");
    assert_eq!((position.passes(), position.is_over()), (1, false));
    assert_eq!(position.move_count(), 2);
}

#[test]
fn nothing_is_played_where_there_is_no_empty_point() {
    let rules = Rules::CHINESE;
    check(KO, rules, "B F1", Err(IllegalMove::OffBoard));
    check(KO, rules, "B A25", Err(IllegalMove::OffBoard));
    check(KO, rules, "B B2", Err(IllegalMove::Occupied));
}

/// Plays every move as recorded and returns the violations.
fn fouls(position: &mut Position, moves: &str) -> Vec<Foul> {
    let mut found = Vec::new();
    for entry in moves.split(", ") {
        let (color, name) = entry.split_once(' ').expect("a color and a point");
        let color = if color == "B" {
            Color::Black
        } else {
            Color::White
        };
        let fouls = position.play_anyway((color, at(name)));
        found.extend(fouls.unwrap_or_else(|error| panic!("{entry} of {moves}: {error}")));
    }
    found
}

#[test]
fn what_a_record_breaks_is_played_and_told() {
    use Foul::{Forbidden, OutOfTurn};
    for rules in Rules::ALL {
        let mut position = set_up(KO, rules);
        assert_eq!(
            fouls(&mut position, "B C3, W B3"),
            [Forbidden(IllegalMove::Ko)],
            "{rules}"
        );
        assert_eq!(position.prisoners(), PerColor::new(1, 1));
        assert_eq!(fouls(&mut position, "B E5, B E4"), [OutOfTurn], "{rules}");
        position.board().check().expect("a sound board");
        let before = position.clone();
        for impossible in [at("E4"), at("A25")] {
            assert!(position.play_anyway((Color::Black, impossible)).is_err());
            assert_eq!(
                (position.turn(), position.move_count(), position.hash()),
                (before.turn(), before.move_count(), before.hash())
            );
        }
    }
    let mut position = set_up(KO, Rules::TROMP_TAYLOR);
    let superko = "B C3, W pass, B pass, W B3";
    assert_eq!(
        fouls(&mut position, superko),
        [Forbidden(IllegalMove::Superko)]
    );
    let mut position = set_up(KO, Rules::IMPROVED_2009);
    assert_eq!(
        fouls(&mut position, "B C3, W pass, B pass"),
        [Forbidden(IllegalMove::PassAfterKo)]
    );
}

#[test]
fn the_suicide_of_a_record_is_played_and_told() {
    for rules in Rules::ALL {
        let mut position = set_up(SUICIDE, rules);
        assert_eq!(
            fouls(&mut position, "B A4"),
            [Foul::Forbidden(IllegalMove::Suicide)]
        );
        assert_eq!(position.prisoners(), PerColor::new(0, 1));
        let four = fouls(&mut position, "W pass, B A1");
        assert_eq!(four.is_empty(), rules.suicide, "{rules}");
        assert_eq!(position.prisoners(), PerColor::new(0, 5));
        assert_eq!(position.hash(), BoardHash::of(position.board()));
        position.board().check().expect("a sound board");
    }
}

/// Handicap stones, a game resumed after two passes, and a player who moves twice.
#[test]
fn who_moves_twice_is_out_of_turn() {
    let with = |handicap, moves| {
        let size = Size::square(9).expect("within the limits");
        let mut position = Position::new(size, Rules::CHINESE);
        position.set_handicap(handicap);
        fouls(&mut position, moves).len()
    };
    let twice = |moves| with(0, moves);
    assert_eq!(twice("W C3, B C4"), 0);
    assert_eq!(with(3, "B C3, B C4, B C5, W D5"), 0);
    assert_eq!(with(2, "B C3, B C4, B C5, W D5"), 1, "one too many");
    assert_eq!(with(2, "B C3, W D5, B C4, B C5"), 1, "too late");
    assert_eq!(twice("B C3, B C4, W D5"), 1, "an even game");
    assert_eq!(twice("W C3, W C4"), 1);
    assert_eq!(twice("B C3, W C4, W C5, B D5, B D6"), 2);
    assert_eq!(twice("B C3, W pass, B pass, B D5, W D6"), 0);
    assert_eq!(twice("B C3, W pass, W pass"), 1);
}

/// The whole game as boards, a reference for superko and the hash.
struct Witness {
    situations: HashSet<(String, Option<Color>)>,
    placed: PerColor<usize>,
}

impl Witness {
    /// Returns true if a move would be legal, by playing it on a copy of the board.
    fn allows(&self, position: &Position, point: Point) -> bool {
        let mover = position.turn();
        let mut board = position.board().clone();
        if !board.is_empty(point) {
            return false;
        }
        if board.ko() == Some(point) && board.around(point).is_enclosed_by(!mover) {
            return false;
        }
        let suicided = board.place(mover, point, &mut ()).suicided;
        let suicide_allowed = if position.rules().suicide {
            suicided != 1
        } else {
            suicided == 0
        };
        let to_move = match position.rules().ko {
            Ko::PositionalSuperko => None,
            _ => Some(!mover),
        };
        let superko = matches!(
            position.rules().ko,
            Ko::PositionalSuperko | Ko::SituationalSuperko
        );
        let repeats = self.situations.contains(&(board.to_string(), to_move));
        suicide_allowed && !(superko && repeats)
    }

    fn note(&mut self, position: &Position) {
        let stones = position.board().to_string();
        self.situations
            .extend([(stones.clone(), None), (stones, Some(position.turn()))]);
    }
}

/// Random games on small boards, which repeat often. The legal moves must be those of the witness,
/// and hash, prisoners and copies must be right.
#[test]
fn laws() {
    // The ko of 1949 is tested elsewhere, and a button erases the witness's memory.
    let plain = |rules: &Rules| rules.ko != Ko::DoubleKo && rules.button == Button::None;
    for rules in Rules::ALL.into_iter().filter(plain) {
        let mut copy = Position::new(Size::square(5).expect("within the limits"), Rules::ING);
        for seed in 0..40 {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut below = |limit: usize| (random.next_u64() % limit as u64) as usize;
            let size =
                Size::new(2 + below(3) as u8, 2 + below(2) as u8).expect("within the limits");
            let mut position = Position::new(size, rules);
            let mut witness = Witness {
                situations: HashSet::new(),
                placed: PerColor::new(0, 0),
            };
            witness.note(&position);
            for move_number in 0..60 {
                let told = format!(
                    "{rules}, seed {seed}, move {move_number}:\n{}",
                    position.board()
                );
                let mut moves: Vec<Move> = position.legal_moves().collect();
                for point in size.points() {
                    let legal = witness.allows(&position, point);
                    // Cycles with passes have separate tests.
                    if position.check_legal(Move::At(point)) == Err(IllegalMove::RefusesEnd) {
                        assert!(legal, "{point} under {told}");
                        continue;
                    }
                    assert_eq!(
                        position.is_legal(Move::At(point)),
                        legal,
                        "{point} under {told}"
                    );
                    assert_eq!(
                        moves.contains(&Move::At(point)),
                        legal,
                        "{point} under {told}"
                    );
                }
                // Passes are rare while a play is possible.
                if moves.len() > 1 && below(8) > 0 {
                    moves.retain(|&to| to != Move::Pass);
                }
                let to = moves[below(moves.len())];
                witness.placed[position.turn()] += usize::from(to != Move::Pass);
                position
                    .play(to)
                    .unwrap_or_else(|error| panic!("{to}: {error} under {told}"));
                witness.note(&position);
                assert_eq!(position.hash(), BoardHash::of(position.board()), "{told}");
                for color in Color::BOTH {
                    let on_board = position.board().stones(color).len();
                    let lost = position.prisoners()[!color] as usize;
                    assert_eq!(on_board + lost, witness.placed[color], "{told}");
                }
                copy.clone_from(&position);
                assert!(copy.legal_moves().eq(position.legal_moves()), "{told}");
                let parts = |position: &Position| {
                    let Position {
                        turn,
                        komi,
                        prisoners,
                        passes,
                        last,
                        last_but_one,
                        ..
                    } = *position;
                    let game = (
                        position.hash(),
                        position.move_count(),
                        position.repetition(),
                    );
                    (turn, komi, prisoners, passes, last, last_but_one, game)
                };
                assert_eq!(parts(&copy), parts(&position), "{told}");
            }
        }
    }
}

/// A long random game with captures, by alternating sides, without passes while a play is possible.
fn long_game(size: Size, rules: Rules, moves: usize, seed: u64) -> (Position, Vec<Play>) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = Position::new(size, rules);
    let mut plays = Vec::new();
    for _ in 0..moves {
        let empties = position.board().empties();
        let turn = position.turn();
        let from = random.next_u64() as usize % empties.len().max(1);
        let mut tried = empties[from..].iter().chain(&empties[..from]);
        let to = tried.find(|&&at| position.is_legal(Move::At(at)));
        let to = to.map_or(Move::Pass, |&at| Move::At(at));
        position.play(to).expect("it is legal");
        plays.push((turn, to));
    }
    (position, plays)
}

/// Answers about the history match a full scan, in games much longer than the part scanned one by
/// one, and in copies that continue independently.
#[test]
fn long_histories_are_searched_like_short_ones() {
    for (number, rules) in Rules::ALL.into_iter().enumerate() {
        for side in [2, 3, 4] {
            let size = Size::square(side).expect("a size");
            let (mut position, _) = long_game(size, rules, 700, number as u64);
            let mut kept = Vec::new();
            for turn in 0..900 {
                let mut unindexed = position.clone();
                unindexed.seen = Seen::default();
                assert!(turn < 10 || position.seen.entries() > 0, "{rules}");
                let known: Vec<Move> = position.legal_moves().collect();
                assert_eq!(
                    known,
                    unindexed.legal_moves().collect::<Vec<_>>(),
                    "{rules}"
                );
                assert_eq!(position.repetition(), unindexed.repetition(), "{rules}");
                for times in 1..5 {
                    assert_eq!(position.has_occurred(times), unindexed.has_occurred(times));
                }
                if turn % 100 == 0 {
                    kept.push(position.clone());
                }
                // Mostly the first legal move, which repeats positions where that is allowed.
                let to = known[turn * turn % known.len().min(3)];
                position.play(to).expect("it is legal");
            }
        }
    }
}

/// The last moves of a game take as long as the first ones.
#[test]
fn long_games_are_played_move_by_move() {
    let size = Size::square(9).expect("a size");
    for rules in [Rules::TROMP_TAYLOR, Rules::AGA, Rules::JAPANESE_1989] {
        let begun = std::time::Instant::now();
        let (_, plays) = long_game(size, rules, 100_000, 1);
        let mut again = Position::new(size, rules);
        for play in plays {
            let fouls = again.play_anyway(play).expect("it has a place");
            assert_eq!(fouls[..], [], "{rules}");
        }
        // Quadratic time would be minutes.
        assert!(
            begun.elapsed().as_secs() < 20,
            "{rules}: {:?}",
            begun.elapsed()
        );
    }
}
