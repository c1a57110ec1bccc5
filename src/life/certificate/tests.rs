//! Certificates written, read back, and refused when corrupted.

use super::{BookError, Certificate, CertificateError, ClaimKind, Fault};
use crate::go::point::Move;
use crate::life::proof::{ProofError, ProofMove};
use crate::life::safety::check::{SafetyError, ZoneError};
use crate::life::safety::tests::taking::takes_by_chance;
use crate::life::safety::tests::{Dice, stands_by_chance};
use rand::SeedableRng;

/// Returns the example of the specification.
fn example() -> String {
    let text = include_str!("../../../docs/certificates.md");
    let (_, from) = text.split_once("```text\nwakari-").unwrap();
    let (example, _) = from.split_once("```").unwrap();
    format!("wakari-{example}")
}

/// Returns the summary of a text's coverage, or the error.
fn verdict(text: &str) -> Result<String, CertificateError> {
    let certificate: Certificate = text.parse()?;
    Ok(certificate.verify()?.to_string())
}

/// Replaces a string in a text and expects a fault in a line.
#[track_caller]
fn check_spoilt(text: &str, [from, to]: [&str; 2], line: usize, fault: Fault) {
    assert!(text.contains(from), "{from}");
    let found = verdict(&text.replacen(from, to, 1));
    assert_eq!(
        found,
        Err(CertificateError { line, fault }),
        "{from} to {to}"
    );
}

/// Removes each word of some lines in turn and expects an error.
#[track_caller]
fn check_words(text: &str, is_tried: impl Fn(&str) -> bool) {
    let lines: Vec<&str> = text.lines().collect();
    for number in (0..lines.len()).filter(|&number| is_tried(lines[number])) {
        let words: Vec<&str> = lines[number].split(' ').collect();
        for left_out in 0..words.len() {
            let mut rest = words.clone();
            rest.remove(left_out);
            let rest = rest.join(" ");
            let mut lines = lines.clone();
            lines[number] = &rest;
            assert!(
                verdict(&lines.join("\n")).is_err(),
                "{rest} in line {number}"
            );
        }
    }
}

#[test]
fn the_example_holds_and_reads_back_as_it_is_written() {
    let text = example();
    let proved =
        "proved 2 of 3 chains, 8 of 17 stones, 8 of 30 points (safety 2; not covered: estimated 1)";
    assert_eq!(verdict(&text).as_deref(), Ok(proved));
    // Written certificates name chains by their lowest stones.
    let certificate: Certificate = text.parse().unwrap();
    let written = certificate.to_string();
    assert_eq!(verdict(&written).as_deref(), Ok(proved));
    assert_eq!(written.parse::<Certificate>().unwrap().to_string(), written);
    let commented = text.replace('\n', "\n# a comment\n\n");
    assert_eq!(verdict(&commented).as_deref(), Ok(proved));
}

#[test]
fn each_line_is_needed_and_each_word() {
    let text = example();
    let lines: Vec<&str> = text.lines().collect();
    for number in 0..lines.len() {
        let mut rest = lines.clone();
        let line = rest.remove(number);
        assert!(verdict(&rest.join("\n")).is_err(), "without {line}");
    }
    // A tie to nothing promises more, which cannot be kept here either.
    check_words(&text, |_| true);
}

