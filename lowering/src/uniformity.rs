//! Divergence analysis: which values are uniform, and at which branches lanes diverge.
//!
//! A value is *divergent* if one of these holds:
//!
//! - It is a divergent argument, the lane's number, the element of a typed surface, or the result of a texture
//!   operation that depends on the neighbouring lanes. A load of a buffer, of the group's memory or through a pointer is
//!   as uniform as its address: the lanes of one message read at one time.
//! - An operand is divergent.
//! - It is a parameter of a join point of a divergent branch: its argument depends on the path that a lane took.
//! - It is defined in a loop with a divergent exit and used outside (temporal divergence): each lane keeps the value of
//!   its last iteration.
//! - Its instruction has two results (texel and residency, sum and carry), and the other is divergent: one message
//!   returns both, and a carry is computed from its sum.
//!
//! Every other value is *uniform* and computed once, with the execution mask ignored.
//!
//! The join points of a divergent branch are found as in LLVM's SyncDependenceAnalysis: each successor is a label, the
//! labels are propagated through the blocks in topological order, and a block that two labels reach is a join point. The
//! propagation ends where all paths lead through one block. A back edge propagates its label to every exit of its loop,
//! because its lanes leave the loop in some later iteration; if lanes of another label have left already, the loop has a
//! divergent exit.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use cranelift_entity::{PrimaryMap, SecondaryMap, packed_option::PackedOption};
use texvisa_ir::texture::cfg::{ControlFlow, LoopId, Loops};
use texvisa_ir::texture::{
    Block, CombinedLanes, InstData, InstId, Kernel, MemoryAccess, MemoryOp, MemorySpace, Op, Returns, Scalar,
    TextureOp, Type, Value, ValueDef,
};

use crate::parts::may_be_read_in_place;

/// The result of the analysis.
#[derive(Debug)]
pub struct Uniformity {
    divergent: PrimaryMap<Value, bool>,
    diverging: SecondaryMap<Block, bool>,
}

impl Uniformity {
    /// Whether all lanes that run together have the same value.
    pub fn is_uniform(&self, value: Value) -> bool {
        !self.divergent[value]
    }

    /// Makes `value`, which may be uniform, divergent: every lane computes it.
    pub(crate) fn set_divergent(&mut self, value: Value) {
        self.divergent[value] = true;
    }

    /// Whether lanes diverge at the branch at the end of `block`.
    pub fn diverges(&self, block: Block) -> bool {
        self.diverging[block]
    }
}

/// Analyses `kernel`.
pub fn analyze(kernel: &Kernel, flow: &ControlFlow, loops: &Loops) -> Uniformity {
    analyze_for(kernel, flow, loops, false)
}

/// The same for a kernel whose blocks and loops are not known yet; `None` where a loop has no header, of which the rest of the
/// lowering says so.
pub(crate) fn analyze_alone(kernel: &Kernel) -> Option<Uniformity> {
    let flow = ControlFlow::new(kernel);
    let loops = Loops::new(&flow).ok()?;
    Some(analyze(kernel, &flow, &loops))
}

/// Analyses `kernel`; with `per_lane` the result of every texture operation is divergent.
pub(crate) fn analyze_for(kernel: &Kernel, flow: &ControlFlow, loops: &Loops, per_lane: bool) -> Uniformity {
    Analysis::run(kernel, flow, loops, per_lane, false).result
}

/// What would be uniform if each number that leaves a loop with a divergent exit had a copy by lane, which its readers
/// outside read in its place.
pub(crate) struct WithCopies<'a> {
    analysis: Analysis<'a>,
}

