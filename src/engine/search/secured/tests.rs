//! Tests of proved territory in late positions.

#![allow(clippy::print_stdout)]

use super::*;
use crate::engine::search::{Search, SearchLimits, SearchSettings};
use crate::go::board::diagram;
use crate::go::color::Color::{Black, White};
use crate::go::point::Size;
use crate::go::rules::Rules;
use crate::mcts::playout::{Dice, dice, play_out};
use crate::referee::judge::reinforce::reinforcements;
use crate::referee::judge::{Judged, Occasion, adjudicate};
use rand::RngExt;
use rand::seq::IteratorRandom;
use std::sync::Arc;

const EFFORT: Effort = Effort {
    playouts: 60,
    seed: 1,
    states: 2_000,
    safety: 20_000,
    ..Effort::USUAL
};

fn search() -> Search {
    Search::new(SearchSettings {
        threads: 1,
        memory: 8 << 20,
        seed: 1,
        resign: 0.0,
        effort: EFFORT,
    })
}

fn playouts(playouts: u64) -> SearchLimits {
    SearchLimits {
        playouts: Some(playouts),
        ..SearchLimits::default()
    }
}

/// Returns a position some moves before the end of a game between random players.
fn late_position(rules: Rules, dice: &mut Dice) -> Position {
    let size = Size::square([7, 9, 13][dice.random_range(0..3)]).expect("a size");
    let mut plays = vec![];
    play_out(&mut Board::new(size), Black, None, dice, |color, at| {
        plays.push((color, at));
    });
    let count = plays.len() - dice.random_range(0..plays.len() / 4);
    let mut position = Position::new(size, rules);
    for &(color, at) in &plays[..count] {
        if position.turn() != color {
            position.play(Move::Pass).expect("legal");
        }
        if position.play(Move::At(at)).is_err() {
            break;
        }
    }
    position
}

/// Counts the positions with pointless moves, and those where a search plays one.
///
/// Moves that the rules require are not counted.
fn pointless_moves(positions: usize, uses: bool) -> (usize, usize) {
    let mut dice = dice(5);
    let never = Arc::new(AtomicBool::new(false));
    let (mut secured, mut played) = (0, 0);
    for number in 0..positions {
        let rules = [
            Rules::PROPOSAL_2012,
            Rules::JAPANESE_1989,
            Rules::CHINESE,
            Rules::KOREAN,
        ][number % 4];
        let position = late_position(rules, &mut dice);
        // This proof has a larger budget than the search's.
        let Some(found) = Secured::of(&position, &EFFORT, &never) else {
            continue;
        };
        let pointless = LineOfPlay::new(&found).pointless(position.board());
        secured += usize::from(!pointless.is_empty());
        let mut search = search();
        if !uses {
            search.settings.effort.safety = 0;
        }
        let mut judged = Judged::not_yet(Occasion::Game);
        let best = search
            .think(&position, &mut judged, &playouts(60), &never)
            .best;
        let Some(at) = best.point().filter(|&at| pointless.contains(at)) else {
            continue;
        };
        let standing = adjudicate(&position, Occasion::Game, &EFFORT);
        let owed = reinforcements(&position, &standing, position.turn(), &EFFORT, &never);
        let is_asked_for = owed.iter().any(|owed| owed.at == at)
            || standing.left().iter().any(|&(_, left)| left == best);
        played += usize::from(!is_asked_for);
    }
    (secured, played)
}

#[test]
fn nobody_plays_where_all_is_proved() {
    let (secured, played) = pointless_moves(60, true);
    assert!(secured > 20 && played == 0, "{played} of {secured}");
}

/// Compares plays in proved territory with and without proofs.
///
/// Run `cargo test --release --lib without_proofs -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn more_is_played_there_without_proofs() {
    for uses in [false, true] {
        println!("{uses}: {:?}", pointless_moves(1000, uses));
    }
}

fn position(picture: &str, rules: Rules) -> Position {
    let board = diagram::board(picture).expect("a board");
    Position::set_up(board, Black, rules)
}

fn point(name: &str) -> Point {
    name.parse().expect("a point")
}

fn secured_of(position: &Position) -> Option<Secured> {
    Secured::of(position, &EFFORT, &AtomicBool::new(false))
}

