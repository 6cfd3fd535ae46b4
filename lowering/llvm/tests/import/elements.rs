//! Elements of vectors and structures, and indices that name them.

use super::instructions::computing;
use super::{body, declare, import, module, refusals};

#[test]
fn vectors_are_taken_apart() {
    let lines = computing(
        "<2 x float>",
        "  %v = insertelement <2 x float> undef, float %f0, i32 0
  %w0 = insertelement <2 x float> %v, float %f1, i32 1
  %s = fadd <2 x float> %w0, <float 1.0, float undef>
  %r = shufflevector <2 x float> %s, <2 x float> zeroinitializer, <2 x i32> <i32 1, i32 2>",
    );
    assert_eq!(lines, ["%0 = fadd f32 %f1, undef", "%1 = vec f32 [%0, 0.0]"]);
}

#[test]
fn an_index_that_is_not_constant_names_an_element() {
    let lines = computing("float", "  %r = extractelement <3 x float> <float 1.0, float 2.0, float 3.0>, i32 %a");
    assert_eq!(lines, ["%0 = vec f32 [1.0, 2.0, 3.0]", "%r = element f32x3 %0, %a"]);
    let lines = computing("<2 x i32>", "  %r = insertelement <2 x i32> zeroinitializer, i32 %b, i32 %a");
    assert_eq!(lines, ["%0 = vec i32 [0, 0]", "%1 = insert i32x2 %0, %a, %b"]);
    let lines = computing("i32", "  %r = extractelement <2 x i32> <i32 1, i32 2>, i32 9");
    assert!(lines.is_empty());
}

#[test]
fn an_index_of_another_width_is_a_dword() {
    let lines = computing("i32", "  %r = extractelement <2 x i32> <i32 1, i32 2>, i16 %w");
    assert_eq!(lines, ["%0 = zext i16 %w -> i32", "%1 = vec i32 [1, 2]", "%r = element i32x2 %1, %0"]);
}

#[test]
fn booleans_are_chosen_by_selects() {
    let lines = computing(
        "i32",
        "  %v = insertelement <2 x i1> undef, i1 %t, i32 0
  %v2 = insertelement <2 x i1> %v, i1 true, i32 1
  %e = extractelement <2 x i1> %v2, i32 %a
  %r = zext i1 %e to i32",
    );
    assert!(lines.iter().any(|line| line.contains("select i1")), "{lines:#?}");
}

/// What the importer makes of a choice among the elements 10, 11, 12 and so on by the index `%x`, which `instructions`
/// compute from `%a` and `%b`: the elements that it may be.
fn elements_chosen(instructions: &str) -> Vec<u32> {
    let elements = (10..18).map(|element| format!("i32 {element}")).collect::<Vec<_>>().join(", ");
    let choice = format!("  %r = extractelement <8 x i32> <{elements}>, i32 %x");
    let lines = computing("i32", &format!("{instructions}\n{choice}"));
    let vector = lines.iter().find_map(|line| line.split_once("vec i32 [")?.1.strip_suffix(']'));
    vector.map_or_else(Vec::new, |vector| vector.split(", ").filter_map(|operand| operand.parse().ok()).collect())
}

#[test]
fn an_index_with_known_bits_chooses_among_fewer_elements() {
    // A multiple of two; twice a number, and one; 4 b + 6, whose low bits are 10.
    assert_eq!(elements_chosen("  %x = shl i32 %a, 1"), [10, 12, 14, 16]);
    assert_eq!(elements_chosen("  %y = mul i32 %a, 2\n  %x = or i32 %y, 1"), [11, 13, 15, 17]);
    assert_eq!(elements_chosen("  %y = shl i32 %b, 2\n  %x = add i32 %y, 6"), [12, 16]);
    assert_eq!(elements_chosen("  %y = shl i32 %b, 2\n  %x = sub i32 %y, 1"), [13, 17]);
    // At most 5; a number of 16 bits; what is not 4 where the other bits are taken from a.
    assert_eq!(elements_chosen("  %x = and i32 %a, 5"), [10, 11, 12, 13, 14, 15]);
    assert_eq!(elements_chosen("  %y = and i16 %w, 3\n  %x = zext i16 %y to i32"), [10, 11, 12, 13]);
    assert_eq!(elements_chosen("  %y = or i32 %a, 4\n  %x = xor i32 %y, 4"), [10, 11, 12, 13]);
    // Of a quotient and of a sum of two numbers nothing is known.
    assert_eq!(elements_chosen("  %y = shl i32 %a, 2\n  %x = lshr i32 %y, 1").len(), 8);
    assert_eq!(elements_chosen("  %x = add i32 %a, %b").len(), 8);
}

