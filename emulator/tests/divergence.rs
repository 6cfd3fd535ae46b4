//! Lanes that diverge and reconverge, in both engines: the vISA here was lowered by hand from the texture IR beside it.

mod engine;

use engine::{FILL, buffer, execute, interpret, kernel, row, with_argument};
use texvisa_emulator::UndefBits;
use texvisa_emulator::interp::InterpError;
use texvisa_emulator::machine::{MachineError, Trap};
use texvisa_ir::target::Target;

/// Declarations of a SIMD8 kernel on TGLLP with local ids and one argument a lane: r0, three registers of local ids,
/// then the argument.
const INPUTS: &str = "\
.decl X v_type=G type=uw num_elts=16 align=GRF
.decl N v_type=G type=d num_elts=8 align=GRF
.decl A v_type=G type=ud num_elts=8 align=GRF
.decl V v_type=G type=d num_elts=8 align=GRF
.decl W v_type=G type=d num_elts=8 align=GRF
.decl I v_type=G type=d num_elts=8 align=GRF
.decl J v_type=G type=d num_elts=8 align=GRF
.decl P1 v_type=P num_elts=8
.input X offset=32 size=32
.input N offset=128 size=32";

const IF_ELSE: &str = "surface b0: raw @ table 0
kernel @k(%x: i16 = local_id_x, %n: i32) {
^entry:
  %id = zext i16 %x -> i32
  %a = shl i32 %id, 2
  %low = and i32 %n, 1
  %odd = icmp.eq i32 %low, 1
  branch %odd, ^then, ^else
^then:
  %p = mul i32 %n, 10
  jump ^join(%p)
^else:
  %q = add i32 %n, 1000
  jump ^join(%q)
^join(%v: i32):
  store_raw b0 [x: %a], i32 %v
  return
}";

const IF_ELSE_VISA: &str = "\
    mov (M1, 8) A(0,0)<1> X(0,0)<1;1,0>
    shl (M1, 8) A(0,0)<1> A(0,0)<1;1,0> 0x2:ud
    and (M1, 8) W(0,0)<1> N(0,0)<1;1,0> 0x1:d
    cmp.eq (M1, 8) P1 W(0,0)<1;1,0> 0x1:d
    (!P1) goto (M1, 8) else
    mul (M1, 8) V(0,0)<1> N(0,0)<1;1,0> 0xa:d
    goto (M1, 8) join
else:
    add (M1, 8) V(0,0)<1> N(0,0)<1;1,0> 0x3e8:d
join:
    movs (M1_NM, 1) T6(0) 0x0:ud
    scatter4_scaled.R (M1, 8) T6 0x0:ud A.0 V.0
    ret (M1, 1)";

/// Lanes run both sides of a branch and reconverge; the last hardware thread has three lanes.
#[test]
fn both_sides_of_a_branch_meet_again() {
    let kernel = kernel(Target::Tgllp, INPUTS, IF_ELSE_VISA);
    let given = [3, 4, 7, 0, 1, 2, 9, 8, 5, 6, 11];
    let expected: Vec<u32> = given.iter().map(|n| if n % 2 == 1 { n * 10 } else { n + 1000 }).chain([0; 5]).collect();
    let environment = with_argument(buffer(16), 1, &given);
    assert_eq!(interpret(IF_ELSE, &environment, &row(11), UndefBits::constant(FILL)), Ok(expected.clone()));
    assert_eq!(execute(&kernel, IF_ELSE, &environment, &row(11)), Ok(expected));
}

