//! Arenas: what is declared under each identifier of a kind.

use std::fmt;
use std::ops::{Index, IndexMut};

use cranelift_entity::{EntityRef, PrimaryMap};

/// What is declared under each identifier of a kind, in the order of the identifiers.
///
/// An identifier comes from [`Arena::push`] and belongs to this arena alone. Indexing by one of another arena gives something
/// else or panics; [`Arena::get`] never panics.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Arena<K: EntityRef, V>(PrimaryMap<K, V>);

impl<K: EntityRef, V> Arena<K, V> {
    /// An arena in which nothing is declared.
    pub fn new() -> Arena<K, V> {
        Arena(PrimaryMap::new())
    }

    /// The same, with memory for `capacity` declarations.
    pub fn with_capacity(capacity: usize) -> Arena<K, V> {
        Arena(PrimaryMap::with_capacity(capacity))
    }

    /// Makes place for `more` declarations.
    pub fn reserve(&mut self, more: usize) {
        self.0.reserve(more);
    }

    /// Declares something, and returns its identifier.
    pub fn push(&mut self, value: V) -> K {
        self.0.push(value)
    }

    /// The identifier of what is declared next.
    pub fn next_key(&self) -> K {
        self.0.next_key()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether `key` is declared.
    pub fn is_valid(&self, key: K) -> bool {
        self.0.is_valid(key)
    }

    /// What is declared under `key`; `None` where nothing is.
    pub fn get(&self, key: K) -> Option<&V> {
        self.0.get(key)
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, key: K) -> Option<&mut V> {
        self.0.get_mut(key)
    }

    /// The identifiers.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = K> + ExactSizeIterator + use<K, V> {
        self.0.keys()
    }

    /// What is declared.
    pub fn values(&self) -> std::slice::Iter<'_, V> {
        self.0.values()
    }

    /// The same, to be changed.
    pub fn values_mut(&mut self) -> std::slice::IterMut<'_, V> {
        self.0.values_mut()
    }

    /// What is declared, without the arena.
    pub fn into_values(self) -> impl ExactSizeIterator<Item = V> + use<K, V> {
        self.0.into_iter().map(|(_, value)| value)
    }

    /// Each identifier with what is declared under it.
    pub fn iter(&self) -> Iter<'_, K, V> {
        Iter(self.0.iter())
    }

    /// The same, to be changed.
    pub fn iter_mut(&mut self) -> IterMut<'_, K, V> {
        IterMut(self.0.iter_mut())
    }

    /// What is declared last.
    pub fn last(&self) -> Option<(K, &V)> {
        self.0.last()
    }

    /// Removes the declarations that `keep` does not keep. Those behind one that is removed get the identifiers before theirs.
    pub fn retain(&mut self, mut keep: impl FnMut(K, &V) -> bool) {
        let declared = std::mem::take(&mut self.0);
        self.0 = declared.into_iter().filter(|(key, value)| keep(*key, value)).map(|(_, value)| value).collect();
    }

    /// Removes all declarations.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl<K: EntityRef, V> Default for Arena<K, V> {
    fn default() -> Arena<K, V> {
        Arena::new()
    }
}

impl<K: EntityRef + fmt::Debug, V: fmt::Debug> fmt::Debug for Arena<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<K: EntityRef, V> Index<K> for Arena<K, V> {
    type Output = V;

    #[inline]
    fn index(&self, key: K) -> &V {
        &self.0[key]
    }
}

impl<K: EntityRef, V> IndexMut<K> for Arena<K, V> {
    #[inline]
    fn index_mut(&mut self, key: K) -> &mut V {
        &mut self.0[key]
    }
}

impl<K: EntityRef, V> FromIterator<V> for Arena<K, V> {
    fn from_iter<I: IntoIterator<Item = V>>(values: I) -> Arena<K, V> {
        Arena(values.into_iter().collect())
    }
}

impl<K: EntityRef, V> Extend<V> for Arena<K, V> {
    fn extend<I: IntoIterator<Item = V>>(&mut self, values: I) {
        self.0.extend(values);
    }
}

/// The declarations of an [`Arena`].
pub struct Iter<'a, K: EntityRef, V>(cranelift_entity::Iter<'a, K, V>);

/// The declarations of an [`Arena`], to be changed.
pub struct IterMut<'a, K: EntityRef, V>(cranelift_entity::IterMut<'a, K, V>);

impl<'a, K: EntityRef, V> Iterator for Iter<'a, K, V> {
    type Item = (K, &'a V);

    #[inline]
    fn next(&mut self) -> Option<(K, &'a V)> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<K: EntityRef, V> DoubleEndedIterator for Iter<'_, K, V> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        self.0.next_back()
    }
}

impl<K: EntityRef, V> ExactSizeIterator for Iter<'_, K, V> {}

impl<'a, K: EntityRef, V> Iterator for IterMut<'a, K, V> {
    type Item = (K, &'a mut V);

    #[inline]
    fn next(&mut self) -> Option<(K, &'a mut V)> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<'a, K: EntityRef, V> IntoIterator for &'a Arena<K, V> {
    type Item = (K, &'a V);
    type IntoIter = Iter<'a, K, V>;

    fn into_iter(self) -> Iter<'a, K, V> {
        self.iter()
    }
}

impl<'a, K: EntityRef, V> IntoIterator for &'a mut Arena<K, V> {
    type Item = (K, &'a mut V);
    type IntoIter = IterMut<'a, K, V>;

    fn into_iter(self) -> IterMut<'a, K, V> {
        self.iter_mut()
    }
}