#[test]
fn a_spoilt_certificate_is_refused_where_it_is_spoilt() {
    let text = example();
    let check = |from: &str, to: &str, line: usize, fault: Fault| {
        check_spoilt(&text, [from, to], line, fault);
    };
    let at = |name: &str| name.parse().unwrap();
    check("certificate 4", "certificate 3", 1, Fault::Version);
    check("superko no", "superko yes", 12, Fault::Rules);
    check("row .X.XO.", "row .X.XO", 11, Fault::Board);
    check("row .X.XO.", "row .X.XO?", 11, Fault::Board);
    check("row .....O", "row ....X.", 0, Fault::Missing(at("E5")));
    check("free A4 A2", "free A4 B4", 12, Fault::Point(at("B4")));
    check("free A4 A2", "free A4 C3", 12, Fault::Stone(at("C3")));
    check("zone A3 B3", "zone A3 A3", 13, Fault::Point(at("A3")));
    check("zone A3 B3", "zone A3 G3", 13, Fault::Point(at("G3")));
    // The first situation must mention all points of the zone.
    let beginning = Fault::Safety(SafetyError::Zone(0, ZoneError::Beginning));
    check("zone A3 B3", "zone A3 B3 C4", 13, beginning.clone());
    check("tied A4 A2", "tied A4 C3", 14, Fault::Unprotected(at("C3")));
    let gap = |attack: &str| {
        let (situation, attack) = (0, Move::At(at(attack)));
        Fault::Safety(SafetyError::Zone(0, ZoneError::Gap { situation, attack }))
    };
    check("/abba", "/abb.", 13, gap("B3"));
    let wrong = |attack: &str| {
        let (word, attack) = (1, Move::At(at(attack)));
        Fault::Book(BookError::Answer { word, attack })
    };
    check("/abba", "/ab", 15, wrong("A3"));
    check("/abba", "/a.", 13, beginning.clone());
    check("/abba", "/abbc", 15, wrong("B3"));
    check("/abba", "/abba3", 15, wrong("B3"));
    check("/abba", "/abba0", 15, wrong("B3"));
    check("/abba", "/abba1", 13, gap("B3"));
    let book = |error| Fault::Book(error);
    check("/abba", "/abba2", 15, book(BookError::Missing(2)));
    check("/abba", "/abb", 15, book(BookError::Word(1)));
    check("/abba", "abba", 15, book(BookError::Word(1)));
    check("/abba", "/abbac.", 15, book(BookError::Word(1)));
    check("/abba", "/abbaab", 15, book(BookError::Minded(1)));
    check("/abba", "b/abba", 15, book(BookError::Minded(1)));
    check("/abba", "/abba /abba", 15, book(BookError::Left(2)));
    check("book /abba\n", "", 13, beginning);
    check(
        "liberties 1",
        "liberties 3",
        17,
        Fault::Expected("a promise that is known"),
    );
    check(
        "zone C1\npromise liberties 1 A2",
        "zone C1",
        12,
        Fault::Safety(SafetyError::Unsafe(0)),
    );
    check(
        "zone C1",
        "zone A1",
        18,
        Fault::Safety(SafetyError::Zone(2, ZoneError::Overlap)),
    );
    check("zone A3 B3", "zone A2", 15, Fault::Book(BookError::Word(1)));
    check(
        "A4 alive safety",
        "A4 dead safety",
        21,
        Fault::Unfounded(at("A4")),
    );
    check(
        "A4 alive safety",
        "A4 alive benson",
        21,
        Fault::Unfounded(at("A4")),
    );
    check(
        "E1 alive estimated",
        "E1 alive safety",
        22,
        Fault::Unfounded(at("E1")),
    );
    check("E1 alive", "B4 alive", 22, Fault::Verdict(at("B4")));
    check("\nend", "\nend\nend", 24, Fault::Keyword);
    check("\nend", "\nterritory black A1\nend", 23, Fault::Keyword);
    // A zone of one point cannot promise two liberties.
    let (situation, promise) = (0, 0);
    let broken = ZoneError::Broken { situation, promise };
    let more = "zone A1\npromise liberties 2 A2\nbook /a.";
    let broken = Fault::Safety(SafetyError::Zone(1, broken));
    check("zone A1\npromise liberties 1 A2", more, 16, broken);
}

#[test]
fn whatever_is_read_only_returns() {
    for text in [example(), STRATEGIES.to_owned()] {
        for index in 0..text.len() {
            for letter in ["", "a", "9", "\n", " ", "é", "zone "] {
                let mut spoilt = text.clone();
                spoilt.replace_range(index..=index, letter);
                _ = verdict(&spoilt);
            }
        }
    }
}

