//! How far behind the start of its memory the constants of a program lead an access.
//!
//! A program of arrays whose sizes it knows may have them all in one buffer, one behind the other, and store millions of bytes
//! behind its start. In a buffer of an ordinary size, what it stores there would be dropped, and nothing compared. Buffers of
//! millions of bytes would take long to fill and to compare, so that a far trial gives a buffer the bytes about one such offset
//! alone.

use std::ops::Range;

use texvisa_ir::texture::{ArgumentRole, InstData, Kernel, MemorySpace, Module, Op, Role, Value, ValueDef};

use crate::environment::BUFFER_SPAN;

/// The size in bytes of a buffer that has room for every ordinary store.
pub(super) const LARGE_BUFFER: usize = 1 << 16;
/// The offsets that are far: an ordinary buffer has those before, and 4 KB behind each; no buffer has those behind.
const FAR: Range<i64> = LARGE_BUFFER as i64 - (1 << 12)..BUFFER_SPAN as i64;

/// The far offsets of accesses to each memory, in bytes, rising; before them 0, if some are not far.
pub(super) struct FarOffsets {
    /// By surface.
    surfaces: Vec<Vec<u64>>,
    /// By argument that is a pointer.
    arguments: Vec<Vec<u64>>,
}

impl FarOffsets {
    /// Those of `kernel`.
    pub fn new(module: &Module, kernel: &Kernel) -> FarOffsets {
        let mut far = FarOffsets {
            surfaces: vec![Vec::new(); module.surfaces.len()],
            arguments: vec![Vec::new(); kernel.arguments.len()],
        };
        let offsets = ConstantOffsets::of(kernel);
        for inst in kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts) {
            let InstData::Memory(id) = &kernel.insts[*inst] else { continue };
            let op = &kernel.memories[*id];
            let Some(address) = op.address(Role::X).or(op.address(Role::Low)) else { continue };
            let ConstantOffset { bytes, argument } = offsets.get(kernel, address);
            let memory = match (op.kind.space, op.surface, argument) {
                (MemorySpace::Raw, Some(surface), _) => &mut far.surfaces[surface.surface.as_u32() as usize],
                (MemorySpace::Pointer, _, Some(argument)) => &mut far.arguments[argument as usize],
                _ => continue,
            };
            memory.push(if FAR.contains(&bytes) { bytes as u64 } else { 0 });
        }
        for memory in far.surfaces.iter_mut().chain(&mut far.arguments) {
            memory.sort_unstable();
            memory.dedup();
        }
        far
    }

    /// Those in the buffer of surface `number`.
    pub fn surface(&self, number: u32) -> &[u64] {
        &self.surfaces[number as usize]
    }

    /// Those in the buffer that argument `index` points to.
    pub fn argument(&self, index: usize) -> &[u64] {
        &self.arguments[index]
    }

    /// Whether none is far.
    pub fn are_near(&self) -> bool {
        self.surfaces.iter().chain(&self.arguments).flatten().all(|offset| *offset == 0)
    }
}

/// What an integer would be if every number that is not known were 0.
#[derive(Clone, Copy, Default)]
struct ConstantOffset {
    bytes: i64,
    /// The argument whose address it is added to.
    argument: Option<u32>,
}

/// That of each value.
struct ConstantOffsets(Vec<ConstantOffset>);

impl ConstantOffsets {
    fn of(kernel: &Kernel) -> ConstantOffsets {
        let mut offsets = ConstantOffsets(vec![ConstantOffset::default(); kernel.values.len()]);
        for inst in kernel.layout.iter().flat_map(|block| &kernel.blocks[*block].insts) {
            match &kernel.insts[*inst] {
                InstData::Plain { op, args } => {
                    if let Some(result) = kernel.result(*inst)
                        && let Some(offset) = offsets.of_operation(kernel, result, *op, *args)
                    {
                        offsets.0[result.as_u32() as usize] = offset;
                    }
                }
                // A parameter is what it is at first; what a loop adds to it is not followed.
                data => {
                    for target in data.targets() {
                        let params = &kernel.blocks[target.block].params;
                        for (param, value) in params.iter().zip(target.args.as_slice(&kernel.lists)) {
                            let new = offsets.get(kernel, *value);
                            let known = &mut offsets.0[param.as_u32() as usize];
                            if known.bytes == 0 {
                                *known = new;
                            }
                        }
                    }
                }
            }
        }
        offsets
    }

