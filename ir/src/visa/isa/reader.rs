//! Reads the declarations of a kernel.
//!
//! Every count is checked against the bytes that are left before anything is allocated for it, and every number against
//! what it may be. Everything that is read takes at least a byte, so that reading ends.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::cursor::{Cursor, Read};
use super::error::{Allowed, ReadError, ReadErrorKind};
use super::{FIRST_VAR, MAX_NAME, MAX_SAMPLERS, MAX_SURFACES, operand};
use crate::target::SimdWidth;
use crate::visa::address::MAX_ADDRESSES;
use crate::visa::asm::names;
use crate::visa::{
    Attribute, AttributeKind, AttributeOwner, AttributeValue, Label, LabelKind, Predefined, ProgramKind, State,
    StateInput, StateKind, Storage, Var, VarDecl, VarInput, VisaKernel,
};

pub(super) fn text<'b>(bytes: &'b [u8], cursor: &Cursor<'b>) -> Read<&'b str> {
    std::str::from_utf8(bytes).map_err(|_| cursor.unexpected("text in UTF-8", format!("`{}`", bytes.escape_ascii())))
}

/// A kernel that is being read.
pub(super) struct Reader<'b> {
    pub cursor: Cursor<'b>,
    strings: Vec<&'b str>,
    pub kernel: VisaKernel,
    pub samplers: Vec<State>,
    pub surfaces: Vec<State>,
    /// The variables that are declared, by number from the first on.
    pub declared: Vec<Var>,
    /// Those of the others that the kernel names.
    predefined: [Option<Var>; 21],
    /// The labels: their names, kinds and, once the code has named them, what they are in the kernel.
    pub labels: Vec<(u32, LabelKind, Option<Label>)>,
    pub attributes: Vec<Attribute>,
    /// The first thing that cannot be expressed here and that keeps nothing behind it from being read.
    pub unsupported: Option<ReadError>,
}

