//! Assignments to the parameters of blocks, on the edges that lead to them.
//!
//! The source assigns all parameters of a block at once. Here they are written one after the other, so what is written
//! is the *next* value of its parameter, which nothing reads before the edge ends; a parameter that another still needs
//! is kept elsewhere before.

use texvisa_ir::texture::{self, Block, Scalar, Value, ValueDef};
use texvisa_ir::visa::{Alu, AluOp, DataType, Exec, Modifier, Src};

use super::claims::{Target, moved};
use super::content::{Content, Scope, What};
use super::facts::Leaf;
use super::{Checker, Meaning};

/// The edge that is being written, and what has been of others.
pub(super) struct Edges {
    open: Option<(Block, u8)>,
    /// By block: the successors whose edges have been written, as bits.
    written: Vec<u8>,
    /// By parameter: the number of the edge that wrote it last, and the lanes.
    lanes: Vec<(u32, u32)>,
    /// By parameter: what it was written with by that edge.
    made_of: Vec<What>,
    /// By parameter: the variables of its halves.
    homes: Vec<[u32; 2]>,
    /// How many edges have been opened.
    count: u32,
}

/// No variable.
const NONE: u32 = u32::MAX;

impl Edges {
    /// For a kernel with so many parameters.
    pub fn new(texture: &texture::Kernel, params: usize) -> Edges {
        Edges {
            open: None,
            written: vec![0; texture.blocks.len()],
            lanes: vec![(0, 0); params],
            made_of: vec![What::Unknown; params],
            homes: vec![[NONE; 2]; params],
            count: 0,
        }
    }

    pub const fn is_open(&self) -> bool {
        self.open.is_some()
    }
}

