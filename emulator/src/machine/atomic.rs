//! Atomic operations, after DWORD_ATOMIC, SVM_ATOMIC and TYPED_ATOMIC.
//!
//! Lanes are served in rising order; the documents leave it open. What an unaligned operation does is documented nowhere:
//! it finds undefined bits and leaves what is there.

use smallvec::SmallVec;
use texvisa_ir::texture::Role;
use texvisa_ir::visa::{Atomic, AtomicForm, AtomicFunction, Exec, StateKind};

use super::engine::Engine;
use super::error::{Fault, Trap};
use super::operand::{Guard, OperandLayout, read, write};
use super::thread::Thread;
use crate::environment::{Environment, read_element};
use crate::float::{canonical_f32, larger_f32, smaller_f32};
use crate::local::local_offset;
use crate::unit::MAX_LANES;

const DWORD: u32 = 4;

/// An atomic operation, resolved.
#[derive(Clone, Debug)]
pub(super) struct ResolvedAtomic {
    pub exec: Exec,
    pub guard: Option<Guard>,
    form: AtomicForm,
    function: AtomicFunction,
    /// How many bytes it works on.
    bytes: u32,
    /// The state variable with the table entry, by its number; none for local memory and for 64-bit addresses.
    state: Option<usize>,
    /// Where the elements of each part of the address are, and those of the sources.
    address: SmallVec<[usize; 4]>,
    srcs: SmallVec<[usize; 2]>,
    dst: Option<usize>,
}

/// Resolves an atomic operation.
pub(super) fn resolve(layout: &OperandLayout<'_>, atomic: &Atomic) -> Result<ResolvedAtomic, Fault> {
    let Atomic { form, function, bytes, exec, .. } = *atomic;
    let bytes = u32::from(bytes);
    layout.exec(exec)?;
    let raw = |raw: texvisa_ir::visa::Raw, bytes: u32| {
        let given = layout.ty(raw.var)?.bytes();
        if given != bytes {
            return Err(Fault::ElementBytes { given, expected: if bytes == DWORD { "4" } else { "8" } });
        }
        layout.raw(raw, u64::from(exec.lanes) * u64::from(bytes))
    };
    let operands = layout.kernel.raws(atomic.operands);
    let (least, most) = (function.sources() + 1, function.sources() + form.address_parts());
    if !(least..=most).contains(&operands.len()) {
        return Err(Fault::Parameters { given: operands.len(), least, most });
    }
    let (address, srcs) = atomic.split(operands);
    let state = match atomic.surface.expand() {
        None if form == AtomicForm::Pointer => None,
        None => return Err(Fault::Missing("surface")),
        Some(surface) => match layout.kernel.states.get(surface) {
            Some(StateKind::Local) if form == AtomicForm::Typed => {
                return Err(Fault::Types("local memory has no typed elements"));
            }
            Some(StateKind::Local) => None,
            _ => Some(layout.state(surface)?),
        },
    };
    Ok(ResolvedAtomic {
        exec,
        guard: layout.guard(atomic.predicate, exec)?,
        form,
        function,
        bytes,
        state,
        address: address.iter().map(|part| raw(*part, form.address_bytes())).collect::<Result<_, _>>()?,
        srcs: srcs.iter().map(|src| raw(*src, bytes)).collect::<Result<_, _>>()?,
        dst: atomic.dst.expand().map(|dst| raw(dst, bytes)).transpose()?,
    })
}

impl ResolvedAtomic {
    /// The state variable that says what is accessed; `None` for local memory, and for 64-bit addresses.
    pub fn state(&self) -> Option<usize> {
        self.state
    }

    /// Whether its addresses say what is accessed.
    pub fn is_by_pointer(&self) -> bool {
        self.form == AtomicForm::Pointer
    }

    /// Executes the operation for the lanes of `enabled`, counted from its first. Memory has it at once.
    pub fn execute(
        &self,
        engine: &mut Engine<'_, '_>,
        thread: &mut Thread,
        file: &mut [u8],
        enabled: u32,
    ) -> Result<(), Trap> {
        let surface = |state: usize| thread.states[state].ok_or(Trap::StateNotSet { what: "surface" });
        let entry = self.state.map(surface).transpose()?;
        let lanes = (0..usize::from(self.exec.lanes)).filter(|lane| enabled >> lane & 1 == 1);
        let mut found = [0; MAX_LANES];
        for lane in lanes.clone() {
            let dword = |start: usize| read(file, start + lane * DWORD as usize, DWORD) as u32;
            let mut sources = self.srcs.iter().map(|start| read(file, start + lane * self.bytes as usize, self.bytes));
            let sources = [sources.next().unwrap_or(0), sources.next().unwrap_or(0)];
            let update = |before: u64| updated(self.function, self.bytes, before, sources);
            // One that ignores the execution mask is carried out for the first active lane.
            let first = if self.exec.nomask { thread.lanes.active.trailing_zeros() } else { self.exec.first.into() };
            let item = thread.start.items[(first as usize + lane) % MAX_LANES];
            if let (AtomicForm::Typed, Some(entry)) = (self.form, entry) {
                engine.parameters.clear();
                for (start, role) in self.address.iter().zip([Role::U, Role::V, Role::R, Role::Lod]) {
                    if let Some(words) = engine.parameters.words_mut(role) {
                        words[lane] = dword(*start);
                    }
                }
                let update = |before: u32| update(before.into()) as u32;
                found[lane] = engine.memory.update_typed(entry, &engine.parameters, lane, item, update)?.into();
                continue;
            }
            let start = self.address[0];
            let (entry, offset) = match self.is_by_pointer() {
                true => match Environment::locate(read(file, start + lane * 8, 8)) {
                    Some((entry, offset)) => (Some(entry), offset),
                    // Where no buffer is, 0 is found and nothing is left.
                    None => continue,
                },
                false if entry.is_none() => (None, local_offset(dword(start)).into()),
                false => (entry, dword(start).into()),
            };
            if !offset.is_multiple_of(self.bytes.into()) {
                found[lane] = thread.fill.next_bits();
                continue;
            }
            let memory = match entry {
                Some(entry) => engine.memory.environment().buffer(entry)?,
                None => engine.local.as_slice(),
            };
            let first_byte = entry.map_or(0, |entry| engine.memory.environment().first_byte(entry));
            let offset = offset.wrapping_sub(first_byte);
            let bytes = self.bytes as usize;
            let before = read_element(memory, offset, bytes);
            found[lane] = before;
            let after = update(before);
            match entry {
                Some(entry) => engine.memory.writes(entry)?.write(offset, bytes, after, item),
                None => super::memory::Writes::Local(&mut engine.local).write(offset, bytes, after, item),
            }
        }
        if let Some(dst) = self.dst {
            let bytes = self.bytes;
            lanes.for_each(|lane| write(file, dst + lane * bytes as usize, bytes, found[lane]));
        }
        Ok(())
    }
}

