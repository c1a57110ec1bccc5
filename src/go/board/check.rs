//! Consistency checks: the board recomputed from its stones.

use super::{Board, Liberties, NOBODY, Surroundings, content};
use crate::go::color::Color;
use crate::go::point::{Point, PointSet};

/// A cached value of a board that disagrees with its stones.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} at {at} is wrong")]
pub struct Inconsistency {
    /// The name of the value.
    pub what: &'static str,
    /// The point where it is wrong.
    pub at: Point,
}

impl Board {
    /// Recomputes every cached value from the stones.
    ///
    /// # Errors
    ///
    /// The first value that disagrees.
    pub fn check(&self) -> Result<(), Inconsistency> {
        let size = self.size();
        for point in size.points() {
            let expect = |true_: bool, what| {
                if true_ {
                    Ok(())
                } else {
                    Err(Inconsistency { what, at: point })
                }
            };
            expect(self.content[point] != content::OFF, "the edge of the board")?;
            expect(
                self.around(point) == self.seen_from(point),
                "what stands around",
            )?;
            match self.at(point) {
                None => {
                    let place = usize::from(self.cells[point].number);
                    expect(
                        self.empties().get(place) == Some(&point),
                        "the list of empty points",
                    )?;
                    expect(
                        self.chain_name(point) == NOBODY,
                        "the chain of an empty point",
                    )?;
                }
                Some(color) => {
                    let chain = self.chain_seen_from(point, color);
                    expect(
                        self.chain(point).collect::<PointSet>() == chain,
                        "the ring of a chain",
                    )?;
                    expect(
                        chain.contains(self.chain_name(point)),
                        "the name of a chain",
                    )?;
                    expect(self.chain_size(point) == chain.len(), "the size of a chain")?;
                    let mut same_name = chain.iter().map(|at| self.chain_name(at));
                    expect(
                        same_name.all(|name| name == self.chain_name(point)),
                        "the name of a chain",
                    )?;
                    let liberties = self.liberties_of(&chain);
                    expect(
                        self.liberties[self.chain_name(point)] == liberties,
                        "the liberties of a chain",
                    )?;
                    expect(!liberties.is_none(), "a chain without liberties")?;
                }
            }
        }
        let empties = size.points().filter(|&point| self.is_empty(point)).count();
        if empties != self.empties().len() {
            return Err(Inconsistency {
                what: "the number of empty points",
                at: NOBODY,
            });
        }
        match self.ko() {
            Some(at) if !self.is_empty(at) => Err(Inconsistency {
                what: "the ko point",
                at,
            }),
            _ => Ok(()),
        }
    }

    fn seen_from(&self, point: Point) -> Surroundings {
        let mut word = 0;
        for (direction, at) in Board::all_around(point).into_iter().enumerate() {
            let content = match self.at(at) {
                _ if !self.size().contains(at) => content::OFF,
                None => content::EMPTY,
                Some(Color::Black) => 1,
                Some(Color::White) => 2,
            };
            word |= u16::from(content) << (2 * direction);
        }
        Surroundings(word)
    }

    fn chain_seen_from(&self, stone: Point, color: Color) -> PointSet {
        PointSet::from_iter([stone]).flood(&self.stones(color))
    }

    fn liberties_of(&self, chain: &PointSet) -> Liberties {
        let mut liberties = Liberties::default();
        for stone in chain.iter() {
            for at in stone
                .neighbours()
                .into_iter()
                .filter(|&at| self.is_empty(at))
            {
                liberties.add(Liberties::of(at));
            }
        }
        liberties
    }
}