/// The operations on elements that the importer makes of `instructions`.
fn element_operations(instructions: &str) -> Vec<String> {
    let lines = computing("i32", instructions);
    let of = |line: &String| line.split_once(" = ").map(|(_, operation)| operation.to_owned());
    let is_one = |operation: &String| operation.starts_with("insert ") || operation.starts_with("element ");
    let kinds = lines.iter().filter_map(of).filter(is_one);
    kinds.map(|operation| operation.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn a_vector_that_is_laid_out_stays_whole() {
    // Of four elements or more that an index may name, also where it is read at another index later.
    let odd =
        "  %y = shl i32 %a, 1\n  %x = or i32 %y, 1\n  %v = insertelement <8 x i32> zeroinitializer, i32 %b, i32 %x";
    assert_eq!(element_operations(&format!("{odd}\n  %r = extractelement <8 x i32> %v, i32 3")), ["insert i32x8"]);
    let read = format!("{odd}\n  %z = shl i32 %b, 2\n  %r = extractelement <8 x i32> %v, i32 %z");
    assert_eq!(element_operations(&read), ["insert i32x8", "element i32x8"]);
    // Also where it is read at any index later.
    let odd = "  %v = insertelement <8 x i32> zeroinitializer, i32 %b, i32 3
  %y = shl i32 %a, 1\n  %x = or i32 %y, 1\n  %e = extractelement <8 x i32> %v, i32 %x";
    assert_eq!(element_operations(&format!("{odd}\n  %r = add i32 %e, %b")), ["element i32x4"]);
    let any = format!("{odd}\n  %o = extractelement <8 x i32> %v, i32 %a\n  %r = add i32 %e, %o");
    assert_eq!(element_operations(&any), ["element i32x8", "element i32x8"]);
    // Of two it is these that are chosen among.
    let few = "  %x = shl i32 %a, 2\n  %v = insertelement <8 x i32> zeroinitializer, i32 %b, i32 %x";
    assert_eq!(element_operations(&format!("{few}\n  %r = extractelement <8 x i32> %v, i32 4")), ["insert i32x2"]);
}

#[test]
fn indices_that_differ_in_known_bits_are_one_index() {
    let lines = computing(
        "<4 x i32>",
        "  %i = shl i32 %a, 1
  %j = or i32 %i, 1
  %v = insertelement <4 x i32> zeroinitializer, i32 5, i32 %i
  %r = insertelement <4 x i32> %v, i32 6, i32 %j",
    );
    assert_eq!(
        lines,
        [
            "%i = shl i32 %a, 1",
            "%0 = lshr i32 %i, 1",
            "%1 = vec i32 [0, 0]",
            "%2 = insert i32x2 %1, %0, 5",
            "%3 = extract i32x2 %2, 0",
            "%4 = extract i32x2 %2, 1",
            "%5 = vec i32 [0, 0]",
            "%6 = insert i32x2 %5, %0, 6",
            "%7 = extract i32x2 %6, 0",
            "%8 = extract i32x2 %6, 1",
            "%9 = vec i32 [%3, %7, %4, %8]"
        ]
    );
}

#[test]
fn the_index_of_an_unrolled_loop_is_a_multiple() {
    // i is 0, 4, 8 and so on; k is 1, 3, 5 and so on; of n, which a is added to, nothing is known.
    for (index, elements) in [("%i", 2), ("%j", 2), ("%k", 4), ("%n", 8)] {
        let text = module(
            "i32 %a, i32 %b",
            &format!(
                "  br label %start
start:
  br label %loop
loop:
  %i = phi i32 [ 0, %start ], [ %i.next, %loop ]
  %k = phi i32 [ 1, %start ], [ %k.next, %loop ]
  %n = phi i32 [ 0, %start ], [ %n.next, %loop ]
  %j = or i32 %i, 3
  %e = extractelement <8 x i32> <i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8>, i32 {index}
  store i32 %e, i32 addrspace(131072)* null, align 4
  %i.next = add i32 %i, 4
  %k.next = add i32 %k, 2
  %n.next = add i32 %n, %a
  %more = icmp slt i32 %n.next, %b
  br i1 %more, label %loop, label %end
end:"
            ),
            "",
        );
        let vector = format!("element i32x{elements} ");
        assert!(body(&text).iter().any(|line| line.contains(&vector)), "{index}: {text}");
    }
}

/// `i`, `i | 1`, ... of a multiple of four name elements of different vectors, at one index.
#[test]
fn indices_of_an_unrolled_loop_share_their_quotient() {
    let elements: String = (0..4)
        .map(|number| {
            format!(
                "  %j{number} = or i32 %i, {number}\n  %e{number} = extractelement <16 x i32> %v, i32 %j{number}\n  store i32 %e{number}, i32 addrspace(131072)* null, align 4\n"
            )
        })
        .collect();
    let vector: String = (0..16)
        .map(|number| {
            let from = if number == 0 { "undef".to_owned() } else { format!("%v{}", number - 1) };
            format!("  %v{number} = insertelement <16 x i32> {from}, i32 %{}, i32 {number}\n", ["a", "b"][number % 2])
        })
        .collect();
    let body_text = format!("{vector}  %i = shl i32 %a, 2\n{elements}").replace("%v,", "%v15,");
    let lines = body(&module("i32 %a, i32 %b", &body_text, ""));
    let quotients: Vec<_> = lines.iter().filter(|line| line.contains("lshr")).collect();
    assert_eq!(quotients.len(), 1, "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains(" sub ")), "{lines:?}");
    assert_eq!(lines.iter().filter(|line| line.contains("element i32x4 ")).count(), 4, "{lines:?}");
}

/// Intel's compiler leaves it of private memory that nothing reads (Baikal's `QuadTree_Init`), here longer than any vector of texture
/// IR.
#[test]
fn a_uniform_vector_that_nothing_reads_is_left_out() {
    let calls = "  %v = call <188 x i8> @llvm.genx.GenISA.vectorUniform.v188i8()";
    let text =
        module("i32 %x", &format!("{calls}\n  store i32 %x, i32 addrspace(131072)* null, align 4"), &declare(calls));
    assert_eq!(body(&text), ["store_raw b0 [x: 0], i32 %x"]);
}

#[test]
fn a_uniform_vector_is_undefined_until_it_is_written() {
    let calls = "  %v = call <2 x i32> @llvm.genx.GenISA.vectorUniform.v2i32()";
    let text = module(
        "i32 %x",
        &format!(
            "{calls}\n  %w = insertelement <2 x i32> %v, i32 7, i32 1\n  %e = extractelement <2 x i32> %w, i32 %x
  store i32 %e, i32 addrspace(131072)* null, align 4"
        ),
        &declare(calls),
    );
    let expected = ["%0 = vec i32 [undef, 7]", "%e = element i32x2 %0, %x", "store_raw b0 [x: 0], i32 %e"];
    assert_eq!(body(&text), expected);
}

/// As many elements as the longest vector of texture IR has, however deep they are in types; and types without an end are no work.
#[test]
fn a_value_has_as_many_elements_as_a_vector() {
    let text = |ty: &str| {
        let value = format!("  %v = insertvalue {ty} undef, i8 7, 0");
        let value = if ty.starts_with('<') {
            value.replace("insertvalue", "insertelement").replace("7, 0", "7, i32 0")
        } else {
            value
        };
        module("i32 %x", &value, "")
    };
    for ty in ["<128 x i8>", "[128 x i8]", "{ i8, [127 x i8] }", "{ i8, [127 x { i8 }] }"] {
        import(&text(ty));
    }
    for ty in ["<129 x i8>", "{ i8, [128 x i8] }", "{ i8, [1073741824 x {}] }"] {
        let refused = refusals(&text(ty));
        assert!(refused[0].starts_with(&format!("kernel k: texture IR has no values of type {ty};")), "{refused:?}");
    }
}
