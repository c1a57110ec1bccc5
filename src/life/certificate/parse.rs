//! The parser of certificates.
//!
//! A text consists of lines of words separated by spaces. The first word of a line is its keyword.
//! Only empty lines and lines that begin with `#` are skipped.

use super::book::{self, MOST_POINTS};
use super::claim::{Certificate, Claim, ClaimKind, Fate, Ground, Verdict};
use super::error::{CertificateError, Fault};
use crate::go::board::Board;
use crate::go::color::Color;
use crate::go::point::{Point, PointSet, Size};
use crate::life::procedure::Procedure;
use crate::life::proof::{ProofMove, Script, StrategyMove};
use crate::life::question::{Question, Subject};
use crate::life::safety::local::LocalPlay;
use crate::life::safety::proof::{Promise, SafeZone, SafetyProof};
use std::str::FromStr;

/// The words of the first line.
const HEAD: [&str; 2] = ["wakari-certificate", Certificate::VERSION];

/// A line with its number and words, at least one.
struct NumberedLine<'a> {
    number: usize,
    words: Vec<&'a str>,
}

impl<'a> NumberedLine<'a> {
    fn error(&self, fault: Fault) -> CertificateError {
        CertificateError {
            line: self.number,
            fault,
        }
    }

    /// Returns the words after a keyword, which the line must begin with.
    fn after(&self, keyword: &'static str) -> Result<&[&'a str], CertificateError> {
        match self.words.split_first() {
            Some((first, rest)) if *first == keyword => Ok(rest),
            _ => Err(self.error(Fault::Expected(keyword))),
        }
    }

    /// Charges the words after the keyword, `times` each, to the limit of words.
    fn take_from(&self, words_left: &mut usize, times: usize) -> Result<(), CertificateError> {
        let left = words_left.checked_sub((self.words.len() - 1) * times);
        *words_left = left.ok_or_else(|| self.error(Fault::TooLarge))?;
        Ok(())
    }

    fn point(&self, word: &str) -> Result<Point, CertificateError> {
        point(word).ok_or_else(|| self.error(Fault::Expected("a point")))
    }

    fn color(&self, word: &str) -> Result<Color, CertificateError> {
        match word {
            "black" => Ok(Color::Black),
            "white" => Ok(Color::White),
            _ => Err(self.error(Fault::Expected("black or white"))),
        }
    }
}

/// The lines of a text.
struct TextLines<'a> {
    lines: std::iter::Peekable<Box<dyn Iterator<Item = NumberedLine<'a>> + 'a>>,
    last: usize,
}

impl<'a> TextLines<'a> {
    fn new(text: &'a str) -> TextLines<'a> {
        let lines = (1..).zip(text.lines()).filter_map(|(number, line)| {
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            let says = words.first().is_some_and(|first| !first.starts_with('#'));
            says.then_some(NumberedLine { number, words })
        });
        let lines: Box<dyn Iterator<Item = NumberedLine<'a>> + 'a> = Box::new(lines);
        TextLines {
            lines: lines.peekable(),
            last: text.lines().count(),
        }
    }

    fn next(&mut self, wanted: &'static str) -> Result<NumberedLine<'a>, CertificateError> {
        self.lines.next().ok_or(CertificateError {
            line: self.last,
            fault: Fault::End(wanted),
        })
    }

    /// Returns the next line if it begins with a keyword.
    fn next_if(&mut self, keyword: &str) -> Option<NumberedLine<'a>> {
        self.lines.next_if(|line| line.words[0] == keyword)
    }
}

impl FromStr for Certificate {
    type Err = CertificateError;