/// What an operation on so many bytes leaves (DWORD_ATOMIC, table of operations).
fn updated(function: AtomicFunction, bytes: u32, old: u64, [src0, src1]: [u64; 2]) -> u64 {
    let unused = 64 - 8 * bytes;
    let signed = |bits: u64| (bits << unused).cast_signed() >> unused;
    let float = |bits: u64| f32::from_bits(bits as u32);
    let after = match function {
        AtomicFunction::Add => old.wrapping_add(src0),
        AtomicFunction::Sub => old.wrapping_sub(src0),
        AtomicFunction::Inc => old.wrapping_add(1),
        AtomicFunction::Dec => old.wrapping_sub(1),
        AtomicFunction::MinU => old.min(src0),
        AtomicFunction::MaxU => old.max(src0),
        AtomicFunction::Exchange => src0,
        AtomicFunction::CompareExchange if old == src1 => src0,
        AtomicFunction::CompareExchange => old,
        AtomicFunction::And => old & src0,
        AtomicFunction::Or => old | src0,
        AtomicFunction::Xor => old ^ src0,
        AtomicFunction::MinS => signed(old).min(signed(src0)).cast_unsigned(),
        AtomicFunction::MaxS => signed(old).max(signed(src0)).cast_unsigned(),
        AtomicFunction::MaxF => larger_f32(old as u32, src0 as u32).into(),
        AtomicFunction::MinF => smaller_f32(old as u32, src0 as u32).into(),
        AtomicFunction::CompareExchangeF if float(src0) == float(old) => src1,
        AtomicFunction::CompareExchangeF => old,
        AtomicFunction::AddF => canonical_f32(float(old) + float(src0)).into(),
    };
    after & (u64::MAX >> unused)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// DWORD_ATOMIC, the table of operations, for an old value of -2 (0xfffffffe) and sources of 5 and 7.
    #[test]
    fn operations_leave_what_the_table_says() {
        let left = |function| updated(function, 4, 0xffff_fffe, [5, 7]);
        let rows = [
            (AtomicFunction::Add, 3),
            (AtomicFunction::Sub, 0xffff_fff9),
            (AtomicFunction::Inc, 0xffff_ffff),
            (AtomicFunction::Dec, 0xffff_fffd),
            (AtomicFunction::MinU, 5),
            (AtomicFunction::MaxU, 0xffff_fffe),
            (AtomicFunction::Exchange, 5),
            (AtomicFunction::CompareExchange, 0xffff_fffe),
            (AtomicFunction::And, 4),
            (AtomicFunction::Or, 0xffff_ffff),
            (AtomicFunction::Xor, 0xffff_fffb),
            (AtomicFunction::MinS, 0xffff_fffe),
            (AtomicFunction::MaxS, 5),
        ];
        for (function, expected) in rows {
            assert_eq!(left(function), expected, "{function:?}");
        }
        // The second source is what is compared, and of floats the first.
        assert_eq!(updated(AtomicFunction::CompareExchange, 4, 7, [5, 7]), 5);
        let [one, two] = [1.0f32, 2.0].map(|number| u64::from(number.to_bits()));
        assert_eq!(updated(AtomicFunction::CompareExchangeF, 4, one, [one, two]), two);
        assert_eq!(updated(AtomicFunction::CompareExchangeF, 4, two, [one, two]), two);
        assert_eq!([AtomicFunction::MinF, AtomicFunction::MaxF].map(|op| updated(op, 4, one, [two, 0])), [one, two]);
        assert_eq!(updated(AtomicFunction::AddF, 4, one, [two, 0]), u64::from(3.0f32.to_bits()));
        // Of 64 bits, with digits in both dwords: -2 and 5 * 2^32.
        let wide = |function| updated(function, 8, u64::MAX - 1, [5 << 32, 7]);
        assert_eq!(wide(AtomicFunction::Add), (5 << 32) - 2);
        assert_eq!(wide(AtomicFunction::Inc), u64::MAX);
        assert_eq!([AtomicFunction::MinU, AtomicFunction::MaxS].map(wide), [5 << 32; 2]);
        assert_eq!([AtomicFunction::MinS, AtomicFunction::MaxU].map(wide), [u64::MAX - 1; 2]);
    }
}
