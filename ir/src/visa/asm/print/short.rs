//! Lines of which every piece has been written before: put together without a question about any of them.
//!
//! Most lines are. Whatever is another is left to [`Printer`], which writes every line; a test holds the two equal.

use super::super::buffer::Room;
use super::{Printer, alu_key, exec_key, sampler_key, shape_key};
use crate::visa::message::MessageClass;
use crate::visa::{AliasBase, Alu, AttributeOwner, Modifier, Region, SamplerMessage, Src, State, Var};

/// Parameters of a message whose line is surely short: before them and the destination are 4 bytes, less than 64 of what it
/// is, 16 of its lanes and 16 of offsets, and two states of less than 16; a variable has 12.
const FEW_PARAMS: usize = 6;
const _: () = assert!(4 + 63 + 15 + 16 + 2 * 15 + 12 * (1 + FEW_PARAMS) + 1 < 256);

impl Printer<'_> {
    /// A declaration of which all pieces are known; whether it is one.
    #[inline(always)]
    pub(super) fn short_declaration(&self, var: Var, room: &mut Room) -> bool {
        let decl = &self.kernel.vars[var];
        let (name, shape) = (self.names.var(var), self.shapes.known(shape_key(decl)));
        let (true, Some(shape)) = (name.is_some(), shape) else { return false };
        room.text(b".decl");
        room.spaced_var(name);
        room.piece(shape);
        if let Some((of, offset)) = self.kernel.alias(var, self.as_compiled) {
            let AliasBase::Var(of) = of else { return false };
            let (of, offset) = (self.names.var(of), self.alias_offsets.known(u64::from(offset)));
            let (true, Some(offset)) = (of.is_some(), offset) else { return false };
            room.text(b" alias=<");
            room.var(of);
            room.piece(offset);
        }
        room.text(b"\n");
        self.kernel.attributes.of(AttributeOwner::Var(var)).is_empty()
    }

    /// An instruction of which all pieces are known; whether it is one.
    #[inline(always)]
    pub(super) fn short_alu(&self, alu: &Alu, room: &mut Room) -> bool {
        let (dst, mnemonic) = (self.names.var(alu.dst.var), self.alu.known(alu_key(alu)));
        let (true, Some(mnemonic)) = (dst.is_some(), mnemonic) else { return false };
        room.text(b"    ");
        room.piece(mnemonic);
        room.spaced_var(dst);
        room.text(b"(0,0)<1>");
        for src in &alu.srcs[..alu.op.sources()] {
            match *src {
                Src::Register { var, offset: 0, region: region @ (Region::CONTIGUOUS | Region::SCALAR), modifier } => {
                    let name = self.names.var(var);
                    if modifier != Modifier::None || !name.is_some() {
                        return false;
                    }
                    room.spaced_var(name);
                    room.text(if region == Region::CONTIGUOUS { b"(0,0)<1;1,0>" } else { b"(0,0)<0;1,0>" });
                }
                Src::Register { .. } => return false,
                ref number => {
                    if !self.short_immediate(number, room) {
                        return false;
                    }
                }
            }
        }
        room.text(b"\n");
        alu.predicate.is_none() && alu.dst.offset == 0 && alu.dst.stride == 1
    }

    /// A number of at most 32 bits, of a type that is known; whether it is one.
    #[inline(always)]
    fn short_immediate(&self, src: &Src, room: &mut Room) -> bool {
        let Src::Immediate { ty, bits } = *src else { return false };
        let (Ok(bits), Some(ty)) = (u32::try_from(bits.get()), self.types.known(ty as u64)) else { return false };
        room.immediate(bits);
        room.piece(ty);
        true
    }

    /// The same of one that sets a state variable.
    #[inline(always)]
    pub(super) fn short_set_state(&self, state: State, value: &Src, room: &mut Room) -> bool {
        let Some(name) = self.names.states.get(state).filter(|name| !name.is_empty()) else { return false };
        room.text(b"    movs (M1_NM, 1)");
        room.piece(name);
        room.text(b"(0)");
        let is_number = self.short_immediate(value, room);
        room.text(b"\n");
        is_number
    }

    /// A message of which all pieces are known and that has few parameters; whether it is one.
    #[inline(always)]
    pub(super) fn short_sampler(&self, message: &SamplerMessage, room: &mut Room) -> bool {
        let row = message.message.row();
        let params = self.kernel.raws(message.params);
        let known = (self.sampler_heads.known(sampler_key(message)), self.execs.known(exec_key(message.exec)));
        let (Some(head), Some(exec)) = known else { return false };
        if params.len() > FEW_PARAMS || row.class == MessageClass::Info || message.predicate.is_some() {
            return false;
        }
        room.text(b"    ");
        room.piece(head);
        room.piece(exec);
        if row.class.has_modifiers() && !self.short_immediate(&message.offset, room) {
            return false;
        }
        for state in message.sampler.into_iter().chain([message.surface]) {
            let Some(name) = self.names.states.get(state).filter(|name| !name.is_empty()) else { return false };
            room.piece(name);
        }
        for raw in message.dst.iter().chain(params) {
            let name = self.names.var(raw.var);
            if !name.is_some() || raw.offset != 0 {
                return false;
            }
            room.spaced_var(name);
            room.text(b".0");
        }
        room.text(b"\n");
        message.dst.is_some()
    }
}
