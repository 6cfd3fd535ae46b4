//! Qwords of which values are the halves: 64-bit addresses, and the sources of 64-bit atomic operations.
//!
//! Within a basic block the check follows what is moved to every other dword. In another block a variable holds what its
//! origin claims if every write agrees with the claim, and if all lanes of both halves were written in the block that defines
//! both. Every reader of a half is behind that block, so that the lane passed it since it last had another half.

use texvisa_ir::texture::{Block, MemoryOp, Role, Value, ValueDef};
use texvisa_ir::visa::origin::Meaning;
use texvisa_ir::visa::{Exec, Raw, Var};

use super::checker::Checker;
use super::origins::Destination;
use super::register_contents::RootByte;
use super::source_index::Leaf;
use super::state::WrittenHalves;
use super::symbolic_value::{DWORD, Scope, SymbolicValue, Term};

const QWORD: u32 = 8;

/// The low and the high half of a qword, as bits.
const BOTH: u8 = 0b11;

impl Checker<'_> {
    /// The halves of the addresses of an access by pointer, which its instruction moved to every other dword, or to the
    /// two of one address.
    pub(super) fn pointer(&mut self, op: &MemoryOp, raw: Option<Raw>, exec: Exec) {
        let halves = [Role::Low, Role::High].map(|role| op.address(role).map(|value| (value, 0)));
        self.qword_halves(raw, halves, [Role::Low.name(), Role::High.name()], exec);
    }

    /// The halves of qwords, which are elements of values.
    pub(super) fn qword_halves(
        &mut self,
        raw: Option<Raw>,
        halves: [Option<(Value, u8)>; 2],
        names: [&str; 2],
        exec: Exec,
    ) {
        let lanes = u32::from(exec.lanes);
        for ((part, name), behind) in halves.into_iter().zip(names).zip([0, DWORD]) {
            self.summary.access_operands += 1;
            let found = raw.and_then(|raw| {
                let decl = self.kernel.vars.get(raw.var)?;
                let place = self.registers.root_byte(raw.var, decl, u32::from(raw.offset) + behind);
                if lanes == 1 {
                    return self.registers.find(place, DWORD);
                }
                self.registers.every_other(place, lanes).or_else(|| self.half_elsewhere(place, lanes))
            });
            let found = found.unwrap_or(SymbolicValue::UNKNOWN);
            if !part.is_some_and(|(value, element)| self.is(found, value, element, exec)) {
                let described = part.map(|(value, element)| self.describe_value(value, element));
                let expected = described.unwrap_or_else(|| "nothing".to_owned());
                let found = self.describe(found);
                self.wrong(|| format!("{expected} as the `{name}` half of a qword for {exec}"), || found);
            }
        }
    }

    /// The half that a claim says is at `place`: a value, its element, and the lane that has the first of them.
    fn claimed_half(&self, claim: &Meaning, place: RootByte) -> Option<(Value, u8, u32)> {
        let Meaning::Qwords { low, high, half } = *claim else { return None };
        let (value, element) = if place.byte.is_multiple_of(QWORD) { low } else { high };
        Some((value, element, u32::from(half) * self.half_lanes + place.byte / QWORD))
    }

    /// The halves from `place` on, for so many lanes, that were written in another basic block.
    pub(super) fn half_elsewhere(&self, place: RootByte, lanes: u32) -> Option<SymbolicValue> {
        let (value, element, first) = self.claimed_half(self.claim(place.root), place)?;
        let bytes = self.kernel.vars[place.root].bytes();
        let is_known = self.qwords.get(&place.root).is_some_and(|written| written.whole == BOTH)
            && self.registers.find(RootByte { byte: 0, ..place }, bytes).is_none()
            && place.byte.is_multiple_of(DWORD)
            && place.byte + (2 * lanes - 1) * DWORD <= bytes;
        let Leaf::Value { value, element } = self.source_index.leaf(value, element) else { return None };
        let (term, scope) = (Term::Value { value, element }, Scope::Copied { first: first as u8 });
        is_known.then_some(SymbolicValue { term, scope, bytes: DWORD as u8 })
    }

    /// Checks a write to every other dword of a variable against its origin. Where that claims halves of qwords, counts
    /// them as written if all lanes of the variable are, and if this is where they are defined.
    pub(super) fn half_of_qwords(
        &mut self,
        dst: &Destination<'_>,
        place: RootByte,
        lanes: u32,
        content: SymbolicValue,
    ) {
        let Some((value, element, first)) = self.claimed_half(dst.claim, place) else { return };
        let exec = Exec::masked(lanes, first);
        if u32::from(content.bytes) != DWORD
            || !place.byte.is_multiple_of(DWORD)
            || !self.is(content, value, element, exec)
        {
            let (expected, found) = (self.describe_value(value, element), self.describe(content));
            return self.wrong(|| format!("{expected} as a half of a qword for {exec}"), || found);
        }
        if *dst.claim != *self.claim(place.root) {
            return;
        }
        let is_whole = place.byte < QWORD && lanes * QWORD == self.kernel.vars[place.root].bytes();
        let counts = is_whole && !self.edges.is_open() && self.defines_both(dst.claim);
        let written = self.qwords.entry(place.root).or_default();
        written.count += 1;
        written.whole |= u8::from(counts) << (place.byte / DWORD % 2);
    }

    /// Checks that nothing wrote a variable that claims halves of qwords but the moves of these.
    pub(super) fn qwords_are_alone(&mut self) {
        let others =
            |(root, written): (&Var, &WrittenHalves)| (self.registers.writes(*root) != written.count).then_some(*root);
        let Some(&Meaning::Qwords { low: (value, element), .. }) =
            self.qwords.iter().filter_map(others).min().map(|root| self.claim(root))
        else {
            return;
        };
        let low = self.describe_value(value, element);
        let expected = || format!("the qwords with {low} written with their halves alone");
        self.mismatches.add(None, None, expected, || "another write".to_owned());
    }

    /// Whether the current block defines both halves that a variable claims.
    fn defines_both(&self, claim: &Meaning) -> bool {
        let Meaning::Qwords { low, high, .. } = *claim else { return false };
        let here = Some(&self.block_insts).filter(|insts| !insts.is_empty());
        let here = here.and_then(|insts| self.source_index.block_of(insts.start)).map(|(block, _)| block);
        here.is_some() && [low, high].into_iter().all(|half| self.home(half) == here)
    }

    /// The block that defines an element of a value.
    fn home(&self, (value, element): (Value, u8)) -> Option<Block> {
        let Leaf::Value { value, .. } = self.source_index.leaf(value, element) else { return None };
        match self.source_index.kernel.values.get(value)?.def {
            ValueDef::Result(inst, _) => Some(self.source_index.block_of(self.source_index.number(inst))?.0),
            ValueDef::Param(block, _) => Some(block),
            _ => None,
        }
    }
}
