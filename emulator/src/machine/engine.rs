//! The state of a run that all instructions share.

use super::event::Trace;
use super::memory::Memory;
use super::thread::Thread;
use crate::unit::{Parameters, Response};

/// Memory, scratch space and threads of a run.
pub(super) struct Engine<'e, 't> {
    pub memory: Memory<'e>,
    /// Whether writes are kept in the logs of their threads.
    pub defers: bool,
    pub trace: Option<&'e mut Trace<'t>>,
    /// The local memory of the group at work.
    pub local: Vec<u8>,
    /// The bytes of a media block.
    pub block: Vec<u8>,
    /// Threads: first those that have begun, then ended ones, whose memory is used again.
    pub threads: Vec<Thread>,
    /// Their register files, one behind the other.
    pub files: Vec<u8>,
    /// How many have begun.
    pub begun: usize,
    pub parameters: Parameters,
    pub response: Response,
}

impl<'e, 't> Engine<'e, 't> {
    pub fn new(memory: Memory<'e>, trace: Option<&'e mut Trace<'t>>) -> Engine<'e, 't> {
        Engine {
            memory,
            defers: false,
            trace,
            local: Vec::new(),
            block: Vec::new(),
            threads: Vec::new(),
            files: Vec::new(),
            begun: 0,
            parameters: Parameters::new(),
            response: Response::new(),
        }
    }
}