#[test]
fn benson_and_enclosed_regions_are_checked() {
    let text = "wakari-certificate 4\nrules chinese\nsuicide forbidden\nsuperko yes\nprocedure none\nboard 5 3\n\
                row .X.X.\nrow XXXXX\nrow O...X\nbenson black B2\nenclosed black A1\n\
                verdict B2 alive benson\nverdict A1 dead enclosed\nend\n";
    let proved = "proved 2 of 2 chains, 9 of 9 stones, 12 of 15 points (benson 1, enclosed 1)";
    assert_eq!(verdict(text).as_deref(), Ok(proved));
    for (from, to) in [
        ("row .X.X.", "row XX.X."),
        ("enclosed black A1\n", ""),
        ("enclosed black A1", "enclosed white A1"),
        ("benson black B2\n", ""),
        ("benson black B2", "benson white A1"),
        ("A1 dead enclosed", "A1 alive enclosed"),
    ] {
        let spoilt = text.replacen(from, to, 1);
        let still = from.starts_with("row");
        assert_eq!(verdict(&spoilt).is_ok(), still, "{spoilt}");
    }
    // One eye; room for two eyes.
    for rows in [
        "row XXXXX\nrow XXXXX\nrow O...X",
        "row .XXX.\nrow XXX..\nrow O....",
    ] {
        let spoilt = text.replacen("row .X.X.\nrow XXXXX\nrow O...X", rows, 1);
        assert!(verdict(&spoilt).is_err(), "{spoilt}");
    }
}

/// The three white stones are dead by search, and both black chains alive.
const STRATEGIES: &str = "wakari-certificate 4
rules japanese-1989
suicide forbidden
superko no
procedure japanese-1989
board 5 4
row X.X.O
row X.XOO
row XXX.X
row XX..X
strategy black alive chain A1
play D2 D2 D1 D2 D2 D1 D2 D1:2 C1 C1 C1 E2:1 D4:2 E1:2 E1:2 E1:2 pass:2 D4 C1:1 pass:1 C1:1 C1:2 C1:2
play C1:2 C1:2 D3 D2 D2 D2 D2 E1:1 E1:1 B3:2 E1:1 E1:1 E2 pass:2 D3 D2 D2 D2 E1 D2
strategy black alive chain E1 E1 E2
play D2 D2 D1 D2 D2 D1 D2 D1 C1 C1 C1 E2 D4 E1 E1 E1 E1 C1 C1 pass C1 E1 B3 B3 D4 pass C1 pass C1 pass E1
play E1 E1 E1 D4 E1 E2 D2 D2 D2 D2 D2 C1 E2 E2 E2 C1 C1 C1 C1 E1 E1 E1 E1 E1 E1 E1 E1 E1 E1 E1 E1 E1 E1
play E1 E1 E2 D3 E2 E2 E2
strategy white dead area A1 B1 C1 D1 E1 A2 B2 C2 D2 E2 A3 B3 C3 D3 E3 A4 B4 C4 D4 E4
play D2
verdict A1 alive strategy
verdict E1 alive strategy
verdict D3 dead strategy
end
";

