//! Where a kernel finds its arguments: byte offsets into the register file at its start.
//!
//! The rules are those of Intel's OpenCL compiler, release 1.0.12504.6 (`COpenCLKernel::AllocatePayload`, order
//! `INDIRECT` of `KernelArgsOrder`), so that a kernel can replace one that Intel's compiler made:
//!
//! - r0 comes first; then what differs between lanes; then everything else in the order of the table below, arguments
//!   of one role in the order of the program.
//! - Each half of an argument that differs between lanes takes whole registers. Local ids always take three times that,
//!   for x, y and z, whichever of them the program has.
//! - Any other argument is aligned to its elements (a vector that the program passes: to its size rounded up to a power
//!   of two), to a dword at least, and to a register where it would otherwise cross one. A local pointer has 4 bytes and is aligned to 8,
//!   the size of a pointer.
//! - A platform whose kernels do not load their own arguments leaves one register free where nothing differs between
//!   lanes, as its dispatch needs such data.
//! - The offset of a buffer that nothing uses is not passed; the caller leaves it out.
//!
//! Arguments that differ between lanes but are no local ids are texvisa's own extension; they follow the local ids.
//!
//! # Example
//!
//! ```
//! use texvisa_ir::target::{SimdWidth, Target};
//! use texvisa_ir::texture::{ArgumentRole, Type};
//! use texvisa_ir::visa::abi::{ArgumentRequest, lay_out};
//!
//! let request = |uniform| ArgumentRequest { role: ArgumentRole::Plain, ty: Type::I32, uniform };
//! let layout = lay_out(&[request(true), request(false)], Target::Tgllp, SimdWidth::Simd16)?;
//! // What differs between lanes comes first, behind r0: two registers of eight lanes each.
//! let found: Vec<_> = layout.arguments.iter().map(|argument| (argument.argument, argument.offset, argument.bytes)).collect();
//! assert_eq!(found, [(1, 32, 64), (0, 96, 4)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::target::{SimdWidth, Target};
use crate::texture::{ArgumentRole, Type};

/// The position of a role among the others. Roles with the same number keep the order of the program.
const fn order(role: ArgumentRole, varies: bool) -> u32 {
    match role {
        ArgumentRole::R0 => 0,
        ArgumentRole::LocalIdX | ArgumentRole::LocalIdY | ArgumentRole::LocalIdZ => 1,
        ArgumentRole::Plain if varies => 2,
        // No program of Intel's compiler has them; they differ between lanes, too.
        ArgumentRole::PixelX | ArgumentRole::PixelY => 2,
        ArgumentRole::PayloadHeader => 3,
        ArgumentRole::LocalPointer => 4,
        ArgumentRole::Pointer => 5,
        ArgumentRole::Plain | ArgumentRole::PrivateBase => 6,
        ArgumentRole::BufferOffset => 7,
        ArgumentRole::WorkDim => 8,
        ArgumentRole::NumGroups => 9,
        ArgumentRole::GlobalSize => 10,
        ArgumentRole::LocalSize => 11,
        ArgumentRole::EnqueuedLocalSize => 12,
        ArgumentRole::ImageHeight => 13,
        ArgumentRole::ImageWidth => 14,
        ArgumentRole::ImageDepth => 15,
        ArgumentRole::ImageLevels => 16,
        ArgumentRole::ImageDataType => 17,
        ArgumentRole::ImageOrder => 18,
        ArgumentRole::ImageArraySize => 19,
        ArgumentRole::ImageSamples => 20,
        ArgumentRole::SamplerAddress => 21,
        ArgumentRole::SamplerNormalized => 22,
        ArgumentRole::SamplerSnap => 23,
        // It is not passed.
        ArgumentRole::Constant => u32::MAX,
        // OpenCL programs have none.
        ArgumentRole::BufferSize => 24,
    }
}

/// To how many bytes a pointer is aligned, a local one too.
const POINTER_ALIGN: u32 = 8;

/// To how many bytes any argument of all lanes is aligned at least.
const LEAST_ALIGN: u32 = 4;

/// An argument that needs a payload offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArgumentRequest {
    /// What it is for.
    pub role: ArgumentRole,
    /// Its type.
    pub ty: Type,
    /// Whether it is the same in all lanes.
    pub uniform: bool,
}

/// Where one argument, or one half of an argument that differs between lanes, is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArgumentOffset {
    /// Which of the wanted arguments.
    pub argument: usize,
    /// Which half.
    pub half: u32,
    /// Bytes from the start of the register file.
    pub offset: u32,
    /// Its size in bytes; for a half the registers that it takes.
    pub bytes: u32,
}

