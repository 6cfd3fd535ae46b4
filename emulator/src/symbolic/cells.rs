//! The register file by content.
//!
//! Each backing variable is cut into cells so that every variable that lives in it, and every operand, begins with a
//! cell: then writing a variable changes what every other knows that shares bytes with it. A cell remembers in which
//! stretch of straight code it was written; what was written elsewhere is a question for [`claims`](super::claims).

use texvisa_ir::visa::{DataPort, Inst, Kernel, Raw, SamplerMessage, Src, Storage, Var};

use super::content::{Content, What};

/// One cell.
#[derive(Clone, Copy, Debug)]
struct Cell {
    content: Content,
    /// Bytes from its start that the content speaks of.
    length: u32,
    /// The stretch in which it was written; 0 for none.
    stretch: u32,
}

/// Where a variable is: its backing variable, and the byte in it.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    root: u32,
    offset: u32,
}

/// The cells of a backing variable.
#[derive(Clone, Copy, Debug, Default)]
struct Root {
    first: u32,
    bytes: u32,
    /// A cell has `1 << shift` bytes.
    shift: u32,
}

/// The register file of a kernel.
pub(super) struct Cells {
    places: Vec<Place>,
    roots: Vec<Root>,
    cells: Vec<Cell>,
    /// The stretch of straight code that is being walked.
    pub stretch: u32,
}

impl Cells {
    pub fn new(kernel: &Kernel) -> Cells {
        let count = kernel.vars.len();
        let mut places = Vec::with_capacity(count);
        let mut starts = vec![0u32; count];
        let mut roots = vec![Root::default(); count];
        for (var, decl) in &kernel.vars {
            let (root, offset) = match decl.storage {
                Storage::Own | Storage::R0 => (var, 0),
                _ => kernel.place(var),
            };
            let place = Place { root: root.as_u32(), offset };
            places.push(place);
            starts[place.root as usize] |= offset;
            let bytes = &mut roots[place.root as usize].bytes;
            *bytes = (*bytes).max(offset + decl.bytes());
        }
        let mut cut = |var: Var, offset: u32| {
            if let Some(place) = places.get(var.as_u32() as usize) {
                starts[place.root as usize] |= place.offset + offset;
            }
        };
        for inst in &kernel.insts {
            operand_starts(kernel, inst, &mut cut);
        }
        let mut next = 0;
        for (root, starts) in roots.iter_mut().zip(starts) {
            if root.bytes > 0 {
                root.shift = (starts | root.bytes.next_power_of_two()).trailing_zeros();
                root.first = next;
                next += root.bytes.div_ceil(1 << root.shift);
            }
        }
        let cell = Cell { content: Content::UNKNOWN, length: 0, stretch: 0 };
        Cells { places, roots, cells: vec![cell; next as usize], stretch: 1 }
    }

    /// The backing variable of `var` and the byte in it where `var` begins.
    pub fn place(&self, var: Var) -> (u32, u32) {
        self.places.get(var.as_u32() as usize).map_or((u32::MAX, 0), |place| (place.root, place.offset))
    }

    /// What the `count` elements of `bytes` each are that begin at byte `offset` of `var`; `elsewhere` answers for
    /// those that were not written in this stretch, from the byte of `var` that it is given.
    pub fn read(
        &self,
        var: Var,
        offset: u32,
        count: u32,
        bytes: u32,
        mut elsewhere: impl FnMut(u32) -> Content,
    ) -> Content {
        let Some(place) = self.places.get(var.as_u32() as usize) else { return Content::UNKNOWN };
        let root = self.roots[place.root as usize];
        let start = place.offset + offset;
        let end = start + count * bytes;
        let size = 1u32 << root.shift;
        if start & (size - 1) != 0 || end > root.bytes {
            return Content::UNKNOWN;
        }
        let mut found = Content::UNKNOWN;
        let mut at = start;
        while at < end {
            let cell = &self.cells[(root.first + (at >> root.shift)) as usize];
            let content = if cell.stretch == self.stretch {
                if cell.length < size.min(end - at) { Content::UNKNOWN } else { cell.content }
            } else {
                elsewhere(offset + at - start)
            };
            if content.what == What::Unknown || u32::from(content.bytes) != bytes {
                return Content::UNKNOWN;
            }
            if at == start {
                found = content;
            } else if content.what != found.what || content.scope != found.scope.after((at - start) / bytes) {
                return Content::UNKNOWN;
            }
            at += size;
        }
        found
    }

    /// Says what `count` elements from byte `offset` of `var` on are now.
    pub fn write(&mut self, var: Var, offset: u32, count: u32, content: Content) {
        let Some(place) = self.places.get(var.as_u32() as usize) else { return };
        let root = self.roots[place.root as usize];
        let start = place.offset + offset;
        let end = (start + count * u32::from(content.bytes)).min(root.bytes);
        let size = 1u32 << root.shift;
        let aligned = start & (size - 1) == 0;
        let mut at = start & !(size - 1);
        while at < end {
            let cell = &mut self.cells[(root.first + (at >> root.shift)) as usize];
            cell.stretch = self.stretch;
            if aligned {
                let elements = (at - start).checked_div(u32::from(content.bytes)).unwrap_or(0);
                cell.content = Content { scope: content.scope.after(elements), ..content };
                cell.length = size.min(end - at);
            } else {
                cell.content = Content::UNKNOWN;
                cell.length = size;
            }
            at += size;
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
            port.address.iter().flatten().for_each(|part| raw(part, cut));
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
