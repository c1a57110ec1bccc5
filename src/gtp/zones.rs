//! What is proved safe, for GoGui: the zones in colors, and attacks on them with the answers.

use super::gogui::{draw, variation};
use crate::board::Board;
use crate::color::Color;
use crate::engine::Engine;
use crate::judge::explain::NoChain;
use crate::language::Language;
use crate::language::zones::of_zone;
use crate::life::safety::defence::Defence;
use crate::life::safety::proof::SafetyProof;
use crate::point::{Move, Point, PointSet};
use std::fmt::Write;

const ENGLISH: Language = Language::English;
/// What zones near each other are told apart by; numbers stand on them too.
const COLORS: [&str; SafetyProof::SHADES] = ["#66b2e8", "#f0a070", "#60c8a0", "#e090c8", "#a0a0a0"];

/// The zones of a side in colors, each with its number, and a mark on stones of the side that they say nothing of.
pub(super) fn zones(engine: &mut Engine, side: Color) -> String {
    let judged = engine.adjudicate();
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

/// Attacks in the order of some points, each answered as the proof says; the zone of the last one, and what it gives.
///
/// # Errors
///
/// [`NoChain::OffBoard`].
pub(super) fn answers(engine: &mut Engine, attacks: &[Point]) -> Result<String, NoChain> {
    let judged = engine.adjudicate();
    let position = engine.position();
    let board = position.board();
    let mut points = attacks.iter();
    if let Some(&off) = points.find(|at| !board.size().contains(**at)) {
        return Err(NoChain::OffBoard(off));
    }
    // Where both sides have a zone the one to move is taken to attack.
    let attackers = [position.turn(), !position.turn()].into_iter();
    let mut proofs = attackers.filter_map(|attacker| judged.safety().proofs[!attacker].as_ref());
    let first = attacks[0];
    let is_there = |proof: &&SafetyProof| Defence::new(proof, board).zone_at(first).is_some();
    Ok(match proofs.find(is_there) {
        None => format!("TEXT {first} is in no zone of stones that are proved safe"),
        Some(proof) => followed(proof, board, attacks),
    })
}

/// Attacks on a proof, as far as they can be played.
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
        let settled = match defence.is_settled(zone) {
            true => ", is settled",
            false => "",
        };
        told += &format!("; zone {} {}{settled}", zone + 1, promises.join(", "));
    }
    while plays.last().is_some_and(|(_, to)| *to == Move::Pass) {
        plays.pop();
    }
    if !plays.is_empty() {
        let drawing = variation(plays.into_iter());
        writeln!(text, "{drawing}").expect("a string takes all");
    }
    text + "TEXT " + &told
}