impl<'a> WithCopies<'a> {
    /// Analyses `kernel`.
    pub fn new(kernel: &'a Kernel, flow: &'a ControlFlow, loops: &'a Loops) -> WithCopies<'a> {
        WithCopies { analysis: Analysis::run(kernel, flow, loops, false, true) }
    }

    /// The uniform numbers that have copies, each once.
    pub fn copied(&self) -> Vec<Value> {
        let uniform = |value: &Value| self.is_uniform(*value);
        let mut copied: Vec<Value> = self.analysis.copied.iter().copied().filter(uniform).collect();
        copied.sort_unstable();
        copied.dedup();
        copied
    }

    /// Whether `value` is uniform where it is defined.
    pub fn is_uniform(&self, value: Value) -> bool {
        self.analysis.result.is_uniform(value)
    }

    /// Whether a reader of `value` in `block` reads the copy.
    pub fn reads_copy(&self, value: Value, block: Block) -> bool {
        self.analysis.escapes(value, block)
    }
}

/// The integer that has the bits of a number, if texvisa copies such.
pub(crate) fn copied_as(ty: Type) -> Option<Type> {
    let integer = match ty.scalar {
        Scalar::F16 => Type::I16,
        Scalar::F32 => Type::I32,
        Scalar::I1 => return None,
        _ => ty,
    };
    ty.is_scalar().then_some(integer)
}

impl<'a> Analysis<'a> {
    fn run(kernel: &'a Kernel, flow: &'a ControlFlow, loops: &'a Loops, per_lane: bool, copies: bool) -> Analysis<'a> {
        let mut analysis = Analysis {
            kernel,
            flow,
            loops,
            per_lane,
            copies,
            copied: Vec::new(),
            result: Uniformity {
                divergent: std::iter::repeat_n(false, kernel.values.len()).collect(),
                diverging: SecondaryMap::default(),
            },
            walk: DivergenceWalk::default(),
            joins: SecondaryMap::default(),
            has_divergent_exit: SecondaryMap::default(),
            any_divergent_exit: false,
            block_of: SecondaryMap::default(),
            exits: SecondaryMap::default(),
            changed: true,
        };
        analysis.prepare();
        while std::mem::take(&mut analysis.changed) {
            analysis.sweep();
        }
        analysis
    }
}

struct Analysis<'a> {
    kernel: &'a Kernel,
    flow: &'a ControlFlow,
    loops: &'a Loops,
    /// Whether the result of every texture operation is divergent.
    per_lane: bool,
    /// Whether the readers of a number outside of a loop read a copy.
    copies: bool,
    /// The numbers of which they do, some more than once.
    copied: Vec<Value>,
    result: Uniformity,
    /// The join points of divergent branches.
    joins: SecondaryMap<Block, bool>,
    /// Loops with a divergent exit: lanes leave them in different iterations.
    has_divergent_exit: SecondaryMap<LoopId, bool>,
    any_divergent_exit: bool,
    /// The block of each instruction that is in a loop.
    block_of: SecondaryMap<InstId, PackedOption<Block>>,
    /// The targets of the edges that leave a loop.
    exits: SecondaryMap<LoopId, Vec<Block>>,
    /// The state of the propagation from one branch.
    walk: DivergenceWalk,
    /// Whether a sweep found a fact that a block before the current one depends on.
    changed: bool,
}

impl Analysis<'_> {
    fn prepare(&mut self) {
        for argument in &self.kernel.arguments {
            self.result.divergent[argument.value] = !argument.uniform;
        }
        if self.loops.loops.is_empty() {
            return;
        }
        self.block_of.resize(self.kernel.insts.len());
        for block in &self.flow.order {
            let innermost = self.loops.innermost(*block);
            if innermost.is_none() {
                continue;
            }
            for inst in &self.kernel.blocks[*block].insts {
                self.block_of[*inst] = (*block).into();
            }
            for successor in self.flow.successors(*block) {
                for around in self.loops.enclosing(innermost) {
                    if self.loops.contains(around, *successor) {
                        break;
                    }
                    self.exits[around].push(*successor);
                }
            }
        }
    }

    /// Marks `value` as divergent; `is_late` if an instruction that reads it may have been visited in this sweep.
    fn mark(&mut self, value: Value, is_late: bool) {
        if !self.result.divergent[value] {
            self.result.divergent[value] = true;
            self.changed |= is_late;
        }
    }

