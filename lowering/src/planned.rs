//! The messages of a kernel without its vISA, for compilers that emit instructions themselves.

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::{InstData, InstId, Kernel, Module};

use crate::analyses::control_flow_of;
use crate::error::{LowerError, Reason};
use crate::facts::ValueFacts;
use crate::plan::{Context, MessagePlan, plan_of};
use crate::remark::Remarks;
use crate::{LoweringOptions, irreducible, run_passes};

/// A kernel whose messages are planned.
#[derive(Debug)]
pub struct PlannedKernel {
    /// The texture IR after its passes, to which the plans refer.
    pub texture: Kernel,
    /// The plan of each texture operation, blocks in reverse postorder.
    pub plans: Vec<(InstId, MessagePlan)>,
}

/// Plans the messages of `kernel`, whose surfaces and samplers are those of `module`: those of [`lower`](crate::lower), which
/// emits the kernel besides. What vISA has no instructions for is an error there, and none here unless it is a texture operation.
///
/// # Errors
///
/// Every reason why a texture operation has no message on the target and width, with its instruction and location.
pub fn plan_messages(
    module: &Module,
    kernel: Kernel,
    target: Target,
    simd: SimdWidth,
    options: &LoweringOptions,
) -> Result<PlannedKernel, Vec<LowerError>> {
    if !simd.is_legal(target) {
        return Err(vec![LowerError::of_kernel(Reason::IllegalWidth { target, simd })]);
    }
    let mut texture = kernel;
    // What passes cannot split is for others to emit.
    let mut refused = Vec::new();
    run_passes(&mut texture, target, simd, options, &mut refused, &mut Remarks::new(false));
    let (flow, _, uniformity) = control_flow_of(&texture, target, simd, options.per_lane)
        .map_err(|error| vec![irreducible(&texture, error)])?;
    let facts = ValueFacts::new(&texture, &uniformity);
    let context = Context { module, facts, target, simd, channels: options.channels };
    let (mut plans, mut errors) = (Vec::with_capacity(texture.textures.len()), Vec::new());
    for inst in flow.order.iter().flat_map(|block| &texture.blocks[*block].insts) {
        let InstData::Texture(id) = &texture.insts[*inst] else { continue };
        match plan_of(*inst, &texture.textures[*id], &context) {
            Some(Ok(plan)) => plans.push((*inst, plan)),
            Some(Err(reason)) => errors.push(LowerError::at(&texture, *inst, reason)),
            None => {}
        }
    }
    if errors.is_empty() { Ok(PlannedKernel { texture, plans }) } else { Err(errors) }
}
