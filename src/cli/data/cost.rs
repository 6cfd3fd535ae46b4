//! What a kernel costs, counted and estimated.

use serde::Serialize;
use texvisa::Compiled;
use texvisa::explain::{Explanation, Part};
use texvisa::ir::visa::{Alu, AluOp, Inst};

use crate::live_map::LiveMap;

/// What a kernel costs. Each instruction counts once, whatever loop it is in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CostRecord {
    /// Sampler messages and media blocks, those counted twice that the finalizer splits.
    pub sends: u32,
    /// Registers of their payloads, headers included.
    pub payload_registers: u32,
    /// Registers of their responses.
    pub response_registers: u32,
    /// Moves that are left.
    pub moves: u32,
    /// Copies that coalescing removed.
    pub coalesced_copies: u32,
    /// The most registers that hold something at one instruction.
    pub pressure: u32,
    /// The registers of the platform.
    pub register_file: u32,
    /// Cycles of the sampler, by a published estimate: 16 for each register of execution width of a send, and 2 for each
    /// register of its payload.
    pub sampler_cycles: u32,
}

/// Cycles of the sampler for each register of execution width of a send, whatever the number of parameters (Mesa 24.0.3,
/// `brw_ir_performance.cpp`).
const CYCLES_OF_WIDTH: u32 = 16;

/// Cycles that each register of the payload adds (the same file).
const CYCLES_OF_SOURCE: u32 = 2;

/// The bytes of a lane that execution width is counted with.
const LANE_BYTES: u32 = 4;

/// What `compiled` costs.
pub fn cost(compiled: &Compiled, explanation: &Explanation<'_>) -> CostRecord {
    let kernel = &compiled.lowered.kernel;
    let is_move = |inst: &&Inst| matches!(inst, Inst::Alu(Alu { op: AluOp::Mov, .. })) && !kernel.is_omitted(inst);
    let mut cost = CostRecord {
        sends: 0,
        payload_registers: 0,
        response_registers: 0,
        moves: kernel.insts.iter().filter(is_move).count() as u32,
        coalesced_copies: compiled.coalesced.coalesced,
        pressure: LiveMap::new(compiled, explanation).pressure().into_iter().max().unwrap_or(0),
        register_file: kernel.target.platform().grf_count,
        sampler_cycles: 0,
    };
    let insts: Vec<_> = explanation.plans().map(|(inst, _)| inst).collect();
    for sent in insts.into_iter().flat_map(|inst| explanation.messages(inst)) {
        let descriptor = sent.descriptor;
        let payload = (descriptor.first + descriptor.second) * descriptor.sends;
        cost.sends += descriptor.sends;
        cost.payload_registers += payload;
        cost.response_registers += descriptor.response * descriptor.sends;
        // The data port serves media blocks.
        if let Part::Lanes(exec) = sent.part {
            let width = kernel.grf().holding(u32::from(exec.lanes) * LANE_BYTES);
            cost.sampler_cycles += CYCLES_OF_WIDTH * width + CYCLES_OF_SOURCE * payload;
        }
    }
    cost
}
