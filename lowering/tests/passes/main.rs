//! What the passes over texture IR make of a kernel, as text, and where they leave it alone.

mod pressure;
#[path = "../texture/mod.rs"]
mod texture;

use texture::module;
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::KernelId;
use texvisa_lowering::{LoweringOptions, lower};

/// The instructions after all passes, without indentation, and the passes that fired, each once.
fn passed(target: Target, body: &str) -> (Vec<String>, Vec<&'static str>) {
    passed_for(target, body, None)
}

/// The same for so many registers.
fn passed_for(target: Target, body: &str, registers: Option<u32>) -> (Vec<String>, Vec<&'static str>) {
    passed_in(target, body, registers.map(|registers| (registers, OrderedFrom::End)))
}

/// How the instructions of a block are ordered.
#[derive(Clone, Copy, PartialEq)]
enum OrderedFrom {
    /// From its end.
    End,
    /// From either side.
    Either,
    /// From its end, and what frees the registers that it takes follows at once what it reads.
    EndHastened,
}

/// The same with the instructions of a block ordered so.
fn passed_in(target: Target, body: &str, file: Option<(u32, OrderedFrom)>) -> (Vec<String>, Vec<&'static str>) {
    let mut module = module(body);
    let id = KernelId::from_u32(0);
    let mut options = LoweringOptions::default();
    options.remarks = true;
    let lowered = lower(&module, module.kernels[id].clone(), target, SimdWidth::Simd16, &options);
    let lowered = lowered.and_then(|lowered| match file {
        Some((registers, from)) => {
            let orders = lowered.orders(&module, registers)?;
            let (backward, either) = lowered.relieve(&module, &orders, from == OrderedFrom::EndHastened)?;
            let lowered = either.filter(|_| from == OrderedFrom::Either).unwrap_or(backward);
            Ok(lowered.rematerialize(&module, registers)?.unwrap_or(lowered))
        }
        None => Ok(lowered),
    });
    let lowered = lowered.unwrap_or_else(|errors| panic!("{errors:?}"));
    module.kernels[id] = lowered.texture;
    assert_eq!(texvisa_ir::texture::verify(&module), []);
    let text = module.to_string();
    let (_, inside) = text.split_once("{\n").expect("a body");
    let lines = inside.lines().map(|line| line.trim().to_owned()).filter(|line| line != "}" && !line.is_empty());
    let mut passes: Vec<_> = lowered.remarks.iter().map(|remark| remark.pass).collect();
    passes.sort_unstable();
    passes.dedup();
    (lines.collect(), passes)
}

/// One block: what becomes of `body`, which the passes `fired` change.
fn becomes(target: Target, body: &[&str], expected: &[&str], fired: &[&str]) {
    let given = format!("^entry:\n  {}\n  return", body.join("\n  "));
    let (lines, passes) = passed(target, &given);
    assert_eq!(&lines[1..lines.len() - 1], expected);
    assert_eq!(passes, fired);
}

/// One block that no pass changes.
fn stays(target: Target, body: &[&str]) {
    becomes(target, body, body, &[]);
}

const TGL: Target = Target::Tgllp;

#[test]
fn what_nothing_reads_is_left_out_and_what_has_an_effect_stays() {
    becomes(
        TGL,
        &[
            "%a = add i32 %x, 1",
            "%b = add i32 %a, 1",
            "%t = load t0 [u: %b] -> f32x4",
            "%e = extract f32x4 %t, 0",
            "%l = load_raw b0 [x: %x] -> i32",
            "store_raw b0 [x: %x], i32 %y",
        ],
        &["store_raw b0 [x: %x], i32 %y"],
        &["dead"],
    );
    // All that a store needs stays.
    stays(TGL, &["%a = add i32 %x, 1", "%b = add i32 %a, 1", "store_raw b0 [x: %b], i32 %a"]);
}

/// The block that uses %a stands in the text before the one that defines it.
#[test]
fn uses_are_found_in_whatever_order_blocks_are_listed() {
    let body = "^entry:
  jump ^second
^third:
  store_raw b0 [x: %x], i32 %a
  return
^second:
  %a = add i32 %x, 1
  %d = add i32 %a, 1
  jump ^third";
    let (lines, passes) = passed(TGL, body);
    assert!(lines.contains(&"%a = add i32 %x, 1".to_owned()) && !lines.iter().any(|line| line.starts_with("%d")));
    // Only a message that is not sent is worth a remark.
    assert_eq!(passes, [""; 0]);
}

