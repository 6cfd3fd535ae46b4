//! Instructions that take vectors and structures apart and put them together. As the importer holds the elements of
//! every value, they append nothing, but for choices among the elements where an index is not constant.

use std::cmp::Ordering;

use texvisa_ir::texture::{InstData, Op, Scalar, Type, Value, ValueDef};

use crate::elements::{self, Index};
use crate::kernel::{ImportFailure, ImportResult, Importer, unsupported};
use crate::llvm::{TyKind, Val};
use crate::shape::{self, ElementVec};

/// The operand of an insertelement that is its index.
const INSERTED_AT: u32 = 2;

/// The fewest elements that lowering rather lays out in registers than chooses by selects (`lowering/src/rewrite/indexed_elements.rs`).
const FEWEST_IN_REGISTERS: usize = 4;

/// The most elements that are: 32 dwords of 16 lanes are half of the registers of most platforms.
const MOST_IN_REGISTERS: usize = 32;

impl<'c> Importer<'c> {
    pub(crate) fn extract_element(&mut self, value: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let vector = self.operand(value, 0)?;
        match index(value, 1) {
            ElementIndex::Constant(index) => match vector.get(index) {
                Some(element) => Ok(ElementVec::from_slice(&[*element])),
                None => self.undefined_like(value),
            },
            ElementIndex::Undefined => self.undefined_like(value),
            ElementIndex::Variable if self.is_indexed(&vector) => {
                let Some((rows, index)) = self.named_elements(value, 1, &vector)? else {
                    return self.undefined_like(value);
                };
                let elements: ElementVec<Value> = rows.iter().map(|row| vector[*row]).collect();
                Ok(ElementVec::from_slice(&[match elements[..] {
                    [element] => element,
                    _ => {
                        let vector = self.whole_vector(&elements);
                        self.builder.element(vector, index)
                    }
                }]))
            }
            ElementIndex::Variable => {
                let index = self.index(value, 1)?;
                let mut chosen = match self.options.undefined_outside {
                    true => self.undefined_like(value)?.first().copied(),
                    false => None,
                };
                for (place, element) in vector.into_iter().enumerate().filter(|(place, _)| index.may_be(*place)) {
                    chosen = Some(match chosen {
                        Some(chosen) => {
                            let is_here = self.is_element(index, place);
                            self.operation(Op::Select, &[is_here, element, chosen])
                        }
                        None => element,
                    });
                }
                chosen.map_or_else(|| self.undefined_like(value), |chosen| Ok(ElementVec::from_slice(&[chosen])))
            }
        }
    }

    pub(crate) fn insert_element(&mut self, value: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let mut vector = self.operand(value, 0)?;
        let element = self.scalar_operand(value, 1)?;
        match index(value, 2) {
            ElementIndex::Constant(index) => match vector.get_mut(index) {
                Some(place) => *place = element,
                None => return self.undefined_like(value),
            },
            ElementIndex::Undefined => return self.undefined_like(value),
            ElementIndex::Variable if self.is_indexed(&vector) => {
                let Some((rows, index)) = self.named_elements(value, INSERTED_AT, &vector)? else {
                    return self.undefined_like(value);
                };
                match rows[..] {
                    [row] => vector[row] = element,
                    _ => {
                        let elements: ElementVec<Value> = rows.iter().map(|row| vector[*row]).collect();
                        let old = self.whole_vector(&elements);
                        let new = self.builder.insert(old, index, element);
                        for (number, row) in (0..).zip(rows) {
                            vector[row] = self.builder.extract(new, number);
                        }
                    }
                }
            }
            ElementIndex::Variable => {
                let index = self.index(value, 2)?;
                let mut is_inside = None;
                for (place, old) in vector.iter_mut().enumerate().filter(|(place, _)| index.may_be(*place)) {
                    let is_here = self.is_element(index, place);
                    *old = self.operation(Op::Select, &[is_here, element, *old]);
                    is_inside = Some(match is_inside {
                        Some(before) if self.options.undefined_outside => self.operation(Op::Or, &[before, is_here]),
                        _ => is_here,
                    });
                }
                if let Some(is_inside) = is_inside.filter(|_| self.options.undefined_outside) {
                    let undefined = self.undefined_like(value)?;
                    for (place, undefined) in vector.iter_mut().zip(undefined) {
                        *place = self.operation(Op::Select, &[is_inside, *place, undefined]);
                    }
                }
            }
        }
        Ok(vector)
    }

