//! Safety proofs on a page: the zones on the board, their guarantees, and answers to attacks.

use super::contents::Report;
use super::script;
use crate::formats::picture;
use crate::go::board::Board;
use crate::go::color::Color;
use crate::go::point::{Point, PointSet};
use crate::life::safety::proof::{SafeZone, SafetyProof};
use crate::ui::language::{self, Language};
use maud::{Markup, html};
use serde_json::{Value, json};

/// The script that answers attacks; only on pages with proofs.
pub(super) const SCRIPT: &str = include_str!("zones.js");

/// Names of the points of a zone in its book, in the order of the set. A zone has at most 64.
const NAMES: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ#$%+-=?@~^*!";
/// Marks an attack that needs no answer.
const NONE: char = '.';
/// Maximum total length of the books of a page; the longest are dropped first.
const MOST_LETTERS: usize = 200_000;

/// Returns the safety proofs of a report, by owner.
pub(super) fn proofs(report: &Report) -> Vec<&SafetyProof> {
    let safety = report.scored.adjudication.safety();
    let proofs = safety.proofs.0.iter().flatten();
    proofs.filter(|proof| !proof.chains.is_empty()).collect()
}

/// Renders the boards with their zones, or nothing without proofs.
///
/// `labelled` adds an accessible name to a picture.
pub(super) fn section(
    report: &Report,
    labelled: impl Fn(&str, &str) -> Markup,
    language: Language,
) -> Markup {
    let (words, proofs) = (language.words(), proofs(report));
    let board = report.scored.position.board();
    html! {
        @if !proofs.is_empty() {
            section id="proof" {
                h2 { (words.proof_of_safety) }
                p.note { (words.zones_say) }
                p.note.screen hidden { (words.zones_click) }
                div.proofs {
                    @for proof in &proofs { (one(board, proof, &labelled, language)) }
                }
            }
        }
    }
}

fn one(
    board: &Board,
    proof: &SafetyProof,
    labelled: impl Fn(&str, &str) -> Markup,
    language: Language,
) -> Markup {
    let words = language.words();
    let side = language.color(proof.owner);
    let protected: PointSet = proof.chains.iter().copied().collect();
    let zones = proof.zones.iter().map(|zone| zone.points);
    let zones: Vec<(PointSet, usize)> = zones.zip(proof.shades()).collect();
    let heading = words.never_captured(side, &language.stones(protected.len()));
    let picture = picture::zones::svg(board, &zones, &others(board, proof));
    let id = |name: &str| format!("{name}-{}", side_in_names(proof.owner));
    html! {
        div.proof {
            h3 { (heading) }
            div.board { (labelled(&picture, &heading)) }
            div.attacks.screen hidden {
                p.told aria-live="polite" {}
                p.promise.note {}
                label for=(id("zone")) { (words.zone) }
                select.zone-choice id=(id("zone")) autocomplete="off" {}
                label for=(id("attack")) { (words.attack_at) }
                select.attack-choice id=(id("attack")) autocomplete="off" {}
                div.controls {
                    button.attack type="button" { (words.attack) }
                    button.back type="button" { (words.take_back) }
                    button.again type="button" { (words.start_again) }
                }
            }
            details {
                summary { (words.what_zones_give) " (" (zones.len()) ")" }
                ol.gives { @for zone in &proof.zones { li { (gives(proof, zone, language)) } } }
            }
        }
    }
}

/// The owner's stones that are not covered by a proof.
fn others(board: &Board, proof: &SafetyProof) -> PointSet {
    let protected: PointSet = proof.chains.iter().copied().collect();
    board.stones(proof.owner) - protected
}

