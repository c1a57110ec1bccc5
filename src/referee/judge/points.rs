//! Explanations of empty points: the owner, or the reason for having none.
//!
//! These are values only. Their wording is in `language`.

use super::adjudication::Adjudication;
use super::status::{Judgement, Status};
use crate::go::color::{Color, PerColor};
use crate::go::point::{Point, PointSet};
use crate::go::position::Position;
use crate::go::rules::{Counting, Rules};

/// The explanation of an empty point.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PointExplanation {
    /// The rules of the judgement.
    pub rules: Rules,
    /// The point.
    pub at: Point,
    /// The connected region of empty points and dead stones.
    pub region: PointSet,
    /// The chains around the region that are not dead.
    pub walls: PerColor<Vec<Judgement>>,
    /// The dead stones of the region that are removed as prisoners.
    pub prisoners: PointSet,
    /// The reason for the point's owner.
    pub reason: PointReason,
    /// True if the estimate of the owner is clear.
    pub is_clear: bool,
}

/// The reason for the owner of an empty point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PointReason {
    /// Only living stones of this side surround it: a point of this side.
    Surrounded(Color),
    /// A stone of this side fills it before the count: a dame, or a reinforcement that filling the
    /// last dame forces. Only under area scoring does the stone count.
    Filled(Color),
    /// Living stones of both sides surround it: dame.
    Dame,
    /// Stones of both sides surround it, and the game is far from over.
    Undecided,
    /// No living stone is next to the region.
    Open,
    /// One side surrounds it, but dead stones of that side stay in the region: neutral.
    OwnDead {
        /// The side that surrounds it.
        owner: Color,
        /// The dead stones.
        dead: PointSet,
    },
    /// One side surrounds it, but the other could take a ko of living stones there: neutral.
    Ko {
        /// The side that surrounds it.
        owner: Color,
        /// The stone that could be taken.
        stone: Point,
    },
    /// The eye of a group in seki, under rules that do not count such eyes.
    EyeInSeki {
        /// The owner of the eye.
        owner: Color,
        /// The dame that the group touches.
        dame: PointSet,
    },
    /// The empty corner of three points without capturing.
    ///
    /// The corner is neutral; this side gets three points for the shape.
    ThreePoints(Color),
    /// The rules count stones only.
    StonesCount,
}

/// Explains an empty point; `None` if the point is occupied or off the board.
pub fn explain_point(
    position: &Position,
    adjudication: &Adjudication,
    at: Point,
) -> Option<PointExplanation> {
    let board = position.board();
    if !board.size().contains(at) || !board.is_empty(at) {
        return None;
    }
    let region = region(adjudication, at);
    let around = region.grown();
    Some(PointExplanation {
        rules: *position.rules(),
        at,
        region,
        walls: PerColor::from_fn(|color| {
            let chains = adjudication.chains().iter();
            let walls = chains.filter(|chain| {
                chain.color == color && chain.status != Status::Dead && chain.stones.meets(&around)
            });
            walls.copied().collect()
        }),
        prisoners: adjudication.territory().taken_off & region,
        reason: reason(position.rules(), adjudication, at, &region),
        is_clear: !adjudication.unsettled().contains(at),
    })
}

/// Explains the neutral empty regions: dame, eyes in seki and other exceptions of the rules.
///
/// Each region is explained at its first point. Regions without living stones around them are left
/// out.
pub fn explain_nobodys(position: &Position, adjudication: &Adjudication) -> Vec<PointExplanation> {
    let mut found: Vec<PointExplanation> = vec![];
    for at in position.board().size().points() {
        let is_known = |known: &PointExplanation| known.region.contains(at);
        let Some(explained) = explain_point(position, adjudication, at) else {
            continue;
        };
        let is_plain = matches!(
            explained.reason,
            PointReason::Surrounded(_)
                | PointReason::Filled(_)
                | PointReason::Open
                | PointReason::Undecided
                | PointReason::StonesCount
        );
        let is_told = found
            .iter()
            .any(|known| is_known(known) && known.reason == explained.reason);
        if !is_plain && !is_told {
            found.push(explained);
        }
    }
    found
}

