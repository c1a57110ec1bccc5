//! Safety proofs on GoGui's board: zones in colors, and attacks with their answers.
//!
//! It also shows the answers to attempts against chains that were read.

use super::gogui::{draw, variation};
use crate::engine::Engine;
use crate::go::board::{Board, Play};
use crate::go::color::Color;
use crate::go::point::{Move, Point, PointSet};
use crate::life::proof::{Book, ProofMove};
use crate::life::safety::defence::Defence;
use crate::life::safety::proof::SafetyProof;
use crate::referee::judge::explain::NoChain;
use crate::ui::language::Language;
use crate::ui::language::zones::of_zone;
use std::fmt::Write;

const ENGLISH: Language = Language::English;
/// The colors that distinguish neighboring zones. Zones are numbered as well.
const COLORS: [&str; SafetyProof::SHADES] = ["#66b2e8", "#f0a070", "#60c8a0", "#e090c8", "#a0a0a0"];

/// Draws the zones of a side with their numbers, and marks the side's stones that have no proof.
pub(super) fn zones(engine: &mut Engine, side: Color) -> String {
    let judged = engine.adjudicate_with_proofs();
    let name = ENGLISH.color(side);
    let proof = judged.safety().proofs[side].as_ref();
    let Some(proof) = proof.filter(|proof| !proof.chains.is_empty()) else {
        return format!("TEXT no stones of {name}'s are proved safe by zones");
    };
    let board = engine.position().board();
    let mut text = String::new();
    let mut labels = String::new();
    for ((number, zone), shade) in (1..).zip(&proof.zones).zip(proof.shades()) {
        draw(&mut text, &format!("COLOR {}", COLORS[shade]), zone.points);
        for part in zone.points.components() {
            let empty = part.iter().find(|at| board.is_empty(*at));
            if let Some(at) = empty.or(part.first()) {
                write!(labels, " {at} {number}").expect("a string takes all");
            }
        }
    }
    if !labels.is_empty() {
        writeln!(text, "LABEL{labels}").expect("a string takes all");
    }
    let protected: PointSet = proof.chains.iter().copied().collect();
    let others = board.stones(side) - protected;
    draw(&mut text, "MARK", others);
    let stones = ENGLISH.stones(protected.len());
    text += &format!("TEXT {name}: {stones} never captured if plays in the zones are answered");
    if !others.is_empty() {
        text += "; marked: not proved so";
    }
    text
}

/// Draws attacks in the given order, each with the answer of the proof, and the zone of the last
/// one.
///
/// If the first point is occupied, the other points are attempts by the side that fails to save or
/// capture its chain.
///
/// # Errors
///
/// Returns [`NoChain::OffBoard`] if a point is off the board.
pub(super) fn answers(engine: &mut Engine, attacks: &[Point]) -> Result<String, NoChain> {
    let mut points = attacks.iter();
    let size = engine.position().board().size();
    if let Some(&off) = points.find(|at| !size.contains(**at)) {
        return Err(NoChain::OffBoard(off));
    }
    let first = attacks[0];
    if !engine.position().board().is_empty(first) {
        let book = engine.book(first)?;
        let board = engine.position().board();
        return Ok(match book {
            None => {
                format!(
                    "TEXT the stones at {first} were not read, or by play that is too long to show"
                )
            }
            Some(book) => tried(&book, board, &attacks[1..]),
        });
    }
    let judged = engine.adjudicate_with_proofs();
    let position = engine.position();
    let board = position.board();
    // If both sides have a zone there, the side to move attacks.
    let attackers = [position.turn(), !position.turn()].into_iter();
    let mut proofs = attackers.filter_map(|attacker| judged.safety().proofs[!attacker].as_ref());
    let is_there = |proof: &&SafetyProof| Defence::new(proof, board).zone_at(first).is_some();
    Ok(match proofs.find(is_there) {
        None => format!("TEXT {first} is in no zone of stones that are proved safe"),
        Some(proof) => followed(proof, board, attacks),
    })
}

