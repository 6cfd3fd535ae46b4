//! What becomes of a kernel that needs more registers than there are.

use super::{OrderedFrom, TGL, passed, passed_for, passed_in};

/// What ends live ranges is computed before others begin.
#[test]
fn few_registers_order_a_block() {
    let body = "^entry:
  %a = load_raw b0 [x: %x] -> f32x4
  %b = load_raw b0 [x: %y] -> f32x4
  %p = extract f32x4 %a, 0
  %q = extract f32x4 %a, 3
  %r = extract f32x4 %b, 0
  %s = extract f32x4 %b, 3
  %left = fadd f32 %p, %q
  %right = fadd f32 %r, %s
  %sum = fadd f32 %left, %right
  store_raw b0 [x: %x], f32 %sum
  return";
    let (lines, passes) = passed_for(TGL, body, Some(9));
    let computed = |name: &str| lines.iter().position(|line| line.starts_with(name)).expect("the instruction is there");
    // The first vector ends before the second is loaded.
    assert!(computed("%left") < computed("%b"), "{lines:#?}");
    assert_eq!(passes, ["pressure"]);
    assert_eq!(passed_for(TGL, body, Some(128)), passed(TGL, body));
}

/// Texels that the kernel does not write are loaded behind a store of what was computed before; others, and those of a
/// surface that a declaration for stores shares its entry with, before it.
/// A comparison frees the registers of its texel, but there are flag registers for four booleans of 16 lanes.
#[test]
fn few_registers_keep_no_more_booleans_than_flags_hold() {
    let mut body = vec!["^entry:".to_owned()];
    for number in 0..10 {
        body.push(format!("  %u{number} = add i32 %x, {number}"));
        body.push(format!("  %t{number} = load t0 [u: %u{number}] -> i32x4"));
        body.push(format!("  %red{number} = extract i32x4 %t{number}, 0"));
    }
    body.extend((0..10).map(|number| format!("  %c{number} = icmp.ne i32 %red{number}, 0")));
    body.extend((1..10).map(|number| {
        let before = if number == 1 { "c0".to_owned() } else { format!("a{}", number - 1) };
        format!("  %a{number} = and i1 %{before}, %c{number}")
    }));
    body.push("  %all = zext i1 %a9 -> i32\n  store_raw b0 [x: %x], i32 %all\n  return".to_owned());
    let (lines, _) = passed_for(TGL, &body.join("\n"), Some(14));
    let (mut live, mut most) = (0, 0);
    for line in &lines {
        // A comparison makes one, logic reads two and makes one.
        live += usize::from(line.contains("icmp"));
        most = most.max(live);
        live -= usize::from(line.contains("and i1"));
    }
    assert!((1..=4).contains(&most), "{most}: {lines:#?}");
}

#[test]
fn few_registers_load_behind_stores_of_other_surfaces() {
    let body = |loaded: &str| {
        format!(
            "^entry:
  %a = load t1 [u: %x, v: %y, lod: 0] -> f32x4
  %b = load {loaded} [u: %y, v: %x, lod: 0] -> f32x4
  %p = extract f32x4 %a, 0
  %q = extract f32x4 %a, 3
  %r = extract f32x4 %b, 0
  %s = extract f32x4 %b, 3
  %left = fadd f32 %p, %q
  %first = vec f32 [%left, %left, %left, %left]
  write t5 [u: %x, v: %y], f32x4 %first
  %right = fadd f32 %r, %s
  %second = vec f32 [%right, %right, %right, %right]
  write t5 [u: %y, v: %x], f32x4 %second
  return"
        )
    };
    for (loaded, is_behind) in [("t1", true), ("t5", false), ("t6", false)] {
        let (lines, _) = passed_for(TGL, &body(loaded), Some(9));
        let place =
            |name: &str| lines.iter().position(|line| line.starts_with(name)).expect("the instruction is there");
        assert_eq!(place("%b") > place("write"), is_behind, "{loaded}: {lines:#?}");
    }
}