    fn sweep(&mut self) {
        let kernel = self.kernel;
        for block in &self.flow.order {
            if self.joins[*block] {
                kernel.blocks[*block].params.iter().for_each(|param| self.mark(*param, false));
            }
            for inst in &kernel.blocks[*block].insts {
                if self.makes_divergent(*inst) {
                    kernel.results(*inst).for_each(|result| self.mark(result, false));
                }
                if self.any_divergent_exit {
                    let mut escaping = smallvec::SmallVec::<[Value; 4]>::new();
                    if !kernel.insts[*inst].is_terminator() {
                        kernel.for_each_use(*inst, |value| escaping.push(value));
                    }
                    let mut reads_copy = false;
                    escaping.into_iter().for_each(|value| reads_copy |= self.mark_escaping(value, *block));
                    if reads_copy {
                        kernel.results(*inst).for_each(|result| self.mark(result, false));
                    }
                }
            }
            let Some(last) = kernel.terminator(*block) else { continue };
            if let InstData::Branch { condition, .. } = kernel.insts[last] {
                // A condition has no copy.
                self.mark_escaping(condition, *block);
                if self.result.divergent[condition] && !self.result.diverging[*block] {
                    self.result.diverging[*block] = true;
                    self.follow_both_sides(*block);
                }
            }
            for call in kernel.successors(*block) {
                let args = call.args.as_slice(&kernel.lists);
                for (param, arg) in kernel.blocks[call.block].params.iter().zip(args) {
                    if self.mark_escaping(*arg, call.block) || self.result.divergent[*arg] {
                        self.mark(*param, self.is_back_edge(*block, call.block));
                    }
                }
            }
        }
    }

    /// Whether the results of `inst` are divergent.
    fn makes_divergent(&self, inst: InstId) -> bool {
        let kernel = self.kernel;
        let is_divergent = |value: Value| self.result.divergent[value];
        let from_divergent = match &kernel.insts[inst] {
            InstData::Plain { op: Op::LaneId, .. } => return true,
            // The result is one value, whatever the operands are.
            InstData::Memory(id) if matches!(kernel.memories[*id].kind.access, MemoryAccess::AtomicOnce(_)) => false,
            InstData::Memory(id) if !reads_one_address(&kernel.memories[*id]) => return true,
            InstData::Plain { op: Op::Ballot, .. } => return false,
            InstData::Plain { op: Op::Shuffle, args } => return is_divergent(args[0]) && is_divergent(args[1]),
            InstData::Plain { op, .. } if let Some((lanes, _)) = op.across_lanes() => {
                return lanes != CombinedLanes::All;
            }
            InstData::Plain { op, args } => args[..op.arity()].iter().any(|arg| is_divergent(*arg)),
            InstData::Extract { vector, .. } => is_divergent(*vector),
            InstData::Texture(id) if self.per_lane || depends_on_other_lanes(&kernel.textures[*id]) => return true,
            _ => {
                let mut any = false;
                kernel.for_each_use(inst, |value| any |= is_divergent(value));
                any
            }
        };
        // A result may be divergent for another reason than an operand; the other result then is, too.
        from_divergent || kernel.results(inst).any(is_divergent)
    }

    /// Marks `value` as divergent if it leaves a loop on the way to a reader in `block`, unless the reader is given a
    /// copy; returns whether it is.
    fn mark_escaping(&mut self, value: Value, block: Block) -> bool {
        if !self.any_divergent_exit || !self.escapes(value, block) {
            return false;
        }
        if self.copies && copied_as(self.kernel.ty(value)).is_some() {
            if !self.result.divergent[value] {
                self.copied.push(value);
            }
            return true;
        }
        self.mark_with_parts(value, block);
        false
    }

    /// Whether `block` is outside of a loop with a divergent exit that defines `value`.
    fn escapes(&self, value: Value, block: Block) -> bool {
        let defined = match self.kernel.values[value].def {
            ValueDef::Param(block, _) => Some(block),
            ValueDef::Result(inst, _) => self.block_of[inst].expand(),
            _ => None,
        };
        let innermost = defined.and_then(|block| self.loops.innermost(block));
        let left = self.loops.enclosing(innermost).take_while(|around| !self.loops.contains(*around, block));
        left.into_iter().any(|around| self.has_divergent_exit[around])
    }

    /// Marks `value` as divergent, and what it is read from: see [`may_be_read_in_place`].
    fn mark_with_parts(&mut self, value: Value, block: Block) {
        self.mark(value, true);
        if let ValueDef::Result(inst, _) = self.kernel.values[value].def
            && may_be_read_in_place(&self.kernel.insts[inst])
        {
            let mut made_of = smallvec::SmallVec::<[Value; 4]>::new();
            self.kernel.for_each_use(inst, |operand| made_of.push(operand));
            made_of.retain(|operand| self.escapes(*operand, block));
            made_of.into_iter().for_each(|operand| self.mark_with_parts(operand, block));
        }
    }