/// For each i below n, adds all j up to i, and leaves both loops when the sum passes 20.
const NEST: &str = "surface b0: raw @ table 0
kernel @k(%x: i16 = local_id_x, %n: i32) {
^entry:
  %id = zext i16 %x -> i32
  %a = shl i32 %id, 2
  jump ^outer(i32 0, i32 0)
^outer(%i: i32, %s: i32):
  %more = icmp.slt i32 %i, %n
  branch %more, ^inner(i32 0, %s), ^done(%s)
^inner(%j: i32, %t: i32):
  %u = add i32 %t, %j
  %full = icmp.sgt i32 %u, 20
  branch %full, ^done(%u), ^next
^next:
  %k = add i32 %j, 1
  %again = icmp.sle i32 %k, %i
  branch %again, ^inner(%k, %u), ^latch
^latch:
  %m = add i32 %i, 1
  jump ^outer(%m, %u)
^done(%r: i32):
  store_raw b0 [x: %a], i32 %r
  return
}";

const NEST_VISA: &str = "\
    mov (M1, 8) A(0,0)<1> X(0,0)<1;1,0>
    shl (M1, 8) A(0,0)<1> A(0,0)<1;1,0> 0x2:ud
    mov (M1, 8) I(0,0)<1> 0x0:d
    mov (M1, 8) V(0,0)<1> 0x0:d
outer:
    cmp.lt (M1, 8) P1 I(0,0)<1;1,0> N(0,0)<1;1,0>
    (!P1) goto (M1, 8) done
    mov (M1, 8) J(0,0)<1> 0x0:d
inner:
    add (M1, 8) V(0,0)<1> V(0,0)<1;1,0> J(0,0)<1;1,0>
    cmp.gt (M1, 8) P1 V(0,0)<1;1,0> 0x14:d
    (P1) goto (M1, 8) done
    add (M1, 8) J(0,0)<1> J(0,0)<1;1,0> 0x1:d
    cmp.le (M1, 8) P1 J(0,0)<1;1,0> I(0,0)<1;1,0>
    (P1) goto (M1, 8) inner
    add (M1, 8) I(0,0)<1> I(0,0)<1;1,0> 0x1:d
    goto (M1, 8) outer
done:
    movs (M1_NM, 1) T6(0) 0x0:ud
    scatter4_scaled.R (M1, 8) T6 0x0:ud A.0 V.0
    ret (M1, 1)";

#[test]
fn nested_loops_are_left_by_each_lane_on_its_own() {
    let nest = |n: u32| {
        let mut sum = 0;
        for i in 0..n {
            for j in 0..=i {
                sum += j;
                if sum > 20 {
                    return sum;
                }
            }
        }
        sum
    };
    let given: Vec<u32> = (0..8).chain([20, 3]).collect();
    let expected: Vec<u32> = given.iter().map(|n| nest(*n)).chain([0; 6]).collect();
    assert_eq!(expected[..9], [0, 0, 1, 4, 10, 20, 21, 21, 21]);
    let environment = with_argument(buffer(16), 1, &given);
    let kernel = kernel(Target::Tgllp, INPUTS, NEST_VISA);
    assert_eq!(interpret(NEST, &environment, &row(10), UndefBits::constant(FILL)), Ok(expected.clone()));
    assert_eq!(execute(&kernel, NEST, &environment, &row(10)), Ok(expected));
}

fn trap(body: &str) -> Result<Vec<u32>, Trap> {
    let kernel = kernel(Target::Tgllp, INPUTS, body);
    let environment = with_argument(buffer(16), 1, &[0, 1, 0, 1, 0, 1, 0, 1]);
    execute(&kernel, IF_ELSE, &environment, &row(8)).map_err(|error| match error {
        MachineError::Trapped { trap, .. } => trap,
        error => panic!("{error}"),
    })
}

#[test]
fn a_jump_over_pending_lanes_is_refused() {
    let body = "\
    cmp.eq (M1, 8) P1 N(0,0)<1;1,0> 0x1:d
    (P1) goto (M1, 8) middle
    jmp (M1, 1) end
middle:
    mov (M1, 8) V(0,0)<1> 0x1:d
end:
    ret (M1, 1)";
    // Label L0 is instruction 0, middle instruction 4.
    assert_eq!(trap(body), Err(Trap::PassesPendingLanes { lanes: 0b1010_1010, at: 4 }));
    // A jump to the join point itself is legal: there they reconverge.
    assert!(trap(&body.replace("jmp (M1, 1) end", "jmp (M1, 1) middle")).is_ok());
}