    /// Whether texture IR has a vector of these elements.
    fn is_indexed(&self, vector: &[Value]) -> bool {
        let scalar = vector.first().map(|element| self.builder.kernel().ty(*element).scalar);
        let most = match scalar {
            Some(Scalar::I1) | None => 0,
            Some(Scalar::I64) => Type::MAX_WIDE_LANES,
            Some(_) => Type::MAX_LANES,
        };
        vector.len() <= most.into()
    }

    /// The vector of these elements.
    fn whole_vector(&mut self, elements: &[Value]) -> Value {
        self.vector_of(elements).unwrap_or_else(|| self.builder.vector(elements))
    }

    /// The elements of `vector` that operand `operand` of `value`, its index, may name, and the number of the named one among
    /// them. There is none where the index is outside, whichever it is.
    ///
    /// Where the vector is likely laid out in registers, these are all of its elements: others would have to be copied to follow each
    /// other. `ResampleImageFilterPost_BSplineInterpolator` of elastix at SIMD32 has 1,266 instructions so, for 2,319 with 7,328 bytes
    /// spilled (GenX_IR), and `nqueen` of OpenDwarfs at SIMD8, where an unrolled loop reads every fourth of 32 elements beside any of
    /// them, 718 for 819.
    fn named_elements(
        &mut self,
        value: Val<'c>,
        operand: u32,
        vector: &[Value],
    ) -> ImportResult<Option<(ElementVec<usize>, Value)>> {
        let (count, inserts) = (vector.len(), operand == INSERTED_AT);
        let index = self.index(value, operand)?;
        let Some(rows) = index.progression(count) else { return Ok(None) };
        let rows: ElementVec<usize> = rows.collect();
        let first = rows.first().copied().unwrap_or_default();
        let step = rows.get(1).map_or(1, |second| second - first);
        if (first, step) == (0, 1) {
            return Ok(Some((rows, self.index_number(value, operand)?)));
        }
        let is_part = rows.len() > 1 && count <= MOST_IN_REGISTERS;
        let is_worth_rows = rows.len() >= FEWEST_IN_REGISTERS;
        let is_laid_out = self.vector_of(vector).is_some()
            || is_worth_rows && (inserts || is_part && self.is_named_throughout(value, count));
        if is_part && is_laid_out {
            return Ok(Some(((0..count).collect(), self.index_number(value, operand)?)));
        }
        let (word, before) = index.comparand(first);
        // The bits below the step are the same in all indices that the dword may be: the division drops them.
        let before = before & !(step as u32 - 1);
        if let Some(known) = self.indices.numbers.get(&(word, before, step)) {
            return Ok(Some((rows, *known)));
        }
        let mut number = word;
        if before != 0 {
            let before = self.builder.constant_int(Type::I32, before.into());
            number = self.operation(Op::Sub, &[number, before]);
        }
        if step > 1 {
            let by = self.builder.constant_int(Type::I32, step.trailing_zeros().into());
            number = self.operation(Op::ShrU, &[number, by]);
        }
        self.indices.numbers.insert((word, before, step), number);
        Ok(Some((rows, number)))
    }

    /// Whether an element of the vector that `value` reads is read or replaced elsewhere at an index that may mean any of them.
    fn is_named_throughout(&mut self, value: Val<'c>, count: usize) -> bool {
        // Other kernels use the same constants.
        let Some(vector) = value.operand(0).filter(|vector| !vector.is_constant()) else { return false };
        *self.named_throughout.entry(vector).or_insert_with(|| elements::is_named_throughout(vector, count))
    }

    /// Operand `operand` of `value`, which is the index of an element.
    ///
    /// A vector has fewer elements than a word has numbers, and the result for an index beyond the last is undefined.
    fn index(&mut self, value: Val<'c>, operand: u32) -> ImportResult<Index> {
        let number = self.index_number(value, operand)?;
        let Some(index) = value.operand(operand) else { return unsupported("an access of an element has no index") };
        Ok(self.indices.index(index, || number))
    }

    /// The same as a dword.
    fn index_number(&mut self, value: Val<'c>, operand: u32) -> ImportResult<Value> {
        let given = self.scalar_operand(value, operand)?;
        Ok(match self.builder.kernel().ty(given).scalar.bits().cmp(&32) {
            Ordering::Less => self.builder.convert(Op::ZExt, given, Type::I32),
            Ordering::Equal => given,
            Ordering::Greater => self.builder.convert(Op::Trunc, given, Type::I32),
        })
    }

