//! The register file by content.
//!
//! Each backing variable is cut into cells so that every variable that lives in it, and every operand, begins with a
//! cell: then writing a variable changes what every other knows that shares bytes with it. Cells are of one stretch of
//! straight code; what was written elsewhere is a question for [`claims`](super::claims).

use std::ops::Range;

use texvisa_ir::visa::{DataPort, Inst, Kernel, Raw, SamplerMessage, Src, Var};

use super::content::{Content, What};

/// One cell.
#[derive(Clone, Copy, Debug)]
struct Cell {
    content: Content,
    /// Bytes from its start that the content speaks of; 0 where it was not written in this stretch.
    length: u32,
}

impl Cell {
    /// One that was not written in this stretch.
    const UNWRITTEN: Cell = Cell { content: Content::UNKNOWN, length: 0 };
}

/// A variable.
#[derive(Clone, Copy, Debug, Default)]
struct Variable {
    /// How many of its bytes were written by what defines its value.
    covered: u32,
    /// Bytes of a backing variable, up to the end of all that lives in it.
    bytes: u32,
    /// The bytes of a backing variable at which something begins, as bits of one number.
    starts: u32,
    /// The number of its first cell; below `Cells::base` where nothing of it was written in this stretch.
    first: u32,
}

impl Variable {
    /// A cell has `1 << shift` bytes.
    const fn shift(&self) -> u32 {
        (self.starts | 1 << 31).trailing_zeros()
    }
}

/// The register file of a kernel.
pub(super) struct Cells<'k> {
    kernel: &'k Kernel,
    vars: Vec<Variable>,
    /// The cells of all that was written in this stretch.
    cells: Vec<Cell>,
    /// The number of the first of them: cells are numbered through all stretches.
    base: u32,
}

