//! The writer of certificates.

use super::book::{self, MOST_POINTS};
use super::claim::{Certificate, Claim, ClaimKind, Fate};
use crate::go::board::Board;
use crate::go::color::Color;
use crate::go::point::{Point, PointSet};
use crate::life::proof::{ProofMove, Script, StrategyMove};
use crate::life::question::{Question, Subject};
use crate::life::safety::local::LocalPlay;
use crate::life::safety::proof::{Promise, SafeZone, SafetyProof};
use std::fmt;

/// The most characters of words in a line, unless a single word is longer.
const WIDTH: usize = 100;

/// Writes the text in the format of `docs/certificates.md`. Zones with more than 64 points are
/// omitted, so claims and verdicts that rest on them fail.
impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "wakari-certificate {}", Certificate::VERSION)?;
        writeln!(f, "rules {}", self.rules)?;
        writeln!(
            f,
            "suicide {}",
            if self.suicide { "allowed" } else { "forbidden" }
        )?;
        writeln!(f, "superko {}", if self.superko { "yes" } else { "no" })?;
        let procedures = Certificate::PROCEDURES.iter();
        let mut named = procedures.filter(|(_, procedure)| Some(*procedure) == self.procedure);
        let procedure = named.next().map_or("none", |(word, _)| word);
        writeln!(f, "procedure {procedure}")?;
        write_board(f, &self.board)?;
        for Claim { kind, .. } in &self.claims {
            match kind {
                ClaimKind::Benson(color, stones) => {
                    write!(f, "benson {}", word(*color))?;
                    let chains = stones.components().filter_map(|chain| chain.first());
                    write_points(f, chains)?;
                }
                ClaimKind::Enclosed(color, at) => writeln!(f, "enclosed {} {at}", word(*color))?,
                ClaimKind::Safety(proof, _) => write_safety(f, &self.board, proof)?,
                ClaimKind::Strategy(script) => write_script(f, script)?,
            }
        }
        for verdict in &self.verdicts {
            let (fate, ground) = (verdict.fate.word(), verdict.ground.word());
            writeln!(f, "verdict {} {fate} {ground}", verdict.stone)?;
        }
        writeln!(f, "end")
    }
}

fn word(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn write_points(
    f: &mut fmt::Formatter<'_>,
    points: impl IntoIterator<Item = Point>,
) -> fmt::Result {
    for at in points {
        write!(f, " {at}")?;
    }
    writeln!(f)
}

fn write_board(f: &mut fmt::Formatter<'_>, board: &Board) -> fmt::Result {
    let size = board.size();
    writeln!(f, "board {} {}", size.width(), size.height())?;
    for row in (1..=size.height()).rev() {
        let letter = |column: u8| match Point::new(column, row).and_then(|at| board.at(at)) {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None => '.',
        };
        let letters: String = (1..=size.width()).map(letter).collect();
        writeln!(f, "row {letters}")?;
    }
    Ok(())
}

fn write_safety(f: &mut fmt::Formatter<'_>, board: &Board, proof: &SafetyProof) -> fmt::Result {
    let stone = |chain: &PointSet| chain.first();
    let kind = if proof.solid { "solid" } else { "free" };
    write!(f, "safety {} {kind}", word(proof.owner))?;
    write_points(f, proof.chains.iter().filter_map(stone))?;
    let zones = proof.zones.iter();
    for zone in zones.filter(|zone| zone.points.len() <= MOST_POINTS) {
        write!(f, "zone")?;
        write_points(f, zone.points.iter())?;
        if !zone.taken.is_empty() {
            write!(f, "takes")?;
            write_points(f, zone.taken.iter())?;
        }
        for promise in &zone.promises {
            write_promise(f, proof, promise)?;
        }
        if zone.parts > 0 {
            writeln!(f, "parts {}", zone.parts)?;
        }
        write_book(f, board, proof, zone)?;
    }
    Ok(())
}

fn write_promise(
    f: &mut fmt::Formatter<'_>,
    proof: &SafetyProof,
    promise: &Promise,
) -> fmt::Result {
    let stone = |chain: usize| proof.chains.get(chain).and_then(PointSet::first);
    match promise {
        Promise::Liberties { chain, count } => {
            write!(f, "promise liberties {count}")?;
            write_points(f, stone(*chain))
        }
        Promise::Tied { chain, to } => {
            write!(f, "promise tied")?;
            write_points(
                f,
                [chain]
                    .into_iter()
                    .chain(to)
                    .filter_map(|chain| stone(*chain)),
            )
        }
    }
}

fn write_book(
    f: &mut fmt::Formatter<'_>,
    board: &Board,
    proof: &SafetyProof,
    zone: &SafeZone,
) -> fmt::Result {
    let play = LocalPlay::new(board, proof);
    write_words(f, "book", book::words(&play, zone))
}

/// Writes words in lines that each begin with a keyword.
fn write_words(
    f: &mut fmt::Formatter<'_>,
    keyword: &str,
    words: impl IntoIterator<Item = String>,
) -> fmt::Result {
    let mut length = 0;
    for word in words {
        if length + word.len() > WIDTH {
            writeln!(f)?;
            length = 0;
        }
        if length == 0 {
            f.write_str(keyword)?;
        }
        write!(f, " {word}")?;
        length += word.len() + 1;
    }
    if length > 0 {
        writeln!(f)?;
    }
    Ok(())
}

fn write_script(f: &mut fmt::Formatter<'_>, script: &Script) -> fmt::Result {
    let Question { owner, subject } = script.question;
    let fate = if script.alive {
        Fate::Alive
    } else {
        Fate::Dead
    };
    write!(f, "strategy {} {} ", word(owner), fate.word())?;
    match subject {
        Subject::Chain { stones, area } => {
            f.write_str("chain")?;
            write_points(f, stones.first().into_iter().chain(area.iter()))?;
        }
        Subject::Area(area) => {
            f.write_str("area")?;
            write_points(f, area.iter())?;
        }
        Subject::Point(at) => writeln!(f, "point {at}")?,
    }
    write_words(f, "play", script.responses.iter().map(move_word))
}

/// Returns the word for a move of the winner: a point or a kind of pass, and the number it
/// remembers.
fn move_word(response: &StrategyMove) -> String {
    let play = match response.play {
        ProofMove::Play(at) => at.to_string(),
        ProofMove::Pass => "pass".to_owned(),
        ProofMove::KoPass => "kopass".to_owned(),
        // No procedure of a certificate has passes of this kind.
        ProofMove::PassFor(stone) => format!("pass-{stone}"),
    };
    match response.memory {
        0 => play,
        memory => format!("{play}:{memory}"),
    }
}
