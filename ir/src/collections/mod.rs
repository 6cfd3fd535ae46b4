//! The collections that kernels are made of, under names of our own: no crate behind them shows in a signature.

mod arena;
mod packed;
mod short_list;

pub use arena::{Arena, Iter, IterMut};
pub use packed::Packed;
pub use short_list::{IntoIter, ShortList};
