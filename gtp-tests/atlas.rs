//! The atlas in `docs/atlas`: every example of three rule texts, judged under all three, in English
//! and Japanese.

use super::case::Case;
use libtest_mimic::{Failed, Trial};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use wakari::judge::Effort;
use wakari::language::Language;
use wakari::report::{Sheet, sheet};
use wakari::rules::Rules;

/// A small budget: all examples are judged in minutes. Chains it cannot decide are reported as
/// estimated.
const EFFORT: Effort = Effort {
    playouts: 600,
    seed: 1,
    states: 10_000,
    safety: 60_000,
    ..Effort::USUAL
};
/// Short runs judge one example in 12 again.
const ONE_OF: usize = 12;
/// Rule sets of the columns.
const RULES: [Rules; 3] = [
    Rules::PROPOSAL_2012,
    Rules::JAPANESE_1989,
    Rules::JAPANESE_1949,
];
/// The rule texts: prefix of the case names, page, English and Japanese title.
const TEXTS: [(&str, &str, &str, &str); 3] = [
    (
        "p2012-",
        "proposal-2012",
        "Examples of the proposal of 2012",
        "「分かりやすい日本囲碁規約（試案）」（2012年）の図",
    ),
    (
        "j89-",
        "japanese-1989",
        "Examples of the rules of 1989",
        "「日本囲碁規約逐条解説」（1989年）の図",
    ),
    (
        "j49-",
        "japanese-1949",
        "Figures of the rules of 1949",
        "「日本棋院囲碁規約」（1949年）の図",
    ),
];
/// Introduction of each page, in English and Japanese.
const ABOUT: [&str; 2] = [
    "Each board is judged as it stands under the proposal of 2012 and the Japanese rules of 1989 and 1949. Below it stand the\n\
     results, what all three judge alike, and what they do not, with the reasons. Written by Wakari itself:\n\
     `cargo test --release --test cases -- atlas`.",
    "各図をそのまま、2012年試案・1989年規約・1949年規約で判定したもの。結果、判定の同じ石、判定の異なる石と点およびその理由を示す。\n\
     Wakari 自身が作成：`cargo test --release --test cases -- atlas`。",
];

/// An example, with the names of all cases that have its board.
struct Example {
    names: Vec<String>,
    source: String,
    case: Case,
}

impl Example {
    /// The atlas entry of this example, without its heading.
    fn told(&self, judged: &Sheet, language: Language) -> String {
        let told = sheet(judged, language);
        let also = match self.names.len() {
            1 => String::new(),
            _ => format!(" = {}", self.names[1..].join(" = ")),
        };
        format!("{}{also}\n\n{told}\n", self.source)
    }

    fn judged(&self) -> Sheet {
        Sheet::of(&self.case.position(), &RULES, &EFFORT)
    }
}

/// The examples of the rule texts in order. A board used by several cases appears once.
fn examples(files: &[PathBuf]) -> Vec<Example> {
    let mut found: Vec<Example> = vec![];
    let mut boards: BTreeMap<String, usize> = BTreeMap::new();
    for (prefix, ..) in TEXTS {
        for file in files {
            let name = super::id(file);
            let is_twin = file.components().any(|part| part.as_os_str() == "twins");
            if is_twin || !name.starts_with(prefix) {
                continue;
            }
            let text = fs::read_to_string(file).expect("the case can be read");
            let case = Case::read(&text).expect("a case");
            let mut lines = text.lines();
            let source = lines.find_map(|line| line.strip_prefix("source:"));
            let position = case.position();
            let board = format!(
                "{} {:?} {}",
                position.board(),
                position.prisoners(),
                position.komi()
            );
            match boards.get(&board) {
                Some(&index) => found[index].names.push(name),
                None => {
                    boards.insert(board, found.len());
                    found.push(Example {
                        names: vec![name],
                        source: source.unwrap_or_default().trim().to_owned(),
                        case,
                    });
                }
            }
        }
    }
    found
}

const LANGUAGES: [Language; 2] = [Language::English, Language::Japanese];

fn folder(language: Language) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/atlas");
    match language {
        Language::English => folder,
        Language::Japanese => folder.join("ja"),
    }
}