#[test]
fn channels_come_back_where_an_extract_names_them() {
    let load = |mask: &str| format!("%t = load t0 [u: %x]{mask} -> f32x4");
    let reads = ["%e = extract f32x4 %t, 1", "store_raw b0 [x: %x], f32 %e"];
    let second = ["%g = extract f32x4 %t, 3", "store_raw b0 [x: %y], f32 %g"];
    let (whole, one, two) = (load(""), load(" mask g"), load(" mask ga"));
    becomes(TGL, &[&whole, reads[0], reads[1]], &[&one, reads[0], reads[1]], &["channels"]);
    let both = [reads[0], reads[1], second[0], second[1]];
    becomes(TGL, &[&[&*whole], &both[..]].concat(), &[&[&*two], &both[..]].concat(), &["channels"]);
    stays(TGL, &[&[&*two], &both[..]].concat());
    // A mask is never widened: what is read outside it is undefined anyway.
    let none = load(" mask none");
    becomes(TGL, &[&one, second[0], second[1]], &[&none, second[0], second[1]], &["channels"]);
}

#[test]
fn all_channels_come_back_where_the_vector_is_used_whole() {
    stays(TGL, &["%t = load t0 [u: %x] -> f32x4", "store_raw b0 [x: %x], f32x4 %t"]);
}

#[test]
fn gathers_return_four_texels_whatever_is_read() {
    stays(
        TGL,
        &[
            "%t = gather4 t0, s0 [u: %u, v: %v] channel g -> f32x4",
            "%e = extract f32x4 %t, 1",
            "store_raw b0 [x: %x], f32 %e",
        ],
    );
}

/// Of MCS words as dwords only two mean anything; of queries what is read comes back.
#[test]
fn compression_dwords_and_queries_are_pruned() {
    let store = ["%e = extract f32x4 %t, 0", "store_raw b0 [x: %x], f32 %e"];
    becomes(
        Target::Skl,
        &[
            "%m = load_mcs t1 [u: %x] -> i32x4",
            "%t = load_ms t1 [si: 1, mcs: %m, u: %x] mask r -> f32x4",
            store[0],
            store[1],
        ],
        &[
            "%m = load_mcs t1 [u: %x] mask rg -> i32x4",
            "%t = load_ms t1 [si: 1, mcs: %m, u: %x] mask r -> f32x4",
            store[0],
            store[1],
        ],
        &["channels"],
    );
    let store = ["%e = extract i32x4 %t, 1", "store_raw b0 [x: %x], i32 %e"];
    becomes(
        TGL,
        &["%t = size t0 [lod: 0] -> i32x4", store[0], store[1]],
        &["%t = size t0 [lod: 0] mask g -> i32x4", store[0], store[1]],
        &["channels"],
    );
}

const STORE: &str = "store_raw b0 [x: %n], f32x4 %t";

/// No message takes offsets of a multisampled load; that along r never reaches the layer.
#[test]
fn offsets_of_multisampled_loads_are_added_to_the_coordinates() {
    let mcs = "%m = load_mcs t1 [u: %x, v: %y] mask rg -> i32x4";
    let load =
        |u: &str, v: &str, offset: &str| format!("%t = load_ms t1 [si: 1, mcs: %m, u: {u}, v: {v}]{offset} -> f32x4");
    let given = load("%x", "%y", " offset(1, -2, 3)");
    let sums = load("%0", "%1", "");
    becomes(
        Target::Skl,
        &[mcs, &given, STORE],
        &[mcs, "%0 = add i32 %x, 1", "%1 = add i32 %y, -2", &sums, STORE],
        &["ms_offset"],
    );
    let given = load("%x", "%y", " offset(0, 5, 0)");
    let sum = load("%x", "%0", "");
    becomes(Target::Skl, &[mcs, &given, STORE], &[mcs, "%0 = add i32 %y, 5", &sum, STORE], &["ms_offset"]);
    // A coordinate that is not given is zero.
    becomes(
        Target::Skl,
        &[mcs, "%t = load_ms t1 [si: 1, mcs: %m, u: %x] offset(0, 5, 0) -> f32x4", STORE],
        &[mcs, "%t = load_ms t1 [si: 1, mcs: %m, u: %x, v: 5] -> f32x4", STORE],
        &["ms_offset"],
    );
    stays(TGL, &["%t = load t0 [u: %x, v: %y] offset(1, -2, 0) -> f32x4", STORE]);
}

