//! Queries: positions to analyze, with their settings and the requested output.

use super::action::Action;
use super::fields::Fields;
use super::notice::{Diagnostic, FieldError};
use crate::engine::search::{Ban, allowed_moves};
use crate::formats::kata::{self, Switch};
use crate::go::board::{Board, Play};
use crate::go::color::{Color, PerColor};
use crate::go::point::{Move, PointSet, Size};
use crate::go::position::{IllegalMove, Position};
use crate::go::rules::Rules;
use crate::referee::game::MOST_KOMI;
use crate::ui::settings::{Settings, variation, visits};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::time::Duration;

/// Maximum length of an id, in characters. Every answer repeats it.
const LONGEST_ID: usize = 1000;
/// Maximum number of different sets of banned moves.
const MOST_BANS: usize = 100;
/// Maximum number of unused fields that are reported.
const MOST_UNUSED: usize = 10;
/// Range of KataGo's priorities, in both directions.
const MOST_PRIORITY: i64 = (1 << 62) - 1;
/// Minimum interval between reports.
const FASTEST_REPORTS: Duration = Duration::from_millis(10);
/// Maximum length of an unknown name in a message.
const REPEATED: usize = 40;

/// Known fields. `rootFpuReductionMax` and `rootPolicyTemperature` only affect KataGo's search.
const FIELDS: [&str; 29] = [
    "action",
    "allowMoves",
    "analysisPVLen",
    "analyzeTurns",
    "avoidMoves",
    "boardXSize",
    "boardYSize",
    "firstReportDuringSearchAfter",
    "id",
    "includeMovesOwnership",
    "includeMovesOwnershipStdev",
    "includeOwnership",
    "includeOwnershipStdev",
    "includePVVisits",
    "includePolicy",
    "initialPlayer",
    "initialStones",
    "komi",
    "maxVisits",
    "moves",
    "overrideSettings",
    "priorities",
    "priority",
    "reportDuringSearchEvery",
    "rootFpuReductionMax",
    "rootPolicyTemperature",
    "rules",
    "terminateId",
    "whiteHandicapBonus",
];

/// Default rules and komi.
#[derive(Clone, Copy, Debug)]
pub(super) struct DefaultRules {
    /// The rules.
    pub(super) rules: Rules,
    /// The komi, if it differs from that of the rules.
    pub(super) komi: Option<f64>,
}

/// A parsed line.
pub(super) enum ClientRequest {
    /// A request other than an analysis.
    Action(Action),
    /// A query, with warnings to send first.
    Query(Box<Query>, Vec<Diagnostic>),
}

/// Positions of one game to analyze.
#[derive(Clone, Debug)]
pub(super) struct Query {
    /// The client's id of the query.
    pub(super) id: String,
    /// Turn numbers with priorities.
    pub(super) turns: Vec<(usize, i64)>,
    /// Search settings.
    pub(super) settings: Settings,
    /// Requested output.
    pub(super) wanted: Wanted,
    /// Reports during the search, if requested.
    pub(super) reports: Option<Reports>,
    /// Banned moves.
    pub(super) bans: Vec<Ban>,
    record: QueriedGame,
}

/// Requested output besides the moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Wanted {
    /// Ownership.
    pub(super) ownership: bool,
    /// Standard deviation of ownership.
    pub(super) deviation: bool,
    /// Ownership after each move.
    pub(super) moves_ownership: bool,
    /// Standard deviation of ownership after each move.
    pub(super) moves_deviation: bool,
    /// The policy.
    pub(super) policy: bool,
    /// Visits of each move of a variation.
    pub(super) variation_visits: bool,
}

/// Schedule of the reports during a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reports {
    /// Time of the first report.
    pub(super) first: Duration,
    /// Interval of the following ones.
    pub(super) every: Duration,
}

/// A game: its initial position and moves.
#[derive(Clone, Debug)]
struct QueriedGame {
    size: Size,
    stones: PerColor<PointSet>,
    turn: Color,
    rules: Rules,
    komi: f64,
    handicap: u32,
    plays: Vec<Play>,
}