fn side_in_names(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// The guarantees of a zone, and a remark if no attack needs an answer.
fn gives(proof: &SafetyProof, zone: &SafeZone, language: Language) -> String {
    let words = language.words();
    let told = language::zones::of_zone(proof, zone, language).join(words.semicolon);
    if zone.strategy.is_empty() {
        [told.as_str(), words.needs_no_answer].join(words.semicolon)
    } else {
        told
    }
}

/// The data of the script, as JSON escaped for HTML.
pub(super) fn data(report: &Report, language: Language) -> String {
    let (words, board) = (language.words(), report.scored.position.board());
    let size = board.size();
    let index = |point: Point| script::index(point, size);
    // The points come row by row.
    let stones = size
        .points()
        .map(|point| script::code(board.at(point)).to_string());
    let stones: String = stones.collect();
    let proofs = proofs(report);
    let mut books: Vec<Vec<String>> = proofs
        .iter()
        .map(|proof| proof.zones.iter().map(book).collect())
        .collect();
    let longest = longest(&books);
    let of_proof = |proof: &SafetyProof, books: &mut Vec<String>| -> Value {
        let zones = proof.zones.iter().zip(books).map(|(zone, book)| {
            let points: Vec<usize> = zone.points.iter().map(index).collect();
            let is_told = book.len() <= longest;
            let book = is_told.then(|| std::mem::take(book));
            json!({ "points": points, "begins": zone.begins_with(), "book": book })
        });
        let zones: Vec<Value> = zones.collect();
        let pale: Vec<usize> = others(board, proof).iter().map(index).collect();
        json!({ "owner": script::code(Some(proof.owner)), "suicide": proof.suicide, "pale": pale, "zones": zones })
    };
    let proofs: Vec<Value> = proofs
        .iter()
        .zip(&mut books)
        .map(|(proof, books)| of_proof(proof, books))
        .collect();
    let data = json!({
        "width": size.width(),
        "height": size.height(),
        "cell": picture::CELL,
        "margin": picture::MARGIN,
        "names": NAMES,
        "stones": stones,
        "words": {
            "begin": words.attack_begin,
            "answered": words.attack_answered,
            "unanswered": words.attack_unanswered,
            "outside": words.attack_outside,
            "impossible": words.attack_impossible,
            "settled": words.zone_settled,
            "untold": words.zone_untold,
            "must": words.must_be_answered,
            "none": words.no_attack_left,
            "zone": words.zone_in_list,
        },
        "proofs": proofs,
    });
    script::in_html(&data)
}

/// Encodes the answers of a zone: one word per situation, empty if no attack needs an answer.
///
/// Each attack is the name of its point, the name of the answer or [`NONE`], and the numbers of the
/// next situations, from 0; no number if the attack is settled.
fn book(zone: &SafeZone) -> String {
    let points: Vec<Point> = zone.points.iter().collect();
    let name = |at: Point| {
        let place = points.iter().position(|point| *point == at);
        place
            .and_then(|place| NAMES.chars().nth(place))
            .unwrap_or(NONE)
    };
    let words = zone.strategy.iter().map(|situation| {
        let answers = situation.answers.iter().filter_map(|answer| {
            let next: Vec<String> = answer
                .next
                .situations()
                .iter()
                .map(usize::to_string)
                .collect();
            let next = next.join(",");
            let at = answer.answer.map_or(NONE, name);
            Some(format!("{}{at}{next}", name(answer.attack?)))
        });
        answers.collect::<String>()
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the maximum length of a book such that all books up to it fit together.
fn longest(books: &[Vec<String>]) -> usize {
    let mut lengths: Vec<usize> = books.iter().flatten().map(String::len).collect();
    lengths.sort_unstable();
    let mut all = 0;
    let fits = |length: &&usize| {
        all += **length;
        all <= MOST_LETTERS
    };
    lengths.iter().take_while(fits).last().copied().unwrap_or(0)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::formats::sgf::Record;
    use crate::life::safety::defence::Defence;
    use crate::referee::game::scoring::Request;
    use rand::seq::IteratorRandom;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn report(text: &str) -> Report {
        let record: Record = text.parse().unwrap();
        Report::of(&record, &Request::brief(2_000), None, &mut |_, _, _| {}).unwrap()
    }

    /// A finished game on 9×9.
    fn finished() -> Report {
        report(include_str!("../../../gtp-tests/sgf/finished.sgf"))
    }

    /// A decoded book: per situation the attacks, with answers and next situations.
    type Book = Vec<Vec<(usize, Option<usize>, Vec<usize>)>>;

    fn read(zone: &Value) -> Book {
        let points: Vec<usize> = serde_json::from_value(zone["points"].clone()).unwrap();
        let book = zone["book"].as_str().unwrap();
        let point = |letter: char| points[NAMES.chars().position(|known| known == letter).unwrap()];
        let words = book.split(' ').filter(|_| !book.is_empty());
        let words = words.map(|word| {
            let mut letters = word.chars().peekable();
            let mut answers = vec![];
            while let Some(attack) = letters.next() {
                let at = letters.next().unwrap();
                let mut numbers = String::new();
                while let Some(letter) = letters.next_if(|it| it.is_ascii_digit() || *it == ',') {
                    numbers.push(letter);
                }
                let answer = (at != NONE).then(|| point(at));
                let next = numbers.split(',').filter_map(|number| number.parse().ok());
                answers.push((point(attack), answer, next.collect()));
            }
            answers
        });
        words.collect()
    }

    /// On random attacks, the page's books give the answers of the proof.
    #[test]
    fn books_answer_as_the_defence_does() {
        let report = finished();
        let board = report.scored.position.board();
        let data: Value = serde_json::from_str(&data(&report, Language::English)).unwrap();
        let index = |at: Point| usize::from(at.row() - 1) * 9 + usize::from(at.column() - 1);
        let mut dice = Xoshiro256PlusPlus::seed_from_u64(7);
        let mut answered = 0;
        for (proof, told) in proofs(&report)
            .into_iter()
            .zip(data["proofs"].as_array().unwrap())
        {
            let books: Vec<Book> = told["zones"].as_array().unwrap().iter().map(read).collect();
            assert_eq!(books.len(), proof.zones.len());
            for _ in 0..300 {
                let (mut defence, mut board) = (Defence::new(proof, board), board.clone());
                let begins =
                    |zone: &Value| (0..zone["begins"].as_u64().unwrap() as usize).collect();
                let zones = told["zones"].as_array().unwrap();
                let mut stands: Vec<Vec<usize>> = zones.iter().map(begins).collect();
                for _ in 0..dice.random_range(1..12) {
                    let attacker = !proof.owner;
                    let is_play = |at: &&Point| !board.is_suicide(attacker, **at);
                    let Some(&at) = board.empties().iter().filter(is_play).choose(&mut dice) else {
                        break;
                    };
                    let zone = defence.zone_at(at);
                    let entry = zone.and_then(|zone| {
                        stands[zone]
                            .iter()
                            .enumerate()
                            .find_map(|(place, &stands)| {
                                let mut entries = books[zone][stands].iter();
                                let entry = entries.find(|(attack, ..)| *attack == index(at))?;
                                Some((place, entry))
                            })
                    });
                    let expected = entry.and_then(|(_, (_, answer, _))| *answer);
                    let answer = defence.answer(at);
                    assert_eq!(answer.map(index), expected, "{at} on\n{board}");
                    if let (Some(zone), Some((place, (.., next)))) = (zone, entry) {
                        stands[zone].remove(place);
                        stands[zone].extend(next);
                        assert_eq!(defence.is_settled(zone), stands[zone].is_empty());
                    }
                    board.place(attacker, at, &mut ());
                    if let Some(answer) = answer {
                        board.place(proof.owner, answer, &mut ());
                        answered += 1;
                    }
                }
            }
        }
        assert!(answered > 500, "{answered}");
    }

    #[test]
    fn every_zone_is_shown_and_says_what_it_gives() {
        let report = finished();
        for (language, promise) in [(Language::English, "keeps "), (Language::Japanese, "保つ")] {
            let picture = |svg: &str, _: &str| html! { (maud::PreEscaped(svg)) };
            let shown = section(&report, picture, language).into_string();
            let zones: usize = proofs(&report).iter().map(|proof| proof.zones.len()).sum();
            assert!(zones > 1);
            for kind in [r#"class="zone""#, r#"class="outline""#, "<li>"] {
                assert_eq!(shown.matches(kind).count(), zones, "{kind}");
            }
            let items = shown.split("<li>").skip(1);
            assert!(items.into_iter().all(|item| item.contains(promise)));
        }
        let begun = self::report("(;SZ[9];B[ee];W[cc])");
        assert!(proofs(&begun).is_empty());
    }

    /// If all books together are too long, the longest are dropped.
    #[test]
    fn the_longest_books_are_left_out() {
        let books = |lengths: &[usize]| -> Vec<Vec<String>> {
            vec![lengths.iter().map(|length| "a".repeat(*length)).collect()]
        };
        assert_eq!(longest(&books(&[3, 0, 5])), 5);
        assert_eq!(longest(&books(&[MOST_LETTERS, 3])), 3);
        assert_eq!(longest(&[]), 0);
    }

    #[test]
    fn names_are_no_digits_and_each_is_another() {
        let names: std::collections::BTreeSet<char> = NAMES.chars().collect();
        assert_eq!((names.len(), NAMES.len()), (64, 64));
        assert!(!names.contains(&NONE) && names.iter().all(|name| !name.is_ascii_digit()));
        assert!(!names.contains(&'<') && !names.contains(&'&') && !names.contains(&' '));
    }
}
