//! Block parameters that are undefined on an edge, and on the others another parameter of the block.
//!
//! Rule: what reads such a parameter reads the other one. LLVM leaves them where it unrolls a loop: behind it the value of its
//! last iteration, undefined where there was none, beside the one with which the rest begins. Besides a copy on each edge, such a
//! parameter takes registers from the kernel's start on: Intel's finalizer finds a way on which nothing writes it. A parameter that
//! all lanes have alike is only read as another such one. One that is read as another is no other's, so that there are no circles.

use cranelift_entity::{EntitySet, SecondaryMap};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use texvisa_ir::texture::{Block, BlockCall, Kernel, Value, ValueDef};

use crate::dead;
use crate::uniformity::analyze_alone;

/// By a parameter: the one that is read in its place.
type Instead = FxHashMap<Value, Value>;

/// Reads the other parameter in place of each such one.
pub fn read_defined_params(kernel: &mut Kernel) {
    let instead = instead(kernel);
    if instead.is_empty() {
        return;
    }
    for inst in kernel.insts.keys() {
        kernel.map_uses(inst, |value| {
            std::iter::successors(Some(value), |value| instead.get(value).copied()).last().unwrap_or(value)
        });
    }
    dead::remove_dead_params(kernel);
}

/// The parameters that another one may be read for.
fn instead(kernel: &Kernel) -> Instead {
    let is_partly_undefined =
        |call: &&BlockCall| call.args.as_slice(&kernel.lists).iter().any(|arg| is_undefined(kernel, *arg));
    let calls = || kernel.layout.iter().flat_map(|block| kernel.successors(*block));
    let mut found: EntitySet<Block> = EntitySet::new();
    found.extend(calls().filter(is_partly_undefined).map(|call| call.block));
    let mut instead = Instead::default();
    if found.is_empty() {
        return instead;
    }
    // The arguments of each edge.
    let mut passed: SecondaryMap<Block, SmallVec<[&[Value]; 2]>> = SecondaryMap::default();
    for call in calls().filter(|call| found.contains(call.block)) {
        passed[call.block].push(call.args.as_slice(&kernel.lists));
    }
    for block in found.iter() {
        find_defined(kernel, &kernel.blocks[block].params, &passed[block], &mut instead);
    }
    if !instead.is_empty() {
        match analyze_alone(kernel) {
            Some(found) => instead.retain(|param, other| !found.is_uniform(*param) || found.is_uniform(*other)),
            None => instead.clear(),
        }
    }
    instead
}

/// Finds such parameters of one block, to which edges pass these arguments.
fn find_defined(kernel: &Kernel, params: &[Value], passed: &[&[Value]], instead: &mut Instead) {
    let edges = || passed.iter().enumerate();
    let defined = |args: &[Value], param: usize| args.get(param).copied().filter(|arg| !is_undefined(kernel, *arg));
    // The parameters to which a value is passed, by edge.
    let mut takers: FxHashMap<(usize, Value), SmallVec<[usize; 2]>> = FxHashMap::default();
    for (edge, args) in edges() {
        for (param, arg) in args.iter().enumerate() {
            takers.entry((edge, *arg)).or_default().push(param);
        }
    }
    for (number, param) in params.iter().enumerate() {
        let Some(first) = edges().find_map(|(edge, args)| Some((edge, defined(args, number)?))) else { continue };
        let is_defined = |other: &usize| {
            *other != number
                && !instead.contains_key(&params[*other])
                && passed.iter().all(|args| defined(args, number).is_none_or(|arg| args.get(*other) == Some(&arg)))
        };
        let is_partly_undefined = passed.iter().any(|args| defined(args, number).is_none());
        if is_partly_undefined && let Some(other) = takers[&first].iter().find(|other| is_defined(other)) {
            instead.insert(*param, params[*other]);
        }
    }
}

fn is_undefined(kernel: &Kernel, value: Value) -> bool {
    matches!(kernel.values[value].def, ValueDef::Undefined)
}
