//! The grid of a trial, and how many instructions a hardware thread of it may execute.

use fastrand::Rng;
use texvisa_ir::target::SimdWidth;
use texvisa_ir::texture::{Argument, ArgumentRole, Kernel};

use super::mode::Mode;
use super::numbers::Numbers;
use super::ordinary::Ordinary;
use crate::dispatch::Grid;

/// The step limit of all hardware threads together; each has an equal share.
const STEPS: u64 = 1 << 17;
/// The least step limit of a hardware thread, however many there are.
const LEAST_STEPS: u64 = 1 << 15;
/// The step limit of the one hardware thread of a trial that is long. scrypt, as bfgminer has it, takes 2.7 million at
/// SIMD8.
const LONG_STEPS: u64 = 1 << 22;

/// Groups of the size that the kernel requires, all of them whole but for a long trial, where it requires one. Otherwise
/// a group of up to a few hardware threads, whose sizes are rarely multiples of the SIMD width. Along an axis whose
/// local id the program does not read, and across groups if it does not read the group id, work items write to the
/// same addresses and little can be compared: such grids are rare.
///
/// In one of eight trials, and in half of those with a sentinel, the group is large along each axis that the program
/// reads. Many programs leave alone what is near the edges of a picture, and in a small group every work item is.
pub(super) fn of_trial(kernel: &Kernel, mode: &Mode, numbers: &mut Numbers, simd: SimdWidth) -> Grid {
    let lanes = simd.lanes();
    if mode.is_long {
        return one_thread(kernel.group_size.unwrap_or([lanes, 1, 1]), lanes);
    }
    let mut is_used = vec![false; kernel.values.len()];
    for inst in kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts) {
        kernel.for_each_use(*inst, |value| is_used[value.as_u32() as usize] = true);
    }
    let knows = |role| {
        let has_role = |argument: &&Argument| argument.role == role && is_used[argument.value.as_u32() as usize];
        kernel.arguments.iter().any(|argument| has_role(&argument))
    };
    // A pixel is known in the whole grid.
    let [knows_column, knows_row] = [ArgumentRole::PixelX, ArgumentRole::PixelY].map(knows);
    let knows_group = knows(ArgumentRole::R0) || knows_column;
    let rarely = |rng: &mut Rng| rng.u32(0..8) == 0;
    let [knows_y, knows_z] = [knows(ArgumentRole::LocalIdY) || knows_row, knows(ArgumentRole::LocalIdZ)];
    if let Some(group) = kernel.group_size {
        let mut items = group;
        for (size, known) in items.iter_mut().zip([true, knows_y, knows_z]) {
            let several = if known && knows_group { numbers.rng.bool() } else { rarely(&mut numbers.rng) };
            *size *= if several { 2 } else { 1 };
        }
        return Grid { items, group };
    }
    if mode.is_ordinary {
        let (group, items) = Ordinary::grid(&mut numbers.rng, [true, knows_y, knows_z], knows_group);
        return Grid { items, group };
    }
    let x = numbers.pick(&[1, 3, lanes / 2, lanes - 1, lanes, lanes, lanes + 3, 2 * lanes]);
    let mut along = |known: bool, sizes: &[u32]| {
        if known || rarely(&mut numbers.rng) { sizes[numbers.rng.usize(0..sizes.len())] } else { 1 }
    };
    let group = if mode.has_usual_group {
        numbers.pick(match (knows_y, knows_z) {
            (false, false) => &[[64, 1, 1], [128, 1, 1], [256, 1, 1]],
            (_, false) => &[[8, 8, 1], [16, 8, 1], [16, 16, 1]],
            (_, true) => &[[4, 4, 4], [8, 8, 4]],
        })
    } else if mode.is_roomy {
        [lanes.min(16), if knows_y { 6 } else { 1 }, if knows_z { 3 } else { 1 }]
    } else {
        [x, along(knows_y, &[1, 1, 2, 3]), along(knows_z, &[1, 1, 1, 2])]
    };
    let mut items = group;
    for (size, known) in items.iter_mut().zip([true, knows_y, knows_z]) {
        let several = if known && knows_group { numbers.rng.bool() } else { rarely(&mut numbers.rng) };
        *size += if several { numbers.rng.u32(0..=*size) } else { 0 };
    }
    Grid { items, group }
}

/// How many instructions a hardware thread of the trial's grid may execute. A kernel without a loop always ends.
pub(super) fn step_limit(kernel: &Kernel, mode: &Mode, grid: &Grid, simd: SimdWidth) -> u64 {
    let steps = if mode.is_long { LONG_STEPS } else { (STEPS / hardware_threads(grid, simd)).max(LEAST_STEPS) };
    steps + kernel.insts.len() as u64
}

/// The least that [`step_limit`] may be.
pub(super) fn least_step_limit(kernel: &Kernel) -> u64 {
    LEAST_STEPS + kernel.insts.len() as u64
}

/// The most hardware threads that a grid can have.
fn hardware_threads(grid: &Grid, simd: SimdWidth) -> u64 {
    let product = |sizes: [u32; 3]| sizes.iter().map(|size| u64::from(*size)).product::<u64>();
    let groups = std::array::from_fn(|axis| grid.items[axis].div_ceil(grid.group[axis]));
    product(groups) * product(grid.group).div_ceil(u64::from(simd.lanes()))
}

/// A grid of the first hardware thread of a group, or of less where its work items are not those of a block.
fn one_thread(group: [u32; 3], lanes: u32) -> Grid {
    let mut left = lanes;
    let items = group.map(|size| {
        let items = size.min(left);
        left = if items == size { left / items } else { 1 };
        items
    });
    Grid { items, group }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Work items of a group follow each other, x fastest, so that those of its first lanes are a row, or whole rows, or whole planes.
    #[test]
    fn a_long_trial_has_the_first_hardware_thread_of_a_group() {
        for (group, lanes, items) in [
            ([256, 1, 1], 16, [16, 1, 1]),
            ([1, 64, 1], 8, [1, 8, 1]),
            ([4, 8, 2], 16, [4, 4, 1]),
            ([2, 2, 9], 16, [2, 2, 4]),
            ([5, 3, 1], 8, [5, 1, 1]),
            ([3, 2, 1], 32, [3, 2, 1]),
        ] {
            assert_eq!(one_thread(group, lanes).items, items, "{group:?} at {lanes} lanes");
        }
    }
}
