//! Reads the code of a kernel.

use cranelift_entity::EntityRef;
use smallvec::SmallVec;

use super::blank::blank;
use super::code::{Coder, Field, SamplerOperation, operands, param_counts};
use super::cursor::{Cursor, Read};
use super::error::{Allowed, ReadError, ReadErrorKind};
use super::opcode::{Form, POINTER_ATOMIC, alu_code, form};
use super::operand::class;
use super::reader::Reader;
use super::write_code::FLOAT_CONTROLS;
use super::{FIRST_PREDICATE, FIRST_VAR, PREDEFINED_SURFACES, PREDICATE_NUMBERS, operand};
use crate::visa::asm::names;
use crate::visa::message::{CodeNumbering, Message, MessageClass};
use crate::visa::{
    AddressElement, AddressVar, AluOp, AtomicForm, DataType, Dst, Exec, Indirect, IndirectRegion, Inst, Label,
    Modifier, MoveDst, MoveSrc, Pred, Predefined, Predicate, Raw, RawList, Region, SamplerMessage, Src, State,
    StateKind, Storage, Symbol, Var,
};

/// The code that is being read. The cursor ends where it does.
pub(super) struct Code<'r, 'b> {
    reader: &'r mut Reader<'b>,
    numbering: CodeNumbering,
    wide: bool,
    /// The operation of the message that is being read, which its parameters complete, and its offset.
    operation: Option<(SamplerOperation, Cursor<'b>)>,
    /// States that every kernel has, once they are named, by their position in [`StateKind::PREDEFINED`].
    predefined: [Option<State>; StateKind::PREDEFINED.len()],
    /// By label: whether the code has it.
    placed: Vec<bool>,
}

impl<'r, 'b> Code<'r, 'b> {
    pub fn new(reader: &'r mut Reader<'b>, numbering: CodeNumbering, wide: bool) -> Code<'r, 'b> {
        Code { reader, numbering, wide, operation: None, predefined: Default::default(), placed: Vec::new() }
    }

    pub fn read(mut self) -> Read<()> {
        // Most instructions have some thirty bytes, and none has less than one.
        let left = self.reader.cursor.left();
        self.reader.kernel.insts.reserve(left / 32);
        while let Some(opcode) = self.reader.cursor.rest().first().copied() {
            let toggles = opcode == alu_code(AluOp::Xor);
            let controls = match self.reader.cursor.rest() {
                [_, rest @ ..] if toggles || opcode == FLOAT_CONTROLS[0] => rest.strip_prefix(&FLOAT_CONTROLS[1..]),
                _ => None,
            };
            let mut inst = match controls {
                Some([a, b, c, d, ..]) => {
                    self.reader.cursor.at += FLOAT_CONTROLS.len() + 4;
                    Inst::FloatControls { toggles, bits: u32::from_le_bytes([*a, *b, *c, *d]) }
                }
                _ => self.blank()?,
            };
            operands(&mut self, &mut inst)?;
            if let Inst::Label(label) = inst {
                if form(opcode) != Some(Form::Label(self.reader.kernel.labels[label])) {
                    return Err(self.cursor().unexpected("a label of the kind that its declaration has", "another"));
                }
                self.place(label)?;
            }
            self.reader.kernel.insts.push(inst);
        }
        match self.reader.kernel.labels.keys().find(|label| !self.is_placed(*label)) {
            Some(label) => {
                self.reader.cursor.start = self.reader.cursor.at;
                let name = self.reader.kernel.names.label(label).map(str::to_owned);
                let name = name.unwrap_or_else(|| format!("L{}", label.index()));
                Err(self.cursor().unexpected("the label that a branch names", format!("none `{name}` in the code")))
            }
            None => Ok(()),
        }
    }

    fn cursor(&self) -> &Cursor<'b> {
        &self.reader.cursor
    }

    fn is_placed(&self, label: Label) -> bool {
        self.placed.get(label.index()).copied().unwrap_or(false)
    }

    fn place(&mut self, label: Label) -> Read<()> {
        if self.is_placed(label) {
            return Err(self.cursor().unexpected("a label that is not placed yet", "one that is"));
        }
        self.placed.resize(self.placed.len().max(label.index() + 1), false);
        self.placed[label.index()] = true;
        Ok(())
    }