/// Returns the living stones of the counted board.
fn living(adjudication: &Adjudication) -> PerColor<PointSet> {
    let finish = &adjudication.counted.finish;
    PerColor::from_fn(|color| finish.board.stones(color) - finish.dead)
}

/// Returns the region of an empty point: connected points without a living stone.
///
/// If the point was filled before the count, it is the point alone.
fn region(adjudication: &Adjudication, at: Point) -> PointSet {
    let living = living(adjudication);
    let all = adjudication.finished().size().all();
    let free = (all - living[Color::Black]) - living[Color::White];
    let here: PointSet = [at].into_iter().collect();
    here | (here & free).flood(&free)
}

fn reason(rules: &Rules, adjudication: &Adjudication, at: Point, region: &PointSet) -> PointReason {
    let territory = adjudication.territory();
    let living = living(adjudication);
    let around = region.grown();
    let filled = |color: &Color| living[*color].contains(at);
    let given = |color: &Color| territory.three_points[*color].contains(at);
    if let Some(color) = Color::BOTH.into_iter().find(filled) {
        return PointReason::Filled(color);
    }
    if rules.counting == Counting::Stones {
        return PointReason::StonesCount;
    }
    if let Some(color) = Color::BOTH.into_iter().find(given) {
        return PointReason::ThreePoints(color);
    }
    let owner = match Color::BOTH.map(|color| living[color].meets(&around)) {
        [true, true] if adjudication.is_unfinished() => return PointReason::Undecided,
        [true, true] => return PointReason::Dame,
        [false, false] => return PointReason::Open,
        [true, false] => Color::Black,
        [false, true] => Color::White,
    };
    if territory.points[owner].contains(at) {
        return PointReason::Surrounded(owner);
    }
    if !territory.dame.contains(at) {
        return PointReason::EyeInSeki {
            owner,
            dame: dame_of(adjudication, &living, owner, &around),
        };
    }
    let board = adjudication.finished();
    let dead = board.stones(owner) & *region;
    let beside = at.neighbours().into_iter();
    let mut in_atari = beside.filter(|&at| board.at(at).is_some() && board.is_in_atari(at));
    match in_atari.next_back().filter(|_| dead.is_empty()) {
        Some(stone) => PointReason::Ko { owner, stone },
        None => PointReason::OwnDead { owner, dead },
    }
}

