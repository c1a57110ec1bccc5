//! Commands as values, independent of their names.

use super::analysis::Analysis;
use super::parameter::{RulesParameter, SearchParameter};
use crate::engine::search::clock::TimeControl;
use crate::formats::kata::Switch;
use crate::go::board::Play;
use crate::go::board::symmetry::Symmetry;
use crate::go::color::{Color, PerColor};
use crate::go::point::{Point, PointSet};
use crate::go::rules::Rules;
use crate::referee::ending::Decision;
use std::path::PathBuf;

/// A command with its arguments. It may still be impossible in the current game.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// The protocol version.
    ProtocolVersion,
    /// The name of the engine.
    Name,
    /// The version of the engine and the rules in force.
    Version,
    /// Asks whether a command with this name exists.
    KnownCommand(String),
    /// The names of all commands.
    ListCommands,
    /// The help for all commands, or for one.
    Help(Option<String>),
    /// Ends the session.
    Quit,
    /// Clears the board and changes its size.
    BoardSize {
        /// The number of columns.
        width: u32,
        /// The number of rows.
        height: u32,
    },
    /// Clears the board.
    ClearBoard,
    /// Sets the komi.
    Komi(f64),
    /// Asks for the komi.
    GetKomi,
    /// Plays a move.
    Play(Play),
    /// A side resigns.
    Resign(Color),
    /// Plays several moves, or none if one of them is illegal.
    PlaySequence(Vec<Play>),
    /// Finds a move and plays it.
    GenMove(Color),
    /// Finds a move without playing it.
    RegGenMove(Color),
    /// Finds a move and plays it, without passing while the opponent has dead stones left.
    GenMoveCleanup(Color),
    /// Searches and reports on the way.
    Analyze(Analysis),
    /// Finds a move without playing it.
    Search {
        /// The color to move; the side to move if `None`.
        color: Option<Color>,
        /// True if another line of input cancels the search.
        cancellable: bool,
    },
    /// Ends an analysis, as any line does.
    Stop,
    /// Discards the search tree and the caches.
    ClearCache,
    /// Sets the random seed, used for each game from now on.
    SetSeed(u64),
    /// The random seed.
    GetSeed,
    /// Takes back this many moves.
    Undo(u32),
    /// Places handicap stones on these points.
    SetFreeHandicap(Vec<Point>),
    /// Places this many handicap stones on points that the engine chooses.
    PlaceFreeHandicap(u32),
    /// Places this many handicap stones on the star points.
    FixedHandicap(u32),
    /// The result of the game.
    FinalScore,
    /// The expected score, from playouts.
    EstimateScore,
    /// The points where a side may play.
    AllLegal(Color),
    /// Asks whether a move is legal.
    IsLegal(Play),
    /// The number of stones a side has captured.
    Captures(Color),
    /// The stones of a side.
    ListStones(Color),
    /// The stones of a status.
    FinalStatusList(StatusName),
    /// The status of a stone.
    FinalStatus(Point),
    /// Sets the time control.
    TimeSettings(TimeControl),
    /// Sets the time left on a clock.
    TimeLeft {
        /// The player.
        color: Color,
        /// Seconds left, possibly negative.
        seconds: f64,
        /// Stones to play or periods left; 0 in main time.
        stones: u32,
    },
    /// The time systems of `kata-time_settings`.
    ListTimeSettings,
    /// The board as a diagram.
    ShowBoard,
    /// Loads a game up to the position before a move.
    LoadSgf {
        /// The file.
        path: PathBuf,
        /// The number of that move; the whole game if `None`.
        before: Option<u32>,
    },
    /// The game as SGF, written to a file if a path is given.
    PrintSgf(Option<PathBuf>),
    /// Seconds of processor time used.
    CpuTime,
    /// Sets the rules.
    SetRules(Rules),
    /// The rules as KataGo's JSON.
    GetRules,
    /// Changes one of KataGo's keys.
    SetRule(Switch),
    /// The names of the parameters of a session.
    ListParameters,
    /// The value of a parameter.
    GetParameter(String),
    /// All parameters as JSON.
    GetParameters,
    /// Sets parameters, or none of them.
    SetParameters(Vec<(String, String)>),
    /// The networks as JSON.
    GetModels,
    /// A notice that the game is over.
    GameOver,
    /// A server's notice about the opponent.
    Notice,
    /// Confirms that the comment `# interrupt` is understood.
    Interrupt,
    /// GoGui's version.
    GoguiVersion,
    /// The title of GoGui's window.
    Title,
    /// The entries of GoGui's Analyze dialog.
    AnalyzeCommands,
    /// A drawing of the position or of the engine's analysis.
    Show(Show),
    /// Lists the parameters of the rules, or changes one.
    RulesParameter(Option<RulesParameter>),
    /// Lists the parameters of the search, or changes one.
    SearchParameter(Option<SearchParameter>),
    /// Clears the board and puts stones on it.
    SetPosition(Vec<(Color, Point)>),
    /// Adds stones to the board outside the course of the game.
    Setup(Vec<(Color, Point)>),
    /// Sets the side to move first.
    SetupPlayer(Color),
    /// Every switch of the rules in force.
    DescribeRules,
    /// The status of a stone and the evidence for it.
    DescribeStatus(Point),
    /// The evidence for a chain's status, with the line of play that shows it.
    Explain(Point),
    /// Solves a fight with either side to begin.
    Solve {
        /// A stone of the chain to ask about.
        at: Option<Point>,
        /// The most seconds, counted as work.
        seconds: Option<f64>,
    },
    /// The evidence for a chain's status as a drawing on GoGui's board.
    DrawExplanation(Point),
    /// The zones that keep a side's stones, as a drawing on GoGui's board.
    DrawZones(Color),
    /// The answers of a safe side to attacks at these points, as a drawing.
    DrawAnswers(Vec<Point>),
    /// The reinforcements that a side still has to play.
    Reinforcements(Color),
    /// The phase of the ending, after a decision if one is given.
    Ending(Option<Decision>),
    /// The score with agreed dead stones, and the chains whose proof contradicts the agreement.
    Agreed(PointSet),
    /// Sets the number of prisoners that each side holds.
    Prisoners(PerColor<u32>),
    /// The raw output of the network.
    RawNetwork(RawQuestion),
    /// The score in full.
    DescribeScore,
    /// The moves that violate a rule.
    DescribeBreaches,
}

/// The options of a raw evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RawQuestion {
    /// The side to move; that of the game if `None`.
    pub color: Option<Color>,
    /// The symmetry of the board; each symmetry in turn if `None`.
    pub symmetry: Option<Symmetry>,
    /// The share of the optimistic policy, 0 to 1; that of the root of a search if `None`.
    pub optimism: Option<f64>,
}

/// The statuses of `final_status_list`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusName {
    /// Stones that stay on the board.
    Alive,
    /// Stones that are removed at the end.
    Dead,
    /// Stones in seki, which stay on the board.
    Seki,
}

/// Drawings of the position and of the engine's analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// Stones that are alive, dead, in seki or unsettled.
    Statuses,
    /// Territory and the score.
    Territory,
    /// The ownership of each point, as numbers.
    Ownership,
    /// The candidate moves of the last search.
    Candidates,
    /// The principal variation of the last search.
    Variation,
    /// The prior of each move.
    Priors,
    /// Neutral points.
    Dame,
    /// The unsettled points of a stopped game, in words.
    Unsettled,
}