    /// An instruction of the form that the next byte names.
    fn blank(&mut self) -> Read<Inst> {
        let code = self.reader.cursor.u8("an instruction")?;
        let Some(form) = form(code) else {
            return Err(self.cursor().unsupported(format!("instruction {code:#04x}")));
        };
        // The class of the destination, behind execution size and predicate or relation.
        let class_behind = |bytes: usize| self.cursor().rest().get(bytes).map(|tag| tag & class::MASK);
        let is_predicate = match form {
            Form::Logic(..) => class_behind(3) == Some(class::PREDICATE),
            _ => class_behind(2) == Some(class::PREDICATE),
        };
        // The byte behind the opcode tells the atomic operation from the other accesses.
        let is_atomic = form == Form::PointerAccess && self.cursor().rest().first() == Some(&POINTER_ATOMIC);
        // A destination of a move has nine bytes, indirect or not.
        let operand_classes = [3, 12].map(class_behind);
        let is_move = form == Form::Alu(AluOp::Mov);
        let form = match form {
            _ if is_atomic => Form::Atomic(AtomicForm::Pointer),
            _ if is_move && operand_classes.contains(&Some(class::INDIRECT)) => Form::IndirectMove,
            _ if is_move && operand_classes[1] == Some(class::PREDICATE) => Form::MovePredicate,
            form => form,
        };
        Ok(blank(form, is_predicate))
    }

    fn var(&mut self) -> Read<Var> {
        let number = self.reader.cursor.u32("a variable")?;
        match number.checked_sub(FIRST_VAR) {
            Some(index) => match self.reader.declared.get(index as usize) {
                Some(var) => Ok(*var),
                None => {
                    let last = u64::from(FIRST_VAR) + self.reader.declared.len() as u64 - 1;
                    Err(self.cursor().range("a variable", u64::from(number), Allowed::Between(0, last)))
                }
            },
            None => {
                let number_at = *self.cursor();
                let found = self.reader.predefined(number);
                found.ok_or_else(|| {
                    number_at.range("a variable that every kernel has", u64::from(number), Allowed::Between(0, 20))
                })
            }
        }
    }

    fn position(&mut self, var: Var) -> Read<u16> {
        let row = u32::from(self.reader.cursor.u8("the register of an operand")?);
        let column = u32::from(self.reader.cursor.u8("the element of an operand")?);
        let kernel = &self.reader.kernel;
        let ty = kernel.vars[var].ty;
        let least = kernel.grf_bytes() / ty.bytes();
        self.cursor().within("the element of an operand", u64::from(column), 0, u64::from(least - 1))?;
        Ok((row * kernel.grf_bytes() + column * ty.bytes()) as u16)
    }

    /// The class of a vector operand.
    fn tag(&mut self) -> Read<u8> {
        let tag = self.reader.cursor.u8("an operand")?;
        match tag & class::MASK {
            class::ADDRESS_OF => Err(self.cursor().unsupported("an operand of class address of")),
            _ => Ok(tag),
        }
    }

    /// The class of the operand that follows.
    fn next_class(&self) -> Option<u8> {
        self.cursor().rest().first().map(|tag| tag & class::MASK)
    }

    /// Whether a destination is clamped.
    fn clamps(&self, tag: u8) -> Read<bool> {
        match tag & !class::MASK {
            0 => Ok(false),
            operand::SATURATE => Ok(true),
            _ => Err(self.cursor().unexpected("a destination, clamped or not", format!("{tag:#x}"))),
        }
    }

    /// The modifier of a source.
    fn modifier(&self, tag: u8) -> Read<Modifier> {
        operand::modifier_of(tag)
            .filter(|_| tag >> 6 == 0)
            .ok_or_else(|| self.cursor().unexpected("a modifier of a source", format!("{tag:#x}")))
    }

    fn region_codes(&mut self) -> Read<u16> {
        let codes = self.reader.cursor.u16("the region of a source")?;
        match codes >> 12 {
            0 => Ok(codes),
            _ => Err(self.cursor().unexpected("three strides", format!("{codes:#x}"))),
        }
    }

    fn region(&self, codes: u16) -> Read<Region> {
        Ok(Region {
            vertical: self.region_number(codes, 32)?,
            width: self.region_number(codes >> 4, 16)?,
            horizontal: self.region_number(codes >> 8, 4)?,
        })
    }

