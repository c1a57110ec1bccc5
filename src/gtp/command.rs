//! Commands as values: what can be asked of the engine, whatever it is called.

use super::analysis::Analysis;
use super::parameter::{RulesParameter, SearchParameter};
use crate::board::Play;
use crate::color::{Color, PerColor};
use crate::ending::Decision;
use crate::kata::Switch;
use crate::network::Symmetry;
use crate::point::{Point, PointSet};
use crate::rules::Rules;
use crate::search::clock::TimeControl;
use std::path::PathBuf;

/// A command with its arguments, which may still be impossible in the game at hand.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Which protocol is spoken.
    ProtocolVersion,
    /// The name of the engine.
    Name,
    /// The version of the engine and the rules in force.
    Version,
    /// Whether there is a command of this name.
    KnownCommand(String),
    /// The names of all commands.
    ListCommands,
    /// What all commands do, or one.
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
    /// Plays several moves, or none if one of them is illegal.
    PlaySequence(Vec<Play>),
    /// Finds a move and plays it.
    GenMove(Color),
    /// Finds a move without playing it.
    RegGenMove(Color),
    /// Finds a move and plays it, without passing while dead stones of the opponent are on the board.
    GenMoveCleanup(Color),
    /// Searches and reports on the way.
    Analyze(Analysis),
    /// Finds a move without playing it.
    Search {
        /// Whose move; the side to play if `None`.
        color: Option<Color>,
        /// Whether another line of input cancels the search.
        cancellable: bool,
    },
    /// Ends an analysis, as any line does.
    Stop,
    /// Forgets what searches have found.
    ClearCache,
    /// Sets the seed of the random numbers, from now on the same for each game.
    SetSeed(u64),
    /// The seed of the random numbers.
    GetSeed,
    /// Takes back this many moves.
    Undo(u32),
    /// Places handicap stones on these points.
    SetFreeHandicap(Vec<Point>),
    /// Places this many handicap stones on points that the engine chooses.
    PlaceFreeHandicap(u32),
    /// Places this many handicap stones on the star points.
    FixedHandicap(u32),
    /// The result.
    FinalScore,
    /// The expected score, from playouts.
    EstimateScore,
    /// The points where a side may play.
    AllLegal(Color),
    /// Whether a move is legal.
    IsLegal(Play),
    /// How many stones a side has captured.
    Captures(Color),
    /// The stones of a side.
    ListStones(Color),
    /// The stones of a status.
    FinalStatusList(StatusName),
    /// The status of a stone.
    FinalStatus(Point),
    /// Which clock the game is played with.
    TimeSettings(TimeControl),
    /// What a player's clock shows.
    TimeLeft {
        /// Whose clock it is.
        color: Color,
        /// Seconds left, may be negative.
        seconds: f64,
        /// Stones to play or periods left; 0 in main time.
        stones: u32,
    },
    /// The kinds of clock for `kata-time_settings`.
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
    /// The game as SGF, written to a file if there is one.
    PrintSgf(Option<PathBuf>),
    /// Seconds of processor time used.
    CpuTime,
    /// Chooses rules.
    SetRules(Rules),
    /// The rules as KataGo's JSON.
    GetRules,
    /// Changes one of KataGo's keys.
    SetRule(Switch),
    /// The game is over.
    GameOver,
    /// What a server says about the opponent.
    Notice,
    /// Says that the comment `# interrupt` is understood.
    Interrupt,
    /// The version of GoGui.
    GoguiVersion,
    /// The title of GoGui's window.
    Title,
    /// What GoGui's Analyze dialog can show.
    AnalyzeCommands,
    /// A picture of the position or of what the engine thinks of it.
    Show(Show),
    /// Lists the parameters of the rules, or changes one.
    RulesParameter(Option<RulesParameter>),
    /// Lists the parameters of the search, or changes one.
    SearchParameter(Option<SearchParameter>),
    /// Clears the board and puts stones on it.
    SetPosition(Vec<(Color, Point)>),
    /// Puts stones on the board outside the course of the game.
    Setup(Vec<(Color, Point)>),
    /// Says who moves first.
    SetupPlayer(Color),
    /// Every switch of the rules in force.
    DescribeRules,
    /// The status of a stone and the evidence for it.
    DescribeStatus(Point),
    /// Why a chain has its status, with the variation that shows it.
    Explain(Point),
    /// The same as a drawing on GoGui's board.
    DrawExplanation(Point),
    /// The zones that keep a side's stones, as a drawing on GoGui's board.
    DrawZones(Color),
    /// What a side that is safe answers to attacks at these points, as a drawing.
    DrawAnswers(Vec<Point>),
    /// The plays that a side still owes its own position.
    Reinforcements(Color),
    /// How far the game is on its way to the end, after a decision if there is one.
    Ending(Option<Decision>),
    /// The score with these stones dead as the players agree, and what the rules prove otherwise.
    Agreed(PointSet),
    /// Says how many prisoners each side holds.
    Prisoners(PerColor<u32>),
    /// What the network says of the position.
    RawNetwork(RawQuestion),
    /// The score in full.
    DescribeScore,
    /// The moves that break a rule.
    DescribeBreaches,
}

/// How a network is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RawQuestion {
    /// How it sees the board; by all symmetries, one after the other, if `None`.
    pub symmetry: Option<Symmetry>,
    /// The share of its optimistic policy, 0 to 1; as at the root of a search if `None`.
    pub optimism: Option<f64>,
}

/// What `final_status_list` can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusName {
    /// Stones that stay.
    Alive,
    /// Stones that are taken off at the end.
    Dead,
    /// Stones that stay, in seki.
    Seki,
}

/// Pictures of the position and of what the engine thinks of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// Which stones are alive, dead, in seki or unsettled.
    Statuses,
    /// Territory and the score.
    Territory,
    /// The ownership of each point, as numbers.
    Ownership,
    /// The candidates of the last search.
    Candidates,
    /// Its principal variation.
    Variation,
    /// The prior of each move.
    Priors,
    /// Neutral points.
    Dame,
    /// What a stopped game leaves open, in words.
    Unsettled,
}
