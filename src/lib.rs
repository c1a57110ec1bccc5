//! Wakari, a Go engine that speaks GTP and knows the rules it plays by.
//!
//! Two things happen here. A command: a line of text, a [`Command`](gtp::command::Command), the
//! [`Engine`](engine::Engine), which may [`search`], a [`Reply`](gtp::reply::Reply), a line of text. And a
//! judgement: a [`Position`](position::Position), its chains and regions, which of them live, the
//! [`Territory`](territory::Territory), the [`Score`](score::Score). Both count in the same two rooms, [`territory`]
//! and [`score`], so that the engine plays toward the rules it scores by.
//!
//! ```
//! # #[cfg(feature = "engine")] {
//! use wakari::color::Color::{Black, White};
//! use wakari::judge::{Effort, Occasion, adjudicate};
//! use wakari::point::{Move, Point, Size};
//! use wakari::position::Position;
//! use wakari::rules::Rules;
//!
//! let mut position = Position::new(Size::square(5).unwrap(), Rules::PROPOSAL_2012);
//! for (column, row) in [(3, 3), (2, 2), (2, 3), (3, 2)] {
//!     position.play(Move::At(Point::new(column, row).unwrap())).unwrap();
//! }
//! assert_eq!(position.turn(), Black);
//! assert_eq!(position.board().at(Point::new(2, 2).unwrap()), Some(White));
//! let judged = adjudicate(&position, Occasion::Game, &Effort::default());
//! println!("{}: {}", position.board(), judged.score());
//! # }
//! ```
//!
//! # Features
//!
//! - `cli`, the default: everything.
//! - `json`: all but the command line, files, GTP, networks of KataGo's, pictures, reports and matches.
//! - `engine`: the same without words and JSON.
//! - Without either: boards, rules, positions, SGF, exact life and death, certificates, territory and score.
//!
//! # Map
//!
//! ```text
//! src/main.rs                    standard input and output; nothing else
//! src/lib.rs                     this map, the table of imports, one example
//! src/color.rs                   Color, PerColor
//! src/point.rs                   Point, Move, Size, PointSet, neighbours
//! src/rules.rs                   Rules: independent switches; Preset: what combines them under a name
//! src/board.rs                   Board: placing, joining, capturing; Observer
//! src/board/hash.rs              Zobrist keys, the hash as an observer
//! src/board/symmetry.rs          Symmetry, Image: boards turned, mirrored, colors exchanged
//! src/board/diagram.rs           boards from and to pictures
//! src/board/check.rs             the board recomputed from its stones
//! src/board/tests.rs             laws of the board on random games and small worlds
//! src/position.rs                Position: board, turn, history; IllegalMove
//! src/position/lately.rs         the last moves, and the boards before two of them
//! src/position/seen.rs           Seen: which positions a long game has had
//! src/position/tests.rs          laws of play, ko by ko and on random games
//! src/territory.rs               whose point is which, given the dead stones and the Rules
//! src/territory/precedent.rs     three points without capturing
//! src/score.rs                   Score: area, territory and stone counting, prisoners, komi
//! src/sgf.rs                     game records in SGF
//! src/sgf/record.rs              Record: a game and its main line
//! src/sgf/location.rs            Location: where something stands in a text
//! src/sgf/error.rs               SgfError: why a text is not read, and where
//! src/sgf/flaw.rs                Flaw: what is wrong with a text that is read all the same
//! src/sgf/charset.rs             bytes to text
//! src/sgf/syntax.rs              nodes and properties of a text
//! src/sgf/value.rs               what the value of a property means
//! src/sgf/parse.rs               text to Record
//! src/sgf/parse/tests.rs         files as they should be, as programs write them, and broken ones
//! src/sgf/write.rs               Record to text
//! src/picture.rs                 boards as pictures in SVG, with marks
//! src/picture/zones.rs           the zones of a proof on a board
//! src/winograd.rs                convolutions by minimal filtering: the transformations of tiles
//! src/memory.rs                  memory, as much as the system has room for
//! src/threads.rs                 threads, as many as the system has room for
//! src/in_order.rs                work done by threads, its results in order
//! src/visible.rs                 text from outside made visible
//! src/files.rs                   files and folders that users name
//! src/files/names.rs             names of files made from other names
//! src/files/outputs.rs           Outputs: files written whole or not at all, never over what is not to be lost
//! src/playout.rs                 one random game to its end; Ownership of many
//! src/playout/dice.rs            the random numbers of playouts, searches and training
//! src/playout/policy.rs          which move a playout tries
//! src/pattern.rs                 move prediction: patterns and a network
//! src/pattern/ladder.rs          ladders read out
//! src/pattern/mark.rs            the tactical features of a move as bits
//! src/pattern/shape.rs           the surroundings of a point as hashes
//! src/pattern/features.rs        tactics, lines, distances: the other features of a move
//! src/pattern/model.rs           PatternModel: the weights of features
//! src/pattern/network.rs         Network: corrects the model by the whole board
//! src/pattern/network/planes.rs  its input planes
//! src/pattern/network/kernel.rs  its convolutions, and their gradients
//! src/pattern/network/train.rs   training the network
//! src/pattern/predictor.rs       Predictor: the probabilities of moves and of winning
//! src/pattern/game.rs            TrainingGame: games to train on, each a line of text
//! src/pattern/lesson.rs          Lesson: what a teacher says of a position, a line of text
//! src/pattern/evaluation.rs      Metrics of predictions on the validation set
//! src/pattern/train.rs           training the pattern model
//! src/tree.rs                    Tree and its nodes
//! src/tree/correction.rs         by how much predictions have been wrong, by what stood around a move
//! src/tree/oracle.rs             Oracle: who says what to expect of positions; Outlook: what is said
//! src/tree/select.rs             selection formulas, as plain functions
//! src/tree/prior.rs              the value of a move before its first playout
//! src/tree/simulation.rs         Simulation: down the tree, a playout, and back up
//! src/life/chain.rs              Chain: stones and exact liberties
//! src/life/meter.rs              Meter: what may still be spent on looking
//! src/life/region.rs             Region: what one color surrounds
//! src/life/benson.rs             unconditional life
//! src/life/safety.rs             safety by alternating play
//! src/life/safety/proof.rs       SafetyProof: zones, what they promise, and how that is kept
//! src/life/safety/local.rs       play in a zone, by the letter
//! src/life/safety/check.rs       the verification of such proofs
//! src/life/safety/defence.rs     Defence: such a proof followed move by move
//! src/life/safety/support.rs     what a chain rests on in such a proof, and attacks on that
//! src/life/safety/plan.rs        which zones make chains safe
//! src/life/safety/plan/memo.rs   Memo: what has been found out about zones, for all questions that follow from it
//! src/life/safety/plan/asking.rs asking zones for promises, and holding those that are kept
//! src/life/safety/plan/needs.rs  what chains need, and where it is looked for
//! src/life/safety/plan/shapes.rs which points a zone may be made of
//! src/life/safety/plan/regain.rs chains that were given up, tried again
//! src/life/safety/plan/taking.rs parts that protected chains surround
//! src/life/safety/plan/vain.rs what has been tried in vain
//! src/life/safety/plan/writing.rs what has been found as a proof
//! src/life/safety/keep.rs        what a side can keep or take in a zone, searched to its end
//! src/life/safety/keep/search.rs how promises are kept, by proof-number search
//! src/life/safety/keep/numbers.rs proof and disproof numbers
//! src/life/safety/keep/deepening.rs how parts are taken, and promises kept, with more and more attacks
//! src/life/safety/keep/known.rs  what is known of the states of a zone
//! src/life/safety/keep/strategy.rs what was found, written down as a strategy
//! src/life/safety/layout.rs      Layout: what follows from the owner's stones in a zone alone
//! src/life/safety/prospects.rs   what one or two stones could still settle in a zone
//! src/life/safety/task.rs        Task: what is asked of a zone
//! src/life/safety/zone.rs        a zone as bits, and play in it
//! src/life/safety/tests.rs       spoilt proofs, and what is accepted tried on the board against everything
//! src/life/safety/tests/attacks.rs attacks by chance and by search on boards as games end with
//! src/life/safety/tests/changes.rs what is proved when something else changes on the board
//! src/life/safety/tests/enclosed.rs enclosed regions at random, against exact play
//! src/life/safety/tests/every.rs every board of 4×4, against everything
//! src/life/safety/tests/prover.rs proofs with zones and promises at random
//! src/life/safety/tests/taking.rs what is taken by proofs, taken on the board
//! src/life/question.rs           Question: what is asked of a board when a chain is judged
//! src/life/procedure.rs          hypothetical play as a value: who begins, which kos, what succeeds
//! src/life/variation.rs          Variation: play that shows how a verdict comes about
//! src/life/proof.rs              Proof: a claim of life or death, with what it rests on, and its verifier
//! src/life/proof/state.rs        states and moves of the games by which the rules judge
//! src/life/proof/strategy.rs     Strategy: the winner's response to everything
//! src/life/proof/script.rs       Script: the same as a list, in the order in which it is asked for
//! src/life/proof/book.rs         Book: the same as answers to each move, to be played through
//! src/life/proof/error.rs        ProofError: why a proof proves nothing
//! src/life/proof/unconditional.rs unconditional life, computed for the verifier alone
//! src/life/proof/game.rs         the games by which the rules judge, by their letter
//! src/life/proof/cycles.rs       what can go on for ever in a graph with costs
//! src/life/proof/replay.rs       a strategy followed against everything
//! src/life/reading.rs            who can live, who can kill: verdicts by exact reading
//! src/life/reading/enabling.rs   what a capture enables: the questions of the rules of 1989
//! src/life/reading/field.rs      the local part of a board as bits
//! src/life/reading/fight.rs      one verification game: its states, moves and what is settled
//! src/life/reading/fight/state.rs its states, and its moves as numbers
//! src/life/reading/fight/game.rs what is asked, and what holds in a state
//! src/life/reading/fight/ko.rs   which kos are closed to whom
//! src/life/reading/fight/miai.rs miai connections to living stones
//! src/life/reading/fight/settling.rs what is settled in a state
//! src/life/reading/fight/moves.rs the moves of a state
//! src/life/reading/zone.rs       the relevance zone: what a success depends on
//! src/life/reading/proof_number.rs proof numbers and how they are scaled
//! src/life/reading/distance.rs   how far plays are from what is at stake
//! src/life/reading/history.rs    the history heuristic
//! src/life/reading/node.rs       what is known of a state
//! src/life/reading/zone_table.rs transposition table by zones
//! src/life/reading/graph.rs      the states explored so far
//! src/life/reading/df_pn.rs      depth-first proof-number search
//! src/life/reading/arena.rs      the part of the graph on which it is asked who succeeds
//! src/life/reading/attractor.rs  who succeeds there for ever
//! src/life/reading/proving.rs    what the explored graph proves
//! src/life/reading/solving.rs    search and proof in turns
//! src/life/reading/local.rs      the part of a board that a chain is judged in
//! src/life/reading/inquiry.rs    questions about one board, and what has been found of them
//! src/life/reading/certificate.rs from answers to a proof
//! src/life/reading/losses.rs     cycles that only lose prisoners
//! src/life/reading/strategy.rs   how the winner wins: a solved graph played out on the board
//! src/life/reading/variation.rs  how it is shown: the winner's play against resistance
//! src/life/reading/tests.rs      readings compared with what is expected, and with references
//! src/life/reading/tests/positions.rs positions of the rule texts
//! src/life/reading/tests/small.rs small boards as bits, by the letter of the rules
//! src/life/reading/tests/proofs.rs proofs spoilt in every way, to be refuted
//! src/life/reading/tests/whole.rs the whole game of 2012 on them, solved without pruning
//! src/life/reading/tests/plainly.rs who succeeds on larger ones for plain reasons
//! src/life/reading/tests/literal.rs the verification game of 1989, solved without pruning
//! src/life/reading/tests/dame.rs dame that either side may fill, on boards at random
//! src/life.rs                    life and death, exact: what is proved without any estimate
//! src/network.rs                 networks of KataGo's: their files and what they say of positions
//! src/network/adviser.rs         Adviser: a network as the oracle of searches, which remembers what it said
//! src/network/source.rs          Source: a network of a file, or the built-in ones
//! src/network/reader.rs          the words and numbers of a model file, with their place
//! src/network/matrix.rs          products of matrices
//! src/network/arithmetic.rs      what is computed number by number
//! src/network/layer.rs           layers: products, normalizations, pooling
//! src/network/convolution.rs     convolutions
//! src/network/attention.rs       the blocks of transformers
//! src/network/block.rs           all kinds of blocks
//! src/network/head.rs            the policy head and the value head
//! src/network/model.rs           KataModel: a network read from its file
//! src/network/evaluation.rs      Evaluation: what a network says of a position
//! src/network/told.rs            Told: the rules that a network is told of
//! src/network/inputs.rs          Inputs: what a network is told of a position
//! src/network/ladder.rs          ladders as networks are told of them
//! src/network/area.rs            whose point is which, as networks are told of it
//! src/network/tests.rs           random networks against straight loops, and broken files
//! src/network/tests/sketch.rs    networks of every kind of block at random, as files
//! src/network/tests/plainly.rs   what they say, computed by straight loops
//! src/certificate.rs             Certificate: what is proved of a position, for anyone to check
//! src/certificate/claim.rs       what a certificate says
//! src/certificate/error.rs       why a certificate is none, and where
//! src/certificate/book.rs        the answers of a zone as words
//! src/certificate/write.rs       certificates to text
//! src/certificate/parse.rs       text to certificates
//! src/certificate/verify.rs      certificates checked
//! src/certificate/tests.rs       certificates read back, and spoilt ones refused
//! src/judge.rs                   judging a position: Position -> Adjudication
//! src/judge/effort.rs            Effort: how hard to look; Occasion: a game, one that was stopped, a diagram
//! src/judge/status.rs            Status of a chain, and the Basis that it rests on
//! src/judge/strategies.rs        what was read, as strategies that anyone can check or play through
//! src/judge/adjudicate.rs        the steps: settled, read, estimated, corrected, finished, counted
//! src/judge/estimate.rs          life and death by playouts, where nothing is proved
//! src/judge/eyes.rs              when eyes plainly are enough to live by
//! src/judge/consulted.rs         what an oracle expects of the points of a board
//! src/judge/enclosed.rs          doubtful fights read within walls that plainly live
//! src/judge/local.rs             fights that cannot be read, searched with moves near them only
//! src/judge/correct.rs           the estimate with what was read and searched
//! src/judge/finish.rs            the last dame filled before counting
//! src/judge/count.rs             the board that counts, and its score
//! src/judge/adjudication.rs      Adjudication: the judgement of a whole position
//! src/judge/agreed.rs           Agreed: dead stones that the players agree on
//! src/judge/judged.rs            Judged: a judgement that is made when first asked for, and kept
//! src/judge/proved.rs            whose points are proved, and what is open
//! src/judge/explain.rs           Explanation: why a chain has its status; where two sets of rules differ
//! src/judge/orientation.rs       one orientation for all images of a board, and judgements mapped back
//! src/judge/points.rs            PointExplanation: why an empty point is whose it is, or nobody's
//! src/judge/reinforce.rs         the plays a side still owes its own position
//! src/judge/secured.rs           what is proved safe in a game in progress, by a quick look
//! src/judge/unsettled.rs         what a stopped game leaves open, and both outcomes
//! src/judge/walls.rs             the groups that plainly live, and what they alone surround
//! src/judge/log.rs               what has been judged, for tests
//! src/judge/tests.rs             what becomes of chains, and what a position counts
//! src/judge/tests/advised.rs     what an oracle has a say in, and what not
//! src/judge/tests/bounded.rs     what a judgement takes, at most
//! src/judge/tests/images.rs      what is proved of a board, compared with its images
//! src/judge/tests/occasions.rs   one board, one verdict, however it came about
//! src/ending.rs                  Ending: how each set of rules ends a game, as a state machine
//! src/ending/course.rs           Course: what differs between the rules, as data
//! src/ending/decision.rs         Decision: what players decide beside the moves, with its text
//! src/ending/phase.rs            Phase, Over: where a game stands on its way, and how it can have ended
//! src/ending/claim.rs            Claim: what a side says of the stones
//! src/ending/tests.rs            games under each set of rules, to their end
//! src/ending/tests/phases.rs     the phases of the improved rules of 2009
//! src/game.rs                    Game: start, play, undo; what was played and where it stands
//! src/game/playback.rs           a record played through, entry by entry
//! src/game/record.rs             the game from a record, and as one
//! src/game/handicap.rs           handicap stones
//! src/game/undisturbed.rs        what becomes of a game in which stones were displaced, and what it would be without that
//! src/game/displaced.rs          stones put back, fouls forgiven
//! src/game/ending.rs             how the game ends, by a phased ending or otherwise
//! src/game/scoring.rs            what a recorded game ends with
//! src/game/scoring/scored.rs     a recorded game, judged and counted
//! src/game/scoring/recorded.rs   what a record says of the end of its game
//! src/game/scoring/difference.rs why a record has another result
//! src/search.rs                  Search: from a position and its limits to a move
//! src/search/limits.rs           SearchSettings, SearchLimits, Ban
//! src/search/result.rs           SearchResult and its Candidates; Watch
//! src/search/utility.rs          what the end of a playout is worth, as the game stands
//! src/search/decision.rs         after a search: a move, a pass, or to resign
//! src/search/endgame.rs          Endgame: the last moves of a game, solved
//! src/search/endgame/limits.rs   what may be spent on it
//! src/search/endgame/granted.rs  Granted: stones and points that need no play
//! src/search/endgame/ends.rs     the boards at the ends of lines, judged by reading and counted
//! src/search/endgame/solver.rs   what a side can be sure of, by proof-number search
//! src/search/endgame/tests.rs    endgames of the rule texts, and small boards solved by enumeration
//! src/search/outcomes.rs         how playouts have ended, move by move
//! src/search/alarm.rs            work that is told when its time is up
//! src/search/secured.rs          what is proved safe at the root, and what of it still holds along a line
//! src/search/secured/tests.rs    late positions of games, and what is played in them
//! src/search/shared.rs           what the threads of a search share
//! src/search/worker.rs           one thread of a search
//! src/search/consultation.rs     Consultation: who is asked in a search, and what was said of its root
//! src/search/consulting.rs       simulations that ask an oracle about their leaf
//! src/search/clock.rs            time controls, clocks, and the time for a move
//! src/engine.rs                  Engine: a session, the game with a search and clocks
//! src/engine/moves.rs            finding moves
//! src/engine/playing_out.rs      what is played while a dispute is played out
//! src/engine/judgement.rs        what is thought of the position
//! src/language.rs                boards, rules, judgements and scored games in words
//! src/language/words.rs          Language; every word and sentence in English and Japanese, one table
//! src/language/citations.rs      which article of which text says what, one table
//! src/language/values.rs         colors, moves, statuses, results, the switches of the rules
//! src/language/questions.rs      what is told to whoever asks why a scored game counts as it does
//! src/language/refusals.rs       errors in both languages
//! src/language/position.rs       positions and their rules
//! src/language/judgement.rs      judged positions and their scores
//! src/language/explanation.rs    why a chain has its status, with the play on a numbered board
//! src/language/zones.rs          what the zones of a proof of safety give
//! src/language/points.rs         why an empty point is whose it is
//! src/language/scored.rs         scored games: terms, results, how these compare with the record
//! src/kata.rs                    rules in KataGo's words
//! src/json.rs                    recorded games and positions as JSON in, scores as JSON out
//! src/json/query.rs              Query: what a request asks
//! src/json/scored.rs             a scored game as a line of JSON
//! src/json/answer.rs             the answer to a request, whatever it is
//! src/gtp.rs                     serve: line -> Command -> Engine -> Reply
//! src/gtp/line.rs                bytes to lines
//! src/gtp/entity.rs              numbers, colors, vertices and words as arguments
//! src/gtp/parameter.rs           parameters of rules and search, as GoGui sets them
//! src/gtp/analysis.rs            the analysis of a position as commands ask for it
//! src/gtp/command.rs             Command: what can be asked
//! src/gtp/arguments.rs           parsers of what commands take
//! src/gtp/reply.rs               Reply and Failure, and their text
//! src/gtp/parse.rs               the table of how each command is written
//! src/gtp/input.rs               lines read by a thread of its own
//! src/gtp/info.rs                reports of an analysis
//! src/gtp/raw.rs                 what a network says of a position, number by number
//! src/gtp/gogui.rs               what GoGui shows beside the game
//! src/gtp/zones.rs               what is proved safe, for GoGui
//! src/gtp/live.rs                the engine with GoGui or gtp2ogs looking on
//! src/gtp/help.rs                what each command does, in a line
//! src/gtp/answer.rs              what each command does and replies
//! src/gtp/readers.rs             Readers: whether somebody still reads the output
//! src/gtp/surroundings.rs        Surroundings: who reads, and which files may be touched
//! src/gtp/session.rs             Session: which line gets which reply
//! src/gtp/tests.rs               conversations with an engine
//! src/report.rs                  a judged game as page, text or picture
//! src/report/contents.rs         Report: everything it says, before it is put into words
//! src/report/progress.rs         how far a report has come
//! src/report/comparison.rs       the end of a game under every set of rules
//! src/report/demonstration.rs    how doubtful chains live or die, move by move
//! src/report/searcher.rs         short searches that repeat exactly
//! src/report/course.rs           how the game went, by search
//! src/report/mistakes.rs         the largest mistakes of each side, and what was better
//! src/report/replay.rs           boards that follow each other
//! src/report/phrases.rs          the parts of a report in words
//! src/report/marks.rs            what a picture of a scored game marks
//! src/report/sheet.rs            one board under several sets of rules, side by side
//! src/report/text.rs             a report as text for terminals
//! src/report/page.rs             a report as a page of HTML
//! src/report/script.rs           what the scripts of a page are given
//! src/report/zones.rs            what is proved safe on a page: zones, and attacks on them answered
//! src/report/chart.rs            how a game went, drawn
//! src/report/figures.rs          a game or a line of play as numbered boards, for paper
//! src/matches.rs                 run: MatchOptions -> games -> MatchSummary
//! src/matches/options.rs         MatchOptions: what to play
//! src/matches/error.rs           MatchError: why a match cannot go on
//! src/matches/player.rs          Player: a program of a match, by a letter
//! src/matches/command_line.rs    command lines as words
//! src/matches/date.rs            the date as records have it
//! src/matches/group.rs           a program and those that it starts, ended together
//! src/matches/program.rs         GtpProgram: a GTP engine in a process of its own
//! src/matches/series.rs          Series: the handicap systems of 1949
//! src/matches/schedule.rs        Schedule, Pairing: which games are played
//! src/matches/arbiter.rs         Arbiter: on what terms, and how they are counted
//! src/matches/conclusion.rs      how a game between programs has ended, with the reason
//! src/matches/ongoing.rs         OngoingGame: two programs at the arbiter's board while moves are played
//! src/matches/closing.rs         what programs are asked at the end, and how disputes are settled
//! src/matches/game.rs            one game between two programs
//! src/matches/directory.rs       the games on disk
//! src/matches/tally.rs           MatchSummary: wins, intervals, Elo
//! src/matches/cross_table.rs     CrossTable: who scored what against whom, and ratings
//! src/cli.rs                     the command line: which command, with which settings
//! src/cli/options.rs             options that several commands have
//! src/cli/streams.rs             what the standard streams are
//! src/cli/input.rs               games from files, and why one cannot be read or judged
//! src/cli/lines.rs               lines of bounded length
//! src/cli/gtp.rs                 wakari gtp
//! src/cli/network.rs             a network from a file
//! src/cli/analysis.rs            wakari analysis: positions by KataGo's JSON protocol
//! src/cli/analysis/notice.rs     errors and warnings in the form that clients know
//! src/cli/analysis/fields.rs     the fields of a query by their types
//! src/cli/analysis/settings.rs   settings by KataGo's names
//! src/cli/analysis/action.rs     what a line asks that is no position
//! src/cli/analysis/query.rs      Query: the positions that a line asks about
//! src/cli/analysis/desk.rs       Desk: what is to be analyzed, by priority
//! src/cli/analysis/hash.rs       KataGo's hash of a position
//! src/cli/analysis/answer.rs     the analysis of a position in KataGo's form
//! src/cli/analysis/work.rs       one position after the other is analyzed
//! src/cli/analysis/serve.rs      the threads that read, analyze and write
//! src/cli/score.rs               wakari score
//! src/cli/score/games.rs         the games in files, folders and the standard input
//! src/cli/score/text.rs          a scored game as text
//! src/cli/score/agreement.rs     scored games compared with their records
//! src/cli/score/certify.rs       a scored game as a certificate
//! src/cli/score/drawing.rs       a scored game as a picture
//! src/cli/score/worker.rs        lines of JSON in, lines of JSON out
//! src/cli/explain.rs             wakari explain
//! src/cli/report.rs              wakari report
//! src/cli/verify.rs              wakari verify
//! src/cli/check.rs               wakari check
//! src/cli/bench.rs               wakari bench
//! src/cli/manual.rs              wakari man, wakari completions
//! src/cli/train.rs               wakari train
//! src/cli/self_play.rs           wakari self-play
//! ```
//!
//! # Imports
//!
//! A module imports only from modules above it in this table: those it uses, and whatever is used by what it uses.
//!
//! | Module | uses |
//! |---|---|
//! | `color`, `point`, `rules` | nothing of ours |
//! | `memory`, `visible`, `winograd` | nothing of ours |
//! | `threads`, then `in_order` | `memory` |
//! | `files` | `memory`, `visible` |
//! | `board` | `color`, `point` |
//! | `sgf` | `board`, `rules` |
//! | `picture` | `board`, `visible` |
//! | `position` | `board`, `rules` |
//! | `territory` | `board`, `rules` |
//! | `score` | `territory`, `position` |
//! | `playout` | `territory` |
//! | `pattern` | `playout`, `winograd` |
//! | `tree` | `position`, `pattern` |
//! | `life` | `board`, `rules` |
//! | `certificate` | `life` |
//! | `network` | `life`, `tree` |
//! | `judge` | `life`, `score`, `tree` |
//! | `ending` | `life`, `score` |
//! | `game` | `judge`, `ending`, `sgf` |
//! | `search` | `judge`, `threads` |
//! | `engine` | `game`, `search` |
//! | `language` | `game`, `visible` |
//! | `kata` | `rules` |
//! | `json` | `language`, `kata`, `threads` |
//! | `gtp` | `files`, `engine`, `language`, `kata`, `network` |
//! | `report` | `language`, `picture`, `search` |
//! | `matches` | `files`, `game`, `threads` |
//! | `cli`, then `main` | `gtp`, `json`, `report`, `matches`, `certificate` |
//!
//! What is absent matters: `board` knows no turns, rules or history; `territory` and `score` do not know how
//! death was found; `playout` sees neither `position` nor `judge`. Formats that others read or write are known to one module each: GTP to
//! `gtp` as an engine and to `matches` as a controller, SGF to `sgf`, KataGo's rules, models and analysis to `kata`, `network` and `cli`, pages and
//! pictures to `report` and `picture`. Files are opened by `files`, `matches` and the commands of `cli`, and `memory` reads the limits of the control group; other programs are
//! started by `matches` alone, which `wakari check` uses too, and which hears interrupts to end them; the standard streams belong to `main`. Clocks are read
//! where time is limited or measured (`search`, `engine`, `gtp`, `matches`, `cli`). Nothing else
//! touches the world outside.