    fn address_element(&mut self) -> Read<AddressElement> {
        let number = self.reader.cursor.u16("an address variable")?;
        let count = self.reader.kernel.addresses.len();
        let address = AddressVar::new(self.cursor().index("an address variable", number.into(), 0, count)?);
        let element = self.reader.cursor.u8("the element of an address variable")?;
        let elements = usize::from(self.reader.kernel.addresses[address]);
        self.cursor().index("the element of an address variable", element.into(), 0, elements)?;
        Ok(AddressElement { address, element })
    }

    /// What an address points to, behind the class, and the codes of its region.
    fn indirect(&mut self) -> Read<(Indirect, u16)> {
        let at = self.address_element()?;
        let offset = self.reader.cursor.u16("the offset of an indirect operand")? as i16;
        if !(-512..512).contains(&offset) {
            return Err(self.cursor().unexpected("an offset of -512 to 511", offset.to_string()));
        }
        let code = self.reader.cursor.u8("the type of an indirect operand")?;
        let Some(ty) = operand::type_of(code) else { return Err(self.reader.other_type(code)) };
        Ok((Indirect { at, offset, ty, of: None.into(), row: 0 }, self.region_codes()?))
    }

    #[cold]
    fn class(&self, expected: &'static str, tag: u8) -> ReadError {
        let found = ["general", "address", "predicate", "indirect", "address of", "immediate", "state", "7"];
        self.cursor().unexpected(expected, format!("one of class {}", found[usize::from(tag & class::MASK)]))
    }

    fn region_number(&self, code: u16, most: u8) -> Read<u8> {
        match operand::region_number(code & 0xf) {
            Some(number) if number <= most => Ok(number),
            _ => {
                let codes = Allowed::Between(1, if most == 0 { 1 } else { u64::from(most.trailing_zeros()) + 2 });
                Err(self.cursor().range("the code of a stride or width", u64::from(code & 0xf), codes))
            }
        }
    }

    fn message(&self, operation: &SamplerOperation, at: &Cursor<'b>, class: MessageClass, bytes: u32) -> Read<Message> {
        let target = self.reader.kernel.target;
        Message::from_printed_code(class, operation.code, target, bytes, self.numbering).ok_or_else(|| {
            let name = match class {
                MessageClass::Sample => "3D_SAMPLE",
                MessageClass::Load => "3D_LOAD",
                MessageClass::Gather => "3D_SAMPLE4",
                _ => "INFO",
            };
            at.error(ReadErrorKind::NoMessage { target, class: name, code: u16::from(operation.code), bytes })
        })
    }
}

impl Coder for Code<'_, '_> {
    type Error = ReadError;

    fn byte(&mut self, field: Field, value: &mut u8) -> Read<()> {
        *value = self.reader.cursor.u8(field.what)?;
        self.cursor().within(field.what, u64::from(*value), u64::from(field.least), u64::from(field.most))
    }

    fn scale(&mut self) -> Read<()> {
        let scale = self.reader.cursor.u16("a scale")?;
        self.cursor().within("a scale", u64::from(scale), 0, 0)
    }

    fn exec(&mut self, exec: &mut Exec) -> Read<()> {
        let byte = self.reader.cursor.u8("an execution size")?;
        match operand::exec_of(byte) {
            Some(found) => {
                *exec = found;
                Ok(())
            }
            None => Err(self.cursor().range("an execution size", u64::from(byte & 0xf), Allowed::Between(0, 5))),
        }
    }

    fn predicate(&mut self, predicate: &mut Option<Predicate>) -> Read<()> {
        let word = self.reader.cursor.u16("a predicate")?;
        if word == 0 {
            *predicate = None;
            return Ok(());
        }
        let number = u64::from(u32::from(word) & (PREDICATE_NUMBERS - 1));
        let count = self.reader.kernel.preds.len();
        let index = self.cursor().index("a predicate", number, u64::from(FIRST_PREDICATE), count)?;
        let Some(combine) = operand::combine_of(word) else {
            return Err(self.cursor().range("how a predicate's bits are combined", 3, Allowed::Between(0, 2)));
        };
        if word & 1 << 12 != 0 {
            return Err(self.cursor().unexpected("a predicate whose bit 12 is 0", "1"));
        }
        let inverted = word & operand::INVERTED != 0;
        *predicate = Some(Predicate { pred: Pred::new(index), inverted, combine });
        Ok(())
    }