    /// Parses a text in the format of `docs/certificates.md`. The claims are not checked.
    fn from_str(text: &str) -> Result<Certificate, CertificateError> {
        if let Some(line) = text.lines().position(|line| !line.is_ascii()) {
            return Err(CertificateError {
                line: line + 1,
                fault: Fault::Expected("a text in ASCII"),
            });
        }
        let mut lines = TextLines::new(text);
        let head = lines.next("its first line")?;
        if head.words != HEAD {
            return Err(head.error(Fault::Version));
        }
        let line = lines.next("rules")?;
        let rules = match line.after("rules")? {
            [name] => (*name).to_owned(),
            _ => return Err(line.error(Fault::Expected("the name of the rules"))),
        };
        let line = lines.next("suicide")?;
        let suicide = match line.after("suicide")? {
            ["allowed"] => true,
            ["forbidden"] => false,
            _ => return Err(line.error(Fault::Expected("allowed or forbidden"))),
        };
        let line = lines.next("superko")?;
        let superko = match line.after("superko")? {
            ["yes"] => true,
            ["no"] => false,
            _ => return Err(line.error(Fault::Expected("yes or no"))),
        };
        let line = lines.next("procedure")?;
        let procedure = match line.after("procedure")? {
            ["none"] => None,
            [name] => Some(procedure(&line, name)?),
            _ => return Err(line.error(Fault::Expected("a procedure"))),
        };
        let mut certificate = Certificate {
            rules,
            procedure,
            suicide,
            superko,
            board: board(&mut lines)?,
            claims: vec![],
            verdicts: vec![],
        };
        let mut words_left = Certificate::MOST_WORDS;
        loop {
            let line = lines.next("end")?;
            match line.words[..] {
                ["end"] => break,
                ["verdict", ..] => certificate.verdicts.push(verdict(&line)?),
                _ if certificate.claims.len() >= Certificate::MOST_CLAIMS => {
                    return Err(line.error(Fault::TooLarge));
                }
                _ => {
                    let kind = claim(&line, &mut lines, &certificate, &mut words_left)?;
                    certificate.claims.push(Claim {
                        line: line.number,
                        kind,
                    });
                }
            }
        }
        match lines.lines.next() {
            Some(line) => Err(line.error(Fault::Keyword)),
            None => Ok(certificate),
        }
    }
}

fn procedure(line: &NumberedLine, name: &str) -> Result<Procedure, CertificateError> {
    let mut procedures = Certificate::PROCEDURES.into_iter();
    let named = procedures.find(|(word, _)| *word == name);
    named
        .map(|(_, procedure)| procedure)
        .ok_or_else(|| line.error(Fault::Expected("a procedure")))
}

/// Returns true if a word consists of digits. A word that parses as a number may also have a sign.
fn are_digits(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

fn board(lines: &mut TextLines) -> Result<Board, CertificateError> {
    let head = lines.next("board")?;
    let side = |word: &str| are_digits(word).then(|| word.parse::<u8>().ok())?;
    let size = match head.after("board")? {
        [width, height] => side(width).zip(side(height)),
        _ => None,
    };
    let size = size.and_then(|(width, height)| Size::new(width, height));
    let size = size.ok_or_else(|| head.error(Fault::Expected("a width and a height")))?;
    let mut stones = [PointSet::EMPTY; 2];
    for row in (1..=size.height()).rev() {
        let line = lines.next("the last row")?;
        let [letters] = line.after("row")? else {
            return Err(line.error(Fault::Board));
        };
        if letters.len() != usize::from(size.width()) {
            return Err(line.error(Fault::Board));
        }
        for (column, letter) in (1..).zip(letters.bytes()) {
            let at = Point::new(column, row).ok_or_else(|| line.error(Fault::Board))?;
            match letter {
                b'X' => _ = stones[0].insert(at),
                b'O' => _ = stones[1].insert(at),
                b'.' => {}
                _ => return Err(line.error(Fault::Board)),
            }
        }
    }
    let board = Board::with_stones(size, &stones[0], &stones[1]);
    board.ok_or_else(|| head.error(Fault::Board))
}

fn verdict(line: &NumberedLine) -> Result<Verdict, CertificateError> {
    let [_, stone, fate, ground] = line.words[..] else {
        return Err(line.error(Fault::Expected("a point, a status and a ground")));
    };
    let fate = Fate::ALL.into_iter().find(|known| known.word() == fate);
    let ground = Ground::ALL.into_iter().find(|known| known.word() == ground);
    Ok(Verdict {
        line: line.number,
        stone: line.point(stone)?,
        fate: fate.ok_or_else(|| line.error(Fault::Expected("a status")))?,
        ground: ground.ok_or_else(|| line.error(Fault::Expected("a ground")))?,
    })
}

fn claim(
    line: &NumberedLine,
    lines: &mut TextLines,
    certificate: &Certificate,
    words_left: &mut usize,
) -> Result<ClaimKind, CertificateError> {
    match line.words[..] {
        ["benson", color, ref stones @ ..] => {
            let color = line.color(color)?;
            let chains = chains(line, stones, &certificate.board, color)?;
            Ok(ClaimKind::Benson(color, chains.into_iter().collect()))
        }
        ["enclosed", color, at] => Ok(ClaimKind::Enclosed(line.color(color)?, line.point(at)?)),
        ["safety", color, kind @ ("solid" | "free"), ref stones @ ..] => {
            let owner = line.color(color)?;
            let mut proof = SafetyProof {
                owner,
                suicide: certificate.suicide,
                solid: kind == "solid",
                chains: chains(line, stones, &certificate.board, owner)?,
                zones: vec![],
            };
            let mut numbers = vec![];
            while let Some(head) = lines.next_if("zone") {
                let zone = zone(&head, lines, &certificate.board, &proof, words_left)?;
                proof.zones.push(zone);
                numbers.push(head.number);
            }
            Ok(ClaimKind::Safety(proof, numbers))
        }
        [
            "strategy",
            color,
            fate @ ("alive" | "dead"),
            kind,
            ref named @ ..,
        ] => {
            let owner = line.color(color)?;
            let question = question(line, owner, kind, named, &certificate.board)?;
            let responses = moves(lines, words_left)?;
            Ok(ClaimKind::Strategy(Script {
                question,
                alive: fate == "alive",
                responses,
            }))
        }
        _ => Err(line.error(Fault::Keyword)),
    }
}

/// Parses the question of a strategy.
fn question(
    line: &NumberedLine,
    owner: Color,
    kind: &str,
    named: &[&str],
    board: &Board,
) -> Result<Question, CertificateError> {
    let subject = match (kind, named) {
        ("chain", [stone, area @ ..]) => Subject::Chain {
            stones: chains(line, &[stone], board, owner)?.into_iter().collect(),
            area: points(line, area, board)?.1,
        },
        ("area", area @ [_, ..]) => Subject::Area(points(line, area, board)?.1),
        ("point", [_]) => Subject::Point(points(line, named, board)?.0[0]),
        _ => return Err(line.error(Fault::Expected("a question that is known"))),
    };
    Ok(Question { owner, subject })
}

/// Parses the winner's moves in the lines that follow.
fn moves(
    lines: &mut TextLines,
    words_left: &mut usize,
) -> Result<Vec<StrategyMove>, CertificateError> {
    let mut moves = vec![];
    while let Some(line) = lines.next_if("play") {
        line.take_from(words_left, 1)?;
        for word in &line.words[1..] {
            let response = response(word);
            moves.push(response.ok_or_else(|| line.error(Fault::Expected("a move")))?);
        }
    }
    Ok(moves)
}

/// Parses a point. Its row must not begin with a zero.
fn point(word: &str) -> Option<Point> {
    let point = Point::from_str(word).ok();
    point.filter(|_| word.as_bytes().get(1) != Some(&b'0'))
}

/// Parses a move of the winner.
fn response(word: &str) -> Option<StrategyMove> {
    let (play, memory) = match word.split_once(':') {
        Some((play, memory)) => {
            let is_plain = are_digits(memory);
            let memory = memory.parse().ok().filter(|memory| is_plain && *memory > 0);
            (play, memory?)
        }
        None => (word, 0),
    };
    let play = match play {
        "pass" => ProofMove::Pass,
        "kopass" => ProofMove::KoPass,
        at => ProofMove::Play(point(at)?),
    };
    Some(StrategyMove { play, memory })
}

/// Returns the chains of a color with these stones, no chain twice.
fn chains(
    line: &NumberedLine,
    stones: &[&str],
    board: &Board,
    color: Color,
) -> Result<Vec<PointSet>, CertificateError> {
    let all = board.stones(color);
    let mut chains: Vec<PointSet> = vec![];
    for word in stones {
        let at = line.point(word)?;
        let chain = [at].into_iter().collect::<PointSet>().flood(&all);
        if chain.is_empty() {
            return Err(line.error(Fault::Stone(at)));
        }
        if chains.contains(&chain) {
            return Err(line.error(Fault::Point(at)));
        }
        chains.push(chain);
    }
    Ok(chains)
}

/// Returns the points that words name, in order and as a set; no point twice.
fn points(
    line: &NumberedLine,
    words: &[&str],
    board: &Board,
) -> Result<(Vec<Point>, PointSet), CertificateError> {
    let mut listed = vec![];
    let mut set = PointSet::EMPTY;
    for word in words {
        let at = line.point(word)?;
        if !board.size().contains(at) || !set.insert(at) {
            return Err(line.error(Fault::Point(at)));
        }
        listed.push(at);
    }
    Ok((listed, set))
}

fn zone(
    head: &NumberedLine,
    lines: &mut TextLines,
    board: &Board,
    proof: &SafetyProof,
    words_left: &mut usize,
) -> Result<SafeZone, CertificateError> {
    let (listed, set) = points(head, &head.words[1..], board)?;
    if listed.is_empty() || listed.len() > MOST_POINTS {
        return Err(head.error(Fault::Zone));
    }
    let mut zone = SafeZone {
        points: set,
        promises: vec![],
        taken: PointSet::EMPTY,
        strategy: vec![],
        parts: 0,
    };
    if let Some(line) = lines.next_if("takes") {
        zone.taken = points(&line, &line.words[1..], board)?.1;
    }
    while let Some(line) = lines.next_if("promise") {
        if zone.promises.len() >= Certificate::MOST_PROMISES {
            return Err(line.error(Fault::TooLarge));
        }
        zone.promises.push(promise(&line, proof)?);
    }
    if let Some(line) = lines.next_if("parts") {
        let count = match line.words[..] {
            [_, count] if are_digits(count) => count.parse().ok().filter(|count| *count > 0),
            _ => None,
        };
        zone.parts = count.ok_or_else(|| line.error(Fault::Expected("a number of parts")))?;
    }
    let mut words = vec![];
    let mut last = head.number;
    let each = zone.promises.len().max(1);
    while let Some(line) = lines.next_if("book") {
        last = line.number;
        words.extend_from_slice(&line.words[1..]);
        line.take_from(words_left, each)?;
    }
    let play = LocalPlay::new(board, proof);
    let beginning = play.beginning(board, proof, set);
    let strategy = book::strategy(&play, beginning, &zone, &listed, &words);
    zone.strategy = strategy.map_err(|error| CertificateError {
        line: last,
        fault: Fault::Book(error),
    })?;
    Ok(zone)
}

fn promise(line: &NumberedLine, proof: &SafetyProof) -> Result<Promise, CertificateError> {
    let chain = |word: &&str| {
        let at = line.point(word)?;
        let place = proof.chains.iter().position(|chain| chain.contains(at));
        place.ok_or_else(|| line.error(Fault::Unprotected(at)))
    };
    match line.words[..] {
        ["promise", "liberties", count @ ("1" | "2"), ref of] if of.parse::<Point>().is_ok() => {
            Ok(Promise::Liberties {
                chain: chain(of)?,
                count: if count == "1" { 1 } else { 2 },
            })
        }
        ["promise", "tied", ref of, ref to @ ..] => Ok(Promise::Tied {
            chain: chain(of)?,
            to: to.iter().map(chain).collect::<Result<_, _>>()?,
        }),
        _ => Err(line.error(Fault::Expected("a promise that is known"))),
    }
}
