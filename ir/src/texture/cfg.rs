//! The control flow of a kernel: predecessors, dominators, loops.
//!
//! # Example
//!
//! ```
//! use texvisa_ir::texture::cfg::{ControlFlow, Loops};
//!
//! let module = texvisa_ir::texture::parse("kernel @k(%n: uniform i32) {
//! ^entry:
//!   jump ^body(i32 0)
//! ^body(%i: i32):
//!   %next = add i32 %i, 1
//!   %more = icmp.slt i32 %next, %n
//!   branch %more, ^body(%next), ^done
//! ^done:
//!   return
//! }")?;
//! let kernel = &module.kernels[module.kernel("k").ok_or("no kernel")?];
//! let [entry, body, done] = kernel.layout[..] else { panic!("three blocks") };
//! let flow = ControlFlow::new(kernel);
//! assert!(flow.dominates(entry, done));
//! let loops = Loops::new(&flow)?;
//! assert!(loops.innermost(body).is_some());
//! assert!(loops.innermost(done).is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use cranelift_entity::{EntitySet, SecondaryMap, entity_impl, packed_option::PackedOption};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::entities::Block;
use super::kernel::Kernel;
use crate::collections::{Arena, ShortList};

/// Predecessors and dominators of the blocks that the entry reaches, and the successors of all.
#[derive(Debug)]
pub struct ControlFlow {
    predecessors: SecondaryMap<Block, SmallVec<[Block; 2]>>,
    /// The successors of each block of the text, one entry an edge.
    successors: SecondaryMap<Block, SmallVec<[Block; 2]>>,
    /// The blocks that the entry reaches, every block before its successors but for the edges that close loops.
    pub order: Vec<Block>,
    position: SecondaryMap<Block, PackedOption<BlockPosition>>,
    /// Where a block's subtree of the dominator tree begins and ends in a walk of that tree.
    subtree: SecondaryMap<Block, (u32, u32)>,
    dominator: SecondaryMap<Block, PackedOption<Block>>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct BlockPosition(u32);
entity_impl!(BlockPosition, "position");

impl ControlFlow {
    /// The blocks from which an edge leads to `block`, one entry an edge; only those that the entry reaches.
    pub fn predecessors(&self, block: Block) -> &[Block] {
        &self.predecessors[block]
    }

    /// The control flow of `kernel`. Blocks that do not end in a terminator have no successors.
    pub fn new(kernel: &Kernel) -> ControlFlow {
        let mut flow = ControlFlow {
            predecessors: SecondaryMap::default(),
            successors: SecondaryMap::default(),
            order: Vec::new(),
            position: SecondaryMap::default(),
            subtree: SecondaryMap::default(),
            dominator: SecondaryMap::default(),
        };
        let Some(entry) = kernel.entry() else { return flow };
        let count = kernel.blocks.len();
        flow.predecessors.resize(count);
        flow.successors.resize(count);
        flow.position.resize(count);
        flow.subtree.resize(count);
        flow.dominator.resize(count);
        for block in &kernel.layout {
            flow.successors[*block].extend(kernel.successors(*block).iter().map(|call| call.block));
        }
        flow.walk(entry, count);
        for (index, block) in flow.order.iter().enumerate() {
            flow.position[*block] = BlockPosition(index as u32).into();
            for successor in &flow.successors[*block] {
                flow.predecessors[*successor].push(*block);
            }
        }
        let dominators = flow.immediate_dominators();
        // The entry is its own.
        for (block, above) in flow.order.iter().zip(dominators).skip(1) {
            flow.dominator[*block] = flow.order[above as usize].into();
        }
        let parent = |block: Block| flow.dominator[block].expand();
        let mut size: SecondaryMap<Block, u32> = SecondaryMap::with_default(1);
        size.resize(count);
        for block in flow.order.iter().rev() {
            if let Some(above) = parent(*block) {
                size[above] += size[*block];
            }
        }
        // A block comes before the blocks that it dominates, so each finds where its parent's next subtree begins.
        let mut next: SecondaryMap<Block, u32> = SecondaryMap::default();
        next.resize(count);
        for block in &flow.order {
            let start = parent(*block).map_or(0, |above| {
                let start = next[above];
                next[above] += size[*block];
                start
            });
            flow.subtree[*block] = (start, start + size[*block]);
            next[*block] = start + 1;
        }
        flow
    }

    /// Fills in the order: blocks by their end in a walk that goes into the last successor first, from the last to the first.
    fn walk(&mut self, entry: Block, blocks: usize) {
        let mut begun: EntitySet<Block> = EntitySet::with_capacity(blocks);
        let mut ended: EntitySet<Block> = EntitySet::with_capacity(blocks);
        let mut stack = vec![entry];
        while let Some(block) = stack.last().copied() {
            if begun.insert(block) {
                let successors = self.successors[block].iter().copied();
                stack.extend(successors.filter(|successor| !begun.contains(*successor)));
            } else {
                stack.pop();
                if ended.insert(block) {
                    self.order.push(block);
                }
            }
        }
        self.order.reverse();
    }