    fn dst(&mut self, dst: &mut Dst, saturate: &mut bool) -> Read<()> {
        let tag = self.tag()?;
        if tag & class::MASK != class::GENERAL {
            return Err(self.class("a destination of class general", tag));
        }
        *saturate = self.clamps(tag)?;
        let var = self.var()?;
        let offset = self.position(var)?;
        let region = self.reader.cursor.u16("the stride of a destination")?;
        if region & 0xff != 0 || region >> 12 != 0 {
            return Err(self.cursor().unexpected("a stride and no more", format!("{region:#x}")));
        }
        let stride = self.region_number(region >> 8, 4)?;
        *dst = Dst { var, offset, stride };
        Ok(())
    }

    fn src(&mut self, src: &mut Src) -> Read<()> {
        let tag = self.tag()?;
        match tag & class::MASK {
            class::GENERAL => {
                let modifier = self.modifier(tag)?;
                let var = self.var()?;
                let offset = self.position(var)?;
                let codes = self.region_codes()?;
                let region = self.region(codes)?;
                *src = Src::Register { var, offset, region, modifier };
                Ok(())
            }
            class::IMMEDIATE => {
                if tag != class::IMMEDIATE {
                    return Err(self.cursor().unexpected("a number without a modifier", format!("{tag:#x}")));
                }
                let code = self.reader.cursor.u8("the type of a number")?;
                if let Some(ty) = operand::vector_of(code) {
                    *src = Src::Vector { ty, bits: self.reader.cursor.u32("numbers")? };
                    return Ok(());
                }
                let Some(ty) = operand::type_of(code) else { return Err(self.reader.other_type(code)) };
                let bits = match ty.bytes() {
                    8 => self.reader.cursor.u64("a number")?,
                    // A smaller one has four bytes, too, of which those that it does not have mean nothing.
                    bytes => u64::from(self.reader.cursor.u32("a number")?) & ((1 << (8 * bytes)) - 1),
                };
                *src = Src::immediate(ty, bits);
                Ok(())
            }
            _ => Err(self.class("a source of class general or immediate", tag)),
        }
    }

    fn address(&mut self, element: &mut AddressElement) -> Read<()> {
        let tag = self.tag()?;
        if tag != class::ADDRESS {
            return Err(self.class("an operand of class address", tag));
        }
        *element = self.address_element()?;
        let width = self.reader.cursor.u8("the width of an address")?;
        self.cursor().within("the width of an address", width.into(), 0, operand::ADDRESS_WIDTH.into())
    }

    fn address_of(&mut self, base: &mut Raw) -> Read<()> {
        let tag = self.tag()?;
        if tag != class::GENERAL {
            return Err(self.class("a variable, of class general", tag));
        }
        let var = self.var()?;
        *base = Raw { var, offset: self.position(var)? };
        // It means nothing.
        self.region_codes().map(|_| ())
    }

    fn move_dst(&mut self, dst: &mut MoveDst, saturate: &mut bool) -> Read<()> {
        if self.next_class() != Some(class::INDIRECT) {
            let mut direct = Dst::whole(Var::new(0));
            self.dst(&mut direct, saturate)?;
            *dst = MoveDst::Direct(direct);
            return Ok(());
        }
        let tag = self.tag()?;
        *saturate = self.clamps(tag)?;
        let (operand, region) = self.indirect()?;
        if region & 0xff != 0 {
            return Err(self.cursor().unexpected("a stride and no more", format!("{region:#x}")));
        }
        *dst = MoveDst::Indirect(operand, self.region_number(region >> 8, 4)?);
        Ok(())
    }

    fn move_src(&mut self, src: &mut MoveSrc) -> Read<()> {
        if self.next_class() != Some(class::INDIRECT) {
            let mut direct = Src::immediate(DataType::Ud, 0);
            self.src(&mut direct)?;
            *src = MoveSrc::Direct(direct);
            return Ok(());
        }
        let tag = self.tag()?;
        let modifier = self.modifier(tag)?;
        let (operand, codes) = self.indirect()?;
        let region = match codes & 0xf {
            0 => IndirectRegion::EachRow {
                width: self.region_number(codes >> 4, 16)?,
                horizontal: self.region_number(codes >> 8, 4)?,
            },
            _ => IndirectRegion::One(self.region(codes)?),
        };
        *src = MoveSrc::Indirect(operand, region, modifier);
        Ok(())
    }