    /// The comparison that says whether `index` means element `element`.
    fn is_element(&mut self, index: Index, element: usize) -> Value {
        let comparand = index.comparand(element);
        if let Some(comparison) = self.indices.comparisons.get(&comparand) {
            return *comparison;
        }
        let (word, number) = comparand;
        let ty = self.builder.kernel().ty(word);
        let constant = self.builder.constant_int(ty, number.into());
        let comparison = self.compare(Op::Eq, word, constant);
        self.indices.comparisons.insert(comparand, comparison);
        comparison
    }

    pub(crate) fn shuffle_vector(&mut self, value: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let mut both = self.operand(value, 0)?;
        both.extend(self.operand(value, 1)?);
        let undefined = self.undefined_like(value)?;
        let element = |(choice, undefined): (Option<u32>, Value)| {
            choice.and_then(|index| both.get(index as usize).copied()).unwrap_or(undefined)
        };
        Ok(value.shuffle_mask().into_iter().zip(undefined).map(element).collect())
    }

    pub(crate) fn extract_value(&mut self, value: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let aggregate = self.operand(value, 0)?;
        let count = self.types_of(value)?.len();
        let start = self.index_in_aggregate(value)?;
        match aggregate.get(start..start + count) {
            Some(part) => Ok(ElementVec::from_slice(part)),
            None => unsupported("the index is out of range; expected one of an element"),
        }
    }

    pub(crate) fn insert_value(&mut self, value: Val<'c>) -> ImportResult<ElementVec<Value>> {
        let mut aggregate = self.operand(value, 0)?;
        let part = self.operand(value, 1)?;
        let start = self.index_in_aggregate(value)?;
        match aggregate.get_mut(start..start + part.len()) {
            Some(place) => place.copy_from_slice(&part),
            None => return unsupported("the index is out of range; expected one of an element"),
        }
        Ok(aggregate)
    }

    /// Which element of its aggregate the indices of an extractvalue or insertvalue lead to first.
    fn index_in_aggregate(&mut self, value: Val<'c>) -> ImportResult<usize> {
        let Some(mut ty) = value.operand(0).map(Val::ty) else { return unsupported("operand 0 is missing") };
        let mut place = 0;
        for index in value.indices() {
            let size = |ty| shape::elements(ty).map(|types| types.len()).map_err(ImportFailure::Unsupported);
            match ty.kind() {
                TyKind::Array(element, _) => {
                    place += index as usize * size(element)?;
                    ty = element;
                }
                _ => {
                    for before in 0..index {
                        place += ty.field(before).map_or(Ok(0), size)?;
                    }
                    match ty.field(index) {
                        Some(field) => ty = field,
                        None => return unsupported("the index is out of range; expected one of an element"),
                    }
                }
            }
        }
        Ok(place)
    }

    /// The vector that `elements` are all elements of, in order.
    pub(crate) fn vector_of(&self, elements: &[Value]) -> Option<Value> {
        let kernel = self.builder.kernel();
        let (vector, 0) = self.element_of(*elements.first()?)? else { return None };
        let is_whole = usize::from(kernel.ty(vector).lanes) == elements.len();
        let follows = |(index, element): (usize, &Value)| self.element_of(*element) == Some((vector, index as u8));
        (is_whole && elements.iter().enumerate().all(follows)).then_some(vector)
    }

    /// The vector that `value` was extracted from, and its index there.
    pub(crate) fn element_of(&self, value: Value) -> Option<(Value, u8)> {
        let kernel = self.builder.kernel();
        let ValueDef::Result(inst, _) = kernel.values[value].def else { return None };
        match kernel.insts[inst] {
            InstData::Extract { vector, index } => Some((vector, index)),
            _ => None,
        }
    }

    /// Undefined elements of the type of `value`, which is what LLVM says of an index beyond the last; none where nothing reads them.
    pub(crate) fn undefined_like(&mut self, value: Val<'c>) -> ImportResult<ElementVec<Value>> {
        // Of private memory that nothing reads, Intel's compiler leaves the vector, which may be longer than any here.
        if value.is_unused() {
            return Ok(ElementVec::new());
        }
        let types = self.types_of(value)?;
        Ok(types.into_iter().map(|ty| self.builder.undefined(ty)).collect())
    }
}

/// Which element an instruction means. One beyond the last is undefined.
enum ElementIndex {
    Constant(usize),
    Undefined,
    Variable,
}

/// The index that operand `operand` of `value` is.
fn index(value: Val<'_>, operand: u32) -> ElementIndex {
    let Some(index) = value.operand(operand) else { return ElementIndex::Undefined };
    match index.int() {
        Some(constant) => ElementIndex::Constant(usize::try_from(constant).unwrap_or(usize::MAX)),
        None if index.is_undefined() => ElementIndex::Undefined,
        None => ElementIndex::Variable,
    }
}