/// A sum of what one block computes, read in a later block that every lane comes to, is computed before the branch; the
/// others are not computed more often.
#[test]
fn few_registers_move_between_blocks() {
    let body = "^entry:
  %a = load_raw b0 [x: %x] -> f32x4
  %p = extract f32x4 %a, 0
  %q = extract f32x4 %a, 3
  %c = icmp.slt i32 %x, %y
  branch %c, ^then, ^join
^then:
  %b = load_raw b0 [x: %y] -> f32x4
  %r = extract f32x4 %b, 0
  store_raw b0 [x: %x], f32 %r
  jump ^join
^join:
  %sum = fadd f32 %p, %q
  store_raw b0 [x: %y], f32 %sum
  return";
    let (lines, _) = passed_for(TGL, body, Some(8));
    let computed = |name: &str| lines.iter().position(|line| line.starts_with(name)).expect("the instruction is there");
    assert!(computed("%sum") < computed("branch"), "{lines:#?}");
    // Here the operands are read behind the branch anyway.
    let kept = body.replace("f32 %sum\n", "f32 %sum\n  store_raw b0 [x: %y], f32x4 %a\n");
    let (lines, _) = passed_for(TGL, &kept, Some(8));
    let computed = |name: &str| lines.iter().position(|line| line.starts_with(name)).expect("the instruction is there");
    assert!(computed("%sum") > computed("^join"), "{lines:#?}");
    // In a loop it would be computed more often.
    let looped = body
        .replace("^then:", "^then:\n  jump ^again\n^again:")
        .replace("  jump ^join\n", "  branch %c, ^again, ^join\n");
    let (lines, _) = passed_for(TGL, &looped, Some(8));
    let computed = |name: &str| lines.iter().position(|line| line.starts_with(name)).expect("the instruction is there");
    assert!(computed("%sum") < computed("^then"), "{lines:#?}");
}

/// A loop that adds two products to each of forty sums, as a convolution does: the second factor is loaded behind the
/// first products, though many of the second ones could stand next to it.
#[test]
fn few_registers_load_behind_many_that_do_without() {
    let each = |line: &dyn Fn(u32) -> String| (0..40).map(line).collect::<Vec<_>>();
    let sums = |name: &str| each(&|n| format!("%{name}{n}")).join(", ");
    let body = [
        format!("^entry:\n  jump ^loop({})\n", each(&|_| "%u".to_owned()).join(", ")),
        format!("^loop({}):\n", each(&|n| format!("%s{n}: f32")).join(", ")),
        "  %a = load t1 [u: %x, v: %y, lod: 0] -> f32x4\n  %b = load t1 [u: %y, v: %x, lod: 0] -> f32x4\n".to_owned(),
        "  %first = extract f32x4 %a, 0\n  %second = extract f32x4 %b, 0\n".to_owned(),
        each(&|n| format!("  %p{n} = fma f32 %first, %v, %s{n}\n")).concat(),
        each(&|n| format!("  %q{n} = fma f32 %second, %w, %p{n}\n")).concat(),
        format!("  %c = icmp.slt i32 %x, %y\n  branch %c, ^loop({}), ^end\n^end:\n", sums("q")),
        each(&|n| format!("  store_raw b0 [x: %x], f32 %q{n}\n")).concat(),
        "  return".to_owned(),
    ];
    let (lines, passes) = passed_for(TGL, &body.concat(), Some(64));
    assert!(passes.contains(&"pressure"));
    let loaded = lines.iter().position(|line| line.starts_with("%b = load")).expect("the load is there");
    let before = lines[..loaded].iter().filter(|line| line.starts_with("%p")).count();
    assert_eq!(before, 40, "{lines:#?}");
}