impl Checker<'_> {
    pub(super) fn open_edge(&mut self, block: Block, successor: u8) {
        if self.edges.open == Some((block, successor)) {
            return;
        }
        self.close_edge();
        self.edges.open = Some((block, successor));
        self.edges.count += 1;
        self.here = 0..0;
        self.begin_stretch();
        let known = self.facts.is_reachable(block)
            && self.facts.kernel.successors(block).len() > usize::from(successor)
            && successor < 8;
        if !known {
            return self.wrong(|| "an edge of the source".to_owned(), || format!("successor {successor} of {block}"));
        }
        let written = &mut self.edges.written[block.as_u32() as usize];
        if std::mem::replace(written, *written | 1 << successor) & 1 << successor != 0 {
            self.wrong(|| "an edge in one piece".to_owned(), || "the rest of it elsewhere".to_owned());
        }
    }

    /// Ends the edge that is being written, if there is one.
    #[inline]
    pub(super) fn close_edge(&mut self) {
        if let Some((block, successor)) = self.edges.open {
            self.edges.open = None;
            self.edge_is_written(block, successor);
        }
    }

    /// Whether each parameter that an edge changes has been written for all lanes.
    fn edge_is_written(&mut self, block: Block, successor: u8) {
        self.begin_stretch();
        let all = self.all_lanes;
        let Some(call) = self.facts.kernel.successors(block).get(usize::from(successor)) else { return };
        let args = call.args.as_slice(&self.facts.kernel.lists);
        for (param, arg) in self.facts.kernel.blocks[call.block].params.iter().zip(args) {
            if self.keeps_itself(*param, *arg) {
                continue;
            }
            let (edge, lanes) = self.edges.lanes[self.number(*param)];
            if edge != self.edges.count || lanes != all {
                let name = self.describe_value(*param, 0);
                let found = if edge == self.edges.count { lanes } else { 0 };
                let terminator = self.facts.kernel.terminator(block);
                let expected = || format!("{name} assigned for lanes {all:#x} on the way to {}", call.block);
                self.out.add(Some(self.index), terminator, expected, || format!("for {found:#x}"));
            }
        }
    }

    /// Whether each edge from `block` that has to assign something has been written.
    pub(super) fn edges_are_written(&mut self, block: Block) {
        let facts = &self.facts;
        let written = self.edges.written[block.as_u32() as usize];
        for (successor, call) in facts.kernel.successors(block).iter().enumerate() {
            let args = call.args.as_slice(&facts.kernel.lists);
            let params = &facts.kernel.blocks[call.block].params;
            let idle = params.iter().zip(args).all(|(param, arg)| self.keeps_itself(*param, *arg));
            if !idle && written & 1 << successor == 0 {
                let terminator = facts.kernel.terminator(block);
                let expected = || format!("the parameters of {} assigned", call.block);
                self.out.add(None, terminator, expected, || "no assignment".to_owned());
            }
        }
    }

    fn keeps_itself(&self, param: Value, arg: Value) -> bool {
        self.facts.made_of(arg, 0) == Leaf::Value { value: param, element: 0 }
    }

    /// The number of a parameter; the first where it is none, which `assigned` rules out.
    fn number(&self, param: Value) -> usize {
        self.facts.param(param).unwrap_or(0)
    }

    /// What elements were before they became the next value of a parameter: their bits are the same.
    fn before(&self, content: Content) -> Content {
        match content.what {
            What::Next(param) => Content { what: self.edges.made_of[self.number(param)], ..content },
            _ => content,
        }
    }

    /// The parameter that a variable is claimed to hold, if the open edge assigns it, and what it becomes.
    fn assigned(&self, dst: &Target<'_>) -> Option<(Value, Value)> {
        let (block, successor) = self.edges.open?;
        let Meaning::Value { value, .. } = *dst.claim else { return None };
        let call = self.facts.kernel.successors(block).get(usize::from(successor))?;
        match self.facts.kernel.values.get(value)?.def {
            ValueDef::Param(target, index) if target == call.block => {
                let arg = call.args.as_slice(&self.facts.kernel.lists).get(index as usize)?;
                Some((value, *arg))
            }
            _ => None,
        }
    }

    /// An instruction that belongs to the open edge.
    #[inline(never)]
    pub(super) fn edge_alu(&mut self, alu: &Alu, dst: &Target<'_>) {
        let found = match alu.op {
            AluOp::Mov if alu.predicate.is_none() && !alu.saturate => self.copied(&alu.srcs[0], alu.exec, dst.decl.ty),
            _ => Content::UNKNOWN,
        };
        let found = self.before(found);
        let Some((param, arg)) = self.assigned(dst) else {
            // A number on its way to a parameter, or a parameter that another still reads.
            self.summary.copies += 1;
            return self.put(alu, dst, found.what, found.scope);
        };
        if self.keeps_old(alu, param, arg, found) {
            self.summary.copies += 1;
            return self.put(alu, dst, found.what, found.scope);
        }
        let right = if self.facts.kernel.ty(param).scalar == Scalar::I1 {
            self.is_truth_as_number(alu, found, arg)
        } else {
            self.is(found, arg, 0, alu.exec)
        };
        if !right {
            let (param, arg) = (self.describe_value(param, 0), self.describe_value(arg, 0));
            let found = self.describe(found);
            self.wrong(|| format!("{param} = {arg} for lanes {}", alu.exec), || found);
        }
        let scope = if alu.exec.nomask { Scope::Everywhere } else { Scope::Lanes { first: alu.exec.first } };
        self.summary.edge_copies += 1;
        let number = self.number(param);
        self.edges.made_of[number] = found.what;
        self.put(alu, dst, What::Next(param), scope);
        self.assign(param, alu);
    }

    /// Whether an instruction copies what a parameter was to where another assignment finds it.
    fn keeps_old(&self, alu: &Alu, param: Value, arg: Value, found: Content) -> bool {
        let old = self.facts.leaf(param, 0);
        let home = self.edges.homes[self.number(param)][self.half_of(alu)];
        let elsewhere = match home {
            NONE => old != self.facts.leaf(arg, 0),
            home => home != self.kernel.unaliased(alu.dst.var).as_u32(),
        };
        old != Leaf::Undefined && old.is(found) && elsewhere
    }

    fn half_of(&self, alu: &Alu) -> usize {
        usize::from(u32::from(alu.exec.first) >= self.half_lanes)
    }

    /// Counts the lanes for which a parameter is written, which must be in the variables that every edge writes.
    fn assign(&mut self, param: Value, alu: &Alu) {
        let number = self.number(param);
        let all = self.all_lanes;
        let lanes = if alu.exec.nomask { all } else { alu.exec.lane_mask() };
        let half = self.half_of(alu);
        let var = self.kernel.unaliased(alu.dst.var).as_u32();
        let home = &mut self.edges.homes[number][half];
        if *home == NONE {
            *home = var;
        }
        if *home != var {
            let name = self.describe_value(param, 0);
            self.wrong(|| format!("{name} in one variable"), || "another than on other edges".to_owned());
        }
        let (edge, written) = &mut self.edges.lanes[number];
        if *edge != self.edges.count {
            (*edge, *written) = (self.edges.count, 0);
        }
        *written |= lanes;
    }

    /// Whether an instruction makes a number of the truth value `arg`: 1 or 0.
    fn is_truth_as_number(&self, alu: &Alu, found: Content, arg: Value) -> bool {
        match alu.op {
            AluOp::Mov => match self.facts.leaf(arg, 0) {
                Leaf::Constant(bits) => found.what == What::number(bits & 1),
                Leaf::Undefined => true,
                Leaf::Value { .. } => false,
            },
            AluOp::Sel => {
                let numbers = [1, 0].into_iter().zip(alu.srcs);
                let mut right = numbers.map(|(number, src)| {
                    let found = self.read(&src, alu.exec);
                    found.what == What::number(number) && found.scope.serves(alu.exec)
                });
                right.all(|right| right) && self.chooses(alu.predicate, alu.exec, arg)
            }
            _ => false,
        }
    }

    /// What a move of `src` to elements of type `ty` makes of it.
    #[inline(always)]
    pub(super) fn copied(&self, src: &Src, exec: Exec, ty: DataType) -> Content {
        let (from, plain) = match *src {
            Src::Immediate { ty, .. } => (ty, true),
            Src::Vector { .. } => return Content::UNKNOWN,
            Src::Register { var, modifier, .. } => match self.kernel.vars.get(var) {
                Some(decl) => (decl.ty, modifier == Modifier::None),
                None => return Content::UNKNOWN,
            },
        };
        let found = self.read(src, exec);
        match found.scope.copied(exec) {
            Some(scope) if plain => Content { scope, ..moved(found, from, ty) },
            _ => Content::UNKNOWN,
        }
    }
}
