//! Writes the code of a kernel.

use smallvec::SmallVec;

use super::code::{Coder, Field, SamplerOperation, operands, param_counts};
use super::error::{Allowed, InstPosition};
use super::opcode::code;
use super::writer::{IsaWriter, Written};
use super::{FIRST_PREDICATE, WriteError, operand};
use crate::visa::message::MessageClass;
use crate::visa::{
    AddressElement, DataType, Dst, Exec, Indirect, IndirectRegion, Inst, Label, Modifier, MoveDst, MoveSrc, Pred,
    Predefined, Predicate, Raw, RawList, Region, SamplerMessage, Src, State, Symbol, Var,
};

impl IsaWriter<'_> {
    pub fn code(&mut self) -> Written {
        let kernel = self.kernel;
        // Most instructions have some thirty bytes.
        self.out.reserve(32 * kernel.insts.len());
        for (index, inst) in kernel.insts.iter().enumerate() {
            if self.options.as_compiled && kernel.is_omitted(inst) {
                continue;
            }
            self.index = Some(index);
            if let Inst::Scratch(_) = inst {
                return Err(WriteError::Spilled { position: InstPosition(self.index) });
            }
            let label_kind = || match inst {
                Inst::Label(label) => kernel.labels[*label],
                _ => Default::default(),
            };
            self.out.push(code(inst, label_kind));
            if let Inst::FloatControls { bits, .. } = inst {
                float_controls(*bits, self.out);
                continue;
            }
            let mut inst = *inst;
            operands(self, &mut inst)?;
        }
        self.index = None;
        Ok(())
    }

    /// Registers, and elements in the last.
    fn position(&mut self, var: Var, offset: u16) -> Written {
        let element = self.kernel.vars[var].ty.bytes();
        let (row, column) = (u32::from(offset) / self.grf, u32::from(offset) % self.grf);
        if column % element != 0 {
            let given = u64::from(offset);
            let position = InstPosition(self.index);
            return Err(WriteError::Limit {
                position,
                what: "an offset that is a multiple of the element's size",
                given,
                allowed: Allowed::Between(0, 0),
            });
        }
        let row = u8::try_from(row).map_err(|_| self.limit("the register of an operand", u64::from(row), 0, 255))?;
        self.out.push(row);
        self.out.push((column / element) as u8);
        Ok(())
    }

    /// `r[A0(3),4]`, its region and its type, with what else the class byte says.
    fn indirect(&mut self, flags: u8, operand: &Indirect, region: u16) {
        self.out.push(operand::class::INDIRECT | flags);
        self.u16(operand.at.address.as_u32() as u16);
        self.out.push(operand.at.element);
        self.u16(operand.offset as u16);
        self.out.push(operand::type_code(operand.ty));
        self.u16(region);
    }

    fn region(&self, Region { vertical, width, horizontal }: Region) -> Written<u16> {
        Ok(self.region_code(vertical)? | self.region_code(width)? << 4 | self.region_code(horizontal)? << 8)
    }

    fn region_code(&self, number: u8) -> Written<u16> {
        operand::region_code(number).ok_or_else(|| WriteError::Limit {
            position: InstPosition(self.index),
            what: "a stride or width",
            given: u64::from(number),
            allowed: Allowed::OneOf(&[0, 1, 2, 4, 8, 16, 32]),
        })
    }
}

/// `or (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0> bits:ud` behind its opcode.
pub(super) fn float_controls(bits: u32, out: &mut Vec<u8>) {
    out.extend_from_slice(&FLOAT_CONTROLS[1..]);
    out.extend_from_slice(&bits.to_le_bytes());
}

/// The bytes of that instruction up to the number.
pub(super) const FLOAT_CONTROLS: [u8; 24] = [
    0x21, 0x80, 0, 0, // opcode, (M1_NM, 1), no predicate
    0, 14, 0, 0, 0, 0, 0, 0x00, 0x02, // %cr0(0,0)<1>
    0, 14, 0, 0, 0, 0, 0, 0x21, 0x01, // %cr0(0,0)<0;1,0>
    5, 0, // a number, ud
];

const _: () = assert!(Predefined::Cr0 as u32 == 14);

