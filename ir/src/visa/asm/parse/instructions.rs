//! Reads instructions.

use smallvec::SmallVec;

use super::super::{MAX_PARAMS, NO_CHANNEL, names};
use super::{NamedEntity, Parsed, Parser};
use crate::collections::Packed;
use crate::nearest;
use crate::texture::ChannelMask;
use crate::visa::atomic::QWORD_SUFFIX;
use crate::visa::data_port::BLOCK_UNIT;
use crate::visa::message::{MESSAGES, Message, MessageClass, ResponseKind};
use crate::visa::{
    AddressAdd, Alu, AluOp, Atomic, AtomicForm, AtomicFunction, BitFunction, BranchKind, Carry, DataPort, DataPortOp,
    DataType, Exec, Fence, IndirectMove, Inst, Label, LabelKind, MediaBlock, MediaModifier, MoveDst, MoveSrc,
    Predicate, PredicateOp, Raw, Relation, SamplerMessage, Src, StateKind,
};

/// What a diagnostic says about a word that is no instruction. There are too many to list.
fn unknown_instruction(word: &str, mnemonic: &str) -> String {
    let messages = MESSAGES.iter().map(|row| row.mnemonic);
    let accesses = DataPortOp::TEXT.iter().map(|row| row.1).chain(AtomicForm::TEXT.iter().map(|row| row.1));
    match nearest(mnemonic, AluOp::ALL.iter().map(|op| op.name()).chain(messages).chain(accesses)) {
        Some(known) => format!("unknown instruction `{word}`; did you mean `{known}`?"),
        None => format!("unknown instruction `{word}`; expected one of vISA"),
    }
}

impl<'t> Parser<'t> {
    pub(super) fn inst(&mut self) -> Parsed<()> {
        let predicate = self.predicate()?;
        let at = self.scan.at();
        let word = self.word("an instruction or a label")?;
        if predicate.is_none() && self.scan.eat(b':') {
            if !names::is_name(word) {
                return self.fail(at, format!("`{word}` cannot name a label; expected letters, digits and `_`"));
            }
            let label = self.label(word);
            // A function's label follows the directive that places it.
            let is_function = self.kernel.labels[label] == LabelKind::Function;
            if is_function && self.kernel.insts.last() == Some(&Inst::Label(label)) {
                return Ok(());
            }
            return self.place(label, word, at);
        }
        let inst = self.instruction(predicate, word, at)?;
        let takes = match &inst {
            Inst::Alu(alu) => !matches!(alu.op, AluOp::Min | AluOp::Max),
            Inst::BitFunction(_)
            | Inst::Carry(_)
            | Inst::IndirectMove(_)
            | Inst::DataPort(_)
            | Inst::Atomic(_)
            | Inst::Branch { .. } => true,
            Inst::Sampler(message) => message.message.row().class.has_modifiers(),
            _ => false,
        };
        if predicate.is_some() && !takes {
            return self.fail(at, format!("`{word}` takes no predicate"));
        }
        self.kernel.insts.push(inst);
        Ok(())
    }

    /// Whether a label stands nowhere yet; it does now.
    fn place_of(&mut self, label: Label) -> bool {
        match self.placed.get_mut(label.as_u32() as usize) {
            Some(placed) => !std::mem::replace(placed, true),
            None => false,
        }
    }

    /// Puts a label here.
    pub(super) fn place(&mut self, label: Label, name: &str, at: usize) -> Parsed<()> {
        if !self.place_of(label) {
            return self.fail(at, format!("label `{name}` stands twice"));
        }
        self.kernel.insts.push(Inst::Label(label));
        Ok(())
    }

    /// The execution size of an instruction that has one lane whatever is written.
    fn one_lane(&mut self) -> Parsed<()> {
        let at = self.scan.at();
        match self.exec()?.lanes {
            1 => Ok(()),
            lanes => self.fail(at, format!("expected one lane, found {lanes}")),
        }
    }

