//! The order in which blocks are emitted, and the branches between them.
//!
//! A hardware thread runs the lanes with the lowest program counter. Lanes that branch forward are pending at their
//! target until the others come there (vISA GOTO, Notes). Rules:
//!
//! - Blocks are in topological order except for back edges. Every loop is contiguous, and its last item branches back
//!   to its header.
//! - *Edge*: the copies for the block arguments of an edge of a conditional branch are an item of their own (a split
//!   critical edge), which only the lanes on that edge run. It is placed after the branching block, or after the loop
//!   if the edge leaves one.
//! - *Latch*: if a loop has several back edges, they join in its last item, so that no lane starts the next iteration
//!   before the others.
//! - *End*: `ret` ends the thread with all its lanes, so every return branches to the end, which is the last item.
//! - A branch at which lanes diverge is a `goto`. Any other is a `jmp`, unless lanes are pending between it and its
//!   target: a `jmp` would skip their join point and lose them, so it is a `goto` of all active lanes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use cranelift_entity::{SecondaryMap, packed_option::PackedOption};
use smallvec::SmallVec;
use texvisa_ir::texture::cfg::{ControlFlow, LoopId, Loops};
use texvisa_ir::texture::{Block, Kernel};

use crate::uniformity::Uniformity;

/// An item of the program order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    /// The instructions of a block.
    Block(Block),
    /// The copies of the edge from a block to its successor of that number.
    Edge(Block, u8),
    /// The join point of the back edges of a loop.
    Latch(LoopId),
    /// The end of the thread.
    End,
}

/// The position of an item in program order.
pub type Position = u32;

/// The items in order.
#[derive(Debug)]
pub struct Order {
    /// The items.
    pub items: Vec<Item>,
    block_at: SecondaryMap<Block, Position>,
    edge_at: SecondaryMap<Block, [PackedPosition; 2]>,
    latch_at: SecondaryMap<LoopId, PackedPosition>,
    /// For each item, the first item behind it at which lanes may be pending while it runs.
    pending_behind: Vec<Position>,
}

type PackedPosition = PackedOption<PackableItem>;

#[derive(Clone, Copy, PartialEq, Eq)]
struct PackableItem(u32);
cranelift_entity::entity_impl!(PackableItem, "item");

/// The branch or branches at the end of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All active lanes go there.
    To(Position),
    /// Lanes go to the first where the condition of their block holds, otherwise to the second.
    Either(Position, Position),
    /// The thread ends.
    End,
}

impl Order {
    /// Puts the blocks of `kernel` in order.
    pub fn new(kernel: &Kernel, flow: &ControlFlow, loops: &Loops, uniformity: &Uniformity) -> Order {
        let mut order = Order {
            items: Vec::with_capacity(flow.order.len() * 2),
            block_at: SecondaryMap::default(),
            edge_at: SecondaryMap::default(),
            latch_at: SecondaryMap::default(),
            pending_behind: Vec::new(),
        };
        Arranger { kernel, flow, loops, order: &mut order }.run();
        order.items.push(Item::End);
        order.find_pending(flow, loops, uniformity);
        order
    }

    /// The branch or branches at the end of the item at `position`.
    pub fn exit(&self, flow: &ControlFlow, loops: &Loops, position: Position) -> Exit {
        let destination = |block: Block| self.destination(flow, loops, position, block);
        match self.items[position as usize] {
            Item::Latch(id) => Exit::To(self.block_at[loops.loops[id].header]),
            Item::Edge(block, index) => Exit::To(destination(flow.successors(block)[usize::from(index)])),
            Item::Block(block) => match flow.successors(block) {
                [next] => Exit::To(destination(*next)),
                targets @ [_, _] => {
                    let [then, otherwise] = [0, 1].map(|index: usize| match self.edge_at[block][index].expand() {
                        Some(edge) => edge.0,
                        None => destination(targets[index]),
                    });
                    if then == otherwise { Exit::To(then) } else { Exit::Either(then, otherwise) }
                }
                _ => Exit::To(self.items.len() as Position - 1),
            },
            Item::End => Exit::End,
        }
    }