impl Coder for IsaWriter<'_> {
    type Error = WriteError;

    fn byte(&mut self, field: Field, value: &mut u8) -> Written {
        if *value < field.least || *value > field.most {
            return Err(self.limit(field.what, u64::from(*value), u64::from(field.least), u64::from(field.most)));
        }
        self.out.push(*value);
        Ok(())
    }

    fn scale(&mut self) -> Written {
        self.u16(0);
        Ok(())
    }

    fn exec(&mut self, exec: &mut Exec) -> Written {
        match operand::exec_byte(*exec) {
            Some(byte) => {
                self.out.push(byte);
                Ok(())
            }
            None => Err(WriteError::Limit {
                position: InstPosition(self.index),
                what: "an execution size",
                given: u64::from(exec.lanes),
                allowed: Allowed::OneOf(&[1, 2, 4, 8, 16, 32]),
            }),
        }
    }

    fn predicate(&mut self, predicate: &mut Option<Predicate>) -> Written {
        let word = predicate.map_or(0, |predicate| {
            let number = (FIRST_PREDICATE + predicate.pred.as_u32()) as u16;
            let inverted = if predicate.inverted { operand::INVERTED } else { 0 };
            number | operand::combine_code(predicate.combine) | inverted
        });
        self.u16(word);
        Ok(())
    }

    fn dst(&mut self, dst: &mut Dst, saturate: &mut bool) -> Written {
        self.out.push(operand::class::GENERAL | if *saturate { operand::SATURATE } else { 0 });
        self.u32(self.vars[dst.var]);
        self.position(dst.var, dst.offset)?;
        self.u16(self.region_code(dst.stride)? << 8);
        Ok(())
    }

    fn src(&mut self, src: &mut Src) -> Written {
        match *src {
            Src::Register { var, offset, region, modifier } => {
                self.out.push(operand::class::GENERAL | operand::modifier_code(modifier));
                self.u32(self.vars[var]);
                self.position(var, offset)?;
                let codes = self.region(region)?;
                self.u16(codes);
            }
            Src::Immediate { ty, bits } => {
                self.out.push(operand::class::IMMEDIATE | operand::modifier_code(Modifier::None));
                self.out.push(operand::type_code(ty));
                match ty {
                    DataType::Df | DataType::Q | DataType::Uq => self.out.extend_from_slice(&bits.get().to_le_bytes()),
                    _ => self.u32(bits.get() as u32),
                }
            }
            Src::Vector { ty, bits } => {
                self.out.push(operand::class::IMMEDIATE | operand::modifier_code(Modifier::None));
                self.out.push(operand::vector_code(ty));
                self.u32(bits);
            }
        }
        Ok(())
    }

    fn pred(&mut self, pred: &mut Pred) -> Written {
        self.out.push(operand::class::PREDICATE);
        self.u16((FIRST_PREDICATE + pred.as_u32()) as u16);
        Ok(())
    }

    fn state(&mut self, state: &mut State) -> Written {
        let sampler = self.kernel.states[*state].is_sampler();
        self.out.push(operand::class::STATE);
        self.out.push(if sampler { operand::STATE_SAMPLER } else { operand::STATE_SURFACE });
        self.u16(self.states[*state]);
        self.out.push(0);
        Ok(())
    }

    fn surface(&mut self, state: &mut State, _local: bool) -> Written {
        self.out.push(self.states[*state] as u8);
        Ok(())
    }

    fn sampler(&mut self, state: &mut Option<State>) -> Written {
        self.out.push(state.map_or(0, |state| self.states[state] as u8));
        Ok(())
    }

    fn raw(&mut self, raw: &mut Raw) -> Written {
        self.u32(self.vars[raw.var]);
        self.u16(raw.offset);
        Ok(())
    }

    fn raw_or_null(&mut self, raw: &mut Option<Raw>) -> Written {
        match raw {
            Some(raw) => self.raw(raw),
            None => {
                self.u32(Predefined::Null.number());
                self.u16(0);
                Ok(())
            }
        }
    }

    fn listed(&self, list: RawList) -> SmallVec<[Raw; 6]> {
        self.kernel.raws(list).into()
    }

    fn list(&mut self, _raws: &[Raw], _list: &mut RawList) {}

    fn label(&mut self, label: &mut Label) -> Written {
        self.u16(self.labels[*label] as u16);
        Ok(())
    }

    fn address(&mut self, element: &mut AddressElement) -> Written {
        self.out.push(operand::class::ADDRESS);
        self.u16(element.address.as_u32() as u16);
        self.out.push(element.element);
        self.out.push(operand::ADDRESS_WIDTH);
        Ok(())
    }

    fn address_of(&mut self, base: &mut Raw) -> Written {
        self.out.push(operand::class::GENERAL);
        self.u32(self.vars[base.var]);
        self.position(base.var, base.offset)?;
        self.u16(operand::ADDRESS_OF_REGION);
        Ok(())
    }

    fn move_dst(&mut self, dst: &mut MoveDst, saturate: &mut bool) -> Written {
        match dst {
            MoveDst::Direct(dst) => self.dst(dst, saturate),
            MoveDst::Indirect(operand, stride) => {
                let region = self.region_code(*stride)? << 8;
                self.indirect(if *saturate { operand::SATURATE } else { 0 }, operand, region);
                Ok(())
            }
        }
    }

    fn move_src(&mut self, src: &mut MoveSrc) -> Written {
        match src {
            MoveSrc::Direct(src) => self.src(src),
            MoveSrc::Indirect(operand, region, modifier) => {
                let region = match *region {
                    IndirectRegion::One(region) => self.region(region)?,
                    // No vertical stride: each row has an address.
                    IndirectRegion::EachRow { width, horizontal } => {
                        self.region_code(width)? << 4 | self.region_code(horizontal)? << 8
                    }
                };
                self.indirect(operand::modifier_code(*modifier), operand, region);
                Ok(())
            }
        }
    }

    fn symbol(&mut self, symbol: &mut Symbol) -> Written {
        let string = self.symbols[*symbol];
        let most = u64::from(u16::MAX);
        let number =
            u16::try_from(string).map_err(|_| self.limit("the string of a symbol", u64::from(string), 0, most))?;
        self.u16(number);
        Ok(())
    }

    fn operation(&mut self, message: &mut SamplerMessage, class: MessageClass) -> Written {
        let row = message.message.row();
        let operation = SamplerOperation::of_message(message, self.options.numbering);
        if class == MessageClass::Gather && message.channels.count() != 1 {
            return Err(WriteError::GatherChannel {
                position: InstPosition(self.index),
                count: message.channels.count(),
            });
        }
        if class != MessageClass::Sample && (message.cps || message.non_uniform)
            || class == MessageClass::Info
                && (message.residency || message.predicate.is_some() || message.sampler.is_some())
        {
            return Err(WriteError::NoField { position: InstPosition(self.index), what: "a flag of another message" });
        }
        if class == MessageClass::Info {
            self.out.push(operation.code);
            return Ok(());
        }
        let version = self.options.version;
        let wide = version.number().wide_operation();
        if u32::from(operation.code) >> SamplerOperation::code_bits(wide) != 0 {
            return Err(WriteError::NarrowOperation {
                position: InstPosition(self.index),
                version: version.name(),
                message: row.name,
                code: operation.code,
            });
        }
        match wide {
            true => self.u16(operation.word(true)),
            false => self.out.push(operation.word(false) as u8),
        }
        Ok(())
    }

    fn params(&mut self, params: &mut RawList) -> Written {
        let kernel = self.kernel;
        let raws = kernel.raws(*params);
        self.out.push(raws.len() as u8);
        for raw in raws {
            self.raw(&mut { *raw })?;
        }
        Ok(())
    }

    fn query_param(&mut self, message: &mut SamplerMessage) -> Written {
        let kernel = self.kernel;
        kernel.raws(message.params).iter().try_for_each(|raw| self.raw(&mut { *raw }))
    }

    fn whole(&mut self, message: &mut SamplerMessage, _class: MessageClass) -> Written {
        let given = self.kernel.raws(message.params).len() as u64;
        let allowed = param_counts(message.message.row());
        match allowed {
            Allowed::Between(least, most) if given < least || given > most => {
                Err(self.limit("the number of parameters", given, least, most))
            }
            _ => Ok(()),
        }
    }

    fn without_predicate(&mut self, predicate: Option<Predicate>) -> Written {
        match predicate {
            Some(_) => Err(WriteError::NoField { position: InstPosition(self.index), what: "a predicate" }),
            None => Ok(()),
        }
    }

    fn require(&mut self, _holds: bool, _expected: &'static str) -> Written {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::opcode::alu_code;
    use super::*;
    use crate::visa::AluOp;

    #[test]
    fn the_control_register_is_written_like_any_destination() {
        assert_eq!(FLOAT_CONTROLS[0], alu_code(AluOp::Or));
    }
}