/// Parses a line.
///
/// # Errors
///
/// Returns the notice that answers an invalid request.
pub(super) fn read(
    line: &[u8],
    terms: &DefaultRules,
    settings: &Settings,
) -> Result<ClientRequest, Diagnostic> {
    let object: Map<String, Value> = serde_json::from_slice(line).map_err(|error| {
        let start = String::from_utf8_lossy(&line[..line.len().min(4 * REPEATED)]);
        let start: String = start.trim().chars().take(REPEATED).collect();
        Diagnostic::general(format!("not a JSON object: {error}: {start}"))
    })?;
    let id = match object.get("id") {
        Some(Value::String(id)) if id.chars().count() <= LONGEST_ID => id.clone(),
        _ => {
            return Err(Diagnostic::general(format!(
                "id: must be a string of at most {LONGEST_ID} characters"
            )));
        }
    };
    let request = match Fields(&object).get("action") {
        Some(_) => Action::read(object).map(ClientRequest::Action),
        None => query(&id, Fields(&object), terms, *settings)
            .map(|(query, warnings)| ClientRequest::Query(Box::new(query), warnings)),
    };
    request.map_err(|fault: FieldError| fault.of(&id))
}

fn query(
    id: &str,
    fields: Fields,
    terms: &DefaultRules,
    settings: Settings,
) -> Result<(Query, Vec<Diagnostic>), FieldError> {
    let mut warnings = Vec::new();
    let mut warn = |field: &str, warning: String| {
        warnings.push(Diagnostic::warning(id, field, warning));
    };
    let is_unused = |name: &&String| !FIELDS.contains(&name.as_str());
    for name in fields.0.keys().filter(is_unused).take(MOST_UNUSED) {
        let name: String = name.chars().take(REPEATED).collect();
        warn(&name, "unused field".to_owned());
    }
    let mut record = record(fields, terms)?;
    let foul = record.check()?;
    if let Some((number, foul)) = foul {
        let (_, to) = record.plays[number];
        warn(
            "moves",
            format!("Move {number}: {to} breaks a rule ({foul})"),
        );
    }
    let (settings, ignored) = overridden(fields, settings)?;
    if !ignored.is_empty() {
        let ignored = ignored.join(", ");
        warn(
            "overrideSettings",
            format!("without effect here: {ignored}"),
        );
    }
    if !settings.handicap_by_play && record.stones[Color::Black].is_empty() {
        record.handicap = 0;
    }
    let switch = |field| fields.switch(field);
    let query = Query {
        id: id.to_owned(),
        turns: turns(fields, record.plays.len())?,
        settings,
        wanted: Wanted {
            ownership: switch("includeOwnership")?,
            deviation: switch("includeOwnershipStdev")?,
            moves_ownership: switch("includeMovesOwnership")?,
            moves_deviation: switch("includeMovesOwnershipStdev")?,
            policy: switch("includePolicy")?,
            variation_visits: switch("includePVVisits")?,
        },
        reports: reports(fields)?,
        bans: bans(fields, record.size)?,
        record,
    };
    if let Some(turn) = query.turn_without_moves() {
        let restricted = match fields.get("allowMoves") {
            Some(_) => "allowMoves",
            None => "avoidMoves",
        };
        let told = format!("none of the allowed moves is legal in turn {turn}");
        return Err(FieldError::new(restricted, told));
    }
    Ok((query, warnings))
}

