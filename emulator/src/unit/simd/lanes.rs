//! Loops over lanes.

/// `value` of the element of each lane. Unlike `map` of arrays it is always compiled into its caller, with the caller's
/// vector instructions.
#[inline(always)]
pub(super) fn each<const N: usize, A: Copy, B: Copy + Default>(from: &[A; N], value: impl Fn(A) -> B) -> [B; N] {
    let mut to = [B::default(); N];
    for lane in 0..N {
        to[lane] = value(from[lane]);
    }
    to
}