    /// The position of each block's immediate dominator, by the position of the block; that of the entry is itself. From
    /// Cooper, Harvey and Kennedy, A Simple, Fast Dominance Algorithm, figure 3: of two blocks, whichever is further down
    /// goes up until both are one.
    fn immediate_dominators(&self) -> Vec<u32> {
        const UNKNOWN: u32 = u32::MAX;
        let mut dominators = vec![UNKNOWN; self.order.len()];
        dominators[0] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for (position, block) in self.order.iter().enumerate().skip(1) {
                let above = self.predecessors[*block].iter().filter_map(|from| Some(self.position[*from].expand()?.0));
                let known = above.filter(|from| dominators[*from as usize] != UNKNOWN);
                let meet = |mut left: u32, mut right: u32| {
                    while left != right {
                        let lower = if left > right { &mut left } else { &mut right };
                        *lower = dominators[*lower as usize];
                    }
                    left
                };
                // In this order each block has a predecessor that came before it.
                let found = known.reduce(meet).unwrap_or(0);
                changed |= std::mem::replace(&mut dominators[position], found) != found;
            }
        }
        dominators
    }

    /// The successors of `block`, one entry an edge, as [`Kernel::successors`] has them. The kernel's are at the end of the
    /// block, which in a large kernel is far from that of the next.
    pub fn successors(&self, block: Block) -> &[Block] {
        &self.successors[block]
    }

    /// Whether the entry reaches `block`.
    pub fn is_reachable(&self, block: Block) -> bool {
        self.position[block].is_some()
    }

    /// The position of `block` in [`ControlFlow::order`].
    pub fn position(&self, block: Block) -> Option<usize> {
        self.position[block].expand().map(|position| position.0 as usize)
    }

    /// Whether every path from the entry to `below` passes `above`. Both must be reachable.
    pub fn dominates(&self, above: Block, below: Block) -> bool {
        let (start, end) = self.subtree[above];
        (start..end).contains(&self.subtree[below].0)
    }

    /// Of the blocks that every path from the entry to `block` passes before it, the last; none of the entry.
    pub fn immediate_dominator(&self, block: Block) -> Option<Block> {
        self.dominator[block].expand()
    }

    /// The last block that dominates both of two reachable blocks.
    pub fn common_dominator(&self, one: Block, other: Block) -> Block {
        let mut above = one;
        while !self.dominates(above, other)
            && let Some(next) = self.immediate_dominator(above)
        {
            above = next;
        }
        above
    }
}

/// A loop of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LoopId(u32);
entity_impl!(LoopId, "loop");

/// One loop.
#[derive(Debug)]
pub struct LoopData {
    /// The block that dominates the others.
    pub header: Block,
    /// The loop around it.
    pub parent: Option<LoopId>,
    /// The blocks with a back edge to the header.
    pub latches: ShortList<Block, 1>,
    /// How many loops it is in, itself included.
    pub depth: u32,
}

/// The loops of a kernel, outer ones before inner ones.
#[derive(Debug)]
pub struct Loops {
    /// The loops.
    pub loops: Arena<LoopId, LoopData>,
    innermost: SecondaryMap<Block, PackedOption<LoopId>>,
}

/// A loop that can be entered at more than one block.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a loop can be entered at two blocks; make all entries branch to one header")]
pub struct Irreducible {
    /// The source of the back edge.
    pub from: Block,
    /// Its target, which does not dominate it.
    pub to: Block,
}

impl Loops {
    /// The loops of a kernel with this control flow.
    ///
    /// # Errors
    ///
    /// An edge that goes back to a block which does not dominate its source: the loop has no header.
    pub fn new(flow: &ControlFlow) -> Result<Loops, Irreducible> {
        let mut result = Loops { loops: Arena::new(), innermost: SecondaryMap::default() };
        for header in &flow.order {
            let mut latches = ShortList::new();
            for from in &flow.predecessors[*header] {
                if flow.position(*from) >= flow.position(*header) {
                    if !flow.dominates(*header, *from) {
                        return Err(Irreducible { from: *from, to: *header });
                    }
                    if !latches.contains(from) {
                        latches.push(*from);
                    }
                }
            }
            if latches.is_empty() {
                continue;
            }
            // An outer loop's header comes first, so what is noted for this header is the loop around this one.
            let id = result.loops.push(LoopData { header: *header, parent: None, latches: latches.clone(), depth: 0 });
            let mut seen: FxHashSet<Block> = FxHashSet::default();
            seen.insert(*header);
            let mut members: Vec<Block> = latches.into_iter().filter(|latch| seen.insert(*latch)).collect();
            result.loops[id].parent = result.innermost[*header].expand();
            result.loops[id].depth = 1 + result.loops[id].parent.map_or(0, |parent| result.loops[parent].depth);
            result.innermost[*header] = id.into();
            while let Some(block) = members.pop() {
                result.innermost[block] = id.into();
                for above in &flow.predecessors[block] {
                    if seen.insert(*above) {
                        members.push(*above);
                    }
                }
            }
        }
        Ok(result)
    }