const MCS: &str = "%m = load_mcs t1 [u: %x, v: %y] -> i32x4";
const LOAD_MS: &str = "%t = load_ms t1 [si: 2, mcs: %m, u: %x, v: %y] -> f32x4";
const WORDS: [&str; 2] = ["%0 = trunc i32 %x -> i16", "%1 = trunc i32 %y -> i16"];

#[test]
fn multisampled_loads_are_sent_as_words_where_the_target_takes_them() {
    let load = "%t = load_ms t1 [si: i16 2, mcs: %m, u: %0, v: %1] -> f32x4";
    let words = "%m = load_mcs t1 [u: %x, v: %y] -> i16x4";
    let all = "%m = load_mcs t1 [u: %0, v: %1] -> i16x4";
    becomes(TGL, &[MCS, LOAD_MS, STORE], &[WORDS[0], WORDS[1], words, load, STORE], &["narrow"]);
    becomes(Target::XehpSdv, &[MCS, LOAD_MS, STORE], &[WORDS[0], WORDS[1], all, load, STORE], &["narrow"]);
    let dwords = "%m = load_mcs t1 [u: %x, v: %y] mask rg -> i32x4";
    stays(Target::Skl, &[dwords, LOAD_MS, STORE]);
}

/// A coordinate that is a word already is not widened to be narrowed, with its sign or without.
#[test]
fn words_that_were_extended_are_sent_as_they_are() {
    for extend in ["zext", "sext"] {
        let widened = format!("%a = {extend} i16 %wx -> i32");
        let also = "store_raw b0 [x: %a], f32x4 %t";
        let (lines, _) = passed(
            TGL,
            &[
                "^entry:",
                &widened,
                "%m = load_mcs t1 [u: %a] -> i32x4",
                "%t = load_ms t1 [si: 2, mcs: %m, u: %a] -> f32x4",
                also,
                "return",
            ]
            .join("\n"),
        );
        let load = "%t = load_ms t1 [si: i16 2, mcs: %m, u: %wx] -> f32x4";
        assert_eq!(lines[1..], [&*widened, "%m = load_mcs t1 [u: %a] -> i16x4", load, also, "return"]);
    }
}

/// Something else reads the dwords, so they stay, and the words are cut out of them.
#[test]
fn compression_dwords_that_others_read_are_cut_into_words() {
    let also = ["%d = extract i32x4 %m, 0", "store_raw b0 [x: %x], i32 %d"];
    becomes(
        TGL,
        &[MCS, "%t = load_ms t1 [si: 2, mcs: %m, u: 1] -> f32x4", STORE, also[0], also[1]],
        &[
            "%m = load_mcs t1 [u: %x, v: %y] mask rg -> i32x4",
            "%t = load_ms t1 [si: 2, mcs: %m, u: 1] -> f32x4",
            STORE,
            also[0],
            also[1],
        ],
        &["channels"],
    );
    // The finalizer splits a payload of six dwords.
    becomes(
        TGL,
        &[MCS, "%t = load_ms t1 [si: 2, mcs: %m, u: 1, v: 1, r: 1] -> f32x4", STORE, also[0], also[1]],
        &[
            "%m = load_mcs t1 [u: %x, v: %y] mask rg -> i32x4",
            "%0 = extract i32x4 %m, 0",
            "%1 = trunc i32 %0 -> i16",
            "%2 = lshr i32 %0, 16",
            "%3 = trunc i32 %2 -> i16",
            "%4 = extract i32x4 %m, 1",
            "%5 = trunc i32 %4 -> i16",
            "%6 = lshr i32 %4, 16",
            "%7 = trunc i32 %6 -> i16",
            "%8 = vec i16 [%1, %3, %5, %7]",
            "%t = load_ms t1 [si: i16 2, mcs: %8, u: i16 1, v: i16 1, r: i16 1] -> f32x4",
            STORE,
            also[0],
            also[1],
        ],
        &["channels", "narrow"],
    );
}

