//! Pages of `wakari report` in a real browser: buttons, keys and charts work without console
//! messages; axe-core and html-validate find no errors.

use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fmt::Write as _;
use std::fs;
use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use wakari::game::scoring::{Request, ScoredGame};
use wakari::judge::{Effort, strategies};
use wakari::life::proof::{Book, Exchange, ProofMove};
use wakari::life::safety::defence::Defence;
use wakari::life::safety::proof::SafetyProof;
use wakari::sgf::Record;

/// `--effort` in seconds. It is small, since a page has a judgement for every rule set.
const EFFORT: &str = "0.2";
/// `--effort` in seconds for pages that need proved zones of both sides.
const EFFORT_FOR_ZONES: &str = "2";

/// Timeout for one page.
const PATIENCE: Duration = Duration::from_secs(60);

fn browser() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let mut found =
        std::env::split_paths(&path).flat_map(|folder| names.map(|name| folder.join(name)));
    found.find(|program| program.is_file())
}

/// Runs a script on a page; returns the resulting document and the console messages.
fn use_page(browser: &Path, folder: &Path, page: &str, script: &str) -> (String, String) {
    // Collects errors from the start.
    let watch = "<script nonce=test>window.wrong = []; addEventListener('error', event => wrong.push(event.message)); \
                 console.error = (...words) => wrong.push(words.join(' '));</script>";
    let told = format!(
        "<script nonce=test>const told = [];\n{script}\nconst out = document.createElement('pre'); out.id = 'told';\n\
         out.textContent = JSON.stringify({{ told, wrong }}); document.body.append(out);</script>"
    );
    // The page's content security policy stays in force; it only admits these two scripts.
    let page = page.replacen("script-src ", "script-src 'nonce-test' ", 1);
    let page = page.replacen("<head>", &format!("<head>{watch}"), 1);
    let page = page.replacen("</body>", &format!("{told}</body>"), 1);
    let file = folder.join("used.html");
    fs::write(&file, page).expect("the folder is ours");
    let mut running = Command::new(browser)
        .args([
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--enable-logging=stderr",
        ])
        .args([
            "--virtual-time-budget=4000",
            "--dump-dom",
            "--window-size=1200,2000",
        ])
        .arg(format!(
            "--user-data-dir={}",
            folder.join("profile").display()
        ))
        .arg(format!("file://{}", file.display()))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the browser starts");
    let reading = |mut pipe: Box<dyn Read + Send>| {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            // A read error keeps the bytes before it.
            let _ = pipe.read_to_end(&mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let output = reading(Box::new(running.stdout.take().expect("a pipe")));
    let complaints = reading(Box::new(running.stderr.take().expect("a pipe")));
    let begun = Instant::now();
    while running.try_wait().expect("it is our child").is_none() {
        assert!(begun.elapsed() < PATIENCE, "the browser does not end");
        std::thread::sleep(Duration::from_millis(50));
    }
    let complaints = complaints.join().expect("a reader does not panic");
    let console: String = complaints
        .lines()
        .filter(|line| line.contains(":CONSOLE"))
        .collect();
    (output.join().expect("a reader does not panic"), console)
}

fn report(folder: &Path, game: &str, arguments: &[&str]) -> String {
    report_with(EFFORT, folder, game, arguments)
}

fn report_with(effort: &str, folder: &Path, game: &str, arguments: &[&str]) -> String {
    let (sgf, html) = (folder.join("game.sgf"), folder.join("game.html"));
    fs::write(&sgf, game).expect("the folder is ours");
    let status = Command::new(env!("CARGO_BIN_EXE_wakari"))
        .args(["report", "--effort", effort])
        .args([&sgf, Path::new("-o"), &html])
        .args(arguments)
        .status()
        .expect("the program starts");
    assert!(status.success());
    fs::read_to_string(&html).expect("the page was written")
}

/// The request that corresponds to a report with this effort.
fn request(effort: &str) -> Request {
    Request {
        effort: taking(effort),
        ..Request::default()
    }
}

fn taking(seconds: &str) -> Effort {
    let seconds = seconds.parse().expect("a number");
    Effort::taking(Duration::from_secs_f64(seconds))
}

/// Runs a script on a page and compares the strings it reports. Any error or console message fails
/// the test.
#[track_caller]
fn check(browser: &Path, page: &str, script: &str, expected: &[&str]) {
    let folder = tempfile::tempdir().expect("a folder for the page");
    let (document, console) = use_page(browser, folder.path(), page, script);
    let (_, rest) = document
        .split_once(r#"<pre id="told">"#)
        .expect("the script has run to its end");
    let (told, _) = rest.split_once("</pre>").expect("an element ends");
    let mut list = String::new();
    for (index, words) in expected.iter().enumerate() {
        let comma = if index > 0 { "," } else { "" };
        write!(list, "{comma}\"{words}\"").expect("a text takes a text");
    }
    assert_eq!(told, format!("{{\"told\":[{list}],\"wrong\":[]}}"));
    assert_eq!(console, "");
}

/// Prints that a test was skipped. It writes to standard error directly, since the harness captures
/// the output of passing tests.
fn skip(what: &str) {
    let _ = writeln!(std::io::stderr(), "SKIPPED: {what}");
}

/// White's chain is alive by reading, in one move.
const FIGHT: &str = "(;SZ[7]KM[0]RU[proposal-2012]AB[ea][ga][eb][fb][gb][ac][bc][cc][dc][ec][gc][ad][cd][ed][fd][gd][ae]\
                     [be][ce][de][fe][af][cf][df][ef][ff][gf][ag][bg][cg][eg][gg]AW[da][ab][bb][cb][db])";

/// White passes while a wall is open, and dead stones are alive under some rule sets.
const BLUNDER: &str = "(;SZ[7]KM[7.5]PB[A]PW[B]RU[Chinese];B[da];W[ea];B[db];W[eb];B[dc];W[ec];B[dd];W[ed];B[de];W[ee];B[df];W[ef]\
                       ;B[dg];W[];B[eg];W[fg];B[gb];W[ab];B[];W[])";

/// Both sides have zones with long tables of answers.
const FINISHED: &str = include_str!("sgf/finished.sgf");

/// A diagram of two walls with territory behind them.
const WALLS: &str = "(;SZ[9]KM[0]AB[da][db][dc][dd][de][df][dg][dh][di][ad][bd][cd][bg]\
                     AW[ea][eb][ec][ed][ee][ef][eg][eh][ei][fd][gd][hd][id][hg])";

/// Pages that contain every kind of element, in both languages.
#[test]
fn the_pages_are_sound_and_for_everybody() {
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("gtp-tests/pages");
    let (Some(browser), true) = (browser(), tools.join("node_modules/axe-core").is_dir()) else {
        skip(
            "Chromium, or what npm ci installs in gtp-tests/pages, is missing: no page is looked at by axe-core and html-validate",
        );
        return;
    };
    let folder = tempfile::tempdir().expect("a folder for the pages");
    let games = [
        ("fight", FIGHT, &["--lang", "en"][..]),
        ("blunder", BLUNDER, &["--analyze", "40"]),
        ("blunder-ja", BLUNDER, &["--analyze", "40", "--lang", "ja"]),
        ("begun", "(;SZ[9];B[ee];W[cc])", &["--lang", "ja"]),
        ("finished", FINISHED, &[]),
        ("finished-ja", FINISHED, &["--lang", "ja"]),
        ("bent-four", BENT_FOUR, &[]),
    ];
    let pages = games.map(|(name, ..)| folder.path().join(name).with_extension("html"));
    std::thread::scope(|scope| {
        for ((_, game, arguments), page) in games.iter().zip(&pages) {
            scope.spawn(move || {
                let own = tempfile::tempdir().expect("a folder for the page");
                fs::write(page, report(own.path(), game, arguments)).expect("the folder is ours");
            });
        }
    });
    let shown = fs::read_to_string(&pages[1]).expect("it was written");
    assert!(shown.contains("data-move=") && shown.contains("class=\"diagrams\""));
    let shown = fs::read_to_string(&pages[4]).expect("it was written");
    assert!(shown.contains("class=\"zone-choice\""));
    let Ok(checked) = Command::new("node")
        .arg("check.js")
        .arg(browser)
        .args(&pages)
        .current_dir(&tools)
        .output()
    else {
        skip("there is no node: no page is looked at by axe-core and html-validate");
        return;
    };
    assert!(
        checked.status.success(),
        "{}{}",
        String::from_utf8_lossy(&checked.stdout),
        String::from_utf8_lossy(&checked.stderr)
    );
}

#[test]
fn the_pages_work_in_a_browser() {
    let Some(browser) = browser() else {
        skip("Chromium is not installed, so no page is looked at");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder for the page");

    let game = "(;SZ[3]PB[<script>told.push('injected')</script>];B[ab];W[aa];B[ba]C[</script><b>taken</b>];W[])";
    let page = report(folder.path(), game, &["--analyze", "8"]);
    let script = r#"
        const by = (id) => document.getElementById(id);
        const tell = () => told.push(`${by("move").textContent} ${by("stones").querySelectorAll("use").length}`);
        const press = (key) => document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        tell();
        by("first").click(); tell();
        by("next").click(); by("next").click(); tell();
        press("ArrowRight"); tell();
        told.push(by("comment").textContent);
        press("ArrowLeft"); tell();
        press("End"); press("ArrowRight"); tell();
        press("Home"); press("ArrowLeft"); tell();
        by("last").click(); by("previous").click(); tell();
        by("slider").value = 1; by("slider").dispatchEvent(new Event("input")); tell();
        const chart = document.querySelector(".chart");
        const box = chart.getBoundingClientRect();
        chart.dispatchEvent(new MouseEvent("click", { clientX: box.right - 2, clientY: box.top + 5 })); tell();
        told.push(String(by("next").disabled), String(by("previous").disabled));
        const said = () => [...document.querySelectorAll(".chart .value")].map((value) => value.textContent.split(":")[0]).join(" ");
        told.push(said());
        chart.dispatchEvent(new PointerEvent("pointermove", { clientX: box.left + box.width / 2, clientY: box.top + 5 }));
        told.push(said());
        chart.dispatchEvent(new PointerEvent("pointerleave"));
        told.push(said());
        const list = by("list");
        told.push(`${list.options.length} ${list.selectedIndex} ${list.options[1].text}`);
        list.selectedIndex = 3; list.dispatchEvent(new Event("change")); tell();
        const board = document.querySelector(".player .board").getBoundingClientRect();
        told.push(String(chart.getBoundingClientRect().top < board.bottom));
        told.push(String(document.documentElement.scrollWidth <= innerWidth));
    "#;
    let expected = [
        "4. White pass 2",
        "Before the first move 0",
        "2. White A3 2",
        "3. Black B3 2",
        "\\u003c/script>\\u003cb>taken\\u003c/b>",
        "2. White A3 2",
        "4. White pass 2",
        "Before the first move 0",
        "3. Black B3 2",
        "1. Black A2 1",
        "4. White pass 2",
        "true",
        "false",
        "4 4",
        "2 2",
        "4 4",
        "5 4 1. Black A2",
        "3. Black B3 2",
        "true",
        "true",
    ];
    // The dumped document has HTML entities.
    let expected = expected.map(|words| words.replace("\\u003c", "&lt;").replace('>', "&gt;"));
    check(
        &browser,
        &page,
        script,
        &expected.each_ref().map(String::as_str),
    );

    let page = report(folder.path(), FIGHT, &[]);
    let script = r#"
        const by = (id) => document.getElementById(id);
        const tell = () => told.push(`${by("move").textContent} ${by("stones").querySelectorAll("text").length}`);
        tell();
        by("choice").value = "0"; by("choice").dispatchEvent(new Event("change")); tell();
        document.querySelector("[data-sequence]").click(); tell();
        by("next").click(); tell();
    "#;
    let expected = [
        "White A6: alive 0",
        "Before the first move 0",
        "White A6: alive 0",
        "1. White B7 1",
    ];
    check(&browser, &page, script, &expected);

    // A mistake is shown on the board after its move, and so is the better continuation.
    let page = report(folder.path(), BLUNDER, &["--analyze", "40"]);
    let script = r#"
        const by = (id) => document.getElementById(id);
        const mistake = document.querySelector("[data-move='14']");
        mistake.click();
        told.push(by("move").textContent, String(by("list").selectedIndex), by("list").options[14].text);
        told.push(String(by("comment").textContent.includes("was better by")));
        mistake.closest("tr").querySelector("[data-sequence]").click();
        by("next").click();
        told.push(by("choice").selectedOptions[0].text.split(":")[0], String(by("stones").querySelectorAll("text").length));
    "#;
    let expected = [
        "14. White pass",
        "14",
        "14. White pass ?",
        "true",
        "Instead of move 14",
        "1",
    ];
    check(&browser, &page, script, &expected);
}

/// Random attacks on a page get the answers of the proof, by pointer and by keyboard.
#[test]
fn attacks_on_the_page_are_answered_as_by_the_defence() {
    let Some(browser) = browser() else {
        skip("Chromium is not installed, so no attack is made on a page");
        return;
    };
    for game in [FINISHED, WALLS] {
        attack(&browser, game);
    }
}

/// Plays random attacks on the page of a game and compares the answers.
fn attack(browser: &Path, game: &str) {
    let folder = tempfile::tempdir().expect("a folder for the page");
    let page = report_with(EFFORT_FOR_ZONES, folder.path(), game, &[]);
    let record: Record = game.parse().expect("a record");
    let scored =
        ScoredGame::of(&record, &request(EFFORT_FOR_ZONES)).expect("a game that can be judged");
    let board = scored.position.board();
    let mut script = r#"
        const blocks = [...document.querySelectorAll(".proof")];
        const find = (block, selector) => blocks[block].querySelector(selector);
        const click = (block, column, row) => {
            const box = find(block, "svg").getBoundingClientRect();
            const scale = box.width / find(block, "svg").viewBox.baseVal.width;
            const height = find(block, "svg").viewBox.baseVal.height;
            const [x, y] = [36 + 24 * (column - 1), height - 36 - 24 * (row - 1)].map((place) => place * scale);
            const at = { clientX: box.left + x, clientY: box.top + y, bubbles: true };
            find(block, "svg").dispatchEvent(new MouseEvent("click", at));
            told.push(find(block, ".told").textContent);
        };
    "#
    .to_owned();
    let mut expected = Vec::new();
    let mut answers = 0;
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(5);
    let proofs = scored.adjudication.safety().proofs.0.iter().flatten();
    let proofs: Vec<&SafetyProof> = proofs.filter(|proof| !proof.chains.is_empty()).collect();
    for (block, proof) in proofs.iter().enumerate() {
        for _ in 0..40 {
            let (mut defence, mut board) = (Defence::new(proof, board), board.clone());
            let attacker = !proof.owner;
            for _ in 0..dice.random_range(3..9) {
                let is_play = |at: &&wakari::point::Point| !board.is_suicide(attacker, **at);
                let Some(&at) = board.empties().iter().filter(is_play).choose(&mut dice) else {
                    break;
                };
                board.place(attacker, at, &mut ());
                let zone = defence.zone_at(at);
                let mut words = match (defence.answer(at), zone) {
                    (Some(answer), _) => {
                        board.place(proof.owner, answer, &mut ());
                        answers += 1;
                        format!("{at} is answered at {answer}.")
                    }
                    (None, Some(_)) => format!("{at} needs no answer."),
                    (None, None) => format!("{at} is in no zone and needs no answer."),
                };
                if let Some(zone) = zone.filter(|zone| defence.is_settled(*zone)) {
                    let number = zone + 1;
                    words += &format!(" Zone {number} is settled: it needs no answer any more.");
                }
                expected.push(words);
                let (column, row) = (at.column(), at.row());
                writeln!(script, "click({block}, {column}, {row});").expect("a text takes a text");
            }
            writeln!(script, "find({block}, \".again\").click();").expect("a text takes a text");
        }
    }
    assert!(answers > 60, "{answers}");
    let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
    check(browser, &page, &script, &expected);

    // Keyboard input: choose a zone, attack, take back. Arrow keys in a list must not step through
    // the game.
    let script = r#"
        const find = (selector) => document.querySelector(".proof").querySelector(selector);
        const stones = () => document.querySelector(".proof").querySelectorAll(".stones use").length;
        const zone = find(".zone-choice");
        zone.selectedIndex = 0; zone.dispatchEvent(new Event("change"));
        told.push(String(find(".promise").textContent === zone.options[0].text));
        told.push(String(document.querySelectorAll(".outline.chosen").length));
        const before = stones();
        const must = [...find(".attack-choice").options].findIndex((option) => option.text.includes("must be answered"));
        find(".attack-choice").selectedIndex = must;
        const name = find(".attack-choice").options[must].text.split(" ")[0];
        find("button.attack").click();
        told.push(String(find(".told").textContent.startsWith(`${name} is answered at `)));
        told.push(String(stones() - before), find(".stones").textContent);
        find(".back").click();
        told.push(find(".told").textContent, String(stones() - before), String(find(".back").disabled));
        const move = document.getElementById("move").textContent;
        zone.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true, cancelable: true }));
        told.push(String(document.getElementById("move").textContent === move));
    "#;
    let chosen = proofs.len().to_string();
    let expected = [
        "true",
        &chosen,
        "true",
        "2",
        "12",
        "No attack so far.",
        "0",
        "true",
        "true",
    ];
    check(browser, &page, script, &expected);
}

/// Bent four in the corner: by the 2012 proposal White's stones are dead, and Black's A4–C4 alive.
const BENT_FOUR: &str = "(;SZ[9:4]KM[0]RU[proposal-2012]AB[aa][ba][ca][fa][ga][ha][fb][gb][hb][ib][cc][dc][ec][fc][gc][hc][ad][bd]\
                         [cd][dd][ed][fd][gd][hd][id]AW[ea][bb][cb][db][eb][ac][bc])";

/// Random attempts on chains that were read get the answers of the book, from the list or by a
/// click on the board.
#[test]
fn tries_on_the_page_are_answered_as_by_the_book() {
    let Some(browser) = browser() else {
        skip("Chromium is not installed, so nothing is tried on a page");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder for the page");
    let page = report(folder.path(), BENT_FOUR, &[]);
    let record: Record = BENT_FOUR.parse().expect("a record");
    let scored = ScoredGame::of(&record, &request(EFFORT)).expect("a game that can be judged");
    let (position, adjudication) = (&scored.position, &scored.adjudication);
    let read = adjudication
        .chains()
        .iter()
        .filter_map(|chain| strategies::book(position, adjudication, chain, &taking(EFFORT)));
    let books: Vec<Book> = read.filter(|book| !book.situations.is_empty()).collect();
    assert!(books.len() > 1, "{}", books.len());
    let mut script = r#"
        const element = (id) => document.getElementById(id);
        const choose = (book) => {
            const places = [...element("choice").options].filter((option) => option.text.endsWith("Try it"));
            element("choice").value = places[book].value;
            element("choice").dispatchEvent(new Event("change"));
            element("first").click();
            element("last").click();
        };
        const again = (begin) => {
            element("slider").value = begin;
            element("slider").dispatchEvent(new Event("input"));
        };
        const tell = () => told.push(element("comment").textContent);
        const list = (index) => {
            element("attempts").selectedIndex = index;
            element("attempt").click();
            tell();
        };
        const click = (column, row) => {
            const svg = element("stones").closest("svg");
            const box = svg.getBoundingClientRect();
            const scale = box.width / svg.viewBox.baseVal.width;
            const height = svg.viewBox.baseVal.height;
            const [x, y] = [36 + 24 * (column - 1), height - 36 - 24 * (row - 1)].map((place) => place * scale);
            svg.dispatchEvent(new MouseEvent("click", { clientX: box.left + x, clientY: box.top + y, bubbles: true }));
            tell();
        };
    "#
    .to_owned();
    let name = |to: ProofMove| match to {
        ProofMove::Play(at) => at.to_string(),
        ProofMove::Pass => "pass".to_owned(),
        ProofMove::KoPass | ProofMove::PassFor(_) => {
            unreachable!("the proposal has no such passes")
        }
    };
    let mut expected = vec![];
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(6);
    let mut line = |text: String| writeln!(script, "{text}").expect("a text takes a text");
    for (number, book) in books.iter().enumerate() {
        line(format!("choose({number});"));
        let begin = usize::from(book.opening.is_some());
        for _ in 0..12 {
            line(format!("again({begin});"));
            let mut situation = Some(0);
            for _ in 0..6 {
                let Some(here) = situation else { break };
                let exchanges = &book.situations[here];
                let index = dice.random_range(0..exchanges.len());
                let Exchange {
                    attempt,
                    answer,
                    next,
                } = exchanges[index];
                line(match attempt {
                    ProofMove::Play(at) if dice.random() => {
                        format!("click({}, {});", at.column(), at.row())
                    }
                    _ => format!("list({index});"),
                });
                let over = match next {
                    None => " The position is settled.",
                    Some(_) => "",
                };
                expected.push(match answer {
                    None => format!("{} needs no answer.{over}", name(attempt)),
                    Some(answer) => {
                        let (attempt, answer) = (name(attempt), name(answer));
                        format!("{attempt} is answered at {answer}.{over}")
                    }
                });
                situation = next;
            }
        }
    }
    // The game itself offers no attempts.
    line("const select = element(\"choice\"); select.value = \"0\";".to_owned());
    line("select.dispatchEvent(new Event(\"change\"));".to_owned());
    line("told.push(String(element(\"tries\").hidden));".to_owned());
    expected.push("true".to_owned());
    let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
    check(&browser, &page, &script, &expected);
}

/// Without JavaScript, the page shows zones and their guarantees, and hides the controls.
#[test]
fn zones_are_seen_without_a_script() {
    let folder = tempfile::tempdir().expect("a folder for the page");
    let page = report(folder.path(), WALLS, &[]);
    let (_, section) = page
        .split_once("<section id=\"proof\">")
        .expect("it is there");
    let (section, _) = section.split_once("</section>").expect("a section ends");
    assert!(section.matches("class=\"zone\"").count() > 1);
    assert_eq!(
        section.matches("class=\"attacks screen\" hidden").count(),
        section.matches("class=\"proof\"").count()
    );
}
