//! Pairs of blocks at which lanes may be pending together.

use std::collections::BTreeSet;

use super::thread::BlockId;

/// Of which blocks at which lanes may be pending there may be pending lanes at the same time.
#[derive(Clone, Debug)]
pub(super) enum Pairs {
    /// Of all: pairs are not followed.
    Any,
    /// Of the two of each of these pairs, the lower first.
    Of(BTreeSet<[BlockId; 2]>),
}

impl Pairs {
    /// No pair: with these a thread begins of which pairs are followed.
    pub fn none() -> Pairs {
        Pairs::Of(BTreeSet::new())
    }

    /// Whether lanes may be pending at one block and at the other.
    pub fn may_be(&self, one: BlockId, other: BlockId) -> bool {
        match self {
            Pairs::Any => true,
            Pairs::Of(pairs) => one == other || pairs.contains(&ordered(one, other)),
        }
    }

    /// Adds that lanes may be pending at `one` block together with those at each of the `others`.
    pub fn add(&mut self, one: BlockId, others: impl Iterator<Item = BlockId>) {
        if let Pairs::Of(pairs) = self {
            pairs.extend(others.filter(|other| *other != one).map(|other| ordered(one, other)));
        }
    }

    /// The pairs of which both blocks are among those that are left.
    pub fn among(&self, is_left: impl Fn(BlockId) -> bool) -> Pairs {
        match self {
            Pairs::Any => Pairs::Any,
            Pairs::Of(pairs) => {
                Pairs::Of(pairs.iter().filter(|pair| pair.iter().all(|at| is_left(*at))).copied().collect())
            }
        }
    }

    /// Adds the pairs of another way to the same block; whether there were new ones.
    pub fn join(&mut self, others: Pairs) -> bool {
        match (&mut *self, others) {
            (Pairs::Any, _) => false,
            (Pairs::Of(_), Pairs::Any) => {
                *self = Pairs::Any;
                true
            }
            (Pairs::Of(pairs), Pairs::Of(others)) => {
                let before = pairs.len();
                pairs.extend(others);
                pairs.len() > before
            }
        }
    }
}

fn ordered(one: BlockId, other: BlockId) -> [BlockId; 2] {
    [one.min(other), one.max(other)]
}