#[test]
fn words_are_widened_for_a_target_that_takes_none() {
    becomes(
        Target::Skl,
        &["%m = load_mcs t1 [u: %wx] -> i16x4", "%t = load_ms t1 [si: %wy, mcs: %m, u: %wx] -> f32x4", STORE],
        &[
            "%0 = zext i16 %wx -> i32",
            "%m = load_mcs t1 [u: %0] mask rg -> i32x4",
            "%1 = zext i16 %wy -> i32",
            "%2 = zext i16 %wx -> i32",
            "%t = load_ms t1 [si: %1, mcs: %m, u: %2] -> f32x4",
            STORE,
        ],
        &["channels", "narrow"],
    );
    // Something else reads the words.
    let also = ["%word = extract i16x4 %m, 0", "store_raw b0 [x: %x], i16 %word"];
    becomes(
        Target::Skl,
        &[
            "%m = load_mcs t1 [u: %wx] -> i16x4",
            "%t = load_ms t1 [si: %wy, mcs: %m, u: %wx] -> f32x4",
            STORE,
            also[0],
            also[1],
        ],
        &[
            "%0 = zext i16 %wx -> i32",
            "%m = load_mcs t1 [u: %0] -> i16x4",
            "%1 = zext i16 %wy -> i32",
            "%2 = extract i16x4 %m, 0",
            "%3 = extract i16x4 %m, 1",
            "%4 = iconcat i16 %2, %3",
            "%5 = extract i16x4 %m, 2",
            "%6 = extract i16x4 %m, 3",
            "%7 = iconcat i16 %5, %6",
            "%8 = vec i32 [%4, %7]",
            "%9 = zext i16 %wx -> i32",
            "%t = load_ms t1 [si: %1, mcs: %8, u: %9] -> f32x4",
            STORE,
            also[0],
            also[1],
        ],
        &["narrow"],
    );
}

/// The arithmetic unit works on words, but only moves bytes.
#[test]
fn operations_on_narrow_integers_are_done_on_wider_ones_where_they_must_be() {
    let store = ["%z = zext i16 %r -> i32", "store_raw b0 [x: %x], i32 %z"];
    stays(TGL, &["%r = add i16 %wx, %wy", store[0], store[1]]);
    let division = |op: &str, extend: &str| {
        let given = format!("%r = {op} i16 %wx, %wy");
        let wide = format!("%2 = {op} i32 %0, %1");
        let widened = ["x", "y"].map(|name| format!("%{} = {extend} i16 %w{name} -> i32", u8::from(name == "y")));
        becomes(
            TGL,
            &[&given, store[0], store[1]],
            &[&widened[0], &widened[1], &wide, "%r = trunc i32 %2 -> i16", store[0], store[1]],
            &["widen_integers"],
        );
    };
    division("sdiv", "sext");
    division("udiv", "zext");
    let bytes = ["%a = trunc i16 %wx -> i8", "%b = trunc i16 %wy -> i8"];
    let store = ["%z = zext i8 %r -> i32", "store_raw b0 [x: %x], i32 %z"];
    becomes(
        TGL,
        &[bytes[0], bytes[1], "%r = add i8 %a, %b", store[0], store[1]],
        &[
            bytes[0],
            bytes[1],
            "%0 = zext i8 %a -> i16",
            "%1 = zext i8 %b -> i16",
            "%2 = add i16 %0, %1",
            "%r = trunc i16 %2 -> i8",
            store[0],
            store[1],
        ],
        &["widen_integers"],
    );
}