/// Products of sums, all sums of which come before the first product: one product is computed after the other.
#[test]
fn few_registers_compute_one_tree_after_the_other() {
    let body = "^entry:
  %p1 = xor i32 %x, 11
  %q1 = xor i32 %x, 12
  %r1 = xor i32 %x, 13
  %s1 = xor i32 %x, 14
  %p2 = xor i32 %x, 21
  %q2 = xor i32 %x, 22
  %r2 = xor i32 %x, 23
  %s2 = xor i32 %x, 24
  %p3 = xor i32 %x, 31
  %q3 = xor i32 %x, 32
  %r3 = xor i32 %x, 33
  %s3 = xor i32 %x, 34
  %t1 = add i32 %p1, %q1
  %u1 = add i32 %r1, %s1
  %t2 = add i32 %p2, %q2
  %u2 = add i32 %r2, %s2
  %t3 = add i32 %p3, %q3
  %u3 = add i32 %r3, %s3
  %v1 = mul i32 %t1, %u1
  %v2 = mul i32 %t2, %u2
  %v3 = mul i32 %t3, %u3
  %two = or i32 %v1, %v2
  %all = or i32 %two, %v3
  store_raw b0 [x: %y], i32 %all
  return";
    let (lines, passes) = passed_for(TGL, body, Some(2));
    assert_eq!(passes, ["pressure"]);
    for product in ["1", "2", "3"] {
        let belongs =
            |line: &str| line.split(' ').next().is_some_and(|name| name.len() == 3 && name.ends_with(product));
        let places: Vec<_> = (0..).zip(&lines).filter(|(_, line)| belongs(line)).map(|(place, _)| place).collect();
        assert_eq!(places.len(), 7);
        assert_eq!(places[6] - places[0], 6, "{lines:#?}");
    }
}

/// A byte is read in the dword that holds it: the shift and the truncation take no registers, and stand with what reads them.
#[test]
fn few_registers_read_bytes_in_place() {
    let each = |line: &dyn Fn(u32) -> String| (0..4).map(line).collect::<Vec<_>>().concat();
    let body = [
        "^entry:\n  %d = load_raw b0 [x: %x] -> i32\n".to_owned(),
        each(&|n| format!("  %s{n} = lshr i32 %d, {}\n", 8 * n)),
        each(&|n| format!("  %b{n} = trunc i32 %s{n} -> i8\n")),
        each(&|n| format!("  %f{n} = uitofp i8 %b{n} -> f32\n")),
        each(&|n| format!("  store_raw b0 [x: %y], f32 %f{n}\n")),
        "  return".to_owned(),
    ];
    let (lines, passes) = passed_for(TGL, &body.concat(), Some(6));
    assert_eq!(passes, ["pressure"]);
    let place = |name: &str| lines.iter().position(|line| line.starts_with(name)).expect("the instruction is there");
    for n in 1..4 {
        assert_eq!(place(&format!("%s{n}")) + 2, place(&format!("%f{n}")), "{lines:#?}");
    }
}

/// The floats of sixteen bytes take four times the registers of the bytes: they are all computed where they are read, though
/// each alone would keep as many registers live as it saves, and more.
#[test]
fn few_registers_move_what_reads_one_vector_together() {
    let each = |line: &dyn Fn(u32) -> String| (0..16).map(line).collect::<Vec<_>>().concat();
    let floats = [
        "  %d = load_raw b0 [x: %x] -> i32x4\n".to_owned(),
        (0..4).map(|n| format!("  %d{n} = extract i32x4 %d, {n}\n")).collect::<String>(),
        each(&|n| format!("  %s{n} = lshr i32 %d{}, {}\n", n / 4, n % 4 * 8)),
        each(&|n| format!("  %b{n} = trunc i32 %s{n} -> i8\n")),
        each(&|n| format!("  %f{n} = uitofp i8 %b{n} -> f32\n")),
    ];
    let stores = each(&|n| format!("  store_raw b0 [x: %y], f32 %f{n}\n"));
    let between = "  %c = icmp.slt i32 %x, %y\n  branch %c, ^then, ^join\n^then:\n  \
                   store_raw b0 [x: %x], i32 %y\n  jump ^join\n^join:\n";
    // In one block, and in two that the same lanes run.
    for between in ["", between] {
        let body = format!("^entry:\n{}{between}{stores}  return", floats.concat());
        let (lines, passes) = passed_for(TGL, &body, Some(16));
        assert_eq!(passes, ["pressure"]);
        let place =
            |start: &str| lines.iter().position(|line| line.starts_with(start)).expect("the instruction is there");
        let stored = |n: u32| lines.iter().position(|line| line.ends_with(&format!("f32 %f{n}"))).expect("a store");
        for n in 1..16 {
            assert!(place(&format!("%f{n} ")) > stored(n - 1), "{lines:#?}");
        }
    }
}

