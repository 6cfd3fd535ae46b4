//! Reads what instructions name.

use super::{NamedEntity, Parsed, Parser, Position};
use crate::expected_one_of;
use crate::texture::ChannelMask;
use crate::visa::{
    AddressElement, Combine, DataType, Dst, Exec, Indirect, IndirectRegion, Label, LabelKind, Modifier, MoveDst,
    MoveSrc, Pred, Predefined, Predicate, Raw, Region, Src, State, StateKind, Var, VectorType,
};

fn unknown_type(word: &str) -> String {
    format!("unknown type `{word}`; {}", expected_one_of(word, DataType::all().map(DataType::name)))
}

impl<'t> Parser<'t> {
    #[inline(always)]
    pub(super) fn var(&mut self) -> Parsed<Var> {
        let before = self.scan;
        if let Some((letter, number)) = self.scan.numbered()
            && let Some(NamedEntity::Var(var)) = self.names.numbered(letter, number)
        {
            return Ok(var);
        }
        self.scan = before;
        self.other_var()
    }

    #[cold]
    fn other_var(&mut self) -> Parsed<Var> {
        let at = self.scan.at();
        let name = self.word("a variable")?;
        self.named_var(name, at)
    }

    pub(super) fn named_var(&mut self, name: &str, at: usize) -> Parsed<Var> {
        if let Some(NamedEntity::Var(var)) = self.names.get(name) {
            return Ok(var);
        }
        self.predefined_var(name, at)
    }

    #[cold]
    fn predefined_var(&mut self, name: &str, at: usize) -> Parsed<Var> {
        match Predefined::from_name(name) {
            Some(predefined) => Ok(self.predefined(predefined)),
            None => self.fail(at, format!("variable `{name}` is not declared")),
        }
    }

    /// A variable that every kernel has.
    pub(super) fn predefined(&mut self, predefined: Predefined) -> Var {
        if let Some(NamedEntity::Var(var)) = self.names.get(predefined.name()) {
            return var;
        }
        let var = self.kernel.predefined(predefined);
        self.names.insert(predefined.name(), NamedEntity::Var(var));
        var
    }

    pub(super) fn pred(&mut self) -> Parsed<Pred> {
        let at = self.scan.at();
        let name = self.word("a predicate")?;
        match self.names.get(name) {
            Some(NamedEntity::Pred(pred)) => Ok(pred),
            _ => self.fail(at, format!("predicate `{name}` is not declared")),
        }
    }

    /// A surface or a sampler, or the one of that kind that is given by its handle.
    pub(super) fn state(&mut self, kind: StateKind) -> Parsed<State> {
        let bindless = if kind.is_sampler() { StateKind::BindlessSampler } else { StateKind::BindlessSurface };
        if let Some(state) = self.predefined_state(|kind| kind == bindless) {
            return Ok(state);
        }
        let at = self.scan.at();
        let name = self.word("a surface or sampler")?;
        match self.names.get(name) {
            Some(NamedEntity::State(state)) if self.kernel.states[state] == kind => Ok(state),
            Some(NamedEntity::State(_)) => self.fail(at, format!("`{name}` is of the other kind")),
            _ => self.fail(at, format!("`{name}` is not declared")),
        }
    }

    /// A surface, local memory or scratch memory.
    pub(super) fn memory(&mut self) -> Parsed<State> {
        match self.predefined_state(StateKind::is_memory) {
            Some(state) => Ok(state),
            None => self.state(StateKind::Surface),
        }
    }

    /// The next word, where it is the name of a state of such a kind that every kernel has.
    fn predefined_state(&mut self, is_wanted: impl Fn(StateKind) -> bool) -> Option<State> {
        let mut rows = StateKind::PREDEFINED.into_iter();
        let (kind, name, _) = rows.find(|row| is_wanted(row.0) && self.scan.eat_word(row.1))?;
        let named = self.names.get(name);
        if let Some(NamedEntity::State(state)) = named {
            return Some(state);
        }
        let known = self.kernel.states.iter().find(|(_, other)| **other == kind).map(|(state, _)| state);
        let state = known.unwrap_or_else(|| self.kernel.states.push(kind));
        // A variable may have the same name.
        if named.is_none() {
            self.names.insert(name, NamedEntity::State(state));
        }
        Some(state)
    }

    pub(super) fn label(&mut self, name: &'t str) -> Label {
        if let Some(label) = self.labels.get(name) {
            return label;
        }
        let label = self.kernel.labels.push(LabelKind::Block);
        self.placed.push(false);
        self.labels.insert(name, label);
        self.kernel.name_label(label, name);
        label
    }

