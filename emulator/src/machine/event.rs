//! What a run tells whoever watches its messages.

use texvisa_ir::visa::Exec;

/// What a message carried and what came back, for whoever watches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageEvent {
    /// The instruction's position in the kernel.
    pub index: usize,
    /// The position of the thread's group.
    pub group: [u32; 3],
    /// The number of the thread's first work item in the grid.
    pub first_item: u32,
    /// The message's lanes.
    pub exec: Exec,
    /// Of these, counted from the first, those that were enabled, as bits.
    pub enabled: u32,
    /// The surface's table entry.
    pub surface: u32,
    /// The sampler's.
    pub sampler: Option<u32>,
    /// Each parameter that was sent: its name and its elements by lane, as they are in the registers.
    pub payload: Vec<(&'static str, Vec<u32>)>,
    /// Each channel that came back, 0 to 3, with its elements by lane; absent in lanes that were not enabled.
    pub response: Vec<(u8, Vec<Option<u32>>)>,
}

/// Watches messages.
pub type Trace<'t> = dyn FnMut(&MessageEvent) + 't;