    /// The item to which lanes at `position` branch to reach `block`: the latch of its loop if this is a back edge and
    /// the loop has a latch.
    fn destination(&self, flow: &ControlFlow, loops: &Loops, position: Position, block: Block) -> Position {
        let from = match self.items[position as usize] {
            Item::Block(from) | Item::Edge(from, _) => from,
            Item::Latch(_) | Item::End => return self.block_at[block],
        };
        let is_back_edge = flow.position(block) <= flow.position(from);
        let latch = loops.innermost(block).filter(|_| is_back_edge).and_then(|id| self.latch_at[id].expand());
        latch.map_or(self.block_at[block], |latch| latch.0)
    }

    /// Whether a `jmp` may move all active lanes from `from` to `to`: no lanes are pending between the two.
    pub fn can_jump(&self, from: Position, to: Position) -> bool {
        to <= from || to <= self.pending_behind[from as usize]
    }

    /// Finds where lanes may be pending. A branch at which lanes diverge leaves some pending at its forward target, and a
    /// back edge leaves some at the item behind it. A `goto` that replaces a `jmp` leaves lanes pending too, so this
    /// repeats until no more branches become a `goto`.
    fn find_pending(&mut self, flow: &ControlFlow, loops: &Loops, uniformity: &Uniformity) {
        let count = self.items.len();
        self.pending_behind = vec![count as Position; count];
        let mut is_goto = vec![false; count];
        loop {
            // (from, at): lanes may be pending at `at` while any item from `from` up to it runs.
            let mut pending: Vec<(Position, Position)> = Vec::new();
            let mut changed = false;
            for position in 0..count as Position {
                let diverges = match self.items[position as usize] {
                    Item::Block(block) => uniformity.diverges(block),
                    _ => false,
                };
                let exit = self.exit(flow, loops, position);
                let targets = match exit {
                    Exit::To(to) => [Some(to), None],
                    Exit::Either(then, otherwise) => [Some(then), Some(otherwise)],
                    Exit::End => [None, None],
                };
                for to in targets.into_iter().flatten() {
                    let must_goto = diverges || !self.can_jump(position, to);
                    if must_goto && !is_goto[position as usize] {
                        is_goto[position as usize] = true;
                        changed = true;
                    }
                }
                if is_goto[position as usize] {
                    for to in targets.into_iter().flatten() {
                        let at = if to <= position { position + 1 } else { to };
                        pending.push((self.pending_from(flow, loops, position, at), at));
                    }
                }
            }
            if !changed {
                return;
            }
            pending.sort_unstable();
            let mut active: BinaryHeap<Reverse<Position>> = BinaryHeap::new();
            let mut next = 0;
            for position in 0..count as Position {
                while let Some((_, at)) = pending.get(next).filter(|(from, _)| *from <= position) {
                    active.push(Reverse(*at));
                    next += 1;
                }
                while active.peek().is_some_and(|at| at.0 <= position) {
                    active.pop();
                }
                self.pending_behind[position as usize] = active.peek().map_or(count as Position, |at| at.0);
            }
        }
    }

    /// The first item that may run while lanes that left at `position` are pending at `at`: lanes that left a loop are
    /// pending while the rest of the thread runs further iterations.
    fn pending_from(&self, flow: &ControlFlow, loops: &Loops, position: Position, at: Position) -> Position {
        let block = match self.items[position as usize] {
            Item::Block(block) | Item::Edge(block, _) => block,
            Item::Latch(_) | Item::End => return position,
        };
        let is_inside = |id: LoopId| match self.items.get(at as usize) {
            Some(Item::Block(block) | Item::Edge(block, _)) => {
                loops.contains(id, *block) && at <= self.end_of(flow, loops, id)
            }
            Some(Item::Latch(latch)) => loops.enclosing(Some(*latch)).any(|around| around == id),
            Some(Item::End) | None => false,
        };
        let left = loops.enclosing(loops.innermost(block)).take_while(|id| !is_inside(*id)).last();
        left.map_or(position, |id| self.block_at[loops.loops[id].header].min(position))
    }

    /// The position of the last item of a loop.
    fn end_of(&self, flow: &ControlFlow, loops: &Loops, id: LoopId) -> Position {
        let data = &loops.loops[id];
        if let Some(latch) = self.latch_at[id].expand() {
            return latch.0;
        }
        let ends = data.latches.iter().map(|latch| {
            let back = (0..2).filter(|index| flow.successors(*latch).get(*index) == Some(&data.header));
            let edge = back.filter_map(|index| self.edge_at[*latch][index].expand()).map(|edge| edge.0).max();
            edge.unwrap_or(self.block_at[*latch])
        });
        ends.max().unwrap_or(self.block_at[data.header])
    }
}