    fn get(&self, kernel: &Kernel, value: Value) -> ConstantOffset {
        match kernel.values[value].def {
            ValueDef::Constant(bits) => {
                ConstantOffset { bytes: signed(kernel, value, bits.get() as i64), argument: None }
            }
            ValueDef::Argument(index) if kernel.arguments[index as usize].role == ArgumentRole::Pointer => {
                ConstantOffset { bytes: 0, argument: Some(index) }
            }
            _ => self.0[value.as_u32() as usize],
        }
    }

    /// That of the result; `None` where the operands say nothing.
    fn of_operation(&self, kernel: &Kernel, result: Value, op: Op, args: [Value; 3]) -> Option<ConstantOffset> {
        let mut operands = [ConstantOffset::default(); 3];
        for (operand, arg) in operands.iter_mut().zip(&args[..op.arity()]) {
            *operand = self.get(kernel, *arg);
        }
        let [a, b, c] = operands.map(|operand| operand.bytes);
        let amount = || kernel.constant(args[1]).and_then(|amount| u32::try_from(amount).ok());
        let bytes = match op {
            Op::Add | Op::AddCarry => a.wrapping_add(b),
            Op::AddThree => a.wrapping_add(b).wrapping_add(c),
            Op::MulAdd => a.wrapping_mul(b).wrapping_add(c),
            Op::Sub => a.wrapping_sub(b),
            Op::Mul => a.wrapping_mul(b),
            Op::And => a & b,
            Op::Or => a | b,
            Op::Xor => a ^ b,
            Op::Shl => a.checked_shl(amount()?)?,
            Op::ShrU | Op::ShrS => a.checked_shr(amount()?)?,
            Op::MinS | Op::MinU => a.min(b),
            Op::MaxS | Op::MaxU => a.max(b),
            Op::Select => b.max(c),
            Op::Concat | Op::Trunc | Op::ZExt | Op::SExt | Op::Bitcast => a,
            _ => return None,
        };
        let bytes = signed(kernel, result, bytes);
        Some(ConstantOffset { bytes, argument: operands.iter().find_map(|operand| operand.argument) })
    }
}

/// The number that the type of `value` has for these bits.
fn signed(kernel: &Kernel, value: Value, bits: i64) -> i64 {
    let unused = i64::BITS - kernel.ty(value).scalar.bits().clamp(1, i64::BITS);
    (bits << unused) >> unused
}

#[cfg(test)]
mod tests {
    use texvisa_ir::texture::parse;

    use super::*;

    fn far(text: &str) -> FarOffsets {
        let module = parse(text).unwrap_or_else(|errors| panic!("{errors:?}"));
        FarOffsets::new(&module, module.kernels.values().next().expect("a kernel"))
    }

    /// 4 * 20,000 is 80,000.
    #[test]
    fn sums_and_products_with_constants_are_followed() {
        let found = far("surface b0: raw @ table 0\nsurface b1: raw @ table 1\nkernel @k(%x: i32) {\n^entry:\n  \
             %near = shl i32 %x, 2\n  %value = load_raw b1 [x: %near] -> i32\n  %behind = add i32 %x, 20000\n  \
             %far = shl i32 %behind, 2\n  store_raw b0 [x: %far], i32 %value\n  return\n}");
        assert_eq!([found.surface(0), found.surface(1)], [[80_000], [0]]);
    }

    #[test]
    fn a_pointer_is_into_the_memory_of_its_argument() {
        let found = far("kernel @k(%p: uniform i64 = pointer, %q: uniform i64 = pointer, %x: i32) {\n^entry:\n  \
             %wide = zext i32 %x -> i64\n  %at = add i64 %q, %wide\n  %far = add i64 %at, 65536\n  \
             store_ptr [x: %far], i32 %x\n  store_ptr [x: %p], i32 %x\n  return\n}");
        assert_eq!([found.argument(0), found.argument(1)], [[0], [65_536]]);
    }

    #[test]
    fn what_a_mask_takes_away_is_not_far() {
        let found = far("surface b0: raw @ table 0\nkernel @k(%x: i32) {\n^entry:\n  %far = add i32 %x, 1000000\n  \
             %word = trunc i32 %far -> i16\n  %wide = sext i16 %word -> i32\n  %at = and i32 %far, 255\n  \
             store_raw b0 [x: %at], i32 %x\n  store_raw b0 [x: %wide], i32 %x\n  return\n}");
        assert!(found.are_near());
    }

    #[test]
    fn what_is_subtracted_is_not_far() {
        let found = far("surface b0: raw @ table 0\nkernel @k(%x: i32) {\n^entry:\n  %at = add i32 %x, -100000\n  \
             store_raw b0 [x: %at], i32 %x\n  return\n}");
        assert!(found.are_near());
    }
}