/// Three products are computed of two values, each by way of two operations that it alone reads: all go to where they are read,
/// as two values are live then instead of three.
#[test]
fn few_registers_move_what_is_computed_for_one_instruction_with_it() {
    let each = |line: &dyn Fn(u32) -> String| (0..4).map(line).collect::<Vec<_>>().concat();
    let three = |line: &dyn Fn(u32, u32) -> String| each(&|n| (1..4).map(|k| line(n, k)).collect::<String>());
    let body = [
        "^entry:\n".to_owned(),
        each(&|n| format!("  %a{n} = load_raw b0 [x: %x] -> i32\n  %b{n} = load_raw b0 [x: %y] -> i32\n")),
        three(&|n, k| format!("  %c{n}{k} = xor i32 %a{n}, {k}\n  %d{n}{k} = xor i32 %b{n}, {k}\n")),
        three(&|n, k| format!("  %p{n}{k} = mul i32 %c{n}{k}, %d{n}{k}\n")),
        "  %c = icmp.slt i32 %x, %y\n  branch %c, ^then, ^join\n^then:\n".to_owned(),
        "  store_raw b0 [x: %x], i32 %y\n".repeat(40),
        "  jump ^join\n^join:\n".to_owned(),
        three(&|n, k| format!("  store_raw b0 [x: %y], i32 %p{n}{k}\n")),
        "  return".to_owned(),
    ];
    let (lines, passes) = passed_for(TGL, &body.concat(), Some(16));
    assert_eq!(passes, ["pressure"]);
    let join = lines.iter().position(|line| line.starts_with("^join")).expect("a block");
    assert!(!lines[..join].iter().any(|line| line.contains(" = mul ")), "{lines:#?}");
    assert!(!lines[..join].iter().any(|line| line.contains(" = xor ")), "{lines:#?}");
}

/// What is computed of the elements of two vectors is added to three sums. From the end of the block, all of it comes before the
/// first is added, as each makes one value live and the vectors more; from its start, each is added as soon as it is there.
#[test]
fn few_registers_add_up_what_is_computed_of_vectors_at_once() {
    let each = |line: &dyn Fn(u32) -> String| (0..4).map(line).collect::<Vec<_>>().concat();
    let sums = |n: u32| {
        let before = |sum: char| if n == 0 { "%x".to_owned() } else { format!("%{sum}{}", n - 1) };
        format!(
            "  %p{n} = xor i32 {}, %s{n}\n  %q{n} = xor i32 {}, %s{n}\n  %t{n} = xor i32 {}, %d{n}\n  %r{n} = mul i32 %t{n}, %s{n}\n",
            before('p'),
            before('q'),
            before('r')
        )
    };
    let body = [
        "^entry:\n  %a = load_raw b0 [x: %x] -> i32x4\n  %b = load_raw b0 [x: %y] -> i32x4\n".to_owned(),
        each(&|n| format!("  %a{n} = extract i32x4 %a, {n}\n  %b{n} = extract i32x4 %b, {n}\n")),
        each(&|n| format!("  %s{n} = xor i32 %a{n}, %b{n}\n  %d{n} = and i32 %a{n}, %b{n}\n")),
        each(&sums),
        "  store_raw b0 [x: %x], i32 %p3\n  store_raw b0 [x: %x], i32 %q3\n  store_raw b0 [x: %x], i32 %r3\n"
            .to_owned(),
        "  return".to_owned(),
    ];
    let places = |from| {
        let (lines, _) = passed_in(TGL, &body.concat(), Some((22, from)));
        let place =
            |name: &str| lines.iter().position(|line| line.starts_with(name)).expect("the instruction is there");
        (place("%r0 "), place("%s3 "), lines)
    };
    let (added, last, lines) = places(OrderedFrom::End);
    assert!(last < added, "{lines:#?}");
    let (added, last, lines) = places(OrderedFrom::Either);
    assert!(added < last, "{lines:#?}");
}

