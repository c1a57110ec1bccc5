//! The phases of the improved rules of 2009, by the scenarios of the text.

use super::*;

/// Scenario 1 of the text: Black's wall on the third line, White's on the fourth.
const WALLS: &str = "
    . . X O . . .
    . . X O . . .
    . . X O . . .
    . . X O . . .
    . . X O . . .
    . . X O . . .
    . . X O . . .";

fn game(picture: &str) -> Ending {
    let board = diagram::board(picture).expect("a board");
    let mut position = Position::set_up(board, Black, Rules::IMPROVED_2009);
    position.set_komi(0.0);
    Ending::new(position)
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
        let claim = StatusClaim {
            dead,
            seki: points(seki),
        };
        game.decide(Decision::Claim(color, Box::new(claim)))
            .expect("both claim");
    }
}

/// Goes to the claims by agreement: stop, fill, stop.
fn confirm(game: &mut Ending) {
    play(game, "- -");
    answer(game, true);
    assert_eq!(game.phase(), &Phase::Fill);
    play(game, "- -");
    answer(game, true);
    assert_eq!(game.phase(), &Phase::Confirm);
}

/// Scenario 1.
#[test]
fn who_agrees_counts() {
    let mut game = game(WALLS);
    confirm(&mut game);
    claim(&mut game, [&[], &[]], &[]);
    check(&game, "W+7");
}

/// Scenario 2: both call the stone at A4 dead.
///
/// Scenarios 3 and 4: White does not, and Black captures it. That costs neither side anything, even
/// if White makes another useless move.
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
    // A dead stone that was not captured is alive at the complete end, with no territory around it.
    let mut over = game(&WALLS.replacen(". . X", "O . X", 1));
    confirm(&mut over);
    claim(&mut over, [&["A7"], &[]], &[]);
    play(&mut over, "- -");
    check(&over, "0");
}

/// Scenario 7: a side must not pass after a ko capture that was answered by a pass.
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

/// Scenario 8, on another board: an extra stone in a seki costs as much as a pass.
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

/// Scenario 11, and the actions that the phases refuse.
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
    assert_eq!(
        game.play((White, at("E4"))),
        Err(NotNow::OutOfTurn),
        "they fill in turn"
    );
    play(&mut game, "- E4");
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
    let nowhere = StatusClaim {
        dead: points(&["A1"]),
        ..StatusClaim::default()
    };
    assert_eq!(
        game.decide(Decision::Claim(Black, Box::new(nowhere))),
        Err(NotNow::Phase)
    );
    play(&mut game, "A1 E1 - -");
    assert_eq!(
        game.decide(Decision::Claim(
            Black,
            Box::new(StatusClaim {
                dead: points(&["G7"]),
                ..nowhere
            })
        )),
        Err(NotNow::NoStones)
    );
}

/// Without any agreement the game still comes to the complete end.
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

/// 2009, 8-1: the side that was asked to resume play takes back what was filled, as far as it
/// likes; the side that asked does not, and once play goes on neither does.
#[test]
fn filling_moves_may_be_taken_back() {
    let mut game = game(WALLS);
    play(&mut game, "- -");
    assert_eq!(game.take_back(Black), Err(NotNow::Phase));
    answer(&mut game, true);
    play(&mut game, "A1 E1");
    for color in Color::BOTH {
        assert_eq!(
            game.take_back(color),
            Err(NotNow::Phase),
            "nobody was asked"
        );
    }
    let mut other = game.clone();
    decide(&mut other, &["b resume"]);
    assert_eq!(other.take_back(Black), Err(NotNow::Phase));
    assert_eq!(other.take_back(White), Ok(()));
    assert_eq!(other.position().turn(), White);
    decide(&mut game, &["w resume"]);
    assert_eq!(game.take_back(White), Err(NotNow::Phase));
    decide(&mut game, &["b take-back", "b take-back"]);
    assert_eq!(game.take_back(Black), Err(NotNow::Phase), "nothing is left");
    assert_eq!(game.position().board().stones(Black).len(), 7);
    assert_eq!(game.phase(), &Phase::Play);
    play(&mut game, "A1");
    assert_eq!(game.take_back(Black), Err(NotNow::Phase));
    play(&mut game, "- -");
    answer(&mut game, true);
    assert_eq!(game.phase(), &Phase::Confirm, "play was resumed before");
}