    /// `(M1_NM, 16)`, or `(16)` for the first lanes.
    #[inline(always)]
    pub(super) fn exec(&mut self) -> Parsed<Exec> {
        match self.execs.find(self.scan.rest()) {
            Some((bytes, exec)) if self.scan.pass_pieces(bytes) => Ok(exec),
            _ => self.other_exec(),
        }
    }

    #[inline(never)]
    fn other_exec(&mut self) -> Parsed<Exec> {
        let before = self.scan;
        self.expect(b'(', "`(` and the lanes")?;
        let mut exec = Exec::masked(1, 0);
        if self.scan.is_word() {
            let at = self.scan.at();
            let word = self.word("a mask")?;
            let number = match word.as_bytes() {
                [b'M', number] => number,
                [b'M', number, b'_', b'N', b'M'] => {
                    exec.nomask = true;
                    number
                }
                _ => &0,
            };
            match number {
                b'1'..=b'8' => exec.first = (number - b'1') * 4,
                _ => return self.fail(at, format!("expected a mask, M1 to M8_NM, found `{word}`")),
            }
            self.expect(b',', "`,`")?;
        }
        let at = self.scan.at();
        let lanes = self.number("an execution size", 32)? as u8;
        if !lanes.is_power_of_two() {
            return self.fail(at, format!("expected an execution size, 1, 2, 4, 8, 16 or 32, found {lanes}"));
        }
        exec.lanes = lanes;
        self.expect(b')', "`)`")?;
        self.execs.keep(before.rest(), self.scan.bytes_behind(&before), exec);
        Ok(exec)
    }

    pub(super) fn predicate(&mut self) -> Parsed<Option<Predicate>> {
        if !self.scan.eat(b'(') {
            return Ok(None);
        }
        let inverted = self.scan.eat(b'!');
        let at = self.scan.at();
        let word = self.word("a predicate")?;
        let (name, combine) = match word.split_once('.') {
            None => (word, Combine::None),
            Some((name, "any")) => (name, Combine::Any),
            Some((name, "all")) => (name, Combine::All),
            Some(_) => return self.fail(at, format!("expected a predicate, found `{word}`")),
        };
        let Some(NamedEntity::Pred(pred)) = self.names.get(name) else {
            return self.fail(at, format!("predicate `{name}` is not declared"));
        };
        self.expect(b')', "`)`")?;
        Ok(Some(Predicate { pred, inverted, combine }))
    }

    /// `(row,column)`
    fn position(&mut self) -> Parsed<Position> {
        self.expect(b'(', "`(`")?;
        let register = self.number("a register", 255)? as u8;
        self.expect(b',', "`,`")?;
        let element = self.number("an element", 63)? as u8;
        self.expect(b')', "`)`")?;
        Ok(Position { register, element })
    }

    /// A position in bytes, which stands at `at`.
    #[inline(always)]
    fn offset(&mut self, var: Var, position: Position, at: usize) -> Parsed<u16> {
        let Position { register, element } = position;
        let registers = self.kernel.grf_bytes();
        let bytes = u32::from(register) * registers + u32::from(element) * self.kernel.vars[var].ty.bytes();
        // The last elements may reach into a register that has no number.
        match u16::try_from(bytes) {
            Ok(bytes) if u32::from(bytes) / registers <= 255 => Ok(bytes),
            _ => self.fail(at, "the position is behind every variable"),
        }
    }

    /// 0 or a power of two.
    pub(super) fn stride(&mut self, what: &str, most: u64) -> Parsed<u8> {
        let at = self.scan.at();
        match self.number(what, most)? {
            number if number == 0 || number.is_power_of_two() => Ok(number as u8),
            number => self.fail(at, format!("expected {what}, 0 or a power of two, found {number}")),
        }
    }

    #[inline(always)]
    pub(super) fn dst(&mut self) -> Parsed<Dst> {
        let var = self.var()?;
        let at = self.scan.at();
        let (position, stride) = match self.destinations.find(self.scan.rest()) {
            Some((bytes, known)) if self.scan.pass_pieces(bytes) => known,
            _ => self.destination()?,
        };
        Ok(Dst { var, offset: self.offset(var, position, at)?, stride })
    }

    /// `(0,0)<1>`
    #[inline(never)]
    fn destination(&mut self) -> Parsed<(Position, u8)> {
        let before = self.scan;
        let position = self.position()?;
        self.expect(b'<', "`<`")?;
        let stride = self.stride("a stride", 4)?;
        self.expect(b'>', "`>`")?;
        self.destinations.keep(before.rest(), self.scan.bytes_behind(&before), (position, stride));
        Ok((position, stride))
    }