    fn follow_both_sides(&mut self, branch: Block) {
        let mut walk = std::mem::take(&mut self.walk);
        walk.begin(self.flow.position(branch));
        let flow = self.flow;
        let sides = flow.successors(branch);
        if let [then, otherwise] = sides
            && then == otherwise
        {
            self.join(&walk, *then);
        }
        for side in sides {
            self.reach(&mut walk, branch, *side, *side);
        }
        while let Some(Reverse(position)) = walk.queue.pop() {
            let block = self.flow.order[position];
            let Some(label) = walk.labels[block].expand() else { continue };
            if walk.queue.is_empty() && !self.go_round_beside(&walk, block, label) {
                // All lanes that have not left a loop around this block pass it. They will join those that left in a
                // later iteration.
                let staying = self.loops.innermost(block);
                let left = |around: &LoopId| !walk.joined.contains(around) && self.is_left(&walk, *around);
                let Some(around) = self.loops.enclosing(staying).filter(left).last() else { break };
                walk.joined.push(around);
                walk.stayed.push(block);
                self.reach_exits(&mut walk, around, label);
                continue;
            }
            for successor in flow.successors(block) {
                self.reach(&mut walk, block, *successor, label);
            }
        }
        for around in self.loops.enclosing(self.loops.innermost(branch)) {
            let header = self.loops.loops[around].header;
            let stay = walk.headers.iter().any(|(reached, _)| *reached == header)
                || walk.stayed.iter().any(|block| self.loops.contains(around, *block));
            if stay && self.is_left(&walk, around) && !self.has_divergent_exit[around] {
                self.has_divergent_exit[around] = true;
                self.any_divergent_exit = true;
                self.changed = true;
            }
        }
        self.walk = walk;
    }

    /// Whether lanes of another label are at the header of a loop around `block`: they do not pass it in this iteration.
    fn go_round_beside(&self, walk: &DivergenceWalk, block: Block, label: Block) -> bool {
        let is_around = |header: Block| self.loops.innermost(header).is_some_and(|id| self.loops.contains(id, block));
        walk.headers.iter().any(|(header, other)| *other != label && is_around(*header))
    }

    /// Whether a label has reached an exit of the loop.
    fn is_left(&self, walk: &DivergenceWalk, around: LoopId) -> bool {
        self.exits[around].iter().any(|exit| walk.labels[*exit].is_some())
    }

    /// Propagates `label` to the exits of a loop in which its lanes stay for now.
    fn reach_exits(&mut self, walk: &mut DivergenceWalk, around: LoopId, label: Block) {
        for index in 0..self.exits[around].len() {
            let exit = self.exits[around][index];
            self.reach_forward(walk, exit, label);
        }
    }

    /// Propagates `label` along the edge from `from` to `to`.
    fn reach(&mut self, walk: &mut DivergenceWalk, from: Block, to: Block, label: Block) {
        if self.flow.position(to) <= self.flow.position(from) {
            match walk.headers.iter().find(|(header, _)| *header == to) {
                Some((_, other)) if *other != label => self.join(walk, to),
                Some(_) => {}
                None => {
                    walk.headers.push((to, label));
                    if let Some(around) = self.loops.innermost(to) {
                        self.reach_exits(walk, around, label);
                    }
                }
            }
            return;
        }
        self.reach_forward(walk, to, label);
    }

    fn reach_forward(&mut self, walk: &mut DivergenceWalk, to: Block, label: Block) {
        match walk.labels[to].expand() {
            None => {
                walk.labels[to] = label.into();
                walk.labelled.push(to);
                walk.queue.extend(self.flow.position(to).map(Reverse));
            }
            Some(other) if other != label => {
                walk.labels[to] = to.into();
                self.join(walk, to);
            }
            Some(_) => {}
        }
    }

    /// Marks `block` as a join point.
    fn join(&mut self, walk: &DivergenceWalk, block: Block) {
        if !self.joins[block] {
            self.joins[block] = true;
            self.changed |= self.flow.position(block) <= walk.from;
        }
    }

    /// Whether an edge leads to a block that comes no later in a sweep.
    fn is_back_edge(&self, from: Block, to: Block) -> bool {
        self.flow.position(to) <= self.flow.position(from)
    }
}