/// The pages of a language, as file names and texts, given the entry of each example.
fn pages(examples: &[Example], told: &[String], language: Language) -> Vec<(String, String)> {
    let index = usize::from(language == Language::Japanese);
    let mut pages = vec![];
    let (title, other) = match language {
        Language::English => ("# Atlas of the examples", "[日本語](ja/README.md)"),
        Language::Japanese => ("# 規約の例題図集", "[English](../README.md)"),
    };
    let back = ["Back to the [atlas](README.md).", "[図集の目次](README.md)"][index];
    let mut contents = format!("{title}\n\n{}\n\n", ABOUT[index]);
    for (prefix, page, english, japanese) in TEXTS {
        let title = [english, japanese][index];
        let mut text = format!("# {title}\n\n{}\n\n{back}\n", ABOUT[index]);
        let mut links = vec![];
        for (example, told) in examples.iter().zip(told) {
            let name = &example.names[0];
            if let Some(short) = name.strip_prefix(prefix) {
                text += &format!("\n## {name}\n\n{told}");
                links.push(format!("[{short}]({page}.md#{name})"));
            }
        }
        contents += &format!("- [{title}]({page}.md): {}\n", links.join(" "));
        pages.push((format!("{page}.md"), text));
    }
    contents += &format!("\n{other}\n");
    pages.push(("README.md".to_owned(), contents));
    pages
}

/// Judges all examples and writes the pages.
pub(super) fn write(files: &[PathBuf]) {
    let examples = Arc::new(examples(files));
    let next = Arc::new(AtomicUsize::new(0));
    let work = |_| {
        let (examples, next) = (Arc::clone(&examples), Arc::clone(&next));
        thread::spawn(move || {
            let mut told = vec![];
            while let index = next.fetch_add(1, Ordering::Relaxed)
                && let Some(example) = examples.get(index)
            {
                let judged = example.judged();
                told.push((
                    index,
                    LANGUAGES.map(|language| example.told(&judged, language)),
                ));
            }
            told
        })
    };
    let workers: Vec<_> = (0..super::RUNNERS).map(work).collect();
    let mut told: Vec<(usize, [String; 2])> = vec![];
    for worker in workers {
        told.extend(worker.join().expect("judging does not panic"));
    }
    told.sort_by_key(|(index, _)| *index);
    for (number, language) in LANGUAGES.into_iter().enumerate() {
        let told: Vec<String> = told.iter().map(|(_, told)| told[number].clone()).collect();
        fs::create_dir_all(folder(language)).expect("the folder can be made");
        for (page, text) in pages(&examples, &told, language) {
            fs::write(folder(language).join(page), text).expect("the page can be written");
        }
    }
}

/// The entry of an example in the existing pages.
fn written(example: &Example, language: Language) -> Option<String> {
    let name = &example.names[0];
    let (_, page, ..) = TEXTS
        .into_iter()
        .find(|(prefix, ..)| name.starts_with(prefix))?;
    let text = fs::read_to_string(folder(language).join(format!("{page}.md"))).ok()?;
    let (_, rest) = text.split_once(&format!("\n## {name}\n\n"))?;
    let told = rest.split_once("\n## ").map_or(rest, |(told, _)| told);
    Some(told.to_owned())
}

/// Tests that the pages contain every example once, and that each entry is current. Short runs
/// check a sample.
pub(super) fn trials(files: &[PathBuf], is_long: bool) -> Vec<Trial> {
    let examples = Arc::new(examples(files));
    let all = Arc::clone(&examples);
    let whole = Trial::test("atlas/pages", move || {
        for language in LANGUAGES {
            let told: Option<Vec<String>> = all
                .iter()
                .map(|example| written(example, language))
                .collect();
            let told = told.ok_or("an example is missing")?;
            for (page, expected) in pages(&all, &told, language) {
                let text = fs::read_to_string(folder(language).join(&page))?;
                if text != expected {
                    return Err(stale(&page));
                }
            }
        }
        Ok(())
    });
    let sample = (0..examples.len()).filter(|index| is_long || index % ONE_OF == 0);
    let each = sample.map(|index| {
        let examples = Arc::clone(&examples);
        let name = format!("atlas/{}", examples[index].names[0]);
        Trial::test(name, move || {
            let example = &examples[index];
            let judged = example.judged();
            for language in LANGUAGES {
                if written(example, language) != Some(example.told(&judged, language)) {
                    return Err(stale(&example.names[0]));
                }
            }
            Ok(())
        })
    });
    [whole].into_iter().chain(each).collect()
}

fn stale(what: &str) -> Failed {
    format!("{what} is not what is judged now: cargo test --release --test cases -- atlas").into()
}