// Without the rest, some functions have no caller and some links above no target.
#![cfg_attr(
    not(feature = "cli"),
    allow(dead_code, unused_imports, rustdoc::broken_intra_doc_links)
)]

pub mod board;
pub mod certificate;
pub mod color;
pub mod life;
#[cfg(feature = "engine")]
pub mod memory;
pub mod point;
pub mod position;
pub mod rules;
pub mod score;
pub mod sgf;
pub mod territory;
#[cfg(feature = "engine")]
pub mod threads;

#[cfg(feature = "engine")]
pub mod ending;
#[cfg(feature = "engine")]
pub mod engine;
#[cfg(feature = "engine")]
pub mod game;
#[cfg(feature = "engine")]
pub mod judge;
#[cfg(feature = "engine")]
pub mod pattern;
#[cfg(feature = "engine")]
pub mod playout;
#[cfg(feature = "engine")]
pub mod search;
#[cfg(feature = "engine")]
pub mod tree;
#[cfg(feature = "engine")]
mod winograd;

#[cfg(feature = "json")]
pub mod json;
#[cfg(feature = "json")]
pub mod kata;
#[cfg(feature = "json")]
pub mod language;
#[cfg(feature = "json")]
pub mod visible;

#[cfg(feature = "cli")]
pub mod cli;
#[cfg(feature = "cli")]
pub mod files;
#[cfg(feature = "cli")]
pub mod gtp;
#[cfg(feature = "cli")]
pub mod in_order;
#[cfg(feature = "cli")]
pub mod matches;
#[cfg(feature = "cli")]
pub mod network;
#[cfg(feature = "cli")]
pub mod picture;
#[cfg(feature = "cli")]
pub mod report;