/// The propagation of labels from one branch.
#[derive(Default)]
struct DivergenceWalk {
    /// The position of the branch.
    from: Option<usize>,
    /// The label that reached a block; the block itself after two labels did.
    labels: SecondaryMap<Block, PackedOption<Block>>,
    /// The blocks that have a label.
    labelled: Vec<Block>,
    /// Positions of the blocks that were reached and not processed yet, the first one first.
    queue: BinaryHeap<Reverse<usize>>,
    /// Targets of back edges that were reached, and the label.
    headers: Vec<(Block, Block)>,
    /// Blocks that all lanes pass that have not left a loop around them.
    stayed: Vec<Block>,
    /// The loops to whose exits the labels of `stayed` were propagated.
    joined: Vec<LoopId>,
}

impl DivergenceWalk {
    /// Resets the state for the branch at `from`.
    fn begin(&mut self, from: Option<usize>) {
        self.from = from;
        for block in self.labelled.drain(..) {
            self.labels[block] = None.into();
        }
        self.queue.clear();
        self.headers.clear();
        self.stayed.clear();
        self.joined.clear();
    }
}

/// Whether lanes that give the same address get the same bytes: a load of anything but elements of a typed surface.
fn reads_one_address(op: &MemoryOp) -> bool {
    op.kind.access == MemoryAccess::Load && op.kind.space != MemorySpace::Typed
}

/// Whether the result may be divergent although all parameters are uniform.
pub(crate) fn depends_on_other_lanes(op: &TextureOp) -> bool {
    op.derives_level() || op.kill_pixel || op.kind.returns() == Returns::BlockRows
}

#[cfg(test)]
mod tests {
    use super::*;
    use texvisa_ir::texture::{Module, parse, verify};

    /// The names of the values that vary, of those that have a name.
    fn divergent(text: &str) -> Vec<String> {
        let module: Module = parse(text).unwrap_or_else(|errors| panic!("{errors:?}"));
        assert_eq!(verify(&module), []);
        let kernel = module.kernels.values().next().expect("the text has a kernel");
        let flow = ControlFlow::new(kernel);
        let loops = Loops::new(&flow).expect("loops have a header");
        let result = analyze(kernel, &flow, &loops);
        let names = kernel.values.keys().filter(|value| !result.is_uniform(*value));
        let mut names: Vec<_> = names.filter_map(|value| kernel.value_name(value)).map(str::to_owned).collect();
        names.sort();
        names
    }

    #[test]
    fn what_is_computed_from_uniform_values_is_uniform() {
        let found = divergent(
            "surface t0: 2d f32 @ table 0
kernel @k(%x: i32, %w: uniform i32) {
^entry:
  %a = add i32 %w, 1
  %b = add i32 %x, %a
  %t = load t0 [u: %a] -> f32x4
  %s = load t0 [u: %b] -> f32x4
  return
}",
        );
        assert_eq!(found, ["b", "s", "x"]);
    }