#[test]
fn a_jump_of_some_lanes_and_a_return_of_some_are_refused() {
    let jump = "\
    cmp.eq (M1, 8) P1 N(0,0)<1;1,0> 0x1:d
    (P1) jmp (M1, 8) end
end:
    ret (M1, 1)";
    assert_eq!(trap(jump), Err(Trap::DivergentJump { taken: 0b1010_1010, active: 0xff }));
    let early = "\
    cmp.eq (M1, 8) P1 N(0,0)<1;1,0> 0x1:d
    (P1) goto (M1, 8) end
    ret (M1, 1)
end:
    ret (M1, 1)";
    assert_eq!(trap(early), Err(Trap::ReturnWhilePending { lanes: 0b1010_1010 }));
}

/// A branch of one lane is uniform: the first element decides for all (GOTO and JMP, Notes).
#[test]
fn a_branch_of_execution_size_one_moves_all_lanes() {
    let body = "\
    mov (M1, 8) V(0,0)<1> 0x0:d
    mov (M1, 8) A(0,0)<1> X(0,0)<1;1,0>
    shl (M1, 8) A(0,0)<1> A(0,0)<1;1,0> 0x2:ud
    cmp.eq (M1, 8) P1 N(0,0)<1;1,0> 0x0:d
    (P1) goto (M1, 1) end
    mov (M1, 8) V(0,0)<1> 0x1:d
end:
    movs (M1_NM, 1) T6(0) 0x0:ud
    scatter4_scaled.R (M1, 8) T6 0x0:ud A.0 V.0
    ret (M1, 1)";
    assert_eq!(trap(body).map(|words| words[..8].to_vec()), Ok(vec![0; 8]));
    assert_eq!(trap(&body.replace("(P1)", "(!P1)")).map(|words| words[..8].to_vec()), Ok(vec![1; 8]));
    let any = body.replace("(P1) goto (M1, 1)", "(!P1.all) goto (M1, 8)");
    assert_eq!(trap(&any).map(|words| words[..8].to_vec()), Ok(vec![0; 8]));
}

/// A hardware thread executes so many instructions and not one more, wherever it ends. The label in front is one.
#[test]
fn the_step_limit_is_an_instruction_to_the_one() {
    let body = "    add (M1, 8) V(0,0)<1> V(0,0)<1;1,0> 0x1:d\n".repeat(200);
    let ret = "    ret (M1, 1)";
    let over = |limit| Err(MachineError::StepLimit { limit });
    for (limit, end, expected) in [
        (100, "", over(100)),
        (200, "", over(200)),
        (201, "", Err(MachineError::NoReturn)),
        (201, ret, over(201)),
        (202, ret, Ok(vec![0; 16])),
    ] {
        let mut environment = with_argument(buffer(16), 1, &[0; 8]);
        environment.step_limit = limit;
        let kernel = kernel(Target::Tgllp, INPUTS, &format!("{body}{end}"));
        assert_eq!(execute(&kernel, IF_ELSE, &environment, &row(8)), expected, "{limit} {end}");
    }
}

#[test]
fn endless_loops_end_with_an_error() {
    let text = IF_ELSE.replace("jump ^join(%q)", "jump ^else");
    let mut environment = with_argument(buffer(16), 1, &[0; 8]);
    environment.step_limit = 1000;
    assert_eq!(
        interpret(&text, &environment, &row(8), UndefBits::constant(FILL)),
        Err(InterpError::StepLimit { limit: 1000 })
    );
    let kernel = kernel(Target::Tgllp, INPUTS, "again:\n    jmp (M1, 1) again");
    assert_eq!(execute(&kernel, IF_ELSE, &environment, &row(8)), Err(MachineError::StepLimit { limit: 1000 }));
}
