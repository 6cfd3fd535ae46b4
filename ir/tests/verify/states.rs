//! Surfaces and samplers.

use super::*;
use texvisa_ir::visa::{DataType, StateKind};

const LOAD: &str = "    load_lz.R (M1, 8) 0x0:uw T6 F.0 U.0\n";
const SET: &str = "    movs (M1_NM, 1) T6(0) 0x5:ud\n";

fn flow(instructions: &str) -> Vec<VisaErrorKind> {
    violations(&whole(Target::Tgllp, Simd16, instructions))
}

#[test]
fn indices_are_those_of_the_tables() {
    let set = |state: &str, index: &str| format!("movs (M1_NM, 1) {state}(0) {index}");
    accepts(
        Target::Tgllp,
        Simd16,
        &[&set("S0", "0xfff:ud"), &set("T6", "0xef:ud"), &set("T6", "I(0,0)<0;1,0>"), &set("S0", "0x2:uw")],
    );
    refuses(Target::Tgllp, Simd16, &set("S0", "0x1000:ud"), VisaErrorKind::TableEntry { given: 4096, limit: 4096 });
    refuses(Target::Tgllp, Simd16, &set("S0", "0x1001:ud"), VisaErrorKind::TableEntry { given: 4097, limit: 4096 });
    refuses(Target::Tgllp, Simd16, &set("T6", "0xf0:ud"), VisaErrorKind::TableEntry { given: 240, limit: 240 });
    refuses(Target::Tgllp, Simd16, &set("T6", "F(0,0)<0;1,0>"), VisaErrorKind::StateType { given: DataType::F });
    refuses(Target::Tgllp, Simd16, &set("T6", "0x5:f"), VisaErrorKind::StateType { given: DataType::F });
}

#[test]
fn local_memory_is_for_scaled_accesses_alone() {
    let scaled = "gather4_scaled.R (M1, 8) %slm 0x0:ud U.0 U.0";
    accepts(Target::Tgllp, Simd16, &[scaled]);
    let typed = "scatter4_typed.R (M1, 8) T6 U.0 %null.0 %null.0 %null.0 U.0";
    for (line, what) in [("load_lz.R (M1, 8) 0x0:uw T6 F.0 U.0", "ld_lz"), (typed, "scatter4_typed")] {
        let mut kernel = kernel(Target::Tgllp, Simd16, line);
        let local = kernel.states.push(StateKind::Local);
        match kernel.insts.get_mut(3) {
            Some(Inst::Sampler(send)) => send.surface = local,
            Some(Inst::DataPort(access)) => access.surface = local.into(),
            other => panic!("{other:?}"),
        }
        assert_eq!(violations(&kernel), [VisaErrorKind::LocalMemory { what }]);
    }
    let mut kernel = kernel(Target::Tgllp, Simd16, "");
    let local = kernel.states.push(StateKind::Local);
    let Some(Inst::SetState { state, .. }) = kernel.insts.get_mut(1) else { panic!("a surface is set") };
    *state = local;
    assert_eq!(violations(&kernel), [VisaErrorKind::LocalMemory { what: "movs" }]);
}

#[test]
fn surfaces_and_samplers_are_where_they_belong() {
    let sample = "sample_lz.R (M1, 8) 0x0:uw S0 T6 F.0 F.0";
    let load = "load_lz.R (M1, 8) 0x0:uw T6 F.0 U.0";
    accepts(Target::Tgllp, Simd16, &[sample, load]);
    let without = changed(Target::Tgllp, Simd16, sample, |send| send.sampler = None);
    assert_eq!(violations(&without), [VisaErrorKind::NoSampler { name: "sample_lz" }]);
    let with = changed(Target::Tgllp, Simd16, load, |send| send.sampler = Some(send.surface));
    assert_eq!(violations(&with), [VisaErrorKind::SamplerGiven { name: "ld_lz" }]);
    let swapped = changed(Target::Tgllp, Simd16, sample, |send| {
        let sampler = send.sampler.replace(send.surface);
        send.surface = sampler.unwrap_or(send.surface);
    });
    let kinds = ["surface", "sampler"].map(|expected| VisaErrorKind::StateKind { expected });
    assert_eq!(violations(&swapped), kinds);
}

#[test]
fn what_is_used_is_set_before() {
    assert_eq!(flow(&format!(".function \"L0\"\n{SET}{LOAD}")), []);
    assert_eq!(flow(&format!(".function \"L0\"\n{LOAD}{SET}")), [VisaErrorKind::NotSet]);
    let sampler = format!(".function \"L0\"\n{SET}    sample_lz.R (M1, 8) 0x0:uw S0 T6 F.0 F.0\n");
    assert_eq!(flow(&sampler), [VisaErrorKind::NotSet]);
    let write = "    scatter4_scaled.R (M1, 8) T6 0x0:ud U.0 F.0\n";
    assert_eq!(flow(&format!(".function \"L0\"\n{write}")), [VisaErrorKind::NotSet]);
    assert_eq!(flow(&format!(".function \"L0\"\n{SET}{write}")), []);
}

#[test]
fn what_is_used_is_set_on_every_way() {
    let around = |inside: &str, before: &str| {
        flow(&format!(".function \"L0\"\n{before}    (P) goto (M1, 16) L1\n{inside}\nL1:\n{LOAD}"))
    };
    assert_eq!(around(SET, ""), [VisaErrorKind::NotSet]);
    assert_eq!(around("", SET), []);
    let both = format!(".function \"L0\"\n    (P) jmp (M1, 1) L1\n{SET}    jmp (M1, 1) L2\nL1:\n{SET}\nL2:\n{LOAD}");
    assert_eq!(flow(&both), []);
    let one = format!(".function \"L0\"\n    (P) jmp (M1, 1) L1\n{SET}    jmp (M1, 1) L2\nL1:\n\nL2:\n{LOAD}");
    assert_eq!(flow(&one), [VisaErrorKind::NotSet]);
}

/// What a loop sets is not there in its first round; what was set before it is there in every one.
#[test]
fn loops_begin_with_what_was_set_before_them() {
    let looped =
        |before: &str| flow(&format!(".function \"L0\"\n{before}\nL1:\n{LOAD}{SET}    (P) goto (M1, 16) L1\n"));
    assert_eq!(looped(""), [VisaErrorKind::NotSet]);
    assert_eq!(looped(SET), []);
    // A jump into the middle: the label above is reached from below, where less is set.
    let middle = format!(".function \"L0\"\n    (P) jmp (M1, 1) L2\n{SET}\nL1:\n{LOAD}\nL2:\n    (P) jmp (M1, 1) L1\n");
    assert_eq!(flow(&middle), [VisaErrorKind::NotSet]);
}

/// Where nothing comes to, nothing is missing.
#[test]
fn unreachable_instructions_miss_nothing() {
    assert_eq!(flow(&format!(".function \"L0\"\n    jmp (M1, 1) L1\n{LOAD}\nL1:\n")), []);
}

/// What the caller chose needs no setting.
#[test]
fn arguments_are_set() {
    let text = |input: &str| format!("{DECLARATIONS}{input}\n.function \"L0\"\n{LOAD}    ret (M1, 1)\n");
    let found =
        |input: &str| violations(&parse(&text(input), Target::Tgllp).unwrap_or_else(|errors| panic!("{errors:?}")));
    assert_eq!(found(".input T6 offset=64 size=4\n"), []);
    assert_eq!(found(".input S0 offset=64 size=4\n"), [VisaErrorKind::NotSet]);
}