/// Where all arguments are found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArgumentLayout {
    /// The arguments, by rising offset. r0 itself is one, at offset 0.
    pub arguments: Vec<ArgumentOffset>,
    /// Bytes that differ between lanes.
    pub per_thread_bytes: u32,
    /// The byte after the last argument.
    pub end: u32,
}

/// Arguments that do not fit the register file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the arguments take {given} bytes; expected at most {limit}, the size of the register file")]
pub struct TooManyArguments {
    /// Bytes that they take, r0 included.
    pub given: u32,
    /// Bytes that there are.
    pub limit: u32,
}

/// Gives each of `wanted` that is passed its payload offset.
///
/// # Errors
///
/// Arguments that take more than the register file.
pub fn lay_out(
    wanted: &[ArgumentRequest],
    target: Target,
    simd: SimdWidth,
) -> Result<ArgumentLayout, TooManyArguments> {
    let platform = target.platform();
    let grf = platform.grf_bytes;
    let mut sorted: Vec<usize> = (0..wanted.len()).filter(|index| wanted[*index].role.is_passed()).collect();
    sorted.sort_by_key(|index| order(wanted[*index].role, !wanted[*index].uniform));
    let mut layout = ArgumentLayout::default();
    // r0 takes a register whether or not the program reads it.
    let mut offset = grf;
    let halves = simd.halves(target);
    let half_bytes = |ty: Type| (simd.exec_lanes(target) * ty.scalar.bytes()).next_multiple_of(grf);
    let local_ids = offset;
    let is_local_id = |role| order(role, true) == 1;
    if wanted.iter().any(|argument| is_local_id(argument.role)) {
        offset += 3 * halves * half_bytes(Type::I16);
    }
    let mut shared_started = false;
    for index in sorted {
        let ArgumentRequest { role, ty, uniform } = wanted[index];
        if role == ArgumentRole::R0 {
            layout.arguments.push(ArgumentOffset { argument: index, half: 0, offset: 0, bytes: 32 });
            continue;
        }
        if !uniform {
            let bytes = half_bytes(ty);
            let mut start = offset;
            if is_local_id(role) {
                start = local_ids + (role as u32 - ArgumentRole::LocalIdX as u32) * halves * bytes;
            } else {
                offset += halves * bytes;
            }
            for half in 0..halves {
                layout.arguments.push(ArgumentOffset { argument: index, half, offset: start + half * bytes, bytes });
            }
            continue;
        }
        if !shared_started {
            shared_started = true;
            layout.per_thread_bytes = offset - grf;
            if layout.per_thread_bytes == 0 && !platform.loads_arguments {
                offset += grf;
            }
        }
        let element = ty.scalar.bytes();
        let bytes = element * u32::from(ty.lanes);
        // Of an argument of the program Intel's compiler counts what LLVM allocates (KernelArgs.cpp, `calcAllocateSize`), as much for a
        // vector of three as for one of four; of a size of the grid its three dwords.
        let (align, room) = match role {
            ArgumentRole::Plain => (bytes.next_power_of_two().max(LEAST_ALIGN), bytes.next_power_of_two()),
            ArgumentRole::Pointer | ArgumentRole::LocalPointer | ArgumentRole::PrivateBase => (POINTER_ALIGN, bytes),
            _ => (element, bytes),
        };
        offset = offset.next_multiple_of(align);
        if offset / grf != (offset + bytes - 1) / grf {
            offset = offset.next_multiple_of(grf);
        }
        layout.arguments.push(ArgumentOffset { argument: index, half: 0, offset, bytes });
        offset += room;
    }
    if !shared_started {
        layout.per_thread_bytes = offset - grf;
    }
    layout.arguments.sort_by_key(|argument| argument.offset);
    layout.end = offset;
    let limit = grf * platform.grf_count;
    if offset > limit { Err(TooManyArguments { given: offset, limit }) } else { Ok(layout) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texture::Scalar;

    fn wanted(roles: &[(ArgumentRole, Type)]) -> Vec<ArgumentRequest> {
        roles
            .iter()
            .map(|(role, ty)| ArgumentRequest { role: *role, ty: *ty, uniform: role.is_divergent() != Some(true) })
            .collect()
    }

    fn offsets(layout: &ArgumentLayout, count: usize) -> Vec<Vec<u32>> {
        (0..count)
            .map(|index| {
                layout
                    .arguments
                    .iter()
                    .filter(|argument| argument.argument == index)
                    .map(|argument| argument.offset)
                    .collect()
            })
            .collect()
    }

    /// The signature of Intel's kernels: pointer, two floats, an int, r0, payload header, enqueued local size, local
    /// ids, the image's samples and the buffer's offset.
    fn kernel_of_intel() -> Vec<ArgumentRequest> {
        use ArgumentRole as R;
        let block = Type::vector(Scalar::I32, 8);
        wanted(&[
            (R::Pointer, Type::I64),
            (R::Plain, Type::F32),
            (R::Plain, Type::F32),
            (R::Plain, Type::I32),
            (R::R0, block),
            (R::PayloadHeader, block),
            (R::EnqueuedLocalSize, Type::vector(Scalar::I32, 3)),
            (R::LocalIdX, Type::I16),
            (R::LocalIdY, Type::I16),
            (R::LocalIdZ, Type::I16),
            (R::ImageSamples, Type::I32),
            (R::BufferOffset, Type::I32),
        ])
    }

    /// The `.input` lines that Intel's compiler wrote for such a kernel at SIMD32.
    #[test]
    fn offsets_at_simd32_are_those_of_intels_compiler() {
        let wanted = kernel_of_intel();
        let layout = lay_out(&wanted, Target::Tgllp, SimdWidth::Simd32).expect("they fit");
        let found = offsets(&layout, wanted.len());
        assert_eq!(found[..4], [[256], [264], [268], [272]]);
        assert_eq!(found[4..7], [[0], [224], [288]]);
        assert_eq!(found[7..10], [[32, 64], [96, 128], [160, 192]]);
        assert_eq!(found[10..], [[300], [276]]);
        assert_eq!(layout.per_thread_bytes, 192);
    }

    /// The `.input` lines that Intel's compiler wrote for a kernel at SIMD8: local ids still take a register each.
    #[test]
    fn offsets_at_simd8_are_those_of_intels_compiler() {
        let mut wanted = kernel_of_intel();
        wanted.remove(10);
        let layout = lay_out(&wanted, Target::Dg2, SimdWidth::Simd8).expect("they fit");
        let found = offsets(&layout, wanted.len());
        assert_eq!(found[7..10], [[32], [64], [96]]);
        assert_eq!(found[5], [128]);
        assert_eq!(found[..4], [[160], [168], [172], [176]]);
        assert_eq!(layout.per_thread_bytes, 96);
    }

    /// The `.input` lines that Intel's compiler wrote on TGLLP for
    /// `kernel void a(global float*, local float*, local float*)` with every query of the grid, in the order of its
    /// `v_name`s.
    #[test]
    fn local_pointers_and_sizes_of_the_grid_are_where_intels_compiler_has_them() {
        use ArgumentRole as R;
        let sizes = Type::vector(Scalar::I32, 3);
        let wanted = wanted(&[
            (R::Pointer, Type::I64),
            (R::LocalPointer, Type::I32),
            (R::LocalPointer, Type::I32),
            (R::PayloadHeader, Type::vector(Scalar::I32, 8)),
            (R::WorkDim, Type::I32),
            (R::NumGroups, sizes),
            (R::GlobalSize, sizes),
            (R::LocalSize, sizes),
            (R::EnqueuedLocalSize, sizes),
            (R::LocalIdX, Type::I16),
        ]);
        let layout = lay_out(&wanted, Target::Tgllp, SimdWidth::Simd32).expect("they fit");
        let found: Vec<u32> = offsets(&layout, wanted.len()).iter().map(|offsets| offsets[0]).collect();
        assert_eq!(found, [272, 256, 264, 224, 280, 288, 300, 320, 332, 32]);
    }

    /// The `.input` lines that Intel's compiler wrote on DG2 for `kernel void k(global float *, int3, int3, global float *)` at SIMD32.
    #[test]
    fn a_vector_of_three_takes_the_room_of_four_as_with_intels_compiler() {
        use ArgumentRole as R;
        let three = Type::vector(Scalar::I32, 3);
        let wanted = wanted(&[
            (R::Pointer, Type::I64),
            (R::Plain, three),
            (R::Plain, three),
            (R::Pointer, Type::I64),
            (R::PayloadHeader, Type::vector(Scalar::I32, 8)),
            (R::EnqueuedLocalSize, three),
            (R::LocalIdX, Type::I16),
            (R::BufferOffset, Type::I32),
            (R::BufferOffset, Type::I32),
        ]);
        let layout = lay_out(&wanted, Target::Dg2, SimdWidth::Simd32).expect("they fit");
        let found: Vec<u32> = offsets(&layout, wanted.len()).iter().map(|offsets| offsets[0]).collect();
        assert_eq!(found, [256, 272, 288, 264, 224, 320, 32, 304, 308]);
    }

    /// The `.input` lines that Intel's compiler wrote on TGLLP for `kernel void p(global int *, char, int, short, char)`.
    #[test]
    fn what_is_narrower_than_a_dword_takes_one_as_with_intels_compiler() {
        use ArgumentRole as R;
        let wanted = wanted(&[
            (R::LocalIdX, Type::I16),
            (R::PayloadHeader, Type::vector(Scalar::I32, 8)),
            (R::Pointer, Type::I64),
            (R::Plain, Type::I8),
            (R::Plain, Type::I32),
            (R::Plain, Type::I16),
            (R::Plain, Type::I8),
            (R::EnqueuedLocalSize, Type::vector(Scalar::I32, 3)),
        ]);
        let layout = lay_out(&wanted, Target::Tgllp, SimdWidth::Simd32).expect("they fit");
        assert_eq!(offsets(&layout, 8)[1..], [[224], [256], [264], [268], [272], [276], [288]]);
    }

    /// Intel's `.visaasm` of kernels that ask for all sizes of an image array names the inputs imageHeigt, imageWidth,
    /// imageArrSize, in this order, whatever the order of the program's arguments.
    #[test]
    fn sizes_of_an_image_have_the_order_of_intels_compiler() {
        use ArgumentRole as R;
        let sizes = [R::ImageWidth, R::ImageArraySize, R::ImageHeight].map(|role| (role, Type::I32));
        let wanted = wanted(&[&[(R::LocalIdX, Type::I16), (R::Pointer, Type::I64)], &sizes[..]].concat());
        let layout = lay_out(&wanted, Target::Tgllp, SimdWidth::Simd16).expect("they fit");
        assert_eq!(offsets(&layout, 5)[1..], [[128], [140], [144], [136]]);
    }

    /// A vector of OpenCL is aligned to its size, one of three elements like one of four (OpenCL C, Alignment of types).
    #[test]
    fn vectors_are_aligned_to_their_size() {
        use ArgumentRole as R;
        let vector = |lanes| (R::Plain, Type::vector(Scalar::F32, lanes));
        let wanted = wanted(&[
            (R::LocalIdX, Type::I16),
            (R::Plain, Type::F32),
            vector(2),
            (R::Plain, Type::F32),
            vector(4),
            (R::Plain, Type::F32),
            vector(3),
        ]);
        let layout = lay_out(&wanted, Target::Tgllp, SimdWidth::Simd16).expect("they fit");
        assert_eq!(offsets(&layout, 7)[1..], [[128], [136], [144], [160], [176], [192]]);
    }

    #[test]
    fn an_argument_that_would_cross_a_register_begins_the_next() {
        use ArgumentRole as R;
        let wanted = wanted(&[
            (R::LocalIdX, Type::I16),
            (R::Pointer, Type::I64),
            (R::Plain, Type::F32),
            (R::Plain, Type::F32),
            (R::Plain, Type::I32),
            (R::EnqueuedLocalSize, Type::vector(Scalar::I32, 3)),
        ]);
        let layout = lay_out(&wanted, Target::Tgllp, SimdWidth::Simd16).expect("they fit");
        assert_eq!(offsets(&layout, 6)[1..], [[128], [136], [140], [144], [148]]);
    }

    #[test]
    fn a_register_stays_free_where_nothing_differs_between_lanes() {
        let wanted = wanted(&[(ArgumentRole::Plain, Type::I32)]);
        let at = |target| lay_out(&wanted, target, SimdWidth::Simd16).expect("it fits").arguments[0].offset;
        assert_eq!((at(Target::Tgllp), at(Target::Dg2)), (64, 32));
    }

    #[test]
    fn more_than_the_register_file_is_refused() {
        let many = vec![ArgumentRequest { role: ArgumentRole::Plain, ty: Type::I32, uniform: false }; 200];
        let error = lay_out(&many, Target::Tgllp, SimdWidth::Simd16).expect_err("200 pairs of registers");
        assert_eq!((error.given, error.limit), (32 + 200 * 64, 4096));
    }
}
