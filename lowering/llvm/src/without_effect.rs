//! LLVM's intrinsics that say something and do nothing.

use crate::texture_table::root;

/// Their names behind `llvm.`, without what spells types.
const WITHOUT_EFFECT: &[&str] = &[
    "assume",
    "dbg.addr",
    "dbg.declare",
    "dbg.label",
    "dbg.value",
    "donothing",
    "experimental.noalias.scope.decl",
    "lifetime.end",
    "lifetime.start",
];

/// Whether one of LLVM's intrinsics, by its name behind `llvm.`, says something and does nothing.
pub(crate) fn is_without_effect(name: &str) -> bool {
    root(name, |root| WITHOUT_EFFECT.contains(&root).then_some(())).is_some()
}