/// Parses the game.
fn record(fields: Fields, terms: &DefaultRules) -> Result<QueriedGame, FieldError> {
    let side = |field| {
        let side = fields.integer(field, 2..=25)?;
        side.and_then(|side| u8::try_from(side).ok())
            .ok_or_else(|| FieldError::new(field, "must be an integer from 2 to 25"))
    };
    let size = Size::new(side("boardXSize")?, side("boardYSize")?);
    let size = size.expect("sides are from 2 to 25 points long");
    let (rules, komi) = rules(fields, terms)?;
    let placed = fields.plays("initialStones", size)?.unwrap_or_default();
    let mut stones = PerColor::<PointSet>::default();
    for (color, to) in placed {
        let at = to.point();
        let at = at.ok_or_else(|| FieldError::new("initialStones", "a pass is no stone"))?;
        stones[!color].remove(at);
        stones[color].insert(at);
    }
    let plays = fields.plays("moves", size)?;
    let plays = plays
        .ok_or_else(|| FieldError::new("moves", r#"must be a list of pairs like ["B", "C4"]"#))?;
    let handicap = handicap(&stones, &plays);
    let first = plays.first().map(|&(color, _)| color);
    let usual = if stones[Color::Black].len() > 1 && stones[Color::White].is_empty() {
        Color::White
    } else {
        Color::Black
    };
    Ok(QueriedGame {
        size,
        stones,
        turn: fields.color("initialPlayer")?.or(first).unwrap_or(usual),
        rules,
        komi,
        handicap,
        plays,
    })
}

/// Parses the rules and the komi.
fn rules(fields: Fields, terms: &DefaultRules) -> Result<(Rules, f64), FieldError> {
    let (mut rules, usual_komi) = match fields.get("rules") {
        None => (terms.rules, terms.komi),
        Some(Value::String(name)) => (read_rules(name)?, terms.komi),
        Some(object @ Value::Object(_)) => (read_rules(&object.to_string())?, terms.komi),
        Some(_) => return Err(FieldError::new("rules", "must be a name or an object")),
    };
    if let Some(bonus) = fields.get("whiteHandicapBonus") {
        let bonus = match bonus {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let switch = Switch::parse("whiteHandicapBonus", &bonus);
        let switch = switch.map_err(|error| FieldError::new("whiteHandicapBonus", error))?;
        rules = Rules {
            komi: rules.komi,
            ..switch.apply(rules)
        };
    }
    let komi = fields.number("komi", -MOST_KOMI..=MOST_KOMI)?;
    Ok((rules, komi.or(usual_komi).unwrap_or(rules.komi)))
}

fn read_rules(text: &str) -> Result<Rules, FieldError> {
    kata::read(text).map_err(|error| FieldError::new("rules", error))
}

/// Returns the number of handicap stones.
///
/// These are two or more initial stones of Black alone, or two or more moves of Black before
/// White's first.
fn handicap(stones: &PerColor<PointSet>, plays: &[Play]) -> u32 {
    let begins = plays
        .iter()
        .take_while(|(color, to)| *color == Color::Black && *to != Move::Pass);
    let number = if stones[Color::Black].is_empty() {
        begins.count()
    } else {
        stones[Color::Black].len()
    };
    let is_handicap = number > 1 && stones[Color::White].is_empty();
    if is_handicap { number as u32 } else { 0 }
}

impl QueriedGame {
    /// The position before the first move; `None` if the stones cannot stand.
    fn start(&self) -> Option<Position> {
        let (black, white) = (&self.stones[Color::Black], &self.stones[Color::White]);
        let board = Board::with_stones(self.size, black, white)?;
        let mut start = Position::set_up(board, self.turn, self.rules);
        start.set_komi(self.komi);
        start.set_handicap(self.handicap);
        Some(start)
    }

    /// Returns the first move that breaks a rule but is played anyway, as in some records.
    ///
    /// Such moves repeat a position or are forbidden only by particular rules.
    ///
    /// # Errors
    ///
    /// Returns an error if stones cannot stand or a move cannot be played.
    fn check(&self) -> Result<Option<(usize, IllegalMove)>, FieldError> {
        let position = self.start();
        let mut position = position.ok_or_else(|| {
            FieldError::new("initialStones", "the stones cannot stand on the board")
        })?;
        let mut first = None;
        for (number, &(color, to)) in self.plays.iter().enumerate() {
            position.set_turn(color);
            match position.check_legal(to) {
                Ok(()) => {}
                Err(
                    foul @ (IllegalMove::Superko
                    | IllegalMove::PassAfterKo
                    | IllegalMove::RefusesEnd),
                ) => {
                    first = first.or(Some((number, foul)));
                }
                Err(reason) => {
                    // Clients look for the first two words.
                    let told = format!("Illegal move {number}: {to} ({reason})");
                    return Err(FieldError::new("moves", told));
                }
            }
            position.play_legal(to);
        }
        Ok(first)
    }
}

impl Query {
    /// The position after `turn` moves.
    pub(super) fn position(&self, turn: usize) -> Position {
        let record = &self.record;
        let mut position = record.start().expect("the stones can stand");
        for &(color, to) in &record.plays[..turn] {
            position.set_turn(color);
            position.play_legal(to);
        }
        position
    }

    /// Returns the first of the turns in which no legal move is allowed.
    ///
    /// Takes one walk through the game, however many turns there are.
    fn turn_without_moves(&self) -> Option<usize> {
        if self.bans.is_empty() {
            return None;
        }
        let mut position = self.position(0);
        let mut played = 0;
        let mut turns = self.turns.iter().map(|&(turn, _)| turn);
        turns.find(|&turn| {
            for &(color, to) in &self.record.plays[played..turn] {
                position.set_turn(color);
                position.play_legal(to);
            }
            played = turn;
            allowed_moves(&position, &self.bans, 1).next().is_none()
        })
    }
}

/// Parses the turn numbers with their priorities.
fn turns(fields: Fields, moves: usize) -> Result<Vec<(usize, i64)>, FieldError> {
    let usual = fields.integer("priority", -MOST_PRIORITY..=MOST_PRIORITY)?;
    let priorities = fields.integers("priorities")?;
    let Some(turns) = fields.integers("analyzeTurns")? else {
        return match priorities {
            None => Ok(vec![(moves, usual.unwrap_or(0))]),
            Some(_) => Err(FieldError::new("priorities", "go with analyzeTurns only")),
        };
    };
    let priorities = match (priorities, usual) {
        (Some(_), Some(_)) => {
            return Err(FieldError::new("priority", "both priority and priorities"));
        }
        (Some(priorities), None) => priorities,
        (None, usual) => vec![usual.unwrap_or(0); turns.len()],
    };
    if priorities.len() != turns.len() {
        return Err(FieldError::new(
            "priorities",
            "must be as many as analyzeTurns",
        ));
    }
    let mut found = BTreeMap::new();
    for (turn, priority) in turns.into_iter().zip(priorities) {
        let number = usize::try_from(turn).ok().filter(|&turn| turn <= moves);
        let wrong = || FieldError::new("analyzeTurns", format!("there is no turn {turn}"));
        if !(-MOST_PRIORITY..=MOST_PRIORITY).contains(&priority) {
            let told = format!("must be integers up to {MOST_PRIORITY} either way");
            return Err(FieldError::new("priorities", told));
        }
        found.insert(number.ok_or_else(wrong)?, priority);
    }
    Ok(found.into_iter().collect())
}

/// Applies the query's overrides; also returns the names of settings without effect.
fn overridden(
    fields: Fields,
    mut settings: Settings,
) -> Result<(Settings, Vec<String>), FieldError> {
    let field = "overrideSettings";
    let mut ignored = Vec::new();
    if let Some(Fields(object)) = fields.object(field)? {
        for (key, value) in object {
            let text = match value {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            let has_effect = settings.set(key, &text);
            if !has_effect.map_err(|error| FieldError::new(field, format!("{key} {error}")))? {
                ignored.push(key.chars().take(REPEATED).collect());
            }
        }
    }
    ignored.truncate(MOST_UNUSED);
    if let Some(most) = fields.integer("maxVisits", 1..=1 << 50)?.and_then(visits) {
        settings.visits = Some(most);
    }
    if let Some(longest) = fields
        .integer("analysisPVLen", 1..=1000)?
        .and_then(variation)
    {
        settings.variation = longest;
    }
    Ok((settings, ignored))
}

/// Parses the schedule of reports.
fn reports(fields: Fields) -> Result<Option<Reports>, FieldError> {
    let seconds = |field| {
        let seconds = fields.number(field, 0.001..=1e6)?;
        Ok(seconds.map(|seconds| Duration::from_secs_f64(seconds).max(FASTEST_REPORTS)))
    };
    let every = seconds("reportDuringSearchEvery")?;
    let first = seconds("firstReportDuringSearchAfter")?;
    let reports = first.or(every).map(|first| Reports {
        first,
        every: every.unwrap_or(Duration::MAX),
    });
    Ok(reports)
}

/// Parses the banned moves.
fn bans(fields: Fields, size: Size) -> Result<Vec<Ban>, FieldError> {
    let avoided = fields.objects("avoidMoves")?;
    let allowed = fields.objects("allowMoves")?;
    let (field, is_allowed, entries) = match (avoided, allowed) {
        (Some(_), Some(_)) => {
            return Err(FieldError::new(
                "allowMoves",
                "both avoidMoves and allowMoves",
            ));
        }
        (Some(avoided), None) => ("avoidMoves", false, avoided),
        (None, Some(allowed)) => ("allowMoves", true, allowed),
        (None, None) => return Ok(Vec::new()),
    };
    let mut bans: BTreeMap<(usize, usize), Ban> = BTreeMap::new();
    for entry in entries {
        let within =
            |fault: FieldError| FieldError::new(field, format!("{} {}", fault.field, fault.error));
        let lacks = |name: &str| FieldError::new(field, format!("an entry lacks {name}"));
        let color = entry.color("player").map_err(within)?;
        let color = color.ok_or_else(|| lacks("player"))?;
        let moves = entry.vertices("moves", size).map_err(within)?;
        let moves = moves.ok_or_else(|| lacks("moves"))?;
        let depth = entry.integer("untilDepth", 1..=1_000_000_000);
        let depth = depth.map_err(within)?.ok_or_else(|| lacks("untilDepth"))? as usize;
        let points: PointSet = moves.iter().filter_map(|to| to.point()).collect();
        let passes = moves.contains(&Move::Pass);
        if is_allowed {
            let is_second = bans.keys().any(|&(side, _)| side == color as usize);
            if is_second {
                return Err(FieldError::new(field, "one entry for each player at most"));
            }
        }
        let ban = bans.entry((color as usize, depth)).or_insert(Ban {
            color,
            points: PointSet::EMPTY,
            passes: false,
            depth,
        });
        if is_allowed {
            (ban.points, ban.passes) = (size.all() - points, !passes)
        } else {
            ban.points |= points;
            ban.passes |= passes;
        }
        if bans.len() > MOST_BANS {
            let told = format!("at most {MOST_BANS} different depths");
            return Err(FieldError::new(field, told));
        }
    }
    Ok(bans.into_values().collect())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const TERMS: DefaultRules = DefaultRules {
        rules: Rules::PROPOSAL_2012,
        komi: None,
    };

    fn ask(text: &str) -> Result<(Query, Vec<String>), String> {
        match read(text.as_bytes(), &TERMS, &Settings::default()) {
            Ok(ClientRequest::Query(query, warnings)) => {
                Ok((*query, warnings.iter().map(Diagnostic::line).collect()))
            }
            Ok(ClientRequest::Action(_)) => panic!("an action"),
            Err(notice) => Err(notice.line()),
        }
    }

    /// A query on a 9×7 board with more fields.
    fn with(more: &str) -> String {
        format!(r#"{{"id":"a","boardXSize":9,"boardYSize":7,{more}}}"#)
    }

    #[track_caller]
    fn check(more: &str) -> Query {
        let (query, warnings) = ask(&with(more)).unwrap();
        assert_eq!(warnings, [""; 0], "{more}");
        query
    }

    #[track_caller]
    fn check_error(more: &str, field: &str, error: &str) {
        let expected = format!(r#"{{"error":"{error}","field":"{field}","id":"a"}}"#);
        assert_eq!(ask(&with(more)).unwrap_err(), expected, "{more}");
    }

    /// A restriction that leaves no legal move is an error.
    #[test]
    fn allowed_moves_must_be_legal() {
        let moves = r#""moves":[["B","C4"],["W","D4"]]"#;
        let allow = |points: &str| {
            format!(r#"{moves},"allowMoves":[{{"player":"B","moves":[{points}],"untilDepth":1}}]"#)
        };
        assert_eq!(check(&allow(r#""C4","A1""#)).bans.len(), 1);
        for occupied in [r#""C4""#, r#""C4","D4""#] {
            check_error(
                &allow(occupied),
                "allowMoves",
                "none of the allowed moves is legal in turn 2",
            );
        }
        // The other side's moves are restricted one move later.
        let other = allow(r#""C4""#).replace("\"B\",\"moves\"", "\"W\",\"moves\"");
        assert_eq!(check(&other).bans.len(), 1);
        let turns = allow(r#""C4""#) + r#","analyzeTurns":[0]"#;
        assert_eq!(check(&turns).bans.len(), 1);
    }

    #[test]
    fn handicap_by_play_can_be_switched_off() {
        let moves = r#""moves":[["B","C4"],["B","D4"],["W","E4"]]"#;
        assert_eq!(check(moves).position(3).handicap(), 2);
        let off = r#","overrideSettings":{"assumeMultipleStartingBlackMovesAreHandicap":false}"#;
        assert_eq!(check(&format!("{moves}{off}")).position(3).handicap(), 0);
    }

    #[test]
    fn a_query_may_say_little() {
        let query = check(r#""moves":[]"#);
        assert_eq!(query.turns, [(0, 0)]);
        let position = query.position(0);
        assert_eq!(position.turn(), Color::Black);
        assert_eq!(position.rules(), &Rules::PROPOSAL_2012);
        assert_eq!(position.komi(), Rules::PROPOSAL_2012.komi);
        assert_eq!((query.wanted, query.reports), (Wanted::default(), None));
    }

    #[test]
    fn a_query_may_say_everything() {
        let query = check(
            r#""moves":[["W","C4"],["B","pass"],["W","(0,0)"]],"initialStones":[["B","D4"],["B","E5"]],
            "rules":{"scoring":"TERRITORY","ko":"SIMPLE","tax":"NONE"},"komi":-3.5,"initialPlayer":"w",
            "whiteHandicapBonus":"N","analyzeTurns":[3,0,3],"priorities":[5,-2,7],"maxVisits":10,
            "includeOwnership":true,"includePVVisits":true,"includePolicy":false,"analysisPVLen":4,
            "reportDuringSearchEvery":0.5,"firstReportDuringSearchAfter":0.001,
            "overrideSettings":{"reportAnalysisWinratesAs":"WHITE","maxTime":2,"wideRootNoise":0.04},
            "avoidMoves":[{"player":"B","moves":["C3","pass"],"untilDepth":2},{"player":"B","moves":["C5"],"untilDepth":2}]"#
                .replace('\n', " ")
                .as_str(),
        );
        assert_eq!(query.turns, [(0, -2), (3, 7)]);
        let settings = Settings {
            perspective: "white".parse().unwrap(),
            visits: Some(10),
            playouts: None,
            time: Some(Duration::from_secs(2)),
            variation: 5,
            judges: false,
            handicap_by_play: true,
        };
        assert_eq!(query.settings, settings);
        let reports = Reports {
            first: FASTEST_REPORTS,
            every: Duration::from_millis(500),
        };
        assert_eq!(query.reports, Some(reports));
        let [ban] = query.bans[..] else {
            panic!("{:?}", query.bans);
        };
        assert_eq!((ban.points.len(), ban.passes, ban.depth), (2, true, 2));
        let position = query.position(3);
        assert_eq!((position.turn(), position.komi()), (Color::Black, -3.5));
        assert_eq!(
            (
                position.handicap(),
                position.board().count_stones(Color::White)
            ),
            (2, 2)
        );
        assert_eq!(position.move_count(), 3);
    }

    #[test]
    fn rules_have_the_names_of_both_worlds() {
        for name in Rules::names().chain([
            "Chinese",
            "japanese",
            "korean",
            "stone_scoring",
            "new zealand",
            "tromp-taylor",
            "aga",
        ]) {
            let query = check(&format!(r#""moves":[],"rules":"{name}""#));
            let rules = *query.position(0).rules();
            assert_eq!(rules, Rules::preset(name).unwrap());
            assert_eq!(query.position(0).komi(), rules.komi);
        }
    }

    #[test]
    fn handicap_stones_are_those_before_whites_first_move() {
        for (more, stones) in [
            (r#""moves":[["B","C4"],["W","C3"]]"#, 0),
            (r#""moves":[["B","C4"],["B","C3"],["W","D3"]]"#, 2),
            (r#""moves":[["B","C4"],["B","pass"],["W","D3"]]"#, 0),
            (
                r#""moves":[],"initialStones":[["B","C4"],["B","C3"],["B","D3"]]"#,
                3,
            ),
            (r#""moves":[],"initialStones":[["B","C4"]]"#, 0),
            (
                r#""moves":[],"initialStones":[["B","C4"],["B","C3"],["W","D3"]]"#,
                0,
            ),
        ] {
            assert_eq!(check(more).position(0).handicap(), stones, "{more}");
        }
        let turn = |more: &str| check(more).position(0).turn();
        assert_eq!(
            turn(r#""moves":[],"initialStones":[["B","C4"],["B","C3"]]"#),
            Color::White
        );
        assert_eq!(
            turn(r#""moves":[],"initialStones":[["B","C4"]]"#),
            Color::Black
        );
    }

    #[test]
    fn what_is_wrong_is_told_with_its_field() {
        check_error(
            r#""moves":[["B","J9"]]"#,
            "moves",
            "not a point of the 9x7 board: J9",
        );
        check_error(
            r#""moves":[["B","A1"],["W","A1"]]"#,
            "moves",
            "Illegal move 1: A1 (occupied)",
        );
        check_error(
            r#""moves":[],"initialStones":[["B","A2"],["B","B1"],["W","A1"]]"#,
            "initialStones",
            "the stones cannot stand on the board",
        );
        check_error(
            r#""moves":[],"initialStones":[["B","pass"]]"#,
            "initialStones",
            "a pass is no stone",
        );
        check_error(
            r#""moves":[],"analyzeTurns":[1]"#,
            "analyzeTurns",
            "there is no turn 1",
        );
        check_error(
            r#""moves":[],"analyzeTurns":[-1]"#,
            "analyzeTurns",
            "there is no turn -1",
        );
        check_error(
            r#""moves":[],"analyzeTurns":3"#,
            "analyzeTurns",
            "must be a list of integers",
        );
        check_error(
            r#""moves":[],"priorities":[3]"#,
            "priorities",
            "go with analyzeTurns only",
        );
        check_error(
            r#""moves":[],"analyzeTurns":[0],"priorities":[]"#,
            "priorities",
            "must be as many as analyzeTurns",
        );
        check_error(
            r#""moves":[],"analyzeTurns":[0],"priorities":[1],"priority":1"#,
            "priority",
            "both priority and priorities",
        );
        check_error(
            r#""moves":[],"rules":7"#,
            "rules",
            "must be a name or an object",
        );
        check_error(
            r#""moves":[],"rules":{"colour":1}"#,
            "rules",
            "unknown key colour, known are hasButton ko scoring suicide tax whiteHandicapBonus friendlyPassOk",
        );
        check_error(
            r#""moves":[],"komi":"6.5""#,
            "komi",
            "must be a number from -10000 to 10000",
        );
        check_error(
            r#""moves":[],"maxVisits":0"#,
            "maxVisits",
            "must be an integer from 1 to 1125899906842624",
        );
        check_error(
            r#""moves":[],"includePolicy":1"#,
            "includePolicy",
            "must be true or false",
        );
        check_error(
            r#""moves":[],"overrideSettings":{"maxTime":-1}"#,
            "overrideSettings",
            "maxTime must be a number of seconds above 0, at most 1000000000",
        );
        check_error(
            r#""moves":[],"avoidMoves":[{"player":"B","moves":["K1"],"untilDepth":1}]"#,
            "avoidMoves",
            "moves not a point of the 9x7 board: K1",
        );
        check_error(
            r#""moves":[],"avoidMoves":[{"player":"B","moves":["A1"]}]"#,
            "avoidMoves",
            "an entry lacks untilDepth",
        );
        check_error(
            r#""moves":[],"avoidMoves":[],"allowMoves":[]"#,
            "allowMoves",
            "both avoidMoves and allowMoves",
        );
        check_error(
            r#""moves":[],"whiteHandicapBonus":"2""#,
            "whiteHandicapBonus",
            "whiteHandicapBonus must be one of 0 N N-1",
        );
        let sizes = ask(
            r#"{"id":"test_bs29","rules":"Chinese","boardXSize":29,"boardYSize":29,"maxVisits":1,"moves":[]}"#,
        );
        assert_eq!(
            sizes.unwrap_err(),
            r#"{"error":"must be an integer from 2 to 25","field":"boardXSize","id":"test_bs29"}"#
        );
        for no_id in [
            "{}",
            r#"{"id":5}"#,
            &format!(r#"{{"id":"{}"}}"#, "x".repeat(1001)),
        ] {
            let expected = r#"{"error":"id: must be a string of at most 1000 characters"}"#;
            assert_eq!(ask(no_id).unwrap_err(), expected);
        }
        for no_json in ["[]", "x", "{", "\u{0}", &"[".repeat(100_000)] {
            let told = ask(no_json).unwrap_err();
            assert!(
                told.starts_with(r#"{"error":"not a JSON object: "#),
                "{told}"
            );
        }
    }

    #[test]
    fn what_has_no_effect_is_a_warning() {
        let told = |more: &str| ask(&with(more)).unwrap().1;
        assert_eq!(
            told(r#""moves":[],"includeOwnershp":true"#),
            [r#"{"field":"includeOwnershp","id":"a","warning":"unused field"}"#]
        );
        assert_eq!(
            told(r#""moves":[],"overrideSettings":{"humanSLProfile":"rank_9d","x":[]}"#),
            [
                r#"{"field":"overrideSettings","id":"a","warning":"without effect here: humanSLProfile, x"}"#
            ]
        );
        let many: String = (0..1000)
            .map(|number| format!(r#""x{number}":0,"#))
            .collect();
        assert_eq!(told(&format!(r#"{many}"moves":[]"#)).len(), MOST_UNUSED);
    }

    /// Records may repeat a position, but an immediate ko recapture must be an error.
    #[test]
    fn a_repeated_position_is_analyzed_and_a_ko_is_not() {
        let ko = r#"["B","B2"],["W","C2"],["B","A1"],["W","D1"],["B","C1"],["W","B1"]"#;
        let around = r#"["B","B2"],["W","C2"],["B","A1"],["W","D1"],["B","C1"],["W","B1"],["B","pass"],["W","pass"],["B","C1"]"#;
        check_error(
            &format!(r#""moves":[{ko},["B","C1"]],"rules":"chinese""#),
            "moves",
            "Illegal move 6: C1 (ko)",
        );
        let told = |rules: &str| {
            let text = with(&format!(r#""moves":[{around}],"rules":"{rules}""#));
            ask(&text).unwrap().1
        };
        assert_eq!(told("japanese"), [""; 0]);
        assert_eq!(
            told("tromp-taylor"),
            [r#"{"field":"moves","id":"a","warning":"Move 8: C1 breaks a rule (superko)"}"#]
        );
    }
}
