//! Words of register files, for loops over lanes.

/// The register files of hardware threads, one behind the other, each of `stride` bytes. Unlike `chunks_exact_mut` it
/// needs no division.
#[inline(always)]
pub(super) fn files_mut(mut rest: &mut [u8], stride: usize) -> impl Iterator<Item = &mut [u8]> {
    std::iter::from_fn(move || {
        let (file, behind) = std::mem::take(&mut rest).split_at_mut_checked(stride)?;
        rest = behind;
        Some(file)
    })
}

/// The bytes of `N` words, one behind the other from an address on.
#[inline(always)]
fn range<const N: usize>(address: usize) -> std::ops::Range<usize> {
    // No address has more bits, and so what follows cannot overflow, which needs no question.
    let start = address & u32::MAX as usize;
    start..start + 4 * N
}

/// The words of `N` lanes, one behind the other from an address on.
#[inline(always)]
pub(super) fn read_words<const N: usize>(file: &[u8], address: usize) -> Option<[u32; N]> {
    let found = file.get(range::<N>(address))?.as_chunks().0.first_chunk::<N>()?;
    let mut words = [0; N];
    for lane in 0..N {
        words[lane] = u32::from_le_bytes(found[lane]);
    }
    Some(words)
}

/// Writes the words of the lanes of `mask`, one behind the other from an address on.
#[inline(always)]
pub(super) fn write_words<const N: usize>(file: &mut [u8], address: usize, mask: u32, words: &[u32; N]) {
    let place = file.get_mut(range::<N>(address)).and_then(|place| place.as_chunks_mut().0.first_chunk_mut::<N>());
    let Some(place) = place else { return };
    if mask == u32::MAX >> (32 - N) {
        for lane in 0..N {
            place[lane] = words[lane].to_le_bytes();
        }
    } else {
        for lane in 0..N {
            let takes = (mask >> lane & 1).wrapping_neg();
            place[lane] = (words[lane] & takes | u32::from_le_bytes(place[lane]) & !takes).to_le_bytes();
        }
    }
}
