//! Lists of values, which live in their kernel.

use cranelift_entity::{EntityList, ListPool};

use super::entities::Value;

/// A list of values: elements of a vector, or what a block is called with. It is small, and its values are in
/// [`Kernel::lists`](super::Kernel::lists), so that an instruction has a size of its own.
#[derive(Clone, Copy, Debug, Default)]
pub struct ValueList(EntityList<Value>);

/// Where the lists of a kernel have their values.
#[derive(Clone, Debug, Default)]
pub struct ValueLists(ListPool<Value>);

impl ValueList {
    /// A list without a value.
    pub fn new() -> ValueList {
        ValueList::default()
    }

    /// A list of these values.
    pub fn from_slice(values: &[Value], lists: &mut ValueLists) -> ValueList {
        ValueList(EntityList::from_slice(values, &mut lists.0))
    }

    /// How many values it has.
    pub fn len(&self, lists: &ValueLists) -> usize {
        self.0.len(&lists.0)
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Value number `index`; `None` where there is none.
    pub fn get(&self, index: usize, lists: &ValueLists) -> Option<Value> {
        self.0.get(index, &lists.0)
    }

    /// The values.
    pub fn as_slice<'a>(&self, lists: &'a ValueLists) -> &'a [Value] {
        self.0.as_slice(&lists.0)
    }

    /// The same, to be changed.
    pub fn as_mut_slice<'a>(&'a mut self, lists: &'a mut ValueLists) -> &'a mut [Value] {
        self.0.as_mut_slice(&mut lists.0)
    }

    /// Appends a value.
    pub fn push(&mut self, value: Value, lists: &mut ValueLists) {
        self.0.push(value, &mut lists.0);
    }

    /// Removes value number `index`.
    ///
    /// # Panics
    ///
    /// There is none.
    pub fn remove(&mut self, index: usize, lists: &mut ValueLists) {
        self.0.remove(index, &mut lists.0);
    }

    /// Appends values.
    pub fn extend(&mut self, values: impl IntoIterator<Item = Value>, lists: &mut ValueLists) {
        self.0.extend(values, &mut lists.0);
    }
}