/// Plays attacks against a proof, as far as they are legal.
fn followed(proof: &SafetyProof, board: &Board, attacks: &[Point]) -> String {
    let attacker = !proof.owner;
    let names = [attacker, proof.owner].map(|color| ENGLISH.color(color));
    let mut board = board.clone();
    let mut defence = Defence::new(proof, &board);
    let (mut plays, mut told, mut zone) = (vec![], String::new(), None);
    for &at in attacks {
        if !board.is_empty(at) || (!proof.suicide && board.is_suicide(attacker, at)) {
            told = format!("{} cannot play {at}", names[0]);
            break;
        }
        board.place(attacker, at, &mut ());
        plays.push((attacker, Move::At(at)));
        zone = defence.zone_at(at);
        told = match defence.answer(at) {
            Some(answer) => {
                board.place(proof.owner, answer, &mut ());
                plays.push((proof.owner, Move::At(answer)));
                format!("{} {at}: {} answers {answer}", names[0], names[1])
            }
            None => {
                plays.push((proof.owner, Move::Pass));
                format!("{} {at} needs no answer", names[0])
            }
        };
    }
    let mut text = String::new();
    if let Some(zone) = zone {
        let color = format!("COLOR {}", COLORS[proof.shades()[zone]]);
        draw(&mut text, &color, proof.zones[zone].points);
        let promises = of_zone(proof, &proof.zones[zone], ENGLISH);
        let settled = if defence.is_settled(zone) {
            " (settled)"
        } else {
            ""
        };
        told += &format!("; zone {}{settled}: {}", zone + 1, promises.join(", "));
    }
    draw_plays(&mut text, plays);
    text + "TEXT " + &told
}

/// Writes a line of play without the passes at its end.
fn draw_plays(text: &mut String, mut plays: Vec<Play>) {
    while plays.last().is_some_and(|(_, to)| *to == Move::Pass) {
        plays.pop();
    }
    if !plays.is_empty() {
        let drawing = variation(plays.into_iter());
        writeln!(text, "{drawing}").expect("a string takes all");
    }
}

/// Plays attempts against a book, as far as they are legal, and marks the next possible ones.
fn tried(book: &Book, board: &Board, points: &[Point]) -> String {
    let winner = !book.loser;
    let names = [book.loser, winner].map(|color| ENGLISH.color(color));
    let mut plays: Vec<Play> = vec![];
    let mut told = match book.opening {
        None => format!("{} moves first", names[0]),
        Some(opening) => {
            plays.push((winner, played(opening)));
            format!("{} moves first: {opening}", names[1])
        }
    };
    let mut situation = (!book.situations.is_empty()).then_some(0);
    for &at in points {
        let mut exchanges = book.exchanges(situation).iter();
        let Some(exchange) = exchanges.find(|one| one.attempt == ProofMove::Play(at)) else {
            told = match situation {
                None => "nothing that matters can change any more".to_owned(),
                Some(_) => format!("{} cannot play {at}, or it does not matter", names[0]),
            };
            break;
        };
        plays.push((book.loser, Move::At(at)));
        told = match exchange.answer {
            None => format!("{} {at} needs no answer", names[0]),
            Some(answer) => {
                plays.push((winner, played(answer)));
                format!("{} {at}: {} answers {answer}", names[0], names[1])
            }
        };
        situation = exchange.next;
        if situation.is_none() {
            told += "; nothing that matters can change any more";
        }
    }
    let mut text = String::new();
    let exchanges = book.exchanges(situation).iter();
    let open = exchanges.filter_map(|one| played(one.attempt).point());
    let gone: PointSet = plays.iter().filter_map(|(_, to)| to.point()).collect();
    draw(
        &mut text,
        "MARK",
        open.collect::<PointSet>() - gone - board.stones(winner),
    );
    draw_plays(&mut text, plays);
    text + "TEXT " + &told
}

/// Converts a move of the reading procedure to a move on the board.
fn played(to: ProofMove) -> Move {
    match to {
        ProofMove::Play(at) => Move::At(at),
        ProofMove::Pass | ProofMove::KoPass | ProofMove::PassFor(_) => Move::Pass,
    }
}