#[test]
fn strategies_are_checked() {
    let proved = "proved 3 of 3 chains, 14 of 14 stones, 11 of 20 points (strategy 3)";
    assert_eq!(verdict(STRATEGIES).as_deref(), Ok(proved));
    let certificate: Certificate = STRATEGIES.parse().unwrap();
    assert_eq!(certificate.to_string(), STRATEGIES);
    let check = |from: &str, to: &str, line: usize, fault: Fault| {
        check_spoilt(STRATEGIES, [from, to], line, fault);
    };
    let at = |name: &str| name.parse().unwrap();
    let illegal = |to: &str| ProofError::Illegal(ProofMove::Play(at(to)));
    let strategy = Fault::Strategy;
    let named = "procedure japanese-1989";
    check(named, "procedure none", 11, Fault::Rules);
    check(named, "procedure mine", 5, Fault::Expected("a procedure"));
    check("suicide forbidden", "suicide allowed", 11, Fault::Rules);
    // In 2012 new stones do not count, and the other side moves first.
    let other = "procedure proposal-2012";
    check(named, other, 11, strategy(ProofError::LeftOver));
    check("chain A1\n", "chain D2\n", 11, Fault::Stone(at("D2")));
    check("chain A1\n", "chain D3\n", 11, Fault::Stone(at("D3")));
    check("chain A1\n", "chain A1 A1 A1\n", 11, Fault::Point(at("A1")));
    check("chain A1\n", "chain A1 F1\n", 11, Fault::Point(at("F1")));
    let unknown = Fault::Expected("a question that is known");
    check("chain A1\n", "chain\n", 11, unknown.clone());
    check("chain A1\n", "point A1 B1\n", 11, unknown.clone());
    check("chain A1\n", "board A1\n", 11, unknown);
    check(
        "black alive chain A1\n",
        "black seki chain A1\n",
        11,
        Fault::Keyword,
    );
    check("play D2 D2 D1", "play D2 D2", 11, strategy(illegal("D2")));
    check(
        "play D2\n",
        "play D2 D2\n",
        18,
        strategy(ProofError::LeftOver),
    );
    check("play D2\n", "play A1\n", 18, strategy(illegal("A1")));
    check("play D2\n", "", 18, strategy(ProofError::NoMove));
    let idle = "play pass\n";
    check("play D2\n", idle, 18, strategy(ProofError::NoMove));
    for word in ["D2:0", "D2:65536", "D2:x", "D2:", "kopass2", "I9"] {
        let spoilt = format!("play {word}\n");
        check("play D2\n", &spoilt, 19, Fault::Expected("a move"));
    }
    check(
        "A1 B1 C1 D1 E1 A2",
        "A1 B1 C1 E1 A2",
        22,
        Fault::Unfounded(at("D3")),
    );
    check(
        "E1 alive strategy",
        "E1 dead strategy",
        21,
        Fault::Unfounded(at("E1")),
    );
    check(
        "E1 alive strategy",
        "E1 unsettled strategy",
        21,
        Fault::Unfounded(at("E1")),
    );
}

#[test]
fn each_move_of_a_strategy_is_needed() {
    check_words(STRATEGIES, |line| line.starts_with("play"));
}

#[test]
fn claims_without_end_are_refused() {
    let claim = "strategy white dead area A1 B1 C1 D1 E1 A2 B2 C2 D2 E2 A3 B3 C3 D3 E3 A4 B4 C4 D4 E4\nplay D2\n";
    let many = claim.repeat(Certificate::MOST_CLAIMS - 2);
    let text = STRATEGIES.replacen(claim, &many, 1);
    assert!(verdict(&text).is_ok());
    let text = STRATEGIES.replacen(claim, &(many + claim), 1);
    assert_eq!(verdict(&text).unwrap_err().fault, Fault::TooLarge);
    let promise = "promise tied A4 A2\n";
    let many = promise.repeat(Certificate::MOST_PROMISES);
    let text = example().replacen(promise, &many, 1);
    assert!(verdict(&text).is_ok());
    let text = example().replacen(promise, &(many + promise), 1);
    assert_eq!(verdict(&text).unwrap_err().fault, Fault::TooLarge);
}

/// The owners of certified chains follow their proofs in random games. The folder and the number of
/// games for each certificate come from the environment.
#[test]
#[ignore = "needs WAKARI_CERTIFICATES=FOLDER"]
fn certified_chains_are_not_lost_by_chance() {
    let Ok(folder) = std::env::var("WAKARI_CERTIFICATES") else {
        return;
    };
    let games = std::env::var("WAKARI_COUNT").map_or(100, |games| games.parse().unwrap());
    let mut dice = Dice::seed_from_u64(1);
    let mut tried = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let Ok(certificate) = text.parse::<Certificate>() else {
            continue;
        };
        for claim in &certificate.claims {
            if let ClaimKind::Safety(proof, _) = &claim.kind {
                let stands = stands_by_chance(&certificate.board, proof, games, &mut dice);
                takes_by_chance(&certificate.board, proof, games / 10, &mut dice);
                assert!(stands, "{}", path.display());
                tried += 1;
            }
        }
    }
    assert!(tried > 0);
}
