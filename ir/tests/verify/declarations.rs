//! Kernels, variables, arguments and labels.

use super::*;
use texvisa_ir::visa::{LabelKind, Storage, Var};

fn empty(target: Target, simd: SimdWidth) -> VisaKernel {
    kernel(target, simd, "")
}

fn var(kernel: &VisaKernel, name: &str) -> Var {
    kernel.vars.keys().find(|var| kernel.names.var(*var) == Some(name)).expect("a variable of the declarations")
}

#[test]
fn kernels_are_not_narrower_than_messages() {
    assert_eq!(violations(&empty(Target::Tgllp, Simd8)), []);
    assert_eq!(violations(&empty(Target::Pvc, Simd16)), []);
    let violation = VisaErrorKind::KernelWidth { target: Target::Pvc, simd: Simd8 };
    assert_eq!(violations(&empty(Target::Pvc, Simd8)), [violation]);
}

#[test]
fn aliases_lie_inside_what_they_name() {
    let with = |storage, elements| {
        let mut kernel = empty(Target::Tgllp, Simd16);
        let alias = var(&kernel, "Half");
        kernel.vars[alias].storage = storage;
        kernel.vars[alias].elements = elements;
        let errors = verify(&kernel);
        assert!(errors.iter().all(|error| error.inst.is_none() && error.text == "Half"));
        errors.into_iter().map(|error| error.kind).collect::<Vec<_>>()
    };
    let of = var(&empty(Target::Tgllp, Simd16), "I");
    let outside = |start, end, bytes| [VisaErrorKind::AliasOutside { start, end, bytes }];
    assert_eq!(with(Storage::Subregister { of, offset: 448 }, 16), []);
    assert_eq!(with(Storage::Subregister { of, offset: 452 }, 16), outside(452, 516, 512));
    assert_eq!(with(Storage::Alias { of }, 128), []);
    assert_eq!(with(Storage::Alias { of }, 129), outside(0, 516, 512));
    assert_eq!(with(Storage::R0, 8), []);
    assert_eq!(with(Storage::R0, 9), outside(0, 36, 32));
}

/// A verifier that followed them would not come back.
#[test]
fn circles_of_aliases_are_found() {
    let mut kernel = empty(Target::Tgllp, Simd16);
    let (one, other) = (var(&kernel, "I"), var(&kernel, "U"));
    kernel.vars[one].storage = Storage::Alias { of: other };
    assert_eq!(violations(&kernel), []);
    kernel.vars[other].storage = Storage::Alias { of: one };
    assert_eq!(violations(&kernel), [VisaErrorKind::AliasCircle]);
    kernel.vars[one].storage = Storage::Alias { of: one };
    assert_eq!(violations(&kernel), [VisaErrorKind::AliasCircle]);
}

#[test]
fn predicates_have_a_power_of_two_of_bits() {
    let mut kernel = empty(Target::Tgllp, Simd16);
    let pred = kernel.preds.keys().next().expect("P is declared");
    for bits in 0..=64 {
        kernel.preds[pred] = bits;
        let legal = [1, 2, 4, 8, 16, 32].contains(&bits);
        let expected = if legal { vec![] } else { vec![VisaErrorKind::PredicateElements { given: bits }] };
        assert_eq!(violations(&kernel), expected);
    }
}

#[test]
fn arguments_have_bytes_of_their_own_where_their_variables_may_begin() {
    let with = |inputs: &str| {
        let declarations =
            ".decl A v_type=G type=d num_elts=16 align=GRF\n.decl C v_type=G type=d num_elts=1 align=dword\n";
        let text = format!("{DECLARATIONS}{declarations}{inputs}\n.function \"L0\"\n    ret (M1, 1)\n");
        let parsed = parse(&text, Target::Tgllp).unwrap_or_else(|errors| panic!("{errors:?}"));
        violations(&parsed)
    };
    assert_eq!(with(".input A offset=32 size=64\n.input C offset=100 size=4\n"), []);
    assert_eq!(with(".input C offset=100 size=4\n.input A offset=4032 size=64\n"), []);
    let overlap = with(".input C offset=92 size=4\n.input A offset=32 size=64\n");
    assert_eq!(overlap, [VisaErrorKind::InputOverlap { other: "A".to_owned() }]);
    let alignment = |offset, align| [VisaErrorKind::InputAlignment { offset, align }];
    assert_eq!(with(".input A offset=48 size=64\n"), alignment(48, 32));
    assert_eq!(with(".input C offset=33 size=4\n"), alignment(33, 4));
    let outside = with(".input A offset=4064 size=64\n");
    assert_eq!(outside, [VisaErrorKind::InputOutside { start: 4064, end: 4128, bytes: 4096 }]);
}

#[test]
fn labels_stand_once() {
    let body = "jmp (M1, 1) L1
                L1:
                mov (M1, 8) I(0,0)<1> 0x0:d";
    let mut kernel = kernel(Target::Tgllp, Simd16, body);
    assert_eq!(violations(&kernel), []);
    let label = kernel.insts[4];
    kernel.insts[5] = label;
    let errors = verify(&kernel);
    assert_eq!(
        errors.iter().map(|error| (error.inst, error.kind.clone())).collect::<Vec<_>>(),
        [(Some(5), VisaErrorKind::LabelTwice)]
    );
    let no_label = |kernel: &VisaKernel| {
        let errors = verify(kernel);
        let found: Vec<_> = errors.iter().map(|error| (error.inst, error.kind.clone())).collect();
        assert_eq!(found, [(Some(3), VisaErrorKind::NoLabel)]);
    };
    kernel.insts.remove(5);
    let Inst::Label(target) = label else { panic!("{label:?}") };
    // Such a label is not written.
    kernel.labels[target] = LabelKind::Unused;
    no_label(&kernel);
    kernel.insts.remove(4);
    no_label(&kernel);
}

#[test]
fn only_the_main_function_may_return() {
    let kernel = |instructions: &str| {
        let text = format!("{DECLARATIONS}\n{instructions}");
        parse(&text, Target::Tgllp).unwrap_or_else(|errors| panic!("{errors:?}"))
    };
    let ret = "    ret (M1, 1)\n";
    assert_eq!(violations(&kernel(&format!(".function \"main\"\n{ret}"))), []);
    assert_eq!(violations(&kernel(&format!("main:\n{ret}"))), [VisaErrorKind::ReturnOutsideMain]);
    let second = format!(".function \"main\"\n{ret}.function \"other\"\n{ret}");
    assert_eq!(violations(&kernel(&second)), [VisaErrorKind::ReturnOutsideMain]);
}
