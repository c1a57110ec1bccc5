//! A scored game as a line of JSON.

use crate::formats::picture::{self, Mark};
use crate::go::color::PerColor;
use crate::go::point::PointSet;
use crate::referee::game::Outcome;
use crate::referee::game::scoring::{Agreement, ScoredGame};
use crate::referee::judge::{
    self, Basis, Effort, Finding, Judgement, Occasion, Share, open_parts, proved_points,
};
use crate::ui::drawing;
use crate::ui::language::{Language, scored};
use crate::util::visible;
use serde::Serialize;
use serde_json::value::RawValue;

/// The line. Vertices are in GTP notation, amounts in points.
#[derive(Serialize)]
pub(crate) struct ScoreLine<'a> {
    id: &'a RawValue,
    version: &'static str,
    rules: String,
    komi: f64,
    /// Width and height.
    size: [u8; 2],
    moves: usize,
    after: usize,
    score: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    repetition: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    forfeit: Option<String>,
    method: &'static str,
    statuses: Vec<ChainEntry>,
    /// Statuses that contradict an agreement on dead stones; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    contradicted: Option<Vec<ChainEntry>>,
    territory: BySide<Vec<String>>,
    dame: Vec<String>,
    prisoners: BySide<u32>,
    points: BySide<f64>,
    /// Points, with or without stones, whose owner is proved, or proved to be neither side.
    proved_points: Vec<String>,
    /// All other points, by connected regions.
    open: Vec<OpenPart>,
    unsettled: Vec<String>,
    reinforcements: BySide<Vec<String>>,
    played_before_counting: Vec<[String; 2]>,
    breaches: Vec<BreachEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    flaws: Vec<String>,
    recorded: Option<&'a str>,
    agrees: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasons: Option<Vec<String>>,
    judged_as: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<Picture>,
    settings: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

#[derive(Serialize)]
struct BySide<T> {
    black: T,
    white: T,
}

impl<T> From<PerColor<T>> for BySide<T> {
    fn from(PerColor([black, white]): PerColor<T>) -> BySide<T> {
        BySide { black, white }
    }
}

/// A connected region whose ownership is not proved.
#[derive(Serialize)]
struct OpenPart {
    points: Vec<String>,
    /// Difference in Black's lead between Black and White owning the whole region, before group
    /// tax.
    worth: usize,
}

#[derive(Serialize)]
struct ChainEntry {
    color: String,
    stones: Vec<String>,
    status: &'static str,
    method: &'static str,
    /// `unsettled` if reading did not decide within its budget.
    #[serde(skip_serializing_if = "Option::is_none")]
    reading: Option<&'static str>,
    /// Share of the playouts in which the chain's points stayed its owner's.
    #[serde(skip_serializing_if = "Option::is_none")]
    share: Option<f64>,
    /// Number of playouts.
    #[serde(skip_serializing_if = "Option::is_none")]
    playouts: Option<u32>,
}

/// The judged board, drawn as reports draw it, with the words around it.
#[derive(Serialize)]
struct Picture {
    svg: String,
    /// Distance between two lines, in units of the drawing.
    cell: f64,
    /// Distance from the left and upper edges to the first line.
    margin: f64,
    legend: Vec<LegendEntry>,
    /// The rules and komi.
    terms: String,
    /// The result with its parts.
    count: Vec<String>,
}

/// The name of a mark on the board, with a sample.
#[derive(Serialize)]
struct LegendEntry {
    svg: String,
    name: &'static str,
}

#[derive(Serialize)]
struct BreachEntry {
    #[serde(rename = "move")]
    number: usize,
    color: String,
    at: String,
    foul: String,
}

/// Optional parts of a line.
#[derive(Default)]
pub(crate) struct Extras {
    /// The explanation in words.
    pub(crate) explanation: Option<String>,
    /// Language of the reasons for a difference from the record, if wanted.
    pub(crate) reasons: Option<Language>,
    /// Language of the words around the picture, if one is wanted.
    pub(crate) picture: Option<Language>,
    /// Processor time in seconds, if the line need not be deterministic.
    pub(crate) seconds: Option<f64>,
}

