//! Lowers a kernel of texture IR to vISA: passes over texture IR, a plan for each message, emission.
//!
//! ```text
//! texture IR --dead, ms_offset, widen_integers, divide, narrow, channels--> texture IR --uniformity, order, plan, emit--> vISA
//! ```
//!
//! [`lower`] runs all of it. No register is assigned here and no texel sampled: the result still has a variable for
//! every value, and what each variable stands for ([`Origins`](texvisa_ir::visa::origin::Origins)), so that others can
//! lay it out and check it.

mod channels;
mod dead;
mod emit;
mod error;
mod facts;
mod insert;
mod narrow;
mod order;
pub mod plan;
mod remark;
mod rewrite;
mod shorten;
mod uniformity;

use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::cfg::{ControlFlow, Loops};
use texvisa_ir::texture::{Inst, Kernel, KernelId, Module, TextureKind, TextureOp};
use texvisa_ir::visa;
use texvisa_ir::visa::origin::Origins;

pub use error::{LowerError, Reason};
pub use facts::Facts;
pub use remark::Remark;
pub use shorten::shorten_branches;
pub use uniformity::{Uniformity, analyze};

use plan::{ChannelChoice, MessagePlan};
use remark::Remarks;

/// What can be chosen about a lowering.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// When gaps in a channel mask are worth a header.
    pub channels: ChannelChoice,
    /// Whether remarks are wanted.
    pub remarks: bool,
}

/// A lowered kernel.
#[derive(Debug)]
pub struct Lowered {
    /// The texture IR after its passes, which the rest speaks of.
    pub texture: Kernel,
    /// The vISA, before its layout.
    pub kernel: visa::Kernel,
    /// What the parts of the vISA stand for in `texture`.
    pub origins: Origins,
    /// The plan of each texture operation, in the order of the text.
    pub plans: Vec<(Inst, MessagePlan)>,
    /// What the passes did.
    pub remarks: Vec<Remark>,
}

/// Lowers kernel `id` of `module`, which [`verify`](texvisa_ir::texture::verify) finds nothing wrong with.
///
/// # Errors
///
/// Every reason why the kernel cannot be lowered for the target and width, with its place.
pub fn lower(
    module: &Module,
    id: KernelId,
    target: Target,
    simd: SimdWidth,
    options: &Options,
) -> Result<Lowered, Vec<LowerError>> {
    if !simd.is_legal(target) {
        let narrowest = target.platform().native_simd;
        return Err(vec![LowerError::of_kernel(Reason::IllegalWidth { target, simd, narrowest })]);
    }
    let mut texture = module.kernels[id].clone();
    let mut remarks = Remarks::new(options.remarks);
    run_passes(&mut texture, target, &mut remarks);
    let flow = ControlFlow::new(&texture);
    let loops = Loops::new(&flow).map_err(|error| {
        let at = texture.terminator(error.from);
        let location = at.map(|inst| texture.location(inst)).unwrap_or_default();
        vec![LowerError { inst: at, location, reason: Reason::Irreducible }]
    })?;
    let uniformity = analyze(&texture, &flow, &loops);
    let order = order::Order::new(&texture, &flow, &loops, &uniformity);
    let analyses = emit::Analyses { flow: &flow, loops: &loops, uniformity: &uniformity, order: &order };
    let emitted = emit::emit(module, &texture, analyses, target, simd, options.channels)?;
    Ok(Lowered {
        kernel: emitted.kernel,
        origins: emitted.origins,
        plans: emitted.plans,
        remarks: remarks.into_list(),
        texture,
    })
}

/// The passes over texture IR, in their order: offsets become additions before anything is narrowed, and what narrowing
/// leaves without a use goes last.
fn run_passes(kernel: &mut Kernel, target: Target, remarks: &mut Remarks) {
    dead::remove_dead(kernel, remarks);
    // Three passes look at multisampled loads alone, and most kernels have none.
    let is_multisampled = |op: &TextureOp| matches!(op.kind, TextureKind::LoadMs | TextureKind::LoadMcs);
    let any_multisampled = kernel.textures.values().any(is_multisampled);
    if any_multisampled {
        rewrite::fold_ms_offsets(kernel, remarks);
    }
    rewrite::widen_integers(kernel, remarks);
    rewrite::expand_divisions(kernel, target, remarks);
    if any_multisampled {
        narrow::widen(kernel, target, remarks);
        narrow::narrow(kernel, target, remarks);
    }
    channels::prune_channels(kernel, remarks);
}