/// Returns the dame that the owner's group of an eye touches.
///
/// Groups connect through stones and eyes.
fn dame_of(
    adjudication: &Adjudication,
    living: &PerColor<PointSet>,
    owner: Color,
    around_eye: &PointSet,
) -> PointSet {
    let dame = adjudication.territory().dame;
    let all = adjudication.finished().size().all();
    let free = (all - living[Color::Black]) - living[Color::White];
    let eyes = free - living[!owner].grown().flood(&free);
    let group = (living[owner] & *around_eye).flood(&(living[owner] | eyes));
    dame & group.grown()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::board::diagram;
    use crate::go::board::symmetry::Image;
    use crate::go::point::{Move, Size};
    use crate::referee::judge::tests::images::position_of;
    use crate::referee::judge::{Effort, Occasion, adjudicate};

    const EFFORT: Effort = Effort {
        playouts: 60,
        seed: 5,
        states: 100_000,
        safety: 2_000,
        ..Effort::USUAL
    };

    fn at(name: &str) -> Point {
        name.parse().expect("a point")
    }

    fn set(names: &str) -> PointSet {
        names.split_whitespace().map(at).collect()
    }

    /// Maps a reason to a rotated, mirrored or color-exchanged board.
    fn image(reason: PointReason, to: Image) -> PointReason {
        match reason {
            PointReason::Surrounded(owner) => PointReason::Surrounded(to.color(owner)),
            PointReason::Filled(owner) => PointReason::Filled(to.color(owner)),
            PointReason::ThreePoints(owner) => PointReason::ThreePoints(to.color(owner)),
            PointReason::OwnDead { owner, dead } => PointReason::OwnDead {
                owner: to.color(owner),
                dead: to.points(&dead),
            },
            PointReason::Ko { owner, stone } => PointReason::Ko {
                owner: to.color(owner),
                stone: to.point(stone),
            },
            PointReason::EyeInSeki { owner, dame } => PointReason::EyeInSeki {
                owner: to.color(owner),
                dame: to.points(&dame),
            },
            same => same,
        }
    }

    /// Checks the reasons at some points of a square board and of its images.
    #[track_caller]
    fn check(rules: Rules, picture: &str, expected: &[(&str, PointReason)]) {
        let board = diagram::board(picture).expect("a board");
        for to in Image::all(board.size()) {
            let position = position_of(to, &board, rules);
            let judged = adjudicate(&position, Occasion::Diagram, &EFFORT);
            for &(name, reason) in expected {
                let found = explain_point(&position, &judged, to.point(at(name)));
                let found = found.expect("an empty point").reason;
                let expected = image(reason, to);
                assert_eq!(found, expected, "{name} by {rules}, {to:?}:\n{board}");
            }
        }
    }

    const EXAMPLE_26: &str = "
        . X X . X O .
        X . X X X X O
        X X O O O O O
        O O O X X X X
        . O O X . X .
        O O X X O O X
        . O X O . O O";

    /// Proposal of 2012, example 26: three kos of living stones.
    ///
    /// Under rules without this exception they are points.
    #[test]
    fn points_of_living_kos_are_nobodys() {
        use Color::{Black, White};
        let ko = |owner, stone| PointReason::Ko {
            owner,
            stone: at(stone),
        };
        let expected = [
            ("A7", PointReason::Surrounded(Black)),
            ("A1", PointReason::Surrounded(White)),
            ("G7", ko(White, "F7")),
            ("G3", ko(Black, "G2")),
            ("E1", ko(White, "D1")),
        ];
        check(Rules::PROPOSAL_2012, EXAMPLE_26, &expected);
        let points = ["G7", "E1"].map(|name| (name, PointReason::Surrounded(White)));
        let points_count = Rules {
            ko_points: true,
            ..Rules::PROPOSAL_2012
        };
        check(points_count, EXAMPLE_26, &points);
    }

    /// Rules of 1949, figure 8: White's stones in the eye of Black's seki are prisoners, although
    /// the eye is no territory. Under the rules of 1989 they stay; under the proposal the eyes
    /// count.
    #[test]
    fn eyes_in_seki_are_told_apart() {
        use Color::{Black, White};
        let picture = "
            X X X X O . O X O
            X . X X O O O X O
            X X X X X O . X .
            X X X X X O X X X
            X X . X X X O O O
            X X X X X X O O .
            X X X X X X O O O
            X X X X X X O . O
            X X X X X X X O O";
        let eye = |owner| PointReason::EyeInSeki {
            owner,
            dame: set("G7"),
        };
        let expected = [
            ("B8", PointReason::Surrounded(Black)),
            ("J4", PointReason::Surrounded(White)),
            ("G7", PointReason::Dame),
            ("J7", eye(Black)),
            ("F9", eye(White)),
        ];
        check(Rules::JAPANESE_1949, picture, &expected);
        check(Rules::JAPANESE_1989, picture, &expected);
        let eyes = [
            ("G7", PointReason::Dame),
            ("J7", PointReason::Surrounded(Black)),
            ("F9", PointReason::Surrounded(White)),
        ];
        check(Rules::PROPOSAL_2012, picture, &eyes);
        let board = diagram::board(picture).expect("a board");
        for (rules, prisoners) in [
            (Rules::JAPANESE_1949, "J9 J8"),
            (Rules::JAPANESE_1989, ""),
            (Rules::PROPOSAL_2012, "J9 J8"),
        ] {
            let position = Position::set_up(board.clone(), Black, rules);
            let judged = adjudicate(&position, Occasion::Diagram, &EFFORT);
            let found = explain_point(&position, &judged, at("J7")).expect("an empty point");
            assert_eq!(found.prisoners, set(prisoners), "{rules}");
            assert_eq!(found.region, set("J9 J8 J7"), "{rules}");
            let stones = found.walls[Black][0].stones;
            assert!(stones.contains(at("H9")) && found.walls[White].is_empty());
        }
    }

    /// Rules of 1989, example 9: as it stands, both sides have dead stones in the corner, which is
    /// neutral. In example 25, living stones of both sides meet at the points next to the dead ko
    /// stones.
    #[test]
    fn dead_stones_of_its_own_spoil_an_eye() {
        let corner = "
            X O . X O O O O O
            . X X X O O O . O
            X X O O O O O O O
            O O O O O O O O O
            O O O O O O O O O
            O . O O O O O O O
            O O O O O O O O O
            O O O O O O O O O
            O O O O O O O O O";
        let spoilt = PointReason::OwnDead {
            owner: Color::White,
            dead: set("B9"),
        };
        let expected = [
            ("A8", spoilt),
            ("C9", spoilt),
            ("H8", PointReason::Surrounded(Color::White)),
        ];
        check(Rules::JAPANESE_1989, corner, &expected);
        let double_ko = "
            . X . X O X X X X
            X X X O O X X . X
            O X O . O X X X X
            . O O O O X X X X
            O O X X X X X X X
            X X X X X X X X X
            X X X X X X X . X
            X . X X X X X X X
            X X X X X X X X X";
        let expected = [
            ("C9", PointReason::Dame),
            ("A6", PointReason::Dame),
            ("H8", PointReason::Surrounded(Color::Black)),
        ];
        check(Rules::JAPANESE_1989, double_ko, &expected);
    }

    #[test]
    fn the_corner_of_three_points_is_nobodys() {
        let picture = "
            . X X O O O . O O
            O X X O O . O O O
            X O O O O O O O O
            X X X O O O O O O
            X X X X X X X X X
            X . X X X X X X X
            X X X X . X X X X
            X X X X X X X X X
            X X X X X X X X X";
        let three = [("A9", PointReason::ThreePoints(Color::White))];
        check(Rules::JAPANESE_1949, picture, &three);
    }

    /// Explanations agree with the owners of random boards, and each neutral region is listed once.
    #[test]
    fn reasons_agree_with_the_count() {
        let mut told = 0;
        for seed in 0..60 {
            let mut dice = crate::mcts::playout::dice(seed);
            let rules = Rules::ALL[seed as usize % Rules::ALL.len()];
            let mut position = Position::new(Size::square(5).expect("a size"), rules);
            for _ in 0..30 {
                let moves: Vec<Move> = position.legal_moves().collect();
                let index = rand::RngExt::random_range(&mut dice, 0..moves.len());
                position.play_legal(moves[index]);
            }
            let judged = adjudicate(&position, Occasion::Diagram, &EFFORT);
            for at in position.board().size().points() {
                let Some(found) = explain_point(&position, &judged, at) else {
                    assert!(!position.board().is_empty(at));
                    continue;
                };
                let owner = match found.reason {
                    PointReason::Surrounded(owner) => Some(owner),
                    _ => None,
                };
                let expected = judged.owner(at);
                let is_filled = matches!(found.reason, PointReason::Filled(_));
                assert!(
                    is_filled || owner == expected,
                    "{at}, seed {seed}: {found:?}"
                );
                told += 1;
            }
            let nobodys = explain_nobodys(&position, &judged);
            for (index, found) in nobodys.iter().enumerate() {
                let again = |other: &PointExplanation| {
                    other.region == found.region && other.reason == found.reason
                };
                assert!(!nobodys[..index].iter().any(again));
            }
        }
        assert!(told > 200, "{told}");
    }
}