    fn instruction(&mut self, predicate: Option<Predicate>, word: &'t str, at: usize) -> Parsed<Inst> {
        let (mnemonic, flags) = match word.bytes().position(|byte| byte == b'.') {
            Some(dot) => (&word[..dot], Some(&word[dot + 1..])),
            None => (word, None),
        };
        // Most are of this kind.
        if let Some(op) = AluOp::from_name(mnemonic) {
            return self.alu(op, predicate, flags, at);
        }
        match mnemonic {
            "goto" | "jmp" => {
                let kind = if mnemonic == "goto" { BranchKind::Goto } else { BranchKind::Jump };
                let exec = self.exec()?;
                let name = self.word("a label")?;
                let target = self.label(name);
                return Ok(Inst::Branch { kind, exec, predicate, target });
            }
            "ret" => {
                self.one_lane()?;
                return Ok(Inst::Return);
            }
            "barrier" if flags.is_none() => return Ok(Inst::Barrier),
            _ if let Some((fence, _)) = Fence::TEXT.into_iter().find(|(_, text)| *text == word) => {
                return Ok(Inst::Fence(fence));
            }
            "movs" => {
                self.one_lane()?;
                let kind = self.scan.next_word().and_then(|name| {
                    if StateKind::BindlessSampler.predefined().is_some_and(|row| row.0 == name) {
                        return Some(StateKind::Sampler);
                    }
                    match self.names.get(name) {
                        Some(NamedEntity::State(state)) => Some(self.kernel.states[state]),
                        _ => None,
                    }
                });
                let state = self.state(kind.unwrap_or(StateKind::Surface))?;
                self.expect(b'(', "`(0)`")?;
                self.number("element 0", 0)?;
                self.expect(b')', "`)`")?;
                return Ok(Inst::SetState { state, value: self.src()? });
            }
            "cmp" => {
                let relation = Relation::TEXT.into_iter().find(|(_, name)| Some(*name) == flags);
                let Some((relation, _)) = relation else {
                    return self.fail(at, "expected a relation, cmp.eq, ne, gt, ge, lt or le");
                };
                let exec = self.exec()?;
                if !self.is_predicate() {
                    let dst = self.dst()?;
                    return Ok(Inst::CompareInto { relation, exec, dst, srcs: [self.src()?, self.src()?] });
                }
                let dst = self.pred()?;
                return Ok(Inst::Compare { relation, exec, dst, srcs: [self.src()?, self.src()?] });
            }
            "bfn" => {
                let digits = flags.and_then(|flags| flags.strip_prefix('x')).filter(|digits| digits.len() == 2);
                let Some(function) = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) else {
                    return self.fail(at, "expected a function, bfn.x00 to bfn.xff");
                };
                let (exec, dst) = (self.exec()?, self.dst()?);
                let srcs = [self.src()?, self.src()?, self.src()?];
                return Ok(Inst::BitFunction(BitFunction { function, exec, predicate, dst, srcs }));
            }
            "addc" | "subb" if flags.is_none() => {
                let subtracts = mnemonic == "subb";
                let (exec, dst, carry) = (self.exec()?, self.dst()?, self.dst()?);
                let srcs = [self.src()?, self.src()?];
                return Ok(Inst::Carry(Carry { subtracts, exec, predicate, dst, carry, srcs }));
            }
            "faddr" if flags.is_none() => {
                let symbol = self.symbol()?;
                let dst = self.dst()?;
                return Ok(Inst::SymbolAddress { dst, symbol: self.kernel.symbols.push(symbol) });
            }
            "addr_add" if flags.is_none() => {
                let (exec, dst) = (self.exec()?, self.address_element()?);
                self.expect(b'<', "`<1>`")?;
                let at = self.scan.at();
                if self.stride("a stride", 1)? != 1 {
                    return self.fail(at, "expected addresses one behind the other, <1>");
                }
                self.expect(b'>', "`>`")?;
                let base = self.address_of()?;
                return Ok(Inst::AddressAdd(AddressAdd { exec, dst, base, src: self.src()? }));
            }
            "setp" => {
                let exec = self.exec()?;
                let dst = self.pred()?;
                return Ok(Inst::SetPredicate { exec, dst, src: self.src()? });
            }
            _ => {}
        }
        if let Some((op, _)) = DataPortOp::TEXT.into_iter().find(|(_, name)| *name == mnemonic) {
            return self.data_port(op, predicate, flags, at);
        }
        if let Some((form, _)) = AtomicForm::TEXT.into_iter().find(|(_, name)| *name == mnemonic) {
            return self.atomic(form, predicate, flags, at);
        }
        if let Some(row) = MESSAGES.iter().find(|row| row.mnemonic == mnemonic) {
            return match row.class {
                MessageClass::MediaLoad => self.media(false, flags, at),
                MessageClass::MediaStore => self.media(true, flags, at),
                _ => self.sampler(mnemonic, predicate, flags, at),
            };
        }
        self.fail(at, unknown_instruction(word, mnemonic))
    }

    fn alu(&mut self, op: AluOp, predicate: Option<Predicate>, flags: Option<&str>, at: usize) -> Parsed<Inst> {
        let saturate = match flags {
            None => false,
            Some("sat") => true,
            Some(flags) => return self.fail(at, format!("unknown flag `.{flags}`")),
        };
        let exec = self.exec()?;
        if matches!(op, AluOp::Or | AluOp::Xor)
            && exec == Exec::SCALAR
            && predicate.is_none()
            && !saturate
            && let Some(bits) = self.float_controls()
        {
            return Ok(Inst::FloatControls { toggles: op == AluOp::Xor, bits });
        }
        if let Some(op) = PredicateOp::of(op)
            && self.is_predicate()
        {
            if predicate.is_some() || saturate {
                return self.fail(at, format!("`{}` on predicates takes no predicate and is not clamped", op.name()));
            }
            let dst = self.pred()?;
            let source = self.pred()?;
            let second = if op.sources() == 2 { self.pred()? } else { source };
            return Ok(Inst::Predicate { op, exec, dst, srcs: [source, second] });
        }
        if op == AluOp::Mov {
            let dst = self.move_dst()?;
            if self.is_predicate() {
                let MoveDst::Direct(dst) = dst else {
                    return self.fail(at, "a predicate is moved to a variable; expected one as the destination");
                };
                if predicate.is_some() || saturate || exec != Exec::SCALAR {
                    return self.fail(
                        at,
                        "a predicate is moved by `mov (M1_NM, 1)`, which takes no predicate and is not clamped",
                    );
                }
                return Ok(Inst::MovePredicate { dst, src: self.pred()? });
            }
            let src = self.move_src()?;
            return Ok(match (dst, src) {
                (MoveDst::Direct(dst), MoveSrc::Direct(src)) => {
                    let unused = Src::immediate(DataType::Ud, 0);
                    Inst::Alu(Alu { op, saturate, exec, predicate, dst, srcs: [src, unused, unused] })
                }
                (dst, src) => Inst::IndirectMove(IndirectMove { saturate, exec, predicate, dst, src }),
            });
        }
        let dst = self.dst()?;
        let mut srcs = [Src::immediate(DataType::Ud, 0); 3];
        for src in &mut srcs[..op.sources()] {
            *src = self.src()?;
        }
        Ok(Inst::Alu(Alu { op, saturate, exec, predicate, dst, srcs }))
    }

    /// Whether the next operand is a predicate.
    fn is_predicate(&self) -> bool {
        self.scan.next_word().is_some_and(|name| matches!(self.names.get(name), Some(NamedEntity::Pred(_))))
    }

    /// `%cr0(0,0)<1> %cr0(0,0)<0;1,0> 0x4c0:ud`, the number; nothing is read where something else follows.
    fn float_controls(&mut self) -> Option<u32> {
        let mut ahead = self.scan;
        // Of words, numbers and signs: a number can be written in several ways.
        for piece in "%cr0 ( 0 , 0 ) < 1 > %cr0 ( 0 , 0 ) < 0 ; 1 , 0 >".split(' ') {
            let same = match piece.as_bytes() {
                [digit @ b'0'..=b'9'] => ahead.number() == Some(u64::from(digit - b'0')),
                [sign] => ahead.eat(*sign),
                _ => ahead.eat_word(piece),
            };
            if !same {
                return None;
            }
        }
        let bits = u32::try_from(ahead.number()?).ok()?;
        if !ahead.eat(b':') || !ahead.eat_word("ud") || !ahead.is_end_of_line() {
            return None;
        }
        self.scan = ahead;
        Some(bits)
    }

    /// `media_ld.nomod (16,4) T6 0 V34(0,0)<0;1,0> 0x4:ud V47.0`; the plane is optional.
    fn media(&mut self, store: bool, flags: Option<&str>, at: usize) -> Parsed<Inst> {
        let Some((modifier, _)) = MediaModifier::TEXT.into_iter().find(|(_, name)| Some(*name) == flags) else {
            return self.fail(at, "expected a modifier, nomod, modified, top, bottom, top_mod or bottom_mod");
        };
        self.expect(b'(', "`(` and the size of the block")?;
        let width = self.at_least_one("the bytes of a row", 64)?;
        self.expect(b',', "`,`")?;
        let height = self.at_least_one("a number of rows", 64)?;
        self.expect(b')', "`)`")?;
        let surface = self.state(StateKind::Surface)?;
        let mut plane = 0;
        let mut ahead = self.scan;
        if ahead.number().is_some() && !ahead.is_sign(b':') {
            plane = self.number("a plane", 3)? as u8;
        }
        let (x, y) = (self.src()?, self.src()?);
        let data = self.some_raw()?;
        Ok(Inst::Media(MediaBlock { store, modifier, width, height, surface, plane, x, y, data }))
    }

    /// A number from 1 to `most`, below 256.
    fn at_least_one(&mut self, what: &str, most: u64) -> Parsed<u8> {
        let at = self.scan.at();
        match self.number(what, most)? {
            0 => self.fail(at, format!("expected {what}, 1 to {most}, found 0")),
            number => Ok(number as u8),
        }
    }

    fn data_port(
        &mut self,
        op: DataPortOp,
        predicate: Option<Predicate>,
        flags: Option<&str>,
        at: usize,
    ) -> Parsed<Inst> {
        if op.is_block() {
            return self.block(op, at);
        }
        let (mut channels, mut bytes) = (ChannelMask::EMPTY, 0);
        let mut op = op;
        let blocks = [("4.", 4), ("8.", 8)]
            .into_iter()
            .find_map(|(size, bytes)| flags?.strip_prefix(size).zip(op.with_blocks(bytes)));
        if let Some((blocks, of_blocks)) = blocks {
            op = of_blocks;
            channels = match blocks {
                "1" => ChannelMask::from_bits(0b1),
                "2" => ChannelMask::from_bits(0b11),
                "4" => ChannelMask::from_bits(0b1111),
                _ => return self.fail(at, "expected the number of blocks, 1, 2 or 4"),
            };
        } else if op.is_bytes() {
            let blocks = match op.is_by_pointer() {
                true => flags.and_then(|flags| flags.strip_prefix("1.")),
                false => flags,
            };
            bytes = match blocks {
                Some("1") => 1,
                Some("2") => 2,
                Some("4") => 4,
                _ if op.is_by_pointer() => {
                    return self.fail(
                        at,
                        "expected blocks of one, four or eight bytes and their number, .1.1, .1.2, .1.4, .4.1 and so on to .8.4",
                    );
                }
                _ => return self.fail(at, "expected the bytes of a lane, .1, .2 or .4"),
            };
        } else {
            channels = self.channels(flags, at)?;
        }
        let exec = self.exec()?;
        let surface = match op {
            op if op.is_by_pointer() => None,
            op if op.is_typed() => Some(self.state(StateKind::Surface)?),
            _ => Some(self.memory()?),
        };
        let mut address = [Packed::default(); 4];
        if op.is_typed() {
            for raw in &mut address {
                *raw = self.raw()?.into();
            }
        } else {
            let at = self.scan.at();
            if op.has_offset() && self.src()? != Src::immediate(DataType::Ud, 0) {
                return self.fail(at, "expected the offset of all lanes, 0x0:ud");
            }
            address[0] = self.raw()?.into();
        }
        let data = self.some_raw()?;
        Ok(Inst::DataPort(DataPort { op, exec, predicate, channels, bytes, surface: surface.into(), address, data }))
    }

    /// `oword_ld_unaligned (8) T6 V34(0,0)<0;1,0> V47.0`, `svm_block_ld (8) V34(0,0)<0;1,0> V47.0`
    fn block(&mut self, op: DataPortOp, at: usize) -> Parsed<Inst> {
        self.expect(b'(', "`(` and the number of owords")?;
        let owords = self.at_least_one("a number of owords", 8)?;
        self.expect(b')', "`)`")?;
        if !owords.is_power_of_two() {
            return self.fail(at, format!("expected 1, 2, 4 or 8 owords, found {owords}"));
        }
        let surface = match op {
            DataPortOp::PointerBlockLoad => None,
            _ => Some(self.memory()?),
        };
        let Some(address) = self.src()?.as_scalar() else {
            return self.fail(at, "expected the address of a block in a register, as <0;1,0>");
        };
        let mut access = DataPort {
            op,
            exec: Exec::SCALAR,
            predicate: None,
            channels: ChannelMask::EMPTY,
            bytes: owords * BLOCK_UNIT,
            surface: surface.into(),
            address: Default::default(),
            data: self.some_raw()?,
        };
        access.address[0] = Some(address).into();
        Ok(Inst::DataPort(access))
    }

    /// `dword_atomic.add (M1, 16) T6 V32.0 V33.0 %null.0 V34.0`
    fn atomic(
        &mut self,
        form: AtomicForm,
        predicate: Option<Predicate>,
        flags: Option<&str>,
        at: usize,
    ) -> Parsed<Inst> {
        let of_qwords = flags.and_then(|flags| flags.strip_suffix(QWORD_SUFFIX));
        let name = of_qwords.or(flags);
        let Some(function) = AtomicFunction::ALL.iter().copied().find(|function| Some(function.name()) == name) else {
            let message = "expected an atomic operation of 32 or 64 bits: add, cmpxchg.64, fmax and so on";
            return self.fail(at, message);
        };
        let bytes = if of_qwords.is_some() { 8 } else { 4 };
        let exec = self.exec()?;
        let surface = match form {
            AtomicForm::Pointer => None,
            AtomicForm::Dword => Some(self.memory()?),
            AtomicForm::Typed => Some(self.state(StateKind::Surface)?),
        };
        let mut operands: SmallVec<[Raw; 6]> = SmallVec::new();
        operands.push(self.some_raw()?);
        for part in 1..form.address_parts() {
            let at = self.scan.at();
            if let Some(raw) = self.raw()? {
                if operands.len() < part {
                    return self.fail(at, "expected %null.0 behind an absent coordinate");
                }
                operands.push(raw);
            }
        }
        let mut dst = None;
        if form == AtomicForm::Pointer {
            dst = self.raw()?;
        }
        for source in 0..2 {
            let at = self.scan.at();
            match (self.raw()?, source < function.sources()) {
                (Some(raw), true) => operands.push(raw),
                (None, false) => {}
                _ => {
                    let message =
                        format!("`{}` has {} sources, %null.0 for others", function.name(), function.sources());
                    return self.fail(at, message);
                }
            }
        }
        if form != AtomicForm::Pointer {
            dst = self.raw()?;
        }
        let operands = self.kernel.push_raws(&operands);
        let (surface, dst) = (surface.into(), dst.into());
        Ok(Inst::Atomic(Atomic { form, function, bytes, exec, predicate, surface, operands, dst }))
    }

    fn sampler(
        &mut self,
        mnemonic: &str,
        predicate: Option<Predicate>,
        flags: Option<&str>,
        at: usize,
    ) -> Parsed<Inst> {
        // Rows of one mnemonic do not differ in their class.
        let class = MESSAGES.iter().find(|row| row.mnemonic == mnemonic).map_or(MessageClass::Load, |row| row.class);
        let (mut residency, mut cps, mut non_uniform) = (false, false, false);
        let mut letters = flags;
        for (flag, set, allowed) in [
            ("pixel_null_mask", &mut residency, class.has_modifiers()),
            ("cps", &mut cps, class == MessageClass::Sample),
            ("divS", &mut non_uniform, class == MessageClass::Sample),
        ] {
            if let Some((first, rest)) = letters.and_then(|letters| letters.split_once('.'))
                && first == flag
                && allowed
            {
                (*set, letters) = (true, Some(rest));
            }
        }
        let channels = match letters {
            Some(NO_CHANNEL) if class == MessageClass::Gather => ChannelMask::EMPTY,
            _ => self.channels(letters, at)?,
        };
        let exec = self.exec()?;
        let offset = if class.has_modifiers() { self.src()? } else { Src::immediate(DataType::Uw, 0) };
        let sampler = if class.has_sampler() { Some(self.state(StateKind::Sampler)?) } else { None };
        let surface = self.state(StateKind::Surface)?;
        let mut operands: SmallVec<[Option<Raw>; 16]> = SmallVec::new();
        while self.scan.is_word() {
            operands.push(self.raw()?);
        }
        let dst = match class {
            MessageClass::Info => operands.pop(),
            _ if operands.is_empty() => None,
            _ => Some(operands.remove(0)),
        };
        let Some(dst) = dst else { return self.fail(at, "expected a destination") };
        let Some(params) = operands.into_iter().collect::<Option<SmallVec<[Raw; 16]>>>() else {
            return self.fail(at, "a parameter is a variable");
        };
        let bytes = params.first().map_or(4, |raw| self.kernel.vars[raw.var].ty.bytes());
        let target = self.kernel.target;
        let Some(message) = Message::from_printed_mnemonic(mnemonic, target, bytes) else {
            return self.fail(at, format!("{target} has no `{mnemonic}` with parameters of {bytes} bytes"));
        };
        let slots = message.row().slots.len();
        let least = if class == MessageClass::Info { slots } else { 1 };
        let most = slots.min(MAX_PARAMS);
        if params.len() < least || params.len() > most {
            let message = format!("`{mnemonic}` has {least} to {most} parameters, {} are given", params.len());
            return self.fail(at, message);
        }
        if message.row().response == ResponseKind::Texels && channels.count() > 1 {
            return self.fail(at, "a gather has one channel");
        }
        let params = self.kernel.push_raws(&params);
        Ok(Inst::Sampler(SamplerMessage {
            message,
            exec,
            predicate,
            residency,
            cps,
            non_uniform,
            channels,
            offset,
            sampler,
            surface,
            dst,
            params,
        }))
    }
}
