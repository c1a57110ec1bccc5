//! The pages of `wakari report` in a real browser: buttons, keys and charts work, and nothing is complained of.

use std::fmt::Write as _;
use std::fs;
use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long the browser may take for one page.
const PATIENCE: Duration = Duration::from_secs(60);

fn browser() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let mut found =
        std::env::split_paths(&path).flat_map(|folder| names.map(|name| folder.join(name)));
    found.find(|program| program.is_file())
}

/// What a page looks like after a script has used it, and what the browser says meanwhile.
fn use_page(browser: &Path, folder: &Path, page: &str, script: &str) -> (String, String) {
    // What goes wrong is kept from the first moment on.
    let watch = "<script nonce=test>window.wrong = []; addEventListener('error', event => wrong.push(event.message)); \
                 console.error = (...words) => wrong.push(words.join(' '));</script>";
    let told = format!(
        "<script nonce=test>const told = [];\n{script}\nconst out = document.createElement('pre'); out.id = 'told';\n\
         out.textContent = JSON.stringify({{ told, wrong }}); document.body.append(out);</script>"
    );
    // The page's own policy stays in force, with these two scripts besides.
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
            // What came until the browser ended is what there is.
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
    let (sgf, html) = (folder.join("game.sgf"), folder.join("game.html"));
    fs::write(&sgf, game).expect("the folder is ours");
    let status = Command::new(env!("CARGO_BIN_EXE_wakari"))
        .arg("report")
        .args([&sgf, Path::new("-o"), &html])
        .args(arguments)
        .status()
        .expect("the program starts");
    assert!(status.success());
    fs::read_to_string(&html).expect("the page was written")
}

/// Runs a script on a page, which tells things; they must be these, and nothing may go wrong.
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

#[test]
fn the_pages_work_in_a_browser() {
    let Some(browser) = browser() else {
        // Straight to the terminal: the test harness keeps what passing tests print to itself.
        let _ = writeln!(
            std::io::stderr(),
            "SKIPPED: Chromium is not installed, so no page is looked at"
        );
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
        "2 4",
        "4 4",
        "true",
        "true",
    ];
    // The document as it is dumped has its signs as entities.
    let expected = expected.map(|words| words.replace("\\u003c", "&lt;").replace('>', "&gt;"));
    check(
        &browser,
        &page,
        script,
        &expected.each_ref().map(String::as_str),
    );

    // White's chain lives by reading, in one move.
    let fight = "(;SZ[7]KM[0]RU[proposal-2012]AB[ea][ga][eb][fb][gb][ac][bc][cc][dc][ec][gc][ad][cd][ed][fd][gd][ae][be]\
                 [ce][de][fe][af][cf][df][ef][ff][gf][ag][bg][cg][eg][gg]AW[da][ab][bb][cb][db])";
    let page = report(folder.path(), fight, &[]);
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
}