    /// The innermost loop that `block` is in.
    pub fn innermost(&self, block: Block) -> Option<LoopId> {
        self.innermost[block].expand()
    }

    /// Whether `block` is in `id`.
    pub fn contains(&self, id: LoopId, block: Block) -> bool {
        self.enclosing(self.innermost(block)).any(|around| around == id)
    }

    /// `id` and the loops around it, from the inside out.
    pub fn enclosing(&self, id: Option<LoopId>) -> impl Iterator<Item = LoopId> + '_ {
        std::iter::successors(id, |id| self.loops[*id].parent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texture::parse;

    fn kernel(text: &str) -> Kernel {
        let mut module = parse(text).expect("the text follows the grammar");
        let id = module.kernels.keys().next().expect("the text has a kernel");
        std::mem::take(&mut module.kernels[id])
    }

    fn block(kernel: &Kernel, name: &str) -> Block {
        kernel.blocks.keys().find(|block| kernel.block_name(*block) == Some(name)).expect("the block is in the text")
    }

    const NEST: &str = "kernel @k(%c: i1) {
^entry:
  jump ^outer
^outer:
  jump ^inner
^inner:
  branch %c, ^inner, ^latch
^latch:
  branch %c, ^outer, ^exit
^exit:
  return
^nowhere:
  return
}";

    #[test]
    fn dominators_follow_the_only_way_there() {
        let kernel = kernel(NEST);
        let flow = ControlFlow::new(&kernel);
        let [outer, inner, exit, nowhere] = ["outer", "inner", "exit", "nowhere"].map(|name| block(&kernel, name));
        assert!(flow.dominates(outer, inner) && flow.dominates(inner, exit) && flow.dominates(exit, exit));
        assert!(!flow.dominates(inner, outer) && !flow.dominates(exit, inner));
        assert!(!flow.is_reachable(nowhere));
        assert_eq!(flow.predecessors[outer].len(), 2);
    }

    /// Whether a walk from the entry comes to `to` without entering `without`.
    fn is_reached(flow: &ControlFlow, entry: Block, to: Block, without: Option<Block>) -> bool {
        let mut seen = vec![entry];
        let mut next = 0;
        while let Some(block) = seen.get(next).copied().filter(|_| Some(entry) != without) {
            next += 1;
            let fresh: Vec<Block> = flow.successors(block).iter().copied().filter(|to| Some(*to) != without).collect();
            fresh.into_iter().for_each(|to| {
                if !seen.contains(&to) {
                    seen.push(to)
                }
            });
        }
        Some(entry) != without && seen.contains(&to)
    }

    proptest::proptest! {
        /// A block dominates another that is not reached without it. Loops may have several entries.
        #[test]
        fn dominators_are_those_of_the_definition(edges in proptest::collection::vec((0usize..9, 0usize..9), 9)) {
            let mut text = "kernel @k(%c: i1) {\n^entry:\n  jump ^b0\n".to_owned();
            for (block, (left, right)) in edges.iter().enumerate() {
                let end = if left == right { "return".to_owned() } else { format!("branch %c, ^b{left}, ^b{right}") };
                text += &format!("^b{block}:\n  {end}\n");
            }
            let kernel = kernel(&(text + "}"));
            let flow = ControlFlow::new(&kernel);
            let entry = kernel.layout[0];
            for below in kernel.layout.iter().copied() {
                proptest::prop_assert_eq!(flow.is_reachable(below), is_reached(&flow, entry, below, None));
                for above in kernel.layout.iter().copied().filter(|_| flow.is_reachable(below)) {
                    let expected = above == below || !is_reached(&flow, entry, below, Some(above));
                    proptest::prop_assert_eq!(flow.is_reachable(above) && flow.dominates(above, below), expected);
                }
            }
        }
    }

    #[test]
    fn loops_nest() {
        let kernel = kernel(NEST);
        let flow = ControlFlow::new(&kernel);
        let loops = Loops::new(&flow).expect("both loops have a header");
        let [outer, inner, latch, exit] = ["outer", "inner", "latch", "exit"].map(|name| block(&kernel, name));
        let around = loops.innermost(outer).expect("a loop");
        let within = loops.innermost(inner).expect("a loop");
        assert_eq!(loops.loops[within].parent, Some(around));
        assert_eq!(loops.loops[within].depth, 2);
        assert_eq!(loops.innermost(latch), Some(around));
        assert_eq!(loops.innermost(exit), None);
        assert!(loops.contains(around, inner) && !loops.contains(within, latch));
    }

    #[test]
    fn a_loop_with_two_entries_is_refused() {
        let kernel = kernel(
            "kernel @k(%c: i1) {
^entry:
  branch %c, ^a, ^b
^a:
  jump ^b
^b:
  branch %c, ^a, ^exit
^exit:
  return
}",
        );
        let flow = ControlFlow::new(&kernel);
        assert!(Loops::new(&flow).is_err());
    }
}
