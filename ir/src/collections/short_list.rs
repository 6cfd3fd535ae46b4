//! Lists that are mostly short.

use std::fmt;
use std::ops::{Deref, DerefMut};

use smallvec::SmallVec;

/// A list that needs no allocation for up to `N` elements.
///
/// It is used as a slice; what changes its length are methods of the names that [`Vec`] has.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShortList<T, const N: usize>(SmallVec<[T; N]>);

impl<T, const N: usize> ShortList<T, N> {
    /// A list without an element.
    pub fn new() -> ShortList<T, N> {
        ShortList(SmallVec::new())
    }

    /// The same, with memory for `capacity` elements.
    pub fn with_capacity(capacity: usize) -> ShortList<T, N> {
        ShortList(SmallVec::with_capacity(capacity))
    }

    /// A list of these elements.
    pub fn from_slice(elements: &[T]) -> ShortList<T, N>
    where
        T: Copy,
    {
        ShortList(SmallVec::from_slice(elements))
    }

    /// Appends an element.
    pub fn push(&mut self, element: T) {
        self.0.push(element);
    }

    /// Removes the last element, and returns it.
    pub fn pop(&mut self) -> Option<T> {
        self.0.pop()
    }

    /// Puts an element before the one at `index`.
    ///
    /// # Panics
    ///
    /// `index` is greater than the length.
    pub fn insert(&mut self, index: usize, element: T) {
        self.0.insert(index, element);
    }

    /// Removes the element at `index`, and returns it.
    ///
    /// # Panics
    ///
    /// There is none.
    pub fn remove(&mut self, index: usize) -> T {
        self.0.remove(index)
    }

    /// Removes all elements from number `length` on.
    pub fn truncate(&mut self, length: usize) {
        self.0.truncate(length);
    }

    /// Removes all elements.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Removes the elements that `keep` does not keep.
    pub fn retain(&mut self, keep: impl FnMut(&mut T) -> bool) {
        self.0.retain(keep);
    }
}

impl<T, const N: usize> Default for ShortList<T, N> {
    fn default() -> ShortList<T, N> {
        ShortList::new()
    }
}

impl<T: fmt::Debug, const N: usize> fmt::Debug for ShortList<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T, const N: usize> Deref for ShortList<T, N> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T, const N: usize> DerefMut for ShortList<T, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

impl<T, const N: usize> FromIterator<T> for ShortList<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> ShortList<T, N> {
        ShortList(elements.into_iter().collect())
    }
}

impl<T, const N: usize, const M: usize> From<[T; M]> for ShortList<T, N> {
    fn from(elements: [T; M]) -> ShortList<T, N> {
        elements.into_iter().collect()
    }
}

impl<T: Copy, const N: usize> From<&[T]> for ShortList<T, N> {
    fn from(elements: &[T]) -> ShortList<T, N> {
        ShortList::from_slice(elements)
    }
}

impl<T, const N: usize> Extend<T> for ShortList<T, N> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, elements: I) {
        self.0.extend(elements);
    }
}

/// The elements of a [`ShortList`].
pub struct IntoIter<T, const N: usize>(smallvec::IntoIter<[T; N]>);

impl<T, const N: usize> Iterator for IntoIter<T, N> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<T, const N: usize> DoubleEndedIterator for IntoIter<T, N> {
    #[inline]
    fn next_back(&mut self) -> Option<T> {
        self.0.next_back()
    }
}

impl<T, const N: usize> ExactSizeIterator for IntoIter<T, N> {}

impl<T, const N: usize> IntoIterator for ShortList<T, N> {
    type Item = T;
    type IntoIter = IntoIter<T, N>;

    fn into_iter(self) -> IntoIter<T, N> {
        IntoIter(self.0.into_iter())
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a ShortList<T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> std::slice::Iter<'a, T> {
        self.0.iter()
    }
}

impl<'a, T, const N: usize> IntoIterator for &'a mut ShortList<T, N> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> std::slice::IterMut<'a, T> {
        self.0.iter_mut()
    }
}
