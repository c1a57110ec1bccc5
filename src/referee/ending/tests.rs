//! Games to their end under each rule set.

mod phases;

use super::*;
use crate::go::board::diagram;
use crate::go::color::Color::{Black, White};
use crate::go::position::{Foul, IllegalMove};
use crate::go::rules::Rules;

fn at(name: &str) -> Move {
    name.parse().expect("a move")
}

fn points(names: &[&str]) -> PointSet {
    names.iter().filter_map(|name| at(name).point()).collect()
}

/// Plays moves in turn; `-` is a pass.
fn play(game: &mut Ending, moves: &str) {
    for name in moves.split_whitespace() {
        let to = if name == "-" { Move::Pass } else { at(name) };
        let color = game.position().turn();
        assert_eq!(game.play((color, to)), Ok(()), "{color} {name}");
    }
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

fn decide(game: &mut Ending, decisions: &[&str]) {
    for text in decisions {
        let decision: Decision = text.parse().expect("a decision");
        assert_eq!(game.decide(decision), Ok(()), "{text}");
    }
}

/// Sets up a board under other rules, with Black to move and without komi.
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

fn refused(game: &mut Ending, decision: &str) -> NotNow {
    let before = game.phase().clone();
    let refused = game.decide(decision.parse().expect("a decision"));
    assert_eq!(game.phase(), &before);
    refused.expect_err(decision)
}

/// 1989, 9-1 and 9-2; life and death by definition (7) where the players do not agree.
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

/// 1989, 9-3: a request to resume lets the opponent move first, and needs a stone before the next
/// one.
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

/// 2012, 9: agreement at any time, or four passes; disagreements are then judged (7).
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

/// 1949: only agreement ends the game (35); play is resumed on request (36, 40).
///
/// A dispute is judged only if nothing more is played.
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

/// Area rules: a dispute is played out, and stones that stand after two immediate passes are alive.
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

/// Ing rules: after four passes all stones are alive; agreement is possible before.
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

/// American rules: each pass hands over a stone and White passes last, so territory and area agree.
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
        let claim = StatusClaim {
            dead: points(&["A4"]),
            ..StatusClaim::default()
        };
        let area = game.score(&claim).margin();
        let rules = Rules {
            counting: crate::go::rules::Counting::Territory,
            ..Rules::AGA
        };
        game.position.set_rules(rules);
        // The board started with one more white stone than black ones.
        assert_eq!(game.score(&claim).margin(), area + 1.0, "{moves}");
    }
}

/// Triple ko with three black and three white stones taken in turn, under each document.
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

/// Either side may resign in every phase of every rule set (2012, 6; 1989, 11; 1949, 37), but not
/// after the end.
#[test]
fn a_resignation_ends_the_game() {
    for rules in Rules::ALL {
        for passes in ["", "-", "- -"] {
            for (loser, text) in [(Black, "b resign"), (White, "w resign")] {
                let mut game = under(rules, STONE);
                play(&mut game, passes);
                if game.over().is_some() {
                    assert_eq!(refused(&mut game, text), NotNow::Over, "{rules}");
                    continue;
                }
                decide(&mut game, &[text]);
                assert_eq!(game.over(), Some(&Over::Resigned(loser)), "{rules}");
                assert_eq!(game.play((Black, at("B1"))), Err(NotNow::Over));
                assert_eq!(refused(&mut game, text), NotNow::Over);
            }
        }
    }
}

/// 1989, 10-4 and 14: a foul that is found after both passes, and even after the count, loses until
/// both have confirmed the result. 2012, 9 and 12: agreement or four passes are the end.
#[test]
fn the_texts_differ_in_how_long_a_foul_decides() {
    let breach = Breach {
        number: 1,
        play: (Black, Move::Pass),
        foul: Foul::OutOfTurn,
    };
    let mut game = under(Rules::JAPANESE_1989, STONE);
    play(&mut game, "- -");
    assert!(game.foul_decides());
    decide(&mut game, &["b claim A4", "w claim A4"]);
    assert!(game.foul_decides(), "counted, but not confirmed");
    let mut found = game.clone();
    assert_eq!(found.forfeit(breach), Ok(()));
    assert_eq!(found.over(), Some(&Over::Forfeit(breach)));
    decide(&mut game, &["w yes"]);
    assert!(game.foul_decides(), "Black has not confirmed it");
    assert_eq!(refused(&mut game, "w yes"), NotNow::Over);
    decide(&mut game, &["b yes"]);
    assert_eq!(game.forfeit(breach), Err(NotNow::Over));
    check(&game, "W+6");

    let mut passed = under(Rules::PROPOSAL_2012, STONE);
    play(&mut passed, "- - -");
    assert!(passed.foul_decides());
    play(&mut passed, "-");
    assert_eq!(passed.forfeit(breach), Err(NotNow::Over));
    let mut agreed = under(Rules::PROPOSAL_2012, STONE);
    decide(&mut agreed, &["b yes", "w yes"]);
    assert_eq!(agreed.forfeit(breach), Err(NotNow::Over));

    let mut counted = under(Rules::JAPANESE_1949, STONE);
    decide(&mut counted, &["b yes", "w yes"]);
    assert!(counted.foul_decides());
    decide(&mut counted, &["b claim A4", "w claim A4"]);
    assert_eq!(refused(&mut counted, "b yes"), NotNow::Over);
    assert_eq!(counted.forfeit(breach), Err(NotNow::Over));
}

/// A violation found before the end loses; found after it, it changes nothing.
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

/// A recorded game goes on after its end, and moves that the phases would refuse are recorded.
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