impl<'a> ScoreLine<'a> {
    pub(crate) fn new(
        id: &'a RawValue,
        game: &'a ScoredGame,
        effort: &Effort,
        extras: Extras,
    ) -> ScoreLine<'a> {
        let (position, adjudication) = (&game.position, &game.adjudication);
        let entries = |chains: &[Judgement]| chains.iter().map(ChainEntry::of).collect();
        let is_unsettled = !game.unsettled().is_empty();
        let proved = proved_points(position, adjudication);
        let open = open_parts(position.board(), &proved);
        let mut chains = adjudication.chains().iter();
        let is_proved = open.is_empty() && chains.all(|chain| chain.basis.is_proof());
        let repetition = match game.outcome {
            Outcome::Repetition(repetition) => Some(Language::English.repetition(repetition)),
            _ => None,
        };
        let forfeit = match &game.outcome {
            Outcome::Forfeit(_) | Outcome::Displaced(_) => {
                Language::English.uncounted(&game.outcome)
            }
            _ => None,
        };
        let tallies = &adjudication.score().tallies;
        let size = position.board().size();
        ScoreLine {
            id,
            version: env!("CARGO_PKG_VERSION"),
            rules: position.rules().to_string(),
            komi: position.komi(),
            size: [size.width(), size.height()],
            moves: game.moves,
            after: game.after,
            score: game.result(),
            repetition,
            forfeit,
            method: match (is_unsettled, is_proved) {
                (true, _) => "unsettled",
                (false, true) => "proved",
                (false, false) => "estimated",
            },
            statuses: entries(adjudication.chains()),
            contradicted: game.contradicted.as_deref().map(entries),
            territory: PerColor::from_fn(|color| names(&adjudication.territory().points[color]))
                .into(),
            dame: names(&adjudication.dame()),
            prisoners: position.prisoners().into(),
            points: PerColor::from_fn(|color| tallies[color].total()).into(),
            proved_points: names(&proved),
            open: open.iter().map(OpenPart::of).collect(),
            unsettled: names(&game.unsettled()),
            reinforcements: PerColor::from_fn(|color| names(&adjudication.reinforcements()[color]))
                .into(),
            played_before_counting: adjudication
                .finish()
                .iter()
                .map(|(color, to)| [color.to_string(), to.to_string()])
                .collect(),
            breaches: game
                .breaches
                .iter()
                .map(|breach| BreachEntry {
                    number: breach.number,
                    color: breach.play.0.to_string(),
                    at: breach.play.1.to_string(),
                    foul: breach.foul.to_string(),
                })
                .collect(),
            flaws: game.flaws.iter().map(ToString::to_string).collect(),
            recorded: game.recorded.as_deref(),
            agrees: match game.agreement() {
                Agreement::Same => Some(true),
                Agreement::Differs(_) | Agreement::NoResult => Some(false),
                Agreement::NotCounted => None,
            },
            reasons: extras.reasons.map(|language| {
                let reasons = game.reasons();
                let told = reasons
                    .iter()
                    .map(|reason| scored::reason(reason, language));
                told.collect()
            }),
            judged_as: match adjudication.occasion() {
                Occasion::Game => "game",
                Occasion::Stopped => "stopped",
                Occasion::Diagram => "diagram",
            },
            explanation: extras.explanation,
            picture: extras.picture.map(|language| Picture::of(game, language)),
            settings: settings(effort, adjudication.adviser().map(|adviser| adviser.name())),
            seconds: extras.seconds.map(|seconds| (seconds * 1e4).round() / 1e4),
        }
    }
}

impl Picture {
    fn of(game: &ScoredGame, language: Language) -> Picture {
        let marks = drawing::marks_with_estimates(game);
        let shown = Mark::ALL.into_iter().filter(|mark| mark.is_in(&marks));
        Picture {
            svg: picture::svg(game.position.board(), &marks),
            cell: picture::CELL,
            margin: picture::MARGIN,
            legend: shown
                .map(|mark| LegendEntry {
                    svg: mark.svg(),
                    name: drawing::mark_name(mark, language),
                })
                .collect(),
            terms: scored::terms(game, language),
            count: drawing::below(game, language),
        }
    }
}

impl OpenPart {
    fn of(points: &PointSet) -> OpenPart {
        OpenPart {
            points: names(points),
            worth: judge::worth(points),
        }
    }
}

impl ChainEntry {
    fn of(chain: &Judgement) -> ChainEntry {
        let (method, share) = method(&chain.basis);
        let is_decided = chain.basis.is_proof() || chain.basis == Basis::Agreed;
        ChainEntry {
            color: chain.color.to_string(),
            stones: names(&chain.stones),
            status: Language::English.status(chain.status),
            method,
            reading: (!is_decided && chain.states > 0).then_some("unsettled"),
            share: share.map(|share| (share.stayed * 1e3).round() / 1e3),
            playouts: share.map(|share| share.playouts),
        }
    }
}

/// The kind of evidence of a status, with the share of playouts if it rests on one.
fn method(basis: &Basis) -> (&'static str, Option<Share>) {
    match basis {
        Basis::AllStand | Basis::PassAlive | Basis::Enclosed | Basis::Safe => ("proved", None),
        Basis::Read(_) => ("read", None),
        Basis::Agreed => ("agreed", None),
        Basis::Searched(Finding::Played(share)) => ("searched", Some(*share)),
        Basis::Searched(_) => ("searched", None),
        Basis::Estimated(share) => ("estimated", Some(*share)),
    }
}

/// All settings that the line depends on, besides the game, the rules and the version.
fn settings(effort: &Effort, adviser: Option<&str>) -> String {
    let Effort {
        playouts,
        seed,
        states,
        safety,
        work,
        memory,
        asks: _,
        aim: _,
        fills,
    } = effort;
    let settings = format!(
        "playouts {playouts}, states {states}, safety {safety}, work {work}, memory {memory}, seed {seed}"
    );
    let settings = if *fills {
        settings
    } else {
        format!("{settings}, counted as it stands")
    };
    match adviser {
        Some(name) => format!("{settings}, network {}", visible::line(name)),
        None => settings,
    }
}

/// Returns the names of points.
pub(super) fn names(points: &PointSet) -> Vec<String> {
    points.iter().map(|point| point.to_string()).collect()
}