/// What a loop reads of sums that stand before it, it computes again, where the registers of all of them are too many: before
/// the first reader of its block, and not of what is not live there.
#[test]
fn few_registers_compute_sums_again_in_a_loop() {
    let each = |line: &dyn Fn(u32) -> String| (1..9).map(line).collect::<Vec<_>>().concat();
    let body = [
        "^entry:\n  %d = load_raw b0 [x: %x] -> i32\n  %e = xor i32 %d, 1\n".to_owned(),
        each(&|n| format!("  %s{n} = add i32 %x, {n}\n")),
        each(&|n| format!("  store_raw b0 [x: %s{n}], i32 %e\n")),
        "  jump ^loop(i32 0)\n^loop(%i: i32):\n  %next = add i32 %i, 1\n".to_owned(),
        each(&|n| format!("  store_raw b0 [x: %s{n}], i32 %next\n  store_raw b0 [x: %next], i32 %s{n}\n")),
        "  store_raw b0 [x: %x], i32 %e\n  %c = icmp.slt i32 %next, %y\n  branch %c, ^loop(%next), ^end\n".to_owned(),
        "^end:\n  return".to_owned(),
    ];
    let (lines, passes) = passed_for(TGL, &body.concat(), Some(12));
    assert_eq!(passes, ["pressure"]);
    let start = lines.iter().position(|line| line.starts_with("^loop")).expect("a loop");
    let again: Vec<_> = lines[start..].iter().filter(|line| line.contains("= add i32 %x, ")).collect();
    assert!((4..=8).contains(&again.len()), "{lines:#?}");
    assert!(!lines[start..].iter().any(|line| line.contains("= xor i32 %d")), "{lines:#?}");
}

/// Two instructions compute a difference again, and what all differences are of stays in registers instead of them.
#[test]
fn few_registers_compute_differences_again_of_one_value() {
    let each = |line: &dyn Fn(u32) -> String| (1..9).map(line).collect::<Vec<_>>().concat();
    let body = [
        "^entry:\n  %base = and i32 %x, -16\n".to_owned(),
        each(&|n| format!("  %s{n} = add i32 %x, {n}\n  %t{n} = sub i32 %s{n}, %base\n")),
        "  jump ^loop(i32 0)\n^loop(%i: i32):\n  %next = add i32 %i, 1\n".to_owned(),
        each(&|n| format!("  store_raw b0 [x: %next], i32 %t{n}\n")),
        "  %c = icmp.slt i32 %next, %x\n  branch %c, ^loop(%next), ^end\n".to_owned(),
        "^end:\n  return".to_owned(),
    ];
    let (lines, passes) = passed_for(TGL, &body.concat(), Some(12));
    assert_eq!(passes, ["pressure"]);
    let start = lines.iter().position(|line| line.starts_with("^loop")).expect("a loop");
    let count = |what: &str| lines[start..].iter().filter(|line| line.contains(what)).count();
    assert!((4..=8).contains(&count(", %base")), "{lines:#?}");
    assert_eq!(count("= add i32 %x, "), count(", %base"), "{lines:#?}");
    assert_eq!(count("= and i32 %x, "), 0, "{lines:#?}");
}

/// In the order from the end both words are loaded before the first is converted.
#[test]
fn a_conversion_follows_its_load_where_a_kernel_is_spilled() {
    let body = "^entry:
  %a = load_raw b0 [x: %x] -> i32
  %b = load_raw b0 [x: %y] -> i32
  %c = load_raw b0 [x: 8] -> i32
  %fa = uitofp i32 %a -> f32
  %fb = uitofp i32 %b -> f32
  %fc = uitofp i32 %c -> f32
  jump ^next
^next:
  %fg = fadd f32 %fa, %fb
  %fgh = fadd f32 %fg, %fc
  store_raw b0 [x: %x], f32 %fgh
  return";
    let order = |from| {
        let (lines, _) = passed_in(TGL, body, Some((6, from)));
        let names = lines.iter().filter_map(|line| line.strip_prefix('%')?.split(' ').next().map(str::to_owned));
        names.take(4).collect::<Vec<_>>().join(" ")
    };
    assert_eq!([order(OrderedFrom::End), order(OrderedFrom::EndHastened)], ["b a fa fb", "b fb a fa"]);
}