/// A number is extended where it stands, not by an instruction.
#[test]
fn numbers_beside_narrow_integers_are_wide_themselves() {
    let store = ["%z = zext i8 %r -> i32", "store_raw b0 [x: %x], i32 %z"];
    for (op, number, extend, wide) in
        [("and", "6", "zext", "6"), ("add", "-2", "zext", "254"), ("smin", "-2", "sext", "-2")]
    {
        let given = format!("%r = {op} i8 %a, {number}");
        let extended = format!("%0 = {extend} i8 %a -> i16");
        let done = format!("%1 = {op} i16 %0, {wide}");
        becomes(
            TGL,
            &["%a = trunc i16 %wx -> i8", &given, store[0], store[1]],
            &["%a = trunc i16 %wx -> i8", &extended, &done, "%r = trunc i16 %1 -> i8", store[0], store[1]],
            &["widen_integers"],
        );
    }
}

/// Intel's finalizer would move each comparison up to the sum: with the flag of `%p` five would live at once, of which SIMD16
/// has four.
#[test]
fn comparisons_with_zero_far_from_the_number_are_made_with_another() {
    let each = |line: &dyn Fn(usize) -> String| (0..4).map(line).collect::<Vec<_>>();
    let body = |relation: &str, bound: &str, last: [&str; 2]| {
        let compare = |n: usize| match n {
            3 => format!("%c{n} = icmp.{} i32 %a{n}, {}", last[0], last[1]),
            _ => format!("%c{n} = icmp.{relation} i32 %a{n}, {bound}"),
        };
        let first = vec!["%p = icmp.slt i32 %x, %y".to_owned()];
        let sums = each(&|n| format!("%a{n} = add i32 %x, {}", n + 1));
        let selects = each(&|n| format!("%r{n} = select i32 %c{n}, %a{n}, %y"));
        let stores = each(&|n| format!("store_raw b0 [x: %y], i32 %r{n}"));
        let compared = each(&compare).into_iter().zip(selects).flat_map(|(compare, select)| [compare, select]);
        let end = ["%r = select i32 %p, %n, 7".to_owned(), "store_raw b0 [x: %y], i32 %r".to_owned()];
        first.into_iter().chain(sums).chain(compared).chain(stores).chain(end).collect::<Vec<_>>()
    };
    let meanings = [
        ("eq", ["ult", "1"]),
        ("ne", ["uge", "1"]),
        ("slt", ["sle", "-1"]),
        ("sge", ["sgt", "-1"]),
        ("sgt", ["sge", "1"]),
        ("sle", ["slt", "1"]),
    ];
    for (relation, other) in meanings {
        let (given, expected) = (body(relation, "0", [relation, "0"]), body(relation, "0", other));
        let (given, expected): (Vec<_>, Vec<_>) =
            (given.iter().map(String::as_str).collect(), expected.iter().map(String::as_str).collect());
        becomes(TGL, &given, &expected, &["distant_zeros"]);
        // Where nothing else reads the number, the finalizer moves the sum to the comparison.
        let alone: Vec<_> = given.iter().map(|line| line.replace("%c3, %a3", "%c3, %x")).collect();
        stays(TGL, &alone.iter().map(String::as_str).collect::<Vec<_>>());
        // Four flags are enough without the first.
        let fewer: Vec<_> = given.iter().map(|line| line.replace("select i32 %p,", "select i32 %c3,")).collect();
        stays(TGL, &fewer.iter().skip(1).map(String::as_str).collect::<Vec<_>>());
    }
    let another = body("slt", "7", ["slt", "7"]);
    stays(TGL, &another.iter().map(String::as_str).collect::<Vec<_>>());
}

/// XeHP_SDV and later have no integer division.
#[test]
fn divisions_are_expanded_where_the_target_has_none() {
    let body = ["%r = udiv i32 %x, %y", "store_raw b0 [x: %x], i32 %r"];
    stays(TGL, &body);
    for target in [Target::XehpSdv, Target::Dg2, Target::Mtl] {
        let (lines, passes) = passed(target, &format!("^entry:\n{}\n{}\nreturn", body[0], body[1]));
        assert_eq!(passes, ["divide"]);
        assert!(lines.iter().all(|line| !line.contains("div i32")), "{lines:?}");
        // The last step: q + 1 or q.
        let [.., last, named, _, _] = &lines[..] else { panic!("{lines:?}") };
        let (name, step) = last.split_once(" = ").expect("a result");
        assert!(step.starts_with("select ") && *named == format!("%r = bitcast i32 {name} -> i32"), "{lines:?}");
    }
}
