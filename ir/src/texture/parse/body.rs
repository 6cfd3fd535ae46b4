//! The kernel that is being parsed, and its names.

use std::ops::Range;

use cranelift_entity::packed_option::PackedOption;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::entities::{Block, InstId, Value};
use super::super::kernel::{BlockData, InstData, Kernel, ValueData, ValueDef};
use super::super::lexer::{Lexer, ValueName};
use super::super::types::{Scalar, Type};
use super::super::word::Word;
use crate::source::Location;

/// The kernel that is being parsed, and the values and blocks of its names.
pub(super) struct Body<'t> {
    text: &'t str,
    pub kernel: Kernel,
    /// Values with a name by that.
    pub named: FxHashMap<Word<'t>, Value>,
    /// Values without a name by their numbers.
    pub numbered: Vec<PackedOption<Value>>,
    /// Blocks by name, and whether that is a number instead of a name: `^0` is not `^"0"`.
    labels: FxHashMap<(&'t str, bool), Block>,
    /// Uses of values and blocks before their definitions.
    pub forward_values: Vec<(Value, Range<usize>)>,
    pub forward_blocks: Vec<(Block, Range<usize>)>,
    pub defined_blocks: FxHashSet<Block>,
}

/// The name in a token of a mark and a name, without quotes, of which the second may be missing in a wrong text.
pub(super) fn name_of(token: &str) -> &str {
    let name = &token[1..];
    name.strip_prefix('"').map_or(name, |quoted| quoted.strip_suffix('"').unwrap_or(quoted))
}

impl<'t> Body<'t> {
    /// A kernel of that name in `text`, without arguments and blocks.
    pub fn new(text: &'t str, name: &str) -> Body<'t> {
        Body {
            text,
            kernel: Kernel::new(name),
            named: FxHashMap::default(),
            numbered: Vec::new(),
            labels: FxHashMap::default(),
            forward_values: Vec::new(),
            forward_blocks: Vec::new(),
            defined_blocks: FxHashSet::default(),
        }
    }

    /// The value that the next token uses.
    #[inline]
    pub fn used_value(&mut self, lexer: &Lexer<'t>) -> Value {
        let numbered = self.numbered.get(lexer.number).and_then(|value| value.expand());
        numbered.unwrap_or_else(|| self.value(lexer.name(), true))
    }

    /// Whether `number` is the next number of a value without a name.
    #[inline]
    pub fn is_next(&self, number: usize) -> bool {
        number == self.numbered.len() && self.is_number(number)
    }

    /// Whether `number` numbers a value; it is a name of digits if no text of this length has so many values.
    #[inline]
    fn is_number(&self, number: usize) -> bool {
        number < self.text.len()
    }

    /// A new instruction at the end of `block`.
    #[inline]
    pub fn push(&mut self, block: Block, data: InstData, location: Location) -> InstId {
        let inst = self.kernel.push_inst_at(data, location);
        self.kernel.blocks[block].insts.push(inst);
        inst
    }

    /// A new instruction at the end of `block`, and its new result, which has neither a number nor a name yet.
    #[inline(always)]
    pub fn push_with_result(&mut self, block: Block, data: InstData, ty: Type, location: Location) -> Value {
        let (inst, result) = self.kernel.push_inst_with_result(data, ty, location);
        self.kernel.blocks[block].insts.push(inst);
        result
    }

    /// The value of that name. A use before the definition creates a value that is missing so far.
    pub fn value(&mut self, name: ValueName, is_use: bool) -> Value {
        let text = name_of(&self.text[name.span()]);
        let next = self.kernel.values.next_key();
        let is_number = self.is_number(name.number);
        let value = if is_number {
            if name.number >= self.numbered.len() {
                self.numbered.resize(name.number + 1, None.into());
            }
            let known = &mut self.numbered[name.number];
            let value = known.expand().unwrap_or(next);
            *known = value.into();
            value
        } else {
            *self.named.entry(Word::of(text.as_bytes())).or_insert(next)
        };
        if value == next {
            self.kernel.values.push(ValueData { ty: Type::scalar(Scalar::I32), def: ValueDef::Missing });
            if !is_number {
                self.kernel.set_value_name(value, text);
            }
            if is_use {
                self.forward_values.push((value, name.span()));
            }
        }
        value
    }

    /// The block that the token at `span` names. A use before the definition creates the block.
    pub fn block(&mut self, span: Range<usize>, is_use: bool) -> Block {
        let token = &self.text[span.clone()];
        let is_number = token[1..].bytes().all(|byte| byte.is_ascii_digit());
        let name = name_of(token);
        if let Some(block) = self.labels.get(&(name, is_number)) {
            return *block;
        }
        let block = self.kernel.blocks.push(BlockData::default());
        self.labels.insert((name, is_number), block);
        if !is_number {
            self.kernel.set_block_name(block, name);
        }
        if is_use {
            self.forward_blocks.push((block, span));
        }
        block
    }
}