    /// `V32(0,0)<8;8,1>`, behind its modifier.
    #[inline(always)]
    fn register(&mut self, modifier: Modifier) -> Parsed<Src> {
        let var = self.var()?;
        let at = self.scan.at();
        let (position, region) = match self.regions.find(self.scan.rest()) {
            Some((bytes, known)) if self.scan.pass_pieces(bytes) => known,
            _ => self.positioned_region()?,
        };
        Ok(Src::Register { var, offset: self.offset(var, position, at)?, region, modifier })
    }

    /// `(0,0)<8;8,1>`
    #[inline(never)]
    fn positioned_region(&mut self) -> Parsed<(Position, Region)> {
        let before = self.scan;
        let position = self.position()?;
        let region = self.region()?;
        self.regions.keep(before.rest(), self.scan.bytes_behind(&before), (position, region));
        Ok((position, region))
    }

    pub(super) fn src(&mut self) -> Parsed<Src> {
        if self.scan.is_number() {
            let bits = self.bits("a number")?;
            self.expect(b':', "`:` and a type")?;
            let at = self.scan.at();
            let word = self.word("a type")?;
            return match DataType::from_name(word) {
                Some(ty) if ty.bytes() == 8 || bits >> (8 * ty.bytes()) == 0 => Ok(Src::immediate(ty, bits)),
                // Intel's compiler prints a negative number of a smaller type with the 32 bits that it is passed in.
                Some(ty)
                    if ty.is_signed()
                        && ty.bytes() < 4
                        && bits as i32 as i64 as u64 & 0xffff_ffff == bits
                        && (bits as i32) >> (8 * ty.bytes() - 1) == -1 =>
                {
                    Ok(Src::immediate(ty, bits & ((1 << (8 * ty.bytes())) - 1)))
                }
                Some(ty) => self.fail(at, format!("{bits:#x} does not fit {ty}")),
                None => self.vector(bits, word, at),
            };
        }
        let modifier = self.modifier()?;
        self.register(modifier)
    }

    /// A small number for each lane, whose type is the word at `at`.
    #[cold]
    fn vector(&mut self, bits: u64, word: &str, at: usize) -> Parsed<Src> {
        match (VectorType::from_name(word), u32::try_from(bits)) {
            (Some(ty), Ok(bits)) => Ok(Src::Vector { ty, bits }),
            (Some(ty), Err(_)) => self.fail(at, format!("{bits:#x} does not fit {ty}")),
            (None, _) => self.fail(at, unknown_type(word)),
        }
    }

    /// A source modifier, where there is one.
    fn modifier(&mut self) -> Parsed<Modifier> {
        let mut modifier = Modifier::None;
        if self.scan.eat(b'(') {
            let negated = self.scan.eat(b'-');
            modifier = match (negated, self.scan.eat_word("abs")) {
                (false, true) => Modifier::Abs,
                (true, true) => Modifier::NegateAbs,
                (true, false) => Modifier::Negate,
                (false, false) if self.scan.eat(b'~') => Modifier::Not,
                _ => return self.expected("a source modifier, (-), (abs), (-abs) or (~)"),
            };
            self.expect(b')', "`)`")?;
        }
        Ok(modifier)
    }

    /// `<8;8,1>`
    fn region(&mut self) -> Parsed<Region> {
        self.expect(b'<', "`<`")?;
        let vertical = self.stride("a vertical stride", 32)?;
        self.expect(b';', "`;`")?;
        let (width, horizontal) = self.row()?;
        Ok(Region { vertical, width, horizontal })
    }

    /// `8,1>`
    fn row(&mut self) -> Parsed<(u8, u8)> {
        let width = self.stride("a width", 16)?;
        self.expect(b',', "`,`")?;
        let horizontal = self.stride("a horizontal stride", 4)?;
        self.expect(b'>', "`>`")?;
        Ok((width, horizontal))
    }

    /// `A0(3)`
    pub(super) fn address_element(&mut self) -> Parsed<AddressElement> {
        let at = self.scan.at();
        let name = self.word("an address variable")?;
        let Some(NamedEntity::Address(address)) = self.names.get(name) else {
            return self.fail(at, format!("address variable `{name}` is not declared"));
        };
        self.expect(b'(', "`(`")?;
        let at = self.scan.at();
        let element = self.number("an element", 255)? as u8;
        let elements = self.kernel.addresses[address];
        if u16::from(element) >= elements {
            return self.fail(at, format!("element {element} of an address variable of {elements} elements"));
        }
        self.expect(b')', "`)`")?;
        Ok(AddressElement { address, element })
    }

    /// Passes `r[`, with which an indirect operand begins.
    #[inline(always)]
    fn indirect(&mut self) -> bool {
        let mut ahead = self.scan;
        let found = ahead.eat_word("r") && ahead.eat(b'[');
        if found {
            self.scan = ahead;
        }
        found
    }