struct Arranger<'a> {
    kernel: &'a Kernel,
    flow: &'a ControlFlow,
    loops: &'a Loops,
    order: &'a mut Order,
}

/// A loop whose items are being placed, or the kernel around all loops.
#[derive(Default)]
struct OpenLoop {
    id: Option<LoopId>,
    /// Blocks all of whose predecessors are placed. The last is taken first, so that one side of a branch is complete
    /// before the other begins, which keeps divergent regions short.
    ready: Vec<Block>,
    /// Edges that leave the inner loops for a block of this loop or outside.
    edges: Vec<(Block, u8)>,
}

impl Arranger<'_> {
    fn run(&mut self) {
        let Some(entry) = self.kernel.entry() else { return };
        let mut missing: SecondaryMap<Block, u32> = SecondaryMap::default();
        for block in &self.flow.order {
            let forward = |from: &&Block| self.flow.position(**from) < self.flow.position(*block);
            missing[*block] = self.flow.predecessors(*block).iter().filter(forward).count() as u32;
        }
        let mut source_position: SecondaryMap<Block, usize> = SecondaryMap::default();
        for (index, block) in self.kernel.layout.iter().enumerate() {
            source_position[*block] = index;
        }
        let mut regions = vec![OpenLoop::default()];
        regions[0].ready.push(entry);
        while let Some(region) = regions.last_mut() {
            let Some(block) = region.ready.pop() else {
                let Some(done) = regions.pop() else { break };
                self.close(done);
                continue;
            };
            // A header opens its loop; the header itself is the first of the loop's items.
            if let Some(id) = self.loops.innermost(block)
                && self.loops.loops[id].header == block
            {
                regions.push(OpenLoop { id: Some(id), ..OpenLoop::default() });
            }
            self.push(Item::Block(block));
            self.push_edges(block, &mut regions);
            let mut ready: SmallVec<[Block; 2]> = SmallVec::new();
            for successor in self.flow.successors(block) {
                if self.flow.position(*successor) <= self.flow.position(block) {
                    continue;
                }
                missing[*successor] -= 1;
                if missing[*successor] == 0 {
                    ready.push(*successor);
                }
            }
            // Of two, the one that comes first in the source comes first here.
            ready.sort_unstable_by_key(|block| Reverse(source_position[*block]));
            for block in ready {
                let depth = self.region_of(&regions, block);
                regions[depth].ready.push(block);
            }
        }
    }

    /// The innermost open loop that `block` belongs to; the header of a loop belongs to the loop around its own.
    fn region_of(&self, regions: &[OpenLoop], block: Block) -> usize {
        let contains = |region: &OpenLoop| region.id.is_none_or(|id| self.loops.contains(id, block));
        regions.iter().rposition(contains).unwrap_or(0)
    }

    fn push(&mut self, item: Item) {
        let position = self.order.items.len() as Position;
        self.order.items.push(item);
        match item {
            Item::Block(block) => self.order.block_at[block] = position,
            Item::Edge(block, index) => self.order.edge_at[block][usize::from(index)] = PackableItem(position).into(),
            Item::Latch(id) => self.order.latch_at[id] = PackableItem(position).into(),
            Item::End => {}
        }
    }

    /// Places the edges of a conditional branch that assign parameters, back edges first. Edges that leave the loop
    /// follow the loop.
    fn push_edges(&mut self, block: Block, regions: &mut [OpenLoop]) {
        if self.flow.successors(block).len() < 2 {
            return;
        }
        let targets = self.kernel.successors(block);
        // Of forward edges, the one to the nearer target comes last, because that block is likely to follow.
        let mut indices = [0u8, 1];
        indices.sort_by_key(|index| {
            let position = self.flow.position(targets[usize::from(*index)].block);
            (position > self.flow.position(block), Reverse(position))
        });
        for index in indices {
            let target = targets[usize::from(index)];
            if target.args.is_empty() {
                continue;
            }
            // The outermost loop that the edge leaves is closed last; its edges follow it.
            let staying =
                regions.iter().rposition(|region| region.id.is_none_or(|id| self.loops.contains(id, target.block)));
            match staying {
                Some(depth) if depth + 1 < regions.len() => regions[depth + 1].edges.push((block, index)),
                _ => self.push(Item::Edge(block, index)),
            }
        }
    }

    /// Closes a loop: places its latch, if it has several back edges, and then the edges that leave it.
    fn close(&mut self, region: OpenLoop) {
        let Some(id) = region.id else { return };
        let header = self.loops.loops[id].header;
        let back = self.loops.loops[id].latches.iter().flat_map(|latch| self.flow.successors(*latch));
        if back.filter(|successor| **successor == header).count() > 1 {
            self.push(Item::Latch(id));
        }
        for (block, index) in region.edges {
            self.push(Item::Edge(block, index));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::uniformity::analyze;
    use texvisa_ir::texture::{parse, verify};

    struct Ordered {
        kernel: Kernel,
        flow: ControlFlow,
        loops: Loops,
        order: Order,
    }

    /// `%v` and `%w` are divergent, `%n` is uniform, and `%c` and `%u` compare `%v` and `%n`.
    fn ordered(blocks: &str) -> Ordered {
        let text = format!(
            "kernel @k(%v: i32, %w: i32, %n: uniform i32) {{
^entry:
  %c = icmp.slt i32 %v, 5
  %u = icmp.slt i32 %n, 5
{blocks}
}}"
        );
        let module = parse(&text).unwrap_or_else(|errors| panic!("{errors:?}"));
        assert_eq!(verify(&module), []);
        let kernel = module.kernels.values().next().expect("the text has a kernel").clone();
        let flow = ControlFlow::new(&kernel);
        let loops = Loops::new(&flow).expect("loops have a header");
        let uniformity = analyze(&kernel, &flow, &loops);
        let order = Order::new(&kernel, &flow, &loops, &uniformity);
        Ordered { kernel, flow, loops, order }
    }

    impl Ordered {
        /// An item as text: the name of its block, `block/0` for an edge, `header!` for a latch, `.` for the end.
        fn name(&self, item: Item) -> String {
            let name = |block: Block| self.kernel.block_name(block).unwrap_or("?").to_owned();
            match item {
                Item::Block(block) => name(block),
                Item::Edge(block, index) => format!("{}/{index}", name(block)),
                Item::Latch(id) => format!("{}!", name(self.loops.loops[id].header)),
                Item::End => ".".to_owned(),
            }
        }

        fn text(&self) -> String {
            self.order.items.iter().map(|item| self.name(*item)).collect::<Vec<_>>().join(" ")
        }

        fn at(&self, name: &str) -> Position {
            let place = self.order.items.iter().position(|item| self.name(*item) == name);
            place.unwrap_or_else(|| panic!("{name} is not in {}", self.text())) as Position
        }

        fn exit(&self, name: &str) -> Exit {
            self.order.exit(&self.flow, &self.loops, self.at(name))
        }

        fn can_jump(&self, from: &str, to: &str) -> bool {
            self.order.can_jump(self.at(from), self.at(to))
        }
    }

    #[test]
    fn one_side_of_a_branch_is_complete_before_the_other_in_source_order() {
        let [long, short] =
            ["^a:\n  branch %u, ^a1, ^a2\n^a1:\n  jump ^a3\n^a2:\n  jump ^a3\n^a3:\n  jump ^join", "^b:\n  jump ^join"];
        let text = |first: &str, second: &str| {
            ordered(&format!("  branch %c, ^a, ^b\n{first}\n{second}\n^join:\n  return")).text()
        };
        assert_eq!(text(long, short), "entry a a1 a2 a3 b join .");
        assert_eq!(text(short, long), "entry b a a1 a2 a3 join .");
    }

    /// The source lists the block behind the loop before the loop's body, and the header branches to it.
    #[test]
    fn a_loop_is_contiguous() {
        let found = ordered(
            "  jump ^head
^after:
  jump ^last
^head:
  branch %c, ^after, ^body
^last:
  return
^body:
  branch %u, ^x, ^y
^x:
  jump ^back
^y:
  jump ^back
^back:
  jump ^head",
        );
        assert_eq!(found.text(), "entry head body x y back after last .");
        assert_eq!(found.exit("head"), Exit::Either(found.at("after"), found.at("body")));
        assert_eq!(found.exit("back"), Exit::To(found.at("head")));
    }

    #[test]
    fn an_inner_loop_is_contiguous_in_an_outer_one() {
        let found = ordered(
            "  jump ^outer
^outer:
  jump ^inner
^rest:
  branch %u, ^outer, ^end
^inner:
  branch %c, ^inner, ^rest
^end:
  return",
        );
        assert_eq!(found.text(), "entry outer inner rest end .");
    }

    #[test]
    fn assignments_on_a_conditional_branch_have_an_item_of_their_own() {
        let found = ordered(
            "  branch %c, ^join(%v), ^other
^other:
  jump ^join(%w)
^join(%p: i32):
  return",
        );
        assert_eq!(found.text(), "entry entry/0 other join .");
        assert_eq!(found.exit("entry"), Exit::Either(found.at("entry/0"), found.at("other")));
        assert_eq!(found.exit("entry/0"), Exit::To(found.at("join")));
    }

    /// The assignments of a back edge are in the loop, those of an exit behind it.
    #[test]
    fn assignments_of_a_loop_exit_follow_the_loop() {
        let found = ordered(
            "  jump ^loop(i32 0)
^loop(%i: i32):
  %j = add i32 %i, 1
  %d = icmp.slt i32 %j, %v
  branch %d, ^loop(%j), ^exit(%j)
^exit(%p: i32):
  return",
        );
        assert_eq!(found.text(), "entry loop loop/0 loop/1 exit .");
        assert_eq!(found.exit("loop/0"), Exit::To(found.at("loop")));
        let found = ordered(
            "  jump ^loop
^loop:
  branch %c, ^body, ^exit(%v)
^body:
  jump ^loop
^exit(%p: i32):
  return",
        );
        assert_eq!(found.text(), "entry loop body loop/1 exit .");
    }

    #[test]
    fn several_back_edges_join_in_a_latch_at_the_end_of_the_loop() {
        let found = ordered(
            "  jump ^loop
^loop:
  branch %c, ^one, ^two
^one:
  jump ^loop
^two:
  branch %u, ^loop, ^exit
^exit:
  return",
        );
        assert_eq!(found.text(), "entry loop one two loop! exit .");
        assert_eq!(found.exit("one"), Exit::To(found.at("loop!")));
        assert_eq!(found.exit("two"), Exit::Either(found.at("loop!"), found.at("exit")));
        assert_eq!(found.exit("loop!"), Exit::To(found.at("loop")));
    }

    #[test]
    fn every_return_branches_to_the_one_end() {
        let found = ordered("  branch %c, ^a, ^b\n^a:\n  return\n^b:\n  return");
        assert_eq!(found.text(), "entry a b .");
        assert_eq!([found.exit("a"), found.exit("b")], [Exit::To(3); 2]);
        assert_eq!(found.exit("."), Exit::End);
    }

    #[test]
    fn a_branch_with_equal_targets_is_a_jump() {
        let found = ordered("  branch %c, ^a, ^a\n^a:\n  return");
        assert_eq!(found.exit("entry"), Exit::To(found.at("a")));
    }

    /// Lanes are pending at `b` while others run `a`: a jump of these may not skip `b`.
    #[test]
    fn a_jump_does_not_skip_pending_lanes() {
        let sides = |condition: &str| {
            ordered(&format!("  branch {condition}, ^a, ^b\n^a:\n  jump ^join\n^b:\n  jump ^join\n^join:\n  return"))
        };
        let parted = sides("%c");
        assert!(parted.can_jump("a", "b") && !parted.can_jump("a", "join") && parted.can_jump("b", "join"));
        let together = sides("%u");
        assert!(together.can_jump("a", "join") && together.can_jump("entry", "b"));
    }

    /// Lanes that left a loop are pending behind it while others run further iterations; a back edge skips no lanes.
    #[test]
    fn lanes_that_left_a_loop_are_pending_from_its_header_on() {
        let text = |condition: &str| {
            ordered(&format!(
                "  jump ^loop
^loop:
  branch %u, ^skipped, ^body
^skipped:
  jump ^body
^body:
  branch {condition}, ^out, ^rest
^rest:
  branch %u, ^loop, ^end
^end:
  jump ^out
^out:
  return"
            ))
        };
        let parted = text("%c");
        assert_eq!(parted.text(), "entry loop skipped body rest end out .");
        assert!(parted.can_jump("loop", "body") && parted.can_jump("rest", "loop") && parted.can_jump("end", "out"));
        assert!(!parted.can_jump("loop", ".") && !parted.can_jump("skipped", "."));
        assert!(text("%u").can_jump("loop", "."));
    }
}
