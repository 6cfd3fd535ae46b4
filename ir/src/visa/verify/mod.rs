//! The verifier: what is wrong with a vISA kernel.
//!
//! Intel's finalizer takes almost anything: a message that the platform lacks, types that no hardware has, a response
//! that is longer than its variable. What it makes of such a kernel is not what was meant. So every rule of the
//! documents that can be seen in a kernel is checked here, and [`VisaErrorKind`] gives the source of each:
//!
//! - by name of the document: 3D_LOAD, 3D_SAMPLE, 3D_SAMPLE4, INFO, MEDIA_LD, MEDIA_ST of Intel's vISA documents;
//! - *finalizer*: release 1.0.12504.6 refuses it itself, or reports a failed assertion or an access out of bounds;
//! - *compiler*: the same release's graphics compiler, which works around what the hardware does not do.
//!
//! The rules read what a message or a platform can do from the tables ([`super::message`], [`crate::target`]), and sizes
//! of payloads and responses from [`super::message_shape`].
//!
//! Not checked, because a kernel does not say it: the dimension of a surface, so whether parameters or offsets make
//! sense for a cube or an array; what a surface or sampler that is found at run time is.
//!
//! # Example
//!
//! ```
//! use texvisa_ir::target::Target;
//! use texvisa_ir::visa::{asm, verify};
//!
//! // The response is one register longer than `V33`.
//! let text = r#".version 4.1
//! .kernel "red"
//! .decl V32 v_type=G type=d num_elts=16 align=GRF
//! .decl V33 v_type=G type=f num_elts=8 align=GRF
//! .decl T6 v_type=T num_elts=1
//! .input V32 offset=32 size=64
//! .kernel_attr Target="3d"
//! .kernel_attr SimdSize=16
//! .function "_main_0"
//!     movs (M1_NM, 1) T6(0) 0x0:ud
//!     load_lz.R (M1, 16) 0x0:uw T6 V33.0 V32.0
//!     ret (M1, 1)
//! "#;
//! let kernel = asm::parse(text, Target::Tgllp)?;
//! let errors = verify(&kernel);
//! assert_eq!(errors.len(), 1);
//! assert!(matches!(errors[0].kind, verify::VisaErrorKind::ResponseBytes { given: 32, needed: 64 }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod address;
mod alu;
mod control;
mod data_port;
mod declarations;
mod error;
mod media;
mod operand;
mod sampler;
mod scratch;
mod states;

use super::asm::write_inst;
use super::inst::Inst;
use super::kernel::VisaKernel;
use crate::target::Platform;
use states::StateFlow;

pub use error::VisaErrorKind;

/// A rule that a kernel breaks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}`{text}`: {kind}", inst.map(|index| format!("instruction {index}, ")).unwrap_or_default())]
pub struct VisaError {
    /// The instruction's position in the kernel; none where a declaration or the kernel itself is at fault.
    pub inst: Option<usize>,
    /// The instruction as vISA text has it; otherwise the name of what is declared.
    pub text: String,
    /// What is wrong with it.
    pub kind: VisaErrorKind,
}

/// Everything that is wrong with `kernel`: declarations first, then instructions in their order.
///
/// Operands must name what the kernel declares, as `asm::parse` and lowering see to.
pub fn verify(kernel: &VisaKernel) -> Vec<VisaError> {
    let mut verifier = Verifier {
        kernel,
        platform: kernel.target.platform(),
        inst: None,
        states: StateFlow::new(kernel),
        errors: Vec::new(),
    };
    // Where aliases name each other in a circle, no operand has bytes.
    if verifier.declarations() {
        verifier.labels();
        let main_function = kernel.main_function();
        for index in 0..kernel.insts.len() {
            verifier.inst = Some(index);
            verifier.instruction(&kernel.insts[index]);
            let is_outside = !main_function.contains(&index) && matches!(kernel.insts[index], Inst::Return);
            verifier.require(!is_outside, || VisaErrorKind::ReturnOutsideMain);
        }
    }
    let mut errors = verifier.errors;
    errors.sort_by_key(|error| error.inst);
    errors
}