    /// `A0(3),4]`, whose type stands behind the region.
    fn indirect_place(&mut self) -> Parsed<(AddressElement, i16)> {
        let at = self.address_element()?;
        self.expect(b',', "`,`")?;
        let negative = self.scan.eat(b'-');
        // The range is that of the documents (Indirect Operands, indirect_offset).
        let offset = self.number("an offset in bytes", if negative { 512 } else { 511 })? as i16;
        self.expect(b']', "`]`")?;
        Ok((at, if negative { -offset } else { offset }))
    }

    /// `:f`
    fn indirect_type(&mut self) -> Parsed<DataType> {
        self.expect(b':', "`:` and a type")?;
        let at = self.scan.at();
        let word = self.word("a type")?;
        match DataType::from_name(word) {
            Some(ty) => Ok(ty),
            None => self.fail(at, unknown_type(word)),
        }
    }

    /// The destination of a move: `V32(0,0)<1>` or `r[A0(3),4]<1>:f`.
    pub(super) fn move_dst(&mut self) -> Parsed<MoveDst> {
        if !self.indirect() {
            return Ok(MoveDst::Direct(self.dst()?));
        }
        let (at, offset) = self.indirect_place()?;
        self.expect(b'<', "`<`")?;
        let stride = self.stride("a stride", 4)?;
        self.expect(b'>', "`>`")?;
        Ok(MoveDst::Indirect(Indirect { at, offset, ty: self.indirect_type()?, of: None.into(), row: 0 }, stride))
    }

    /// The source of a move: what any source is, or `r[A0(3),4]<8;8,1>:f`, or with an address of each row
    /// `r[A0(3),4]<1,0>:f`.
    pub(super) fn move_src(&mut self) -> Parsed<MoveSrc> {
        if self.scan.is_number() {
            return Ok(MoveSrc::Direct(self.src()?));
        }
        let modifier = self.modifier()?;
        if !self.indirect() {
            return Ok(MoveSrc::Direct(self.register(modifier)?));
        }
        let (at, offset) = self.indirect_place()?;
        let mut ahead = self.scan;
        let has_rows = ahead.eat(b'<') && ahead.number().is_some() && ahead.is_sign(b',');
        let region = if has_rows {
            self.expect(b'<', "`<`")?;
            let (width, horizontal) = self.row()?;
            IndirectRegion::EachRow { width, horizontal }
        } else {
            IndirectRegion::One(self.region()?)
        };
        Ok(MoveSrc::Indirect(
            Indirect { at, offset, ty: self.indirect_type()?, of: None.into(), row: 0 },
            region,
            modifier,
        ))
    }

    /// `&V32`, or `&V32[4]` for bytes from its start.
    pub(super) fn address_of(&mut self) -> Parsed<Raw> {
        self.expect(b'&', "`&` and a variable")?;
        let var = self.var()?;
        let mut offset = 0;
        if self.scan.eat(b'[') {
            offset = self.number("an offset in bytes", u64::from(u16::MAX))? as u16;
            self.expect(b']', "`]`")?;
        }
        Ok(Raw { var, offset })
    }

    /// `V40.64`; `None` for `%null.0`.
    pub(super) fn raw(&mut self) -> Parsed<Option<Raw>> {
        let before = self.scan;
        if let Some((letter, number, offset)) = self.scan.numbered_part()
            && let Some(NamedEntity::Var(var)) = self.names.numbered(letter, number)
        {
            return Ok(Some(Raw { var, offset }));
        }
        self.scan = before;
        self.other_raw()
    }

    #[cold]
    fn other_raw(&mut self) -> Parsed<Option<Raw>> {
        let at = self.scan.at();
        let word = self.word("a variable and an offset, `V40.64`")?;
        let Some(dot) = word.bytes().rposition(|byte| byte == b'.') else {
            return self.fail(at, format!("expected a variable and an offset, `V40.64`, found `{word}`"));
        };
        let (name, digits) = (&word[..dot], &word[dot + 1..]);
        let Ok(offset) = digits.parse::<u16>() else {
            return self.fail(at, format!("expected an offset in bytes, found `{digits}`"));
        };
        if name == "%null" {
            return Ok(None);
        }
        let var = self.named_var(name, at)?;
        Ok(Some(Raw { var, offset }))
    }

    pub(super) fn some_raw(&mut self) -> Parsed<Raw> {
        let at = self.scan.at();
        match self.raw()? {
            Some(raw) => Ok(raw),
            None => self.fail(at, "expected a variable"),
        }
    }

    pub(super) fn channels(&mut self, letters: Option<&str>, at: usize) -> Parsed<ChannelMask> {
        match letters.and_then(ChannelMask::from_letters) {
            Some(mask) => Ok(mask),
            None => self.fail(at, "expected channels, letters of RGBA in order"),
        }
    }
}
