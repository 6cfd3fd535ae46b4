//! What depends on undefined bytes of local memory is not compared, and everything else is.

use texvisa_emulator::refine::{Cause, FEW_BYTES, RefineError, Summary, TrialOptions, refine};
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::visa::{Alu, AluOp, Inst, RegisterMap};
use texvisa_lowering::{LoweringOptions, lower};

/// A work item reads local memory that none has written; `stores` have what it read as `%v`, and a number of their own as
/// `%r`, the only `and`.
fn kernel(stores: &str) -> String {
    format!(
        "surface b0: raw @ table 0
surface b1: raw @ table 1
kernel @k(%x: i16 = local_id_x) {{
^entry:
  %id = zext i16 %x -> i32
  %a = shl i32 %id, 3
  %b = add i32 %a, 4
  %far = add i32 %a, 4096
  store_local [x: %far], i32 %id
  fence_local
  barrier
  %v = load_local [x: %a] -> i32
  %r = and i32 %id, 5
{stores}
}}"
    )
}

/// Checks the kernel, or one whose `and` is an `or`.
fn check(stores: &str, is_wrong: bool) -> Result<Summary, RefineError> {
    check_text(&kernel(stores), is_wrong, TrialOptions { trials: 20, ..Default::default() })
}

fn check_text(text: &str, is_wrong: bool, options: TrialOptions) -> Result<Summary, RefineError> {
    let module = texvisa_ir::texture::parse(text).unwrap_or_else(|errors| panic!("{errors:?}"));
    let id = module.kernel("k").expect("a kernel");
    let source = module.kernels[id].clone();
    let lowering = LoweringOptions::default();
    let lowered = lower(&module, source, Target::Tgllp, SimdWidth::Simd16, &lowering).expect("it can be lowered");
    let mut kernel = lowered.kernel;
    let ands = kernel.insts.iter_mut().filter_map(|inst| match inst {
        Inst::Alu(Alu { op, .. }) if *op == AluOp::And => Some(op),
        _ => None,
    });
    let ands: Vec<&mut AluOp> = ands.collect();
    assert_eq!(ands.len(), 1, "{text}");
    if is_wrong {
        ands.into_iter().for_each(|op| *op = AluOp::Or);
    }
    refine(&module, id, &kernel, &RegisterMap::unbounded(&kernel), &options)
}

/// To two buffers, to one, and with a number that is undefined for few bits and goes through local memory.
const STORES: [&str; 3] = [
    "  store_raw b1 [x: %a], i32 %v\n  store_raw b0 [x: %a], i32 %r\n  return",
    "  store_raw b0 [x: %a], i32 %v\n  store_raw b0 [x: %b], i32 %r\n  return",
    "  %s = add i32 %v, %id\n  %c = icmp.eq i32 %s, 77\n  %t = select i32 %c, 1, 2\n  store_raw b0 [x: %a], i32 %t
  store_local [x: %a], i32 %s\n  %u = load_local [x: %a] -> i32\n  store_raw b0 [x: %a], i32 %u
  store_raw b0 [x: %b], i32 %r\n  return",
];

#[test]
fn a_right_kernel_passes() {
    for stores in STORES {
        let summary = check(stores, false).unwrap_or_else(|error| panic!("{stores}: {error}"));
        assert!(summary.trials > 0 && summary.compared_bytes > 100, "{stores}: {summary:?}");
    }
}

#[test]
fn a_fault_beside_an_undefined_byte_is_found() {
    for stores in STORES {
        let Err(RefineError::Differs(report)) = check(stores, true) else { panic!("{stores}: no difference") };
        assert!(report.differences.iter().all(|difference| difference.entry == 0), "{stores}: {report}");
    }
}

#[test]
fn a_kernel_whose_conditions_depend_on_undefined_bytes_is_not_compared_where_it_differs() {
    let stores = "  %c = icmp.eq i32 %v, 1234567\n  branch %c, ^one, ^other
^one:\n  store_raw b0 [x: %b], i32 %id\n  return
^other:\n  store_raw b0 [x: %a], i32 %r\n  return";
    let summary = check(stores, true);
    let summary = summary.unwrap_or_else(|error| panic!("{error}"));
    let cause = |cause| summary.uncompared.iter().any(|uncompared| uncompared.cause == cause);
    assert!(cause(Cause::LocalMemory) || cause(Cause::Undefined), "{summary:?}");
}

/// Stores the number `%id` of a work item in local memory, and in memory what item `last - %id` stored.
fn reversed(last: u32) -> String {
    format!(
        "  %a = shl i32 %id, 2
  store_local [x: %a], i32 %id
  fence_local
  barrier
  %other = sub i32 {last}, %id
  %r = and i32 %other, {}
  %b = shl i32 %r, 2
  %v = load_local [x: %b] -> i32
  store_raw b0 [x: %a], i32 %v
",
        2 * last + 1
    )
}

/// That enough of what a kernel writes is compared.
fn is_compared(text: &str, trials: u32, further: u32) {
    let options = TrialOptions { trials, further, ..Default::default() };
    let summary = check_text(text, false, options).unwrap_or_else(|error| panic!("{error}"));
    assert!(summary.compared_bytes >= FEW_BYTES, "{summary:?}");
}

/// Work item i of a group reads what work item 255 - i of 16 by 16 wrote, which does not say that it needs such a group.
#[test]
fn a_kernel_that_needs_a_group_of_a_usual_size_is_compared() {
    let text = format!(
        "surface b0: raw @ table 0
kernel @k(%x: i16 = local_id_x, %y: i16 = local_id_y) {{
^entry:
  %i = zext i16 %x -> i32
  %j = zext i16 %y -> i32
  %row = shl i32 %j, 4
  %id = add i32 %row, %i
{}  return
}}",
        reversed(255)
    );
    is_compared(&text, 10, 290);
}

/// Work item i of a row of 512 reads what work item 511 - i wrote. It knows three axes, and leaves alone what is behind the
/// sizes that it takes.
#[test]
fn a_kernel_that_needs_a_row_of_the_size_of_its_array_is_compared() {
    let arguments = "%x: i16 = local_id_x, %y: i16 = local_id_y, %z: i16 = local_id_z, \
                     %w: uniform i32, %h: uniform i32, %d: uniform i32";
    let text = format!(
        "surface b0: raw @ table 0
kernel @k({arguments}) {{
^entry:
  %id = zext i16 %x -> i32
  %j = zext i16 %y -> i32
  %k = zext i16 %z -> i32
  %in_row = icmp.ult i32 %id, %w
  branch %in_row, ^column, ^end
^column:
  %in_column = icmp.ult i32 %j, %h
  branch %in_column, ^layer, ^end
^layer:
  %in_layer = icmp.ult i32 %k, %d
  branch %in_layer, ^inside, ^end
^inside:
{}  jump ^end
^end:
  return
}}",
        reversed(511)
    );
    is_compared(&text, 100, 900);
}
