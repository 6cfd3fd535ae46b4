//! The order in which the blocks of a kernel run, with the latches of loops, at which lanes are pending.

use texvisa_ir::texture::cfg::{ControlFlow, Loops};
use texvisa_ir::texture::{Block, Kernel};

/// A position in the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScheduleItem {
    /// A block.
    Block(Block),
    /// The latch of a loop, where lanes are pending; its header is at that position.
    Latch(u32),
}

/// The position of lanes that have ended.
pub const ENDED: u32 = u32::MAX;

/// The blocks and latches of a kernel in the order in which they run.
#[derive(Debug)]
pub struct Schedule {
    /// The blocks and latches.
    pub items: Vec<ScheduleItem>,
    /// By block: its position among these; [`ENDED`] for one that is never reached.
    pub position_of: Vec<u32>,
    /// By loop header: the position of its latch; [`ENDED`] for other blocks.
    pub latch_of: Vec<u32>,
}

impl Schedule {
    /// Orders the blocks of `kernel`. In an irreducible loop, which has no header, lanes take back edges without being pending.
    pub fn new(kernel: &Kernel) -> Schedule {
        let nowhere = vec![ENDED; kernel.blocks.len()];
        let mut schedule = Schedule { items: Vec::new(), position_of: nowhere.clone(), latch_of: nowhere };
        let flow = ControlFlow::new(kernel);
        let loops = Loops::new(&flow).ok();
        let position = |block: Block| flow.position(block).unwrap_or(usize::MAX);
        // A block's key is the headers of its enclosing loops, from outermost to innermost, then itself. So loops are
        // contiguous, and a header comes before the other blocks of its loop.
        let mut keyed: Vec<(Vec<usize>, Block)> = flow
            .order
            .iter()
            .map(|block| {
                let around = loops.as_ref().map(|loops| {
                    let headers = loops.enclosing(loops.innermost(*block)).map(|id| position(loops.loops[id].header));
                    headers.collect::<Vec<_>>()
                });
                let mut key: Vec<usize> = around.unwrap_or_default();
                key.reverse();
                key.push(position(*block));
                (key, *block)
            })
            .collect();
        keyed.sort();
        let mut open: Vec<Block> = Vec::new();
        for (_, block) in keyed {
            if let Some(loops) = &loops {
                let headers: Vec<Block> =
                    loops.enclosing(loops.innermost(block)).map(|id| loops.loops[id].header).collect();
                while let Some(header) = open.pop_if(|header| !headers.contains(header)) {
                    schedule.close(header);
                }
                if headers.first() == Some(&block) {
                    open.push(block);
                }
            }
            schedule.position_of[block.as_u32() as usize] = schedule.items.len() as u32;
            schedule.items.push(ScheduleItem::Block(block));
        }
        while let Some(header) = open.pop() {
            schedule.close(header);
        }
        schedule
    }

    fn close(&mut self, header: Block) {
        let header = header.as_u32() as usize;
        self.latch_of[header] = self.items.len() as u32;
        self.items.push(ScheduleItem::Latch(self.position_of[header]));
    }
}
