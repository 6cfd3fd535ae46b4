//! Live ranges, coalescing and register assignment for vISA kernels, and the check of all three.
//!
//! ```text
//! vISA --Liveness, coalesce--> vISA without copies --assign--> RegisterMap
//!                              \_________________________________/
//!                                            check
//! ```
//!
//! [`Liveness`] finds when each register unit is live, for the lanes that run and for those that are pending at a join
//! point. [`coalesce()`] gives both sides of a copy one location where it can, so that payloads are consecutive
//! registers without copies. [`assign()`] gives each variable registers; its page says where a kernel that needs too
//! many of them ends. [`spill()`] makes one that fits, with moves to and from scratch memory. [`check()`] defines what it means that registers are right, and runs on every compilation; its
//! page says what a pending lane may lose. It shares no code of this package with the others; all of them read an
//! instruction by [`VisaKernel::for_each_access`](texvisa_ir::visa::VisaKernel::for_each_access) and
//! [`VisaKernel::as_copy`](texvisa_ir::visa::VisaKernel::as_copy).
//!
//! # Example
//!
//! ```
//! use texvisa_ir::target::Target;
//! use texvisa_ir::visa::asm;
//! use texvisa_regalloc::{Liveness, assign, check, coalesce};
//!
//! let text = r#".version 4.1
//! .kernel "add"
//! .decl A v_type=G type=d num_elts=8 align=GRF
//! .decl B v_type=G type=d num_elts=8 align=GRF
//! .input A offset=32 size=32
//! .kernel_attr Target="3d"
//! .kernel_attr SimdSize=8
//! .function "_main_0"
//!     mov (M1, 8) B(0,0)<1> A(0,0)<1;1,0>
//!     add (M1, 8) B(0,0)<1> B(0,0)<1;1,0> 0x1:d
//!     ret (M1, 1)
//! "#;
//! let target = Target::Tgllp;
//! let mut kernel = asm::parse(text, target).map_err(|errors| errors[0].clone())?;
//! let liveness = Liveness::new(&kernel)?;
//! coalesce(&mut kernel, &liveness);
//! let registers = assign(&kernel, &liveness, target.platform().grf_count)?;
//! assert_eq!(check(&kernel, &registers), Ok(()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! No item here knows a texture or a dimension: only which variables instructions use and define.

mod assign;
mod check;
mod class_segments;
mod coalesce;
mod control_flow;
mod lane_patterns;
mod liveness;
mod pressure;
mod ranges;
mod register_units;
mod shared_registers;
mod spill;
mod spill_messages;
mod uses_defs;
mod vector_rows;

#[cfg(test)]
#[path = "../tests/kernel/mod.rs"]
mod kernel;

pub use assign::{AssignError, assign, assign_and_spare};
pub use check::{Violation, ViolationKind, check, check_spilled};
pub use coalesce::{CoalesceReport, MAX_CLASS_REGISTERS, coalesce, coalesce_apart, coalesce_crowded, uncoalesce};
pub use control_flow::MissingLabel;
pub use liveness::Liveness;
pub use pressure::{excess, most_taken};
pub use spill::{SpillError, SpillReport, Spilled, SpilledKernel, spill};
pub use spill_messages::spill_messages;
pub use uses_defs::Segment;