/// Returns a late position and its proved territory, if there is any.
fn some_secured(number: usize, dice: &mut Dice) -> Option<(Position, Secured)> {
    let rules = [Rules::JAPANESE_1989, Rules::CHINESE][number % 2];
    let position = late_position(rules, dice);
    let found = secured_of(&position)?;
    Some((position, found))
}

/// Walls with a liberty of their own in each of two parts.
const DIVIDED: &str = "
    . . X O . .
    . X X O O .
    . . X O . .
    . X X O O .
    . . X O . .";

#[test]
fn what_the_rules_ask_for_is_not_left_out() {
    for rules in [Rules::PROPOSAL_2012, Rules::JAPANESE_1989, Rules::CHINESE] {
        let position = position(DIVIDED, rules);
        let empty: PointSet = position.board().empties().iter().copied().collect();
        let found = secured_of(&position).expect("both sides live");
        assert_eq!(found.closed(), empty, "{rules}");
        assert_eq!(LineOfPlay::new(&found).pointless(position.board()), empty);
    }
    // Where all stones count as alive, dead ones must be captured. Under stone counting, every
    // stone is a point.
    for rules in [Rules::TROMP_TAYLOR, Rules::PURE_GO] {
        assert!(secured_of(&position(DIVIDED, rules)).is_none(), "{rules}");
    }
}

/// Two chains connected by two miai points; one of them has two eyes.
const TIED: &str = "
    . . . . . O
    X X . . O O
    . . O O O .
    X X X X O O
    . X . X O .";

#[test]
fn an_attack_is_answered_by_the_book() {
    let mut position = position(TIED, Rules::PROPOSAL_2012);
    let [attack, answer] = ["A3", "B3"].map(point);
    let found = secured_of(&position).expect("the chains are tied");
    let moves = [(Black, Move::Pass), (White, Move::At(attack))];
    assert_eq!(found.owed_after(&moves, None), Some(answer));
    assert_eq!(found.owed_after(&moves, Some(&found)), None);
    // The connected chain is given up if its owner plays elsewhere.
    let mut line = LineOfPlay::new(&found);
    let stones = position.board().stones(Black);
    assert!(stones.is_subset(&line.held.owned[Black]));
    let mut board = position.board().clone();
    for (color, at) in [(White, attack), (Black, point("D4"))] {
        board.place(color, at, &mut ());
        line.follow(color, Move::At(at), &board);
    }
    assert!(!line.held.owned[Black].meets(&stones));
    line.begin();
    assert!(stones.is_subset(&line.held.owned[Black]));
    // A search that knows the proof answers at once.
    let never = Arc::default();
    let mut search = search();
    let mut judged = Judged::not_yet(Occasion::Game);
    _ = search.think(&position, &mut judged, &playouts(20), &never);
    for (_, to) in moves {
        position.play(to).expect("legal");
    }
    let mut judged = Judged::not_yet(Occasion::Game);
    let found = search.think(&position, &mut judged, &playouts(20), &never);
    assert_eq!(found.best, Move::At(answer));
}

#[test]
fn what_is_owed_can_be_played() {
    let mut dice = dice(8);
    let mut count = 0;
    for number in 0..60 {
        let Some((position, found)) = some_secured(number, &mut dice) else {
            continue;
        };
        let mut line = LineOfPlay::new(&found);
        for _ in 0..200 {
            line.begin();
            let mut position = position.clone();
            for _ in 0..40 {
                let plays = position.legal_moves().filter(|to| *to != Move::Pass);
                let any = plays.choose(&mut dice).unwrap_or(Move::Pass);
                let to = match line.owed() {
                    Some(owed) if dice.random_ratio(3, 4) => Move::At(owed),
                    _ => any,
                };
                let turn = position.turn();
                if position.play(to).is_err() {
                    break;
                }
                let board = position.board();
                line.follow(turn, to, board);
                if let Some(at) = line.owed() {
                    let answers = board.is_empty(at) && board.is_playable(!turn, at);
                    assert!(answers, "{turn} {to}, owed {at}:\n{board}");
                    count += 1;
                }
            }
        }
    }
    assert!(count > 1000, "{count}");
}