struct Verifier<'a> {
    kernel: &'a VisaKernel,
    platform: &'static Platform,
    /// The instruction that is looked at.
    inst: Option<usize>,
    states: StateFlow,
    errors: Vec<VisaError>,
}

impl Verifier<'_> {
    #[cold]
    fn error(&mut self, violation: VisaErrorKind) {
        let mut text = String::new();
        match self.inst {
            Some(index) => write_inst(self.kernel, &self.kernel.insts[index], &mut text),
            None => text.push_str(&self.kernel.name),
        }
        self.errors.push(VisaError { inst: self.inst, text, kind: violation });
    }

    /// Notes the violation where the rule does not hold.
    #[inline]
    fn require(&mut self, holds: bool, violation: impl FnOnce() -> VisaErrorKind) {
        if !holds {
            self.error(violation());
        }
    }

    fn instruction(&mut self, inst: &Inst) {
        let lanes = match inst {
            Inst::Alu(alu) => Some(alu.exec),
            Inst::Sampler(message) => Some(message.exec),
            Inst::DataPort(access) => Some(access.exec),
            Inst::Atomic(atomic) => Some(atomic.exec),
            Inst::BitFunction(inst) => Some(inst.exec),
            Inst::Carry(inst) => Some(inst.exec),
            Inst::AddressAdd(add) => Some(add.exec),
            Inst::IndirectMove(inst) => Some(inst.exec),
            Inst::Compare { exec, .. }
            | Inst::CompareInto { exec, .. }
            | Inst::Predicate { exec, .. }
            | Inst::SetPredicate { exec, .. }
            | Inst::Branch { exec, .. } => Some(*exec),
            Inst::Label(_)
            | Inst::FloatControls { .. }
            | Inst::MovePredicate { .. }
            | Inst::SetState { .. }
            | Inst::SymbolAddress { .. }
            | Inst::Media(_)
            | Inst::Scratch(_)
            | Inst::Barrier
            | Inst::Fence(_)
            | Inst::Return => None,
        };
        // Operands of lanes that do not exist cannot be checked.
        if lanes.is_none_or(|exec| self.exec(exec)) {
            self.operands(inst);
        }
        self.states.step(inst);
    }

    fn operands(&mut self, inst: &Inst) {
        match inst {
            Inst::Label(_) | Inst::FloatControls { .. } | Inst::Barrier | Inst::Fence(_) | Inst::Return => {}
            Inst::Alu(alu) => self.alu(alu),
            Inst::Compare { exec, dst, srcs, .. } => {
                self.predicate_bits(*dst, *exec);
                srcs.iter().for_each(|src| self.arithmetic_source(*src, *exec));
            }
            Inst::CompareInto { exec, dst, srcs, .. } => {
                self.destination(*dst);
                srcs.iter().for_each(|src| self.arithmetic_source(*src, *exec));
            }
            Inst::BitFunction(inst) => self.bit_function(inst),
            Inst::Carry(inst) => self.carry(inst),
            Inst::AddressAdd(add) => self.address_add(add),
            Inst::IndirectMove(inst) => self.indirect_move(inst),
            Inst::Media(block) => self.media(block),
            Inst::Scratch(block) => self.scratch_block(block),
            Inst::Predicate { op, exec, dst, srcs } => {
                self.predicate_bits(*dst, *exec);
                srcs[..op.sources()].iter().for_each(|src| self.predicate_bits(*src, *exec));
            }
            Inst::SetPredicate { exec, dst, src } => {
                self.predicate_bits(*dst, *exec);
                self.arithmetic_source(*src, *exec);
            }
            Inst::MovePredicate { dst, src } => self.move_predicate(*dst, *src),
            Inst::SetState { state, value } => self.set_state(*state, *value),
            Inst::SymbolAddress { dst, symbol } => self.address(*dst, *symbol),
            Inst::Sampler(message) => self.sampler(message),
            Inst::DataPort(access) => self.data_port(access),
            Inst::Atomic(atomic) => self.atomic(atomic),
            Inst::Branch { exec, predicate, .. } => {
                self.predicate(*predicate, *exec);
            }
        }
        // Messages say in their own words what does not fit.
        if !matches!(inst, Inst::Sampler(_)) {
            self.bounds(inst);
        }
    }
}
