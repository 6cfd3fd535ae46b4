//! The analyses that plans and emission share.

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::cfg::{ControlFlow, Irreducible, Loops};
use texvisa_ir::texture::{Kernel, Module};

use crate::facts::ValueFacts;
use crate::in_lanes::compute_in_lanes;
use crate::order::Order;
use crate::plan::{ChannelChoice, Context};
use crate::uniformity::{Uniformity, analyze_for};

/// The analyses of a kernel after its passes.
pub struct Analyses {
    pub flow: ControlFlow,
    pub loops: Loops,
    pub uniformity: Uniformity,
    pub order: Order,
}

impl Analyses {
    pub fn new(kernel: &Kernel, target: Target, simd: SimdWidth, per_lane: bool) -> Result<Analyses, Irreducible> {
        let (flow, loops, uniformity) = control_flow_of(kernel, target, simd, per_lane)?;
        let order = Order::new(kernel, &flow, &loops, &uniformity);
        Ok(Analyses { flow, loops, uniformity, order })
    }

    /// What the plans of `kernel` depend on.
    pub fn context<'a>(
        &'a self,
        module: &'a Module,
        kernel: &'a Kernel,
        target: Target,
        simd: SimdWidth,
        channels: ChannelChoice,
    ) -> Context<'a> {
        Context { module, facts: ValueFacts::new(kernel, &self.uniformity), target, simd, channels }
    }
}

/// What plans depend on of these: the order of instructions is for emission.
pub fn control_flow_of(
    kernel: &Kernel,
    target: Target,
    simd: SimdWidth,
    per_lane: bool,
) -> Result<(ControlFlow, Loops, Uniformity), Irreducible> {
    let flow = ControlFlow::new(kernel);
    let loops = Loops::new(&flow)?;
    let mut uniformity = analyze_for(kernel, &flow, &loops, per_lane);
    compute_in_lanes(kernel, &flow, simd.halves(target), &mut uniformity);
    Ok((flow, loops, uniformity))
}
