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
use crate::float::{larger_f32, smaller_f32};
use crate::unit::MAX_LANES;

const DWORD: u32 = 4;

/// An atomic operation, resolved.
#[derive(Clone, Debug)]
pub(super) struct ResolvedAtomic {
    pub exec: Exec,
    pub guard: Option<Guard>,
    form: AtomicForm,
    function: AtomicFunction,
    /// The state variable with the table entry, by its number; none for local memory and for 64-bit addresses.
    state: Option<usize>,
    /// Where the elements of each part of the address are, and those of the sources.
    address: SmallVec<[usize; 4]>,
    srcs: SmallVec<[usize; 2]>,
    dst: Option<usize>,
}

/// Resolves an atomic operation.
pub(super) fn resolve(layout: &OperandLayout<'_>, atomic: &Atomic) -> Result<ResolvedAtomic, Fault> {
    let Atomic { form, function, exec, .. } = *atomic;
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
        state,
        address: address.iter().map(|part| raw(*part, form.address_bytes())).collect::<Result<_, _>>()?,
        srcs: srcs.iter().map(|src| raw(*src, DWORD)).collect::<Result<_, _>>()?,
        dst: atomic.dst.expand().map(|dst| raw(dst, DWORD)).transpose()?,
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
            let mut sources = self.srcs.iter().map(|start| dword(*start));
            let sources = [sources.next().unwrap_or(0), sources.next().unwrap_or(0)];
            let update = |before: u32| updated(self.function, before, sources);
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
                found[lane] = engine.memory.update_typed(entry, &engine.parameters, lane, item, update)?;
                continue;
            }
            let start = self.address[0];
            let (entry, offset) = match self.is_by_pointer() {
                true => match Environment::locate(read(file, start + lane * 8, 8)) {
                    Some((entry, offset)) => (Some(entry), offset),
                    // Where no buffer is, 0 is found and nothing is left.
                    None => continue,
                },
                false => (entry, u64::from(dword(start))),
            };
            if !offset.is_multiple_of(DWORD.into()) {
                found[lane] = thread.fill.next_bits() as u32;
                continue;
            }
            let memory = match entry {
                Some(entry) => engine.memory.environment().buffer(entry)?,
                None => engine.local.as_slice(),
            };
            let before = read_element(memory, offset, DWORD as usize) as u32;
            found[lane] = before;
            let after = u64::from(update(before));
            match entry {
                Some(entry) => engine.memory.writes(entry)?.write(offset, DWORD as usize, after, item),
                None => super::memory::Writes::Local(&mut engine.local).write(offset, DWORD as usize, after, item),
            }
        }
        if let Some(dst) = self.dst {
            lanes.for_each(|lane| write(file, dst + lane * DWORD as usize, DWORD, found[lane].into()));
        }
        Ok(())
    }
}

/// What an operation leaves (DWORD_ATOMIC, table of operations).
fn updated(function: AtomicFunction, old: u32, [src0, src1]: [u32; 2]) -> u32 {
    match function {
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
        AtomicFunction::MinS => old.cast_signed().min(src0.cast_signed()).cast_unsigned(),
        AtomicFunction::MaxS => old.cast_signed().max(src0.cast_signed()).cast_unsigned(),
        AtomicFunction::MaxF => larger_f32(old, src0),
        AtomicFunction::MinF => smaller_f32(old, src0),
        AtomicFunction::CompareExchangeF if f32::from_bits(src0) == f32::from_bits(old) => src1,
        AtomicFunction::CompareExchangeF => old,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// DWORD_ATOMIC, the table of operations, for an old value of -2 (0xfffffffe) and sources of 5 and 7.
    #[test]
    fn operations_leave_what_the_table_says() {
        let left = |function| updated(function, 0xffff_fffe, [5, 7]);
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
        assert_eq!(updated(AtomicFunction::CompareExchange, 7, [5, 7]), 5);
        let [one, two] = [1.0f32, 2.0].map(f32::to_bits);
        assert_eq!(updated(AtomicFunction::CompareExchangeF, one, [one, two]), two);
        assert_eq!(updated(AtomicFunction::CompareExchangeF, two, [one, two]), two);
        assert_eq!([AtomicFunction::MinF, AtomicFunction::MaxF].map(|op| updated(op, one, [two, 0])), [one, two]);
    }
}