/// Each zone that may need an answer names the group it protects, also where only territory depends
/// on it.
#[test]
fn what_is_owed_is_owed_for_somebody() {
    let mut dice = dice(9);
    let mut for_territory = 0;
    for number in 0..60 {
        let Some((_, found)) = some_secured(number, &mut dice) else {
            continue;
        };
        for color in Color::BOTH {
            let zones = found.safety.proofs[color]
                .iter()
                .flat_map(|proof| &proof.zones);
            for (zone, group) in zones.zip(&found.of_zones[color]) {
                if zone.strategy.is_empty() {
                    continue;
                }
                let group = group.map(|group| &found.groups[group]);
                let group = group.expect("an answer is owed for a group");
                assert!((zone.taken & found.owned()[color]).is_subset(&group.territory));
                for_territory += usize::from(zone.promises.is_empty());
            }
        }
    }
    assert!(for_territory > 0);
}

#[test]
fn a_ko_is_seen() {
    let ko = ". X O .
              X . X O
              . X O .";
    for (picture, expected) in [(ko, true), (DIVIDED, false), (TIED, false)] {
        let board = diagram::board(picture).expect("a board");
        assert_eq!(has_ko(&board), expected, "{board}");
    }
}

/// Plays a position to its end by searches; returns Black's lead and the seconds taken by each
/// side.
///
/// `uses` says which side uses proofs.
fn played_out(
    position: &Position,
    limits: &SearchLimits,
    uses: PerColor<bool>,
) -> (f64, PerColor<f64>) {
    let mut position = position.clone();
    let mut seconds = PerColor::new(0.0, 0.0);
    let mut searches = PerColor::from_fn(|color| {
        let mut search = search();
        search.settings.effort.states = 0;
        if !uses[color] {
            search.settings.effort.safety = 0;
        }
        search
    });
    for _ in 0..100 {
        if position.passes() >= 2 {
            break;
        }
        let turn = position.turn();
        let begun = std::time::Instant::now();
        let never = Arc::default();
        let mut judged = Judged::not_yet(Occasion::Game);
        let found = searches[turn].think(&position, &mut judged, limits, &never);
        seconds[turn] += begun.elapsed().as_secs_f64();
        position.play_legal(found.best);
    }
    let effort = Effort {
        playouts: 300,
        ..EFFORT
    };
    let judged = adjudicate(&position, Occasion::Stopped, &effort);
    (judged.score().margin(), seconds)
}

/// Plays late positions twice, with proofs for one side and then for the other: `WAKARI_COUNT=200
/// WAKARI_PLAYOUTS=200 cargo test --release --lib proofs_gain -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn proofs_gain_points() {
    let number = |name: &str, usual: u64| {
        std::env::var(name).map_or(usual, |value| value.parse().expect("a number"))
    };
    let limits = playouts(number("WAKARI_PLAYOUTS", 100));
    let mut dice = dice(number("WAKARI_SEED", 7));
    let mut gains: Vec<f64> = vec![];
    let mut seconds = [0.0; 2];
    for game in 0..number("WAKARI_COUNT", 100) {
        let rules = [Rules::PROPOSAL_2012, Rules::CHINESE][game as usize % 2];
        let position = late_position(rules, &mut dice);
        let [one, other] = Color::BOTH.map(|with| {
            let uses = PerColor::from_fn(|color| color == with);
            let (lead, taken) = played_out(&position, &limits, uses);
            seconds[0] += taken[with];
            seconds[1] += taken[!with];
            lead
        });
        gains.push((one - other) / 2.0);
        if game % 20 == 19 {
            let count = gains.len() as f64;
            let mean = gains.iter().sum::<f64>() / count;
            let squares: f64 = gains.iter().map(|gain| (gain - mean).powi(2)).sum();
            let error = (squares / (count - 1.0) / count).sqrt();
            let [better, worse] = [1.0, -1.0].map(|sign: f64| {
                let differ = gains.iter().filter(|&&gain| sign * gain > 0.0);
                differ.count()
            });
            println!(
                "{count} positions: {mean:+.2} ± {error:.2} points a game, {better} better, {worse} worse, \
                 {:.1} s with, {:.1} s without",
                seconds[0], seconds[1]
            );
        }
    }
}