    #[test]
    fn a_parameter_of_a_join_point_is_divergent_even_with_uniform_arguments() {
        let text = |condition: &str| {
            format!(
                "kernel @k(%x: i32, %w: uniform i32) {{
^entry:
  %c = icmp.slt i32 {condition}, 5
  branch %c, ^then, ^else
^then:
  jump ^join(%w)
^else:
  jump ^join(i32 0)
^join(%p: i32):
  return
}}"
            )
        };
        assert_eq!(divergent(&text("%x")), ["c", "p", "x"]);
        assert_eq!(divergent(&text("%w")), ["x"]);
    }

    #[test]
    fn both_sides_of_a_branch_may_meet_at_once() {
        let found = divergent(
            "kernel @k(%x: i32) {
^entry:
  %c = icmp.slt i32 %x, 5
  branch %c, ^join(i32 1), ^join(i32 2)
^join(%p: i32):
  return
}",
        );
        assert_eq!(found, ["c", "p", "x"]);
    }

    #[test]
    fn a_counter_stays_uniform_inside_a_divergent_if() {
        let found = divergent(
            "kernel @k(%x: i32, %w: uniform i32) {
^entry:
  %c = icmp.slt i32 %x, 5
  branch %c, ^loop(i32 0), ^exit
^loop(%i: i32):
  %n = add i32 %i, 1
  %d = icmp.slt i32 %n, %w
  branch %d, ^loop(%n), ^exit
^exit:
  return
}",
        );
        assert_eq!(found, ["c", "x"]);
    }

    /// Lanes leave at different times, so outside the loop each has its own count; inside, those that are left agree.
    #[test]
    fn a_value_that_leaves_a_loop_with_a_divergent_exit_is_divergent() {
        let text = |used: &str| {
            format!(
                "surface b0: raw @ table 0
kernel @k(%x: i32) {{
^entry:
  jump ^loop(i32 0)
^loop(%i: i32):
  %n = add i32 %i, 1
  %d = icmp.slt i32 %n, %x
  branch %d, ^loop(%n), ^exit
^exit:
  store_raw b0 [x: %x], i32 {used}
  return
}}"
            )
        };
        assert_eq!(divergent(&text("%x")), ["d", "x"]);
        assert_eq!(divergent(&text("%n")), ["d", "i", "n", "x"]);
    }

    /// The carry is computed from the sum, of which each lane keeps its own.
    #[test]
    fn a_carry_varies_with_its_sum() {
        let found = divergent(
            "surface b0: raw @ table 0
kernel @k(%x: i32, %w: uniform i32) {
^entry:
  jump ^loop(i32 0)
^loop(%i: i32):
  %s, %c = addc i32 %i, %w
  %n = add i32 %i, 1
  %d = icmp.slt i32 %n, %x
  branch %d, ^loop(%n), ^exit
^exit:
  store_raw b0 [x: %x], i32 %s
  return
}",
        );
        assert_eq!(found, ["c", "d", "s", "x"]);
    }

    /// An element has no variable of its own: it is read out of its vector, which therefore leaves the loop too.
    #[test]
    fn a_vector_leaves_the_loop_with_its_element() {
        let found = divergent(
            "surface t0: 2d f32 @ table 0
surface b0: raw @ table 1
kernel @k(%x: i32, %w: uniform i32) {
^entry:
  jump ^loop(i32 0)
^loop(%i: i32):
  %t = load t0 [u: %w] -> f32x4
  %e = extract f32x4 %t, 0
  %n = add i32 %i, 1
  %d = icmp.slt i32 %n, %x
  branch %d, ^loop(%n), ^exit
^exit:
  store_raw b0 [x: %x], f32 %e
  return
}",
        );
        assert_eq!(found, ["d", "e", "t", "x"]);
    }

    /// The inner exit leaves both loops at once, while other lanes go on in the outer one.
    #[test]
    fn leaving_two_loops_at_once_counts_for_both() {
        let found = divergent(
            "surface b0: raw @ table 0
kernel @k(%x: i32, %w: uniform i32) {
^entry:
  jump ^outer(i32 0)
^outer(%o: i32):
  jump ^inner(i32 0)
^inner(%i: i32):
  %c = icmp.eq i32 %i, %x
  branch %c, ^exit, ^latch
^latch:
  %n = add i32 %i, 1
  %d = icmp.slt i32 %n, %w
  branch %d, ^inner(%n), ^next
^next:
  %m = add i32 %o, 1
  %e = icmp.slt i32 %m, %w
  branch %e, ^outer(%m), ^end
^exit:
  store_raw b0 [x: %x], i32 %o
  return
^end:
  return
}",
        );
        assert_eq!(found, ["c", "e", "m", "o", "x"]);
    }

    #[test]
    fn two_back_edges_make_the_headers_parameter_divergent() {
        let found = divergent(
            "kernel @k(%x: i32, %w: uniform i32) {
^entry:
  jump ^loop(i32 0)
^loop(%i: i32):
  %n = add i32 %i, 1
  %c = icmp.eq i32 %n, %x
  branch %c, ^one, ^two
^one:
  jump ^loop(%n)
^two:
  %m = add i32 %i, 2
  %d = icmp.slt i32 %i, %w
  branch %d, ^loop(%m), ^exit
^exit:
  return
}",
        );
        assert_eq!(found, ["c", "d", "i", "m", "n", "x"]);
    }

    /// Lanes leave the inner loop by the branch in its header or by the one in its middle.
    #[test]
    fn two_exits_to_the_header_of_the_outer_loop_make_its_parameter_divergent() {
        let text = |first: &str, last: &str| {
            format!(
                "kernel @k(%x: i32, %n: uniform i32) {{
^entry:
  jump ^outer(i32 0)
^outer(%i: i32):
  %c = icmp.ult i32 %i, %n
  branch %c, ^body, ^done
^done:
  return
^body:
  jump ^inner
^inner:
  %d = icmp.ult i32 %x, 77
  branch %d, ^middle, ^low
^middle:
  %e = icmp.ne i32 %x, 0
  branch %e, ^high, ^again
^again:
  jump ^inner
^{first}:
  jump ^outer(i32 1)
^{last}:
  jump ^outer(i32 2)
}}"
            )
        };
        let found = ["c", "d", "e", "i", "x"];
        assert_eq!(divergent(&text("high", "low")), found);
        assert_eq!(divergent(&text("low", "high")), found);
    }

    #[test]
    fn what_depends_on_lanes_is_divergent() {
        let found = divergent(
            "surface t0: 2d f32 @ table 0
surface b0: raw @ table 1
surface w0: 2d f32 @ table 2
sampler s0 @ 0
kernel @k(%x: i32, %w: uniform i32, %f: uniform f32) {
^entry:
  %lane = lane_id
  %lanes = simd_size
  %one = load_raw b0 [x: %w] -> i32
  %local = load_local [x: %w] -> i32
  %pointed = load_ptr [low: %w, high: %w] -> i32
  %each = load_raw b0 [x: %x] -> i32
  %typed = read w0 [u: %w, v: %w] -> f32x4
  %level = sample t0, s0 [u: %f, lod: 0.0] -> f32x4
  %implicit = sample t0, s0 [u: %f] -> f32x4
  %size = size t0 [lod: %w] -> i32x4
  return
}",
        );
        assert_eq!(found, ["each", "implicit", "lane", "typed", "x"]);
    }

    /// One lane's value goes to all, whichever lane it is; if each lane chooses its own, one value is still one value.
    #[test]
    fn a_shuffle_is_uniform_if_all_lanes_read_one_lane_or_all_have_one_value() {
        let found = divergent(
            "kernel @k(%x: i32, %w: uniform i32) {
^entry:
  %a = shuffle i32 %w, %x
  %b = shuffle i32 %x, %w
  %c = shuffle i32 %x, %x
  %d = reduce.add i32 %x
  %e = scan_inclusive.add i32 %w
  return
}",
        );
        assert_eq!(found, ["c", "e", "x"]);
    }

    /// Only those lanes that came by the uniform branch meet there: all that run did.
    #[test]
    fn a_uniform_branch_in_a_divergent_one_does_not_make_its_join_divergent() {
        let found = divergent(
            "kernel @k(%x: i32, %w: uniform i32) {
^entry:
  %c = icmp.slt i32 %x, 5
  %u = icmp.slt i32 %w, 5
  branch %c, ^inside, ^end(i32 0)
^inside:
  branch %u, ^one, ^two
^one:
  jump ^inner(i32 1)
^two:
  jump ^inner(i32 2)
^inner(%p: i32):
  jump ^end(i32 3)
^end(%q: i32):
  return
}",
        );
        assert_eq!(found, ["c", "q", "x"]);
    }

    /// The sides of a divergent branch are diverged until they meet, also where one of them branches again.
    #[test]
    fn sides_join_behind_branches_of_their_own() {
        let found = divergent(
            "kernel @k(%x: i32, %w: uniform i32) {
^entry:
  %c = icmp.slt i32 %x, 5
  %u = icmp.slt i32 %w, 5
  branch %c, ^a, ^b
^a:
  branch %u, ^early(i32 1), ^late(i32 1)
^b:
  branch %u, ^early(i32 2), ^late(i32 2)
^early(%p: i32):
  jump ^late(i32 3)
^late(%q: i32):
  jump ^all(i32 4)
^all(%r: i32):
  return
}",
        );
        assert_eq!(found, ["c", "p", "q", "x"]);
    }

    /// Lanes go around together until the count is uniform at the exit: nothing is_divergent outside.
    #[test]
    fn a_value_that_leaves_a_loop_with_a_uniform_exit_stays_uniform() {
        let found = divergent(
            "surface b0: raw @ table 0
kernel @k(%x: i32, %w: uniform i32) {
^entry:
  jump ^loop(i32 0)
^loop(%i: i32):
  %n = add i32 %i, 1
  %c = icmp.slt i32 %n, %x
  branch %c, ^then, ^back
^then:
  jump ^back
^back:
  %d = icmp.slt i32 %n, %w
  branch %d, ^loop(%n), ^exit
^exit:
  store_raw b0 [x: %x], i32 %n
  return
}",
        );
        assert_eq!(found, ["c", "x"]);
    }
}