impl<'k> Cells<'k> {
    pub fn new(kernel: &'k Kernel) -> Cells<'k> {
        let mut vars = vec![Variable::default(); kernel.vars.len()];
        for (var, decl) in &kernel.vars {
            let (root, offset) = kernel.place(var);
            let root = &mut vars[root.as_u32() as usize];
            root.bytes = root.bytes.max(offset + decl.bytes());
            root.starts |= offset;
        }
        let mut cut = |var: Var, offset: u32| {
            if kernel.vars.is_valid(var) {
                let (root, start) = kernel.place(var);
                vars[root.as_u32() as usize].starts |= start + offset;
            }
        };
        for inst in &kernel.insts {
            operand_starts(kernel, inst, &mut cut);
        }
        Cells { kernel, vars, cells: Vec::new(), base: 1 }
    }

    /// Begins another stretch of straight code.
    pub fn forget(&mut self) {
        self.base += self.cells.len() as u32;
        self.cells.clear();
    }

    /// How many bytes of `var`, which is no view, were written by what defines its value.
    pub fn covered(&self, var: Var) -> u32 {
        self.vars[var.as_u32() as usize].covered
    }

    /// Says that so many more were.
    pub fn cover(&mut self, var: Var, bytes: u32) {
        let covered = &mut self.vars[var.as_u32() as usize].covered;
        *covered = covered.saturating_add(bytes);
    }

    /// The cell at byte `at` of a backing variable, if it was written in this stretch.
    #[inline]
    fn cell(&self, root: &Variable, at: u32) -> Option<&Cell> {
        let first = root.first.checked_sub(self.base)?;
        let cell = &self.cells[(first + (at >> root.shift())) as usize];
        (cell.length > 0).then_some(cell)
    }

    /// What some elements are that begin at byte `offset` of `var` and have `length` bytes, where that is in one cell,
    /// and written in this stretch.
    #[inline]
    pub fn in_one(&self, var: Var, offset: u32, length: u32) -> Option<&Content> {
        let (root, start) = self.kernel.place(var);
        let root = &self.vars[root.as_u32() as usize];
        let start = start + offset;
        let size = 1 << root.shift();
        if start & (size - 1) != 0 || length > size || start + length > root.bytes {
            return None;
        }
        let cell = self.cell(root, start)?;
        (cell.length >= length).then_some(&cell.content)
    }

    /// What the `count` elements of `bytes` each are that begin at byte `offset` of `var`; `elsewhere` answers for
    /// those that were not written in this stretch, from the byte of `var` that it is given.
    #[inline]
    pub fn read(&self, var: Var, offset: u32, count: u32, bytes: u32, elsewhere: impl Fn(u32) -> Content) -> Content {
        let (root, start) = self.kernel.place(var);
        let root = &self.vars[root.as_u32() as usize];
        let start = start + offset;
        let length = count * bytes;
        let size = 1 << root.shift();
        if start & (size - 1) != 0 || length == 0 || start + length > root.bytes {
            return Content::UNKNOWN;
        }
        if length > size {
            return self.read_cells(root, start..start + length, bytes, |at| elsewhere(offset + at - start));
        }
        let content = match self.cell(root, start) {
            Some(cell) if cell.length < length => return Content::UNKNOWN,
            Some(cell) => cell.content,
            None => elsewhere(offset),
        };
        if u32::from(content.bytes) == bytes { content } else { Content::UNKNOWN }
    }

    /// What elements are that have several cells.
    #[inline(never)]
    fn read_cells(
        &self,
        root: &Variable,
        place: Range<u32>,
        bytes: u32,
        elsewhere: impl Fn(u32) -> Content,
    ) -> Content {
        let Range { start, end } = place;
        let size = 1 << root.shift();
        let content = |at: u32| match self.cell(root, at) {
            Some(cell) if cell.length < size.min(end - at) => Content::UNKNOWN,
            Some(cell) => cell.content,
            None => elsewhere(at),
        };
        let found = content(start);
        let goes_on = |at: u32| content(at) == Content { scope: found.scope.after((at - start) / bytes), ..found };
        let is_one = u32::from(found.bytes) == bytes && (start..end).step_by(size as usize).skip(1).all(goes_on);
        if is_one { found } else { Content::UNKNOWN }
    }

    /// Says what `count` elements from byte `offset` of `var` on are now.
    #[inline]
    pub fn write(&mut self, var: Var, offset: u32, count: u32, content: Content) {
        if !self.kernel.vars.is_valid(var) {
            return;
        }
        let (root, start) = self.kernel.place(var);
        let start = start + offset;
        let root = &mut self.vars[root.as_u32() as usize];
        let size = 1 << root.shift();
        if root.first < self.base {
            root.first = self.base + self.cells.len() as u32;
            let cells = self.cells.len() + root.bytes.div_ceil(size) as usize;
            self.cells.resize(cells, Cell::UNWRITTEN);
        }
        let first = root.first - self.base + (start >> root.shift());
        let end = (start + count * u32::from(content.bytes)).min(root.bytes);
        let is_known = start & (size - 1) == 0 && content.what != What::Unknown;
        if is_known && start < end && end - start <= size {
            self.cells[first as usize] = Cell { content, length: end - start };
        } else {
            self.write_cells(first, size, start..end, if is_known { content } else { Content::UNKNOWN });
        }
    }

    /// Writes the cell of that number and those behind it, as many as have one of these bytes.
    #[inline(never)]
    fn write_cells(&mut self, first: u32, size: u32, place: Range<u32>, mut content: Content) {
        let Range { start, end } = place;
        let scope = content.scope;
        for (cell, at) in (first as usize..).zip((start & !(size - 1)..end).step_by(size as usize)) {
            if at > start {
                content.scope = scope.after((at - start) >> content.bytes.trailing_zeros());
            }
            self.cells[cell] = Cell { content, length: size.min(end - at) };
        }
    }

    /// Forgets `bytes` bytes from byte `offset` of `var` on.
    pub fn spoil(&mut self, var: Var, offset: u32, bytes: u32) {
        self.write(var, offset, bytes, Content { bytes: 1, ..Content::UNKNOWN });
    }
}

/// Calls `cut` with each byte of a variable, but its first, at which an operand or a channel begins.
fn operand_starts(kernel: &Kernel, inst: &Inst, cut: &mut impl FnMut(Var, u32)) {
    fn source(src: &Src, cut: &mut impl FnMut(Var, u32)) {
        if let Src::Register { var, offset, .. } = src
            && *offset > 0
        {
            cut(*var, u32::from(*offset));
        }
    }
    fn raw(raw: &Raw, cut: &mut impl FnMut(Var, u32)) {
        if raw.offset > 0 {
            cut(raw.var, u32::from(raw.offset));
        }
    }
    match inst {
        Inst::Alu(alu) => {
            alu.srcs[..alu.op.sources()].iter().for_each(|src| source(src, cut));
            if alu.dst.offset > 0 {
                cut(alu.dst.var, u32::from(alu.dst.offset));
            }
        }
        Inst::Compare { srcs, .. } => srcs.iter().for_each(|src| source(src, cut)),
        Inst::SetPredicate { src, .. } => source(src, cut),
        Inst::Sampler(message) => {
            kernel.raws(message.params).iter().for_each(|param| raw(param, cut));
            if let Some(dst) = message.dst {
                cut(dst.var, u32::from(dst.offset) + response_step(kernel, message));
            }
        }
        Inst::DataPort(port) => {
            port.address.into_iter().filter_map(|part| part.expand()).for_each(|part| raw(&part, cut));
            cut(port.data.var, u32::from(port.data.offset));
            if !port.op.is_bytes() {
                cut(port.data.var, u32::from(port.data.offset) + port_step(kernel, port));
            }
        }
        Inst::Media(block) => {
            [block.x, block.y].iter().for_each(|src| source(src, cut));
            cut(block.data.var, u32::from(block.data.offset));
            cut(block.data.var, u32::from(block.data.offset) + block.shape().pitch());
        }
        _ => {}
    }
}

/// Bytes from one channel of a response to the next: each begins at a register (3D_LOAD, Notes).
pub(super) fn response_step(kernel: &Kernel, message: &SamplerMessage) -> u32 {
    let bytes = message.dst.and_then(|dst| kernel.vars.get(dst.var)).map_or(4, |decl| decl.ty.bytes());
    (u32::from(message.exec.lanes) * bytes).next_multiple_of(kernel.grf_bytes())
}

/// Bytes from one channel of a data port's access to the next (GATHER4_SCALED, ch_start).
pub(super) fn port_step(kernel: &Kernel, port: &DataPort) -> u32 {
    (u32::from(port.exec.lanes) * 4).next_multiple_of(kernel.grf_bytes())
}