    fn pred(&mut self, pred: &mut Pred) -> Read<()> {
        let tag = self.tag()?;
        if tag != class::PREDICATE {
            return Err(self.class("an operand of class predicate", tag));
        }
        let number = u64::from(self.reader.cursor.u16("a predicate")?);
        let count = self.reader.kernel.preds.len();
        *pred = Pred::new(self.cursor().index("a predicate", number, u64::from(FIRST_PREDICATE), count)?);
        Ok(())
    }

    fn state(&mut self, state: &mut State) -> Read<()> {
        let tag = self.tag()?;
        if tag != class::STATE {
            return Err(self.class("an operand of class state", tag));
        }
        let kind = self.reader.cursor.u8("the class of a state")?;
        self.cursor().within("the class of a state", u64::from(kind), 0, 1)?;
        let number = self.reader.cursor.u16("a surface or sampler")?;
        *state = match kind {
            operand::STATE_SAMPLER => self.sampler_of(number)?,
            _ => self.surface_of(number, false)?,
        };
        let element = self.reader.cursor.u8("the element of a state")?;
        self.cursor().within("the element of a state", u64::from(element), 0, 0)
    }

    fn surface(&mut self, state: &mut State, local: bool) -> Read<()> {
        let number = self.reader.cursor.u8("a surface")?;
        *state = self.surface_of(u16::from(number), local)?;
        Ok(())
    }

    fn sampler(&mut self, state: &mut Option<State>) -> Read<()> {
        let number = self.reader.cursor.u8("a sampler")?;
        *state = Some(self.sampler_of(u16::from(number))?);
        Ok(())
    }

    fn raw(&mut self, raw: &mut Raw) -> Read<()> {
        let number_at = *self.cursor();
        let var = self.var()?;
        if self.reader.kernel.vars[var].storage == Storage::Predefined(Predefined::Null) {
            let error =
                ReadErrorKind::Unexpected { expected: "a variable that holds something", found: "%null".into() };
            return Err(ReadError { offset: number_at.at, kind: error });
        }
        *raw = Raw { var, offset: self.reader.cursor.u16("the offset of an operand")? };
        Ok(())
    }

    fn raw_or_null(&mut self, raw: &mut Option<Raw>) -> Read<()> {
        let null = self
            .cursor()
            .rest()
            .first_chunk()
            .is_some_and(|number: &[u8; 4]| u32::from_le_bytes(*number) == Predefined::Null.number());
        if null {
            // Nothing has no offset.
            self.reader.cursor.take(6, "an operand")?;
            *raw = None;
            return Ok(());
        }
        let mut found = Raw::whole(Var::new(0));
        self.raw(&mut found)?;
        *raw = Some(found);
        Ok(())
    }

    fn listed(&self, _list: RawList) -> SmallVec<[Raw; 6]> {
        SmallVec::new()
    }

    fn list(&mut self, raws: &[Raw], list: &mut RawList) {
        *list = self.reader.kernel.push_raws(raws);
    }

    fn label(&mut self, label: &mut Label) -> Read<()> {
        let number = self.reader.cursor.u16("a label")?;
        let at = *self.cursor();
        *label = self.reader.label(number, &at)?;
        Ok(())
    }

    fn symbol(&mut self, symbol: &mut Symbol) -> Read<()> {
        let number = self.reader.cursor.u16("the name of a symbol")?;
        let name = self.reader.string_at(u32::from(number))?;
        if !names::is_symbol(name) {
            let found = format!("{name:?}");
            return Err(self.cursor().unexpected("a name without quotes, line breaks and zeros", found));
        }
        *symbol = self.reader.kernel.symbols.push(name.to_owned());
        Ok(())
    }

