//! A canonical orientation of the board, and judgements mapped back from it.
//!
//! Reading and searching stop when their budget is used up, and try moves in the order of the
//! points. Their results may therefore depend on the rotation and the colors of a board. To avoid
//! this, every position is judged as its canonical image, which all of its images share.

use super::adjudication::Adjudication;
use super::count::CountedBoard;
use super::finish::Finish;
use super::status::Judgement;
use crate::go::board::Board;
use crate::go::board::symmetry::Image;
use crate::go::color::Color;
use crate::go::point::PointSet;
use crate::go::position::Position;
use crate::go::score::{Terms, score};
use crate::go::territory::Territory;
use crate::life::chain::Chain;
use std::sync::Arc;

/// Returns the image that is judged for a board.
///
/// In this image Black has most stones, and the top rows of the board come last in the order of its
/// point sets. Several images qualify for a board that is its own image. They show equal stones;
/// one of them is taken, and chains that are images of each other may get different verdicts.
pub(super) fn canonical(board: &Board) -> Image {
    let key = |image: Image| {
        let stones = Color::BOTH.map(|color| image.points(&board.stones(image.color(color))));
        let rows = stones.map(|stones| {
            let mut rows = stones.rows();
            rows.reverse();
            rows
        });
        (stones[0].len(), rows)
    };
    Image::all(board.size())
        .max_by_key(|&image| key(image))
        .expect("a board has images")
}

impl Adjudication {
    /// Maps back this judgement of an image of `position`.
    pub(super) fn image(&self, image: Image, position: &Position) -> Adjudication {
        let chains = Chain::all(position.board()).into_iter();
        let back = image.inverse();
        let judgement = |chain: Chain| {
            let stone = chain.stones.first().expect("a chain has stones");
            let judged = self.chain(back.point(stone));
            Judgement {
                color: chain.color,
                stones: chain.stones,
                ..*judged.expect("every chain is judged")
            }
        };
        Adjudication {
            judgements: chains.map(judgement).collect(),
            occasion: self.occasion,
            settled: self.settled.image(image),
            safety: Arc::new(self.safety.image(image)),
            dead: image.points(&self.dead),
            reinforcements: image.point_sets(&self.reinforcements),
            counted: self.counted.image(image, position),
            played_on: self.played_on.image(image, position),
            unclear: image.points(&self.unclear),
            open: image.points(&self.open),
            work_left: self.work_left,
            adviser: self.adviser.clone(),
        }
    }
}

impl CountedBoard {
    /// Maps the board, and counts it by the terms of the original position.
    fn image(&self, image: Image, position: &Position) -> CountedBoard {
        let rules = position.rules();
        let finish = self.finish.image(image);
        let territory = territory_image(&self.territory, image);
        let terms = Terms {
            prisoners: finish.prisoners,
            ..Terms::of(position)
        };
        let score = score(&finish.board, &territory, &terms, rules);
        CountedBoard {
            finish,
            territory,
            score,
        }
    }
}

impl Finish {
    fn image(&self, image: Image) -> Finish {
        Finish {
            board: self.board.image(image),
            dead: image.points(&self.dead),
            plays: self.plays.iter().map(|&play| image.play(play)).collect(),
            prisoners: image.sides(&self.prisoners, |prisoners| *prisoners),
        }
    }
}

fn territory_image(territory: &Territory, image: Image) -> Territory {
    let points = |points: &PointSet| image.points(points);
    Territory {
        points: image.point_sets(&territory.points),
        dame: points(&territory.dame),
        seki: points(&territory.seki),
        taken_off: points(&territory.taken_off),
        tax: image.sides(&territory.tax, |tax| *tax),
        three_points: image.point_sets(&territory.three_points),
    }
}