impl<'b> Reader<'b> {
    pub fn new(cursor: Cursor<'b>, kernel: VisaKernel) -> Reader<'b> {
        Reader {
            cursor,
            strings: Vec::new(),
            kernel,
            samplers: Vec::new(),
            surfaces: Vec::new(),
            declared: Vec::new(),
            predefined: [None; 21],
            labels: Vec::new(),
            attributes: Vec::new(),
            unsupported: None,
        }
    }

    pub fn addresses(&mut self, taken: &mut FxHashSet<&'b str>) -> Read<()> {
        let count = self.cursor.u16("the number of address variables")?;
        let count = self.fits("the number of address variables", count.into(), 7)?;
        for _ in 0..count {
            let (name, _) = self.name(taken)?;
            let elements = self.cursor.u16("the number of elements")?;
            self.cursor.within("the number of elements", elements.into(), 0, MAX_ADDRESSES.into())?;
            let address = self.kernel.addresses.push(elements);
            self.kernel.name_address(address, name);
            let attributes = self.cursor.u8("the number of attributes")?;
            self.cursor.within("the number of attributes of an address variable", u64::from(attributes), 0, 0)?;
        }
        Ok(())
    }

    /// An error where `count` things of at least `least` bytes cannot be left.
    fn fits(&self, what: &'static str, count: u32, least: usize) -> Read<usize> {
        self.cursor.within(what, u64::from(count), 0, (self.cursor.left() / least) as u64)?;
        Ok(count as usize)
    }

    pub fn string_table(&mut self) -> Read<()> {
        let count = self.cursor.u32("the number of strings")?;
        let count = self.fits("the number of strings", count, 1)?;
        self.strings.reserve_exact(count);
        for _ in 0..count {
            let rest = self.cursor.rest();
            let length = rest.iter().take(MAX_NAME + 1).position(|byte| *byte == 0);
            let Some(length) = length else {
                self.cursor.start = self.cursor.at;
                return Err(self.cursor.unexpected("a string of at most 1023 bytes and a 0 behind it", "more"));
            };
            let bytes = self.cursor.take(length, "a string")?;
            self.strings.push(text(bytes, &self.cursor)?);
            self.cursor.at += 1;
        }
        Ok(())
    }

    pub fn string(&mut self, what: &'static str) -> Read<&'b str> {
        let index = self.cursor.u32(what)?;
        self.string_at(index)
    }

    /// The string of the number that was just read.
    pub fn string_at(&self, index: u32) -> Read<&'b str> {
        let index = self.cursor.index("the number of a string", u64::from(index), 0, self.strings.len())?;
        Ok(self.strings[index])
    }

    /// A name of something that is declared, which none of `taken` has.
    fn name(&mut self, taken: &mut FxHashSet<&'b str>) -> Read<(&'b str, u32)> {
        let index = self.cursor.u32("a name")?;
        let found = self.cursor.index("the number of a string", u64::from(index), 0, self.strings.len())?;
        let name = self.strings[found];
        if !names::is_name(name) {
            return Err(self.cursor.unexpected("a name of letters, digits and _", format!("{name:?}")));
        }
        if !taken.insert(name) {
            return Err(self.cursor.error(ReadErrorKind::DeclaredTwice(name.to_owned())));
        }
        Ok((name, index))
    }

    /// The variable of that number, which every kernel has.
    pub fn predefined(&mut self, number: u32) -> Option<Var> {
        let predefined = Predefined::from_number(number)?;
        let kernel = &mut self.kernel;
        let var = &mut self.predefined[number as usize];
        Some(*var.get_or_insert_with(|| kernel.predefined(predefined)))
    }

    pub fn vars(&mut self, taken: &mut FxHashSet<&'b str>) -> Read<()> {
        let count = self.cursor.u32("the number of variables")?;
        let count = self.fits("the number of variables", count, 15)?;
        self.declared.reserve_exact(count);
        taken.reserve(count);
        for _ in 0..count {
            let (name, _) = self.name(taken)?;
            let kinds = self.cursor.u8("the type and alignment of a variable")?;
            let Some(ty) = operand::type_of(kinds & 0xf) else { return Err(self.other_type(kinds & 0xf)) };
            let Some(align) = operand::align_of(kinds >> 4) else {
                return Err(self.cursor.range("an alignment", u64::from(kinds >> 4), Allowed::Between(0, 9)));
            };
            let elements = self.cursor.u16("the number of elements")?;
            let of = self.cursor.u32("the variable that an alias is of")?;
            let of_at = self.cursor;
            let offset = self.cursor.u16("the offset of an alias")?;
            if self.cursor.u8("the scope of an alias")? != 0 {
                return Err(self.cursor.unsupported("an alias of a variable of the file"));
            }
            let bytes = ty.bytes() * u32::from(elements);
            let storage = if of == 0 {
                Storage::Own
            } else {
                match self.predefined_alias(of, offset) {
                    Some(storage) => storage,
                    None => {
                        let of = match of.checked_sub(FIRST_VAR) {
                            Some(_) => {
                                let count = self.declared.len();
                                let index = of_at.index("an earlier variable", of.into(), FIRST_VAR.into(), count)?;
                                self.declared[index]
                            }
                            None => match self.predefined(of) {
                                Some(var) => var,
                                None => {
                                    let allowed = Allowed::Between(0, 20);
                                    return Err(of_at.range("a variable that every kernel has", of.into(), allowed));
                                }
                            },
                        };
                        self.kernel.alias_storage(of, offset, bytes)
                    }
                }
            };
            let var = self.kernel.vars.push(VarDecl { ty, elements, align, storage });
            self.kernel.name_var(var, name);
            self.declared.push(var);
            self.owned_attributes(AttributeOwner::Var(var))?;
        }
        Ok(())
    }

    /// r0 from its start has a storage of its own.
    fn predefined_alias(&self, of: u32, offset: u16) -> Option<Storage> {
        (of == Predefined::R0.number() && offset == 0).then_some(Storage::R0)
    }

    pub fn other_type(&self, code: u8) -> ReadError {
        match operand::OTHER_TYPES.iter().find(|row| row.0 == code) {
            Some((_, name)) => self.cursor.unsupported(format!("type {name}")),
            None => self.cursor.range("a type", u64::from(code), Allowed::Between(0, 15)),
        }
    }

    pub fn preds(&mut self, taken: &mut FxHashSet<&'b str>) -> Read<()> {
        let count = self.cursor.u16("the number of predicates")?;
        for _ in 0..count {
            let (name, _) = self.name(taken)?;
            let lanes = self.cursor.u16("the number of bits")?;
            self.cursor.within("the number of bits", u64::from(lanes), 0, 32)?;
            let pred = self.kernel.preds.push(lanes);
            self.kernel.name_pred(pred, name);
            let attributes = self.cursor.u8("the number of attributes")?;
            self.cursor.within("the number of attributes of a predicate", u64::from(attributes), 0, 0)?;
        }
        Ok(())
    }

    pub fn label_table(&mut self) -> Read<()> {
        let count = self.cursor.u16("the number of labels")?;
        let count = self.fits("the number of labels", u32::from(count), 6)?;
        self.labels.reserve_exact(count);
        let mut taken = FxHashSet::default();
        for _ in 0..count {
            let (_, name) = self.name(&mut taken)?;
            let kind = match self.cursor.u8("the kind of a label")? {
                0 => LabelKind::Block,
                1 => LabelKind::Function,
                kind => return Err(self.cursor.range("the kind of a label", kind.into(), Allowed::Between(0, 1))),
            };
            self.labels.push((name, kind, None));
            let attributes = self.cursor.u8("the number of attributes")?;
            self.cursor.within("the number of attributes of a label", u64::from(attributes), 0, 0)?;
        }
        Ok(())
    }

    /// The label of that number in the kernel.
    pub fn label(&mut self, number: u16, at: &Cursor<'b>) -> Read<Label> {
        let index = at.index("a label", u64::from(number), 0, self.labels.len())?;
        let (name, kind, label) = &mut self.labels[index];
        if let Some(label) = label {
            return Ok(*label);
        }
        let found = self.kernel.labels.push(*kind);
        *label = Some(found);
        // The index was checked with the table.
        let name = self.strings.get(*name as usize).copied().unwrap_or_default();
        self.kernel.name_label(found, name);
        Ok(found)
    }

    /// Samplers, then surfaces. The order in which a text declares them is that of their strings.
    pub fn states(&mut self, taken: &mut FxHashSet<&'b str>) -> Read<()> {
        struct Declared<'b> {
            kind: StateKind,
            string: u32,
            name: &'b str,
            attributes: SmallVec<[Attribute; 0]>,
        }
        let mut all: Vec<Declared<'b>> = Vec::new();
        for (kind, what, most) in [
            (StateKind::Sampler, "the number of samplers", MAX_SAMPLERS),
            (StateKind::Surface, "the number of surfaces", MAX_SURFACES),
        ] {
            let count = self.cursor.u8(what)?;
            self.cursor.within(what, u64::from(count), 0, most as u64)?;
            for _ in 0..count {
                let (name, string) = self.name(taken)?;
                let elements = self.cursor.u16("the number of elements")?;
                self.cursor.within("the number of elements of a surface or sampler", u64::from(elements), 0, 1)?;
                let before = self.attributes.len();
                self.owned_attributes(AttributeOwner::Kernel)?;
                let attributes = self.attributes.drain(before..).collect();
                all.push(Declared { kind, string, name, attributes });
            }
        }
        // Their order among those of one kind gives their numbers, and stays.
        let (samplers, surfaces): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|state| state.kind == StateKind::Sampler);
        let mut numbers = [Vec::new(), Vec::new()];
        let (mut samplers, mut surfaces) = (samplers.into_iter().peekable(), surfaces.into_iter().peekable());
        let next = || match (samplers.peek(), surfaces.peek()) {
            (Some(sampler), Some(surface)) if sampler.string > surface.string => surfaces.next(),
            (Some(_), _) => samplers.next(),
            (None, _) => surfaces.next(),
        };
        for declared in std::iter::from_fn(next) {
            let state = self.kernel.states.push(declared.kind);
            self.kernel.name_state(state, declared.name);
            for attribute in declared.attributes {
                self.attributes.push(Attribute { owner: AttributeOwner::State(state), ..attribute });
            }
            numbers[usize::from(declared.kind == StateKind::Surface)].push(state);
        }
        let [samplers, surfaces] = numbers;
        (self.samplers, self.surfaces) = (samplers, surfaces);
        Ok(())
    }

    pub fn inputs(&mut self) -> Read<()> {
        let count = self.cursor.u32("the number of inputs")?;
        let count = self.fits("the number of inputs", count, 9)?;
        self.kernel.inputs.reserve_exact(count);
        for _ in 0..count {
            let kind = self.cursor.u8("the kind of an input")?;
            if kind >> 3 != 0 && self.unsupported.is_none() {
                self.unsupported = Some(self.cursor.unsupported("an implicit argument"));
            }
            let kind = kind & 7;
            self.cursor.within("the kind of an input", u64::from(kind), 0, 2)?;
            let number = self.cursor.u32("the variable of an input")?;
            let (what, number) = ("the variable of an input", u64::from(number));
            let found = match kind {
                0 => self.cursor.index(what, number, u64::from(FIRST_VAR), self.declared.len())?,
                1 => self.cursor.index(what, number, 0, self.samplers.len())?,
                _ => self.cursor.index(what, number, super::PREDEFINED_SURFACES.len() as u64, self.surfaces.len())?,
            };
            let offset = self.cursor.u16("the offset of an input")?;
            self.cursor.within("the offset of an input", u64::from(offset), 0, i16::MAX as u64)?;
            let bytes = self.cursor.u16("the size of an input")?;
            match kind {
                0 => self.kernel.inputs.push(VarInput { var: self.declared[found], offset, bytes }),
                1 => self.kernel.state_inputs.push(StateInput { state: self.samplers[found], offset, bytes }),
                _ => self.kernel.state_inputs.push(StateInput { state: self.surfaces[found], offset, bytes }),
            }
        }
        Ok(())
    }

    /// The attributes of what is declared.
    fn owned_attributes(&mut self, owner: AttributeOwner) -> Read<()> {
        for _ in 0..self.cursor.u8("the number of attributes")? {
            let (name, value) = self.attribute()?;
            self.attributes.push(Attribute { owner, name: name.into(), value });
        }
        Ok(())
    }

    fn attribute(&mut self) -> Read<(&'b str, AttributeValue)> {
        let name = self.string("the name of an attribute")?;
        let Some(kind) = AttributeKind::of(name) else {
            return Err(self.cursor.unsupported(format!("attribute {name:?}")));
        };
        let size = self.cursor.u8("the size of an attribute")?;
        let size_at = self.cursor;
        let value = self.cursor.take(usize::from(size), "an attribute")?;
        let value = match (kind, value) {
            (AttributeKind::Text, value) => {
                let value = text(value, &self.cursor)?;
                if value.contains(['"', '\n']) {
                    return Err(self
                        .cursor
                        .unexpected("text without quotation marks and line ends", format!("{value:?}")));
                }
                AttributeValue::Text(value.into())
            }
            (AttributeKind::Flag, _) => AttributeValue::Flag,
            (AttributeKind::Number, [byte]) => AttributeValue::Number(i32::from(*byte as i8)),
            (AttributeKind::Number, [low, high]) => {
                AttributeValue::Number(i32::from(i16::from_le_bytes([*low, *high])))
            }
            (AttributeKind::Number, value) => match value.try_into() {
                Ok(bytes) => AttributeValue::Number(i32::from_le_bytes(bytes)),
                Err(_) => {
                    let allowed = Allowed::OneOf(&[1, 2, 4]);
                    return Err(size_at.range("the size of a number", u64::from(size), allowed));
                }
            },
        };
        Ok((name, value))
    }

    pub fn kernel_attributes(&mut self) -> Read<()> {
        for _ in 0..self.cursor.u16("the number of attributes")? {
            let (name, value) = self.attribute()?;
            let kernel = &mut self.kernel;
            match (name, &value) {
                ("Target", AttributeValue::Number(number)) => {
                    let programs = ProgramKind::TEXT;
                    let program = usize::try_from(*number).ok().and_then(|number| programs.get(number));
                    let Some((program, _)) = program else {
                        return Err(self.cursor.unsupported(format!("Target {number}")));
                    };
                    kernel.program = Some(*program);
                }
                ("SimdSize", AttributeValue::Number(number)) => {
                    let simd = u32::try_from(*number).ok().and_then(SimdWidth::from_lanes);
                    let Some(simd) = simd else {
                        let allowed = Allowed::OneOf(&[8, 16, 32]);
                        return Err(self.cursor.range("the lanes of a thread", *number as u32 as u64, allowed));
                    };
                    (kernel.simd, kernel.simd_stated) = (simd, true);
                }
                ("PerThreadInputSize", AttributeValue::Number(number)) => {
                    let most = u64::from(u16::MAX);
                    let Ok(bytes) = u16::try_from(*number) else {
                        let allowed = Allowed::Between(0, most);
                        return Err(self.cursor.range("PerThreadInputSize", *number as u32 as u64, allowed));
                    };
                    kernel.per_thread_bytes = Some(u32::from(bytes));
                }
                _ => self.attributes.push(Attribute { owner: AttributeOwner::Kernel, name: name.into(), value }),
            }
        }
        Ok(())
    }
}