    fn operation(&mut self, message: &mut SamplerMessage, class: MessageClass) -> Read<()> {
        let word = match self.wide && class != MessageClass::Info {
            true => self.reader.cursor.u16("the operation of a message")?,
            false => u16::from(self.reader.cursor.u8("the operation of a message")?),
        };
        let operation = match class {
            MessageClass::Info => {
                SamplerOperation { code: word as u8, residency: false, cps: false, non_uniform: false }
            }
            _ => SamplerOperation::of(word, self.wide),
        };
        if self.wide && word >> 11 != 0 {
            return Err(self.cursor().unexpected("an operation whose bits 15..11 are 0", format!("{word:#x}")));
        }
        if class != MessageClass::Sample && (operation.cps || operation.non_uniform) {
            return Err(self.cursor().unexpected("an operation without the flags of 3D_SAMPLE", format!("{word:#x}")));
        }
        message.residency = operation.residency;
        message.cps = operation.cps;
        message.non_uniform = operation.non_uniform;
        self.operation = Some((operation, *self.cursor()));
        Ok(())
    }

    fn params(&mut self, params: &mut RawList) -> Read<()> {
        let count = self.reader.cursor.u8("the number of parameters")?;
        self.cursor().within("the number of parameters", u64::from(count), 1, super::MAX_PARAMS as u64)?;
        let mut raws: SmallVec<[Raw; 16]> = SmallVec::new();
        for _ in 0..count {
            let mut raw = Raw::whole(Var::new(0));
            self.raw(&mut raw)?;
            raws.push(raw);
        }
        *params = self.reader.kernel.push_raws(&raws);
        Ok(())
    }

    fn query_param(&mut self, message: &mut SamplerMessage) -> Read<()> {
        let Some((operation, at)) = self.operation else { return Ok(()) };
        let slots = self.message(&operation, &at, MessageClass::Info, 4)?.row().slots.len();
        let mut raws: SmallVec<[Raw; 2]> = SmallVec::new();
        for _ in 0..slots {
            let mut raw = Raw::whole(Var::new(0));
            self.raw(&mut raw)?;
            raws.push(raw);
        }
        message.params = self.reader.kernel.push_raws(&raws);
        Ok(())
    }

    fn whole(&mut self, message: &mut SamplerMessage, class: MessageClass) -> Read<()> {
        let Some((operation, at)) = self.operation.take() else { return Ok(()) };
        let kernel = &self.reader.kernel;
        let params = kernel.raws(message.params);
        let bytes = params.first().map_or(4, |raw| kernel.vars[raw.var].ty.bytes());
        let found = self.message(&operation, &at, class, bytes)?;
        message.message = found;
        match param_counts(found.row()) {
            Allowed::Between(least, most) => {
                at.within("the number of parameters of this message", params.len() as u64, least, most)
            }
            _ => Ok(()),
        }
    }

    fn without_predicate(&mut self, _predicate: Option<Predicate>) -> Read<()> {
        Ok(())
    }

    fn require(&mut self, holds: bool, expected: &'static str) -> Read<()> {
        if holds { Ok(()) } else { Err(self.cursor().unexpected(expected, "something else")) }
    }
}

impl Code<'_, '_> {
    fn sampler_of(&mut self, number: u16) -> Read<State> {
        if let Some(state) = self.predefined_state(number, |kind| kind == StateKind::BindlessSampler) {
            return Ok(state);
        }
        let samplers = &self.reader.samplers;
        self.cursor().index("a sampler", u64::from(number), 0, samplers.len()).map(|index| samplers[index])
    }

    /// The state of that number, where it is of such a kind that every kernel has.
    fn predefined_state(&mut self, number: u16, is_wanted: impl Fn(StateKind) -> bool) -> Option<State> {
        let row = StateKind::PREDEFINED.iter().position(|row| row.2 == number && is_wanted(row.0))?;
        let kernel = &mut self.reader.kernel;
        Some(*self.predefined[row].get_or_insert_with(|| kernel.states.push(StateKind::PREDEFINED[row].0)))
    }

    fn surface_of(&mut self, number: u16, local: bool) -> Read<State> {
        let is_wanted = |kind: StateKind| kind == StateKind::BindlessSurface || local && kind.is_memory();
        if let Some(state) = self.predefined_state(number, is_wanted) {
            return Ok(state);
        }
        match PREDEFINED_SURFACES.get(usize::from(number)) {
            Some(name) => Err(self.cursor().unsupported(format!("surface {name} in this instruction"))),
            None => {
                let surfaces = &self.reader.surfaces;
                let first = PREDEFINED_SURFACES.len() as u64;
                self.cursor().index("a surface", u64::from(number), first, surfaces.len()).map(|index| surfaces[index])
            }
        }
    }
}
