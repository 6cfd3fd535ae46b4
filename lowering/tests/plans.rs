//! Which message each operation becomes, with what, by target: the rules as tables.

mod texture;

use texture::{module, only_kernel};
use texvisa_ir::target::{SimdWidth, Target};
use texvisa_ir::texture::cfg::{ControlFlow, Loops};
use texvisa_ir::texture::{ChannelMask, Kernel, TextureOp, ValueDef};
use texvisa_ir::visa::descriptor::{FAR_SAMPLER, SURFACES};
use texvisa_ir::visa::{DataType, Exec};
use texvisa_lowering::plan::{ChannelChoice, Context, MessagePlan, Note, ResultUse, SlotSource, TexelOffsets, plan};
use texvisa_lowering::{Reason, ValueFacts, analyze};

/// What is asked: on which target, how wide, with which masks.
#[derive(Clone, Copy)]
struct Asked {
    target: Target,
    simd: SimdWidth,
    channels: ChannelChoice,
    /// Whether lanes read the result apart, whatever it is made of: outside a loop that they leave at different times.
    apart: bool,
}

impl Asked {
    fn on(target: Target) -> Asked {
        Asked { target, simd: SimdWidth::Simd16, channels: ChannelChoice::Intel, apart: false }
    }

    /// The plan of the last operation of `text` after `change`, and its parameters as text: names of values, `name.i`
    /// for an element of a vector, bits of constants, `_` for a slot without a value.
    fn changed(self, text: &str, change: impl FnOnce(&mut TextureOp)) -> Result<(MessagePlan, String), Reason> {
        let module = module(&format!(
            "^entry:\n  %m = load_mcs t1 [u: %x, v: %y] -> i32x4\n  %q = load_mcs t1 [u: %wx, v: %wy] -> i16x4\n  \
             {text}\n  return"
        ));
        let kernel = only_kernel(&module);
        let flow = ControlFlow::new(kernel);
        let loops = Loops::new(&flow).expect("there is no loop");
        let uniformity = analyze(kernel, &flow, &loops);
        let mut op = kernel.textures.values().last().expect("the text has an operation").clone();
        change(&mut op);
        let entry = kernel.entry().expect("a block");
        let inst = kernel.blocks[entry].insts.iter().rev().nth(1).expect("an operation");
        let result = kernel.result(*inst).expect("a result");
        let context = Context {
            module: &module,
            facts: ValueFacts::new(kernel, &uniformity),
            target: self.target,
            simd: self.simd,
            channels: self.channels,
        };
        let used = ResultUse { ty: kernel.ty(result), uniform: uniformity.is_uniform(result) && !self.apart };
        let plan = plan(&op, used, &context)?;
        let fills: Vec<_> = plan.sources.iter().map(|fill| fill_text(kernel, fill)).collect();
        Ok((plan, fills.join(" ")))
    }

    fn plan(self, text: &str) -> Result<(MessagePlan, String), Reason> {
        self.changed(text, |_| {})
    }

    /// Row, type and parameters as one text: `ld_lz ud: x y`.
    fn message(self, text: &str) -> String {
        let (plan, fills) = self.plan(text).unwrap_or_else(|reason| panic!("{text}: {reason}"));
        format!("{} {}: {fills}", plan.message.row().name, plan.parameter)
    }

    fn notes(self, text: &str) -> Vec<Note> {
        self.plan(text).unwrap_or_else(|reason| panic!("{text}: {reason}")).0.notes.to_vec()
    }

    fn refusal(self, text: &str) -> String {
        self.plan(text).err().unwrap_or_else(|| panic!("{text} is planned")).to_string()
    }
}

fn fill_text(kernel: &Kernel, fill: &SlotSource) -> String {
    let (value, element) = match fill {
        SlotSource::Value { value, element } => (*value, *element),
        SlotSource::Packed(word) => {
            let names: Vec<_> = word.values().map(|value| kernel.value_name(value).unwrap_or("?")).collect();
            return format!("({})", names.join(" "));
        }
        SlotSource::Zero => return "_".to_owned(),
    };
    match kernel.values[value].def {
        ValueDef::Constant(bits) => format!("{:#x}", bits.get()),
        ValueDef::Undefined => "undef".to_owned(),
        _ if kernel.ty(value).is_scalar() => kernel.value_name(value).unwrap_or("?").to_owned(),
        _ => format!("{}.{element}", kernel.value_name(value).unwrap_or("?")),
    }
}

const TGL: Target = Target::Tgllp;
const DG2: Target = Target::Dg2;

/// Wa_14013297064: DG2 has no usable sample_lz, so a level of zero is sent; ld_lz is not affected.
#[test]
fn a_level_of_zero_is_said_by_the_row_where_the_target_has_it() {
    let rows = [
        ("%r = load t0 [u: %x, v: %y, lod: 0] -> f32x4", TGL, "ld_lz ud: x y", vec![Note::ImplicitLodZero]),
        ("%r = load t0 [u: %x, v: %y, lod: 0] -> f32x4", DG2, "ld_lz ud: x y", vec![Note::ImplicitLodZero]),
        ("%r = load t0 [u: %x, v: %y] -> f32x4", TGL, "ld_lz ud: x y", vec![Note::ImplicitLodZero]),
        ("%r = load t0 [u: %x, v: %y, lod: undef] -> f32x4", TGL, "ld_lz ud: x y", vec![Note::ImplicitLodZero]),
        ("%r = load t0 [u: %x, v: %y, lod: 1] -> f32x4", TGL, "ld ud: x y 0x1", vec![]),
        ("%r = load t0 [u: %x, v: %y, lod: %n] -> f32x4", TGL, "ld ud: x y n", vec![]),
        ("%r = sample t0, s0 [u: %u, v: %v, lod: 0.0] -> f32x4", TGL, "sample_lz f: u v", vec![Note::ImplicitLodZero]),
        (
            "%r = sample t0, s0 [u: %u, v: %v, lod: 0.0] -> f32x4",
            DG2,
            "sample_l f: 0x0 u v",
            vec![Note::ExplicitLodZero],
        ),
        (
            "%r = sample t0, s0 [u: %u, v: %v, lod: undef] -> f32x4",
            TGL,
            "sample_lz f: u v",
            vec![Note::ImplicitLodZero],
        ),
        ("%r = sample t0, s0 [u: %u, v: %v, lod: -0.0] -> f32x4", TGL, "sample_lz f: u v", vec![Note::ImplicitLodZero]),
        ("%r = sample t0, s0 [u: %u, v: %v, lod: %w] -> f32x4", TGL, "sample_l f: w u v", vec![]),
        (
            "%r = sample t0, s0 [ref: %w, u: %u, v: %v, lod: 0.0] -> f32x4",
            TGL,
            "sample_c_lz f: w u v",
            vec![Note::ImplicitLodZero],
        ),
        (
            "%r = sample t0, s0 [ref: %w, u: %u, v: %v, lod: 0.0] -> f32x4",
            DG2,
            "sample_l_c f: w 0x0 u v",
            vec![Note::ExplicitLodZero],
        ),
        ("%r = sample t0, s0 [ref: %w, u: %u, v: %v, lod: %f] -> f32x4", TGL, "sample_l_c f: w f u v", vec![]),
    ];
    for (text, target, expected, notes) in rows {
        assert_eq!(Asked::on(target).message(text), expected, "{text} on {target}");
        assert_eq!(Asked::on(target).notes(text), notes, "{text} on {target}");
    }
}

#[test]
fn trailing_parameters_that_are_zero_or_undefined_are_not_sent() {
    let rows = [
        ("sample t0, s0 [u: %u, v: 0.0, lod: 0.0]", "sample_lz f: u", Some(1)),
        ("sample t0, s0 [u: %u, v: undef, lod: 0.0]", "sample_lz f: u", Some(1)),
        ("sample t0, s0 [u: %u, v: 0.0, r: undef, lod: 0.0]", "sample_lz f: u", Some(2)),
        // Another number, if equal: it is sent.
        ("sample t0, s0 [u: %u, v: -0.0, lod: 0.0]", "sample_lz f: u 0x80000000", None),
        // Not trailing.
        ("sample t0, s0 [u: 0.0, v: %v, lod: 0.0]", "sample_lz f: 0x0 v", None),
        ("load t0 [u: %x, v: 0, r: %y, lod: 0]", "ld_lz ud: x 0x0 y", None),
        ("load t0 [u: %x, r: %y, lod: 0]", "ld_lz ud: x _ y", None),
        ("load t0 [u: %x, v: undef, r: %y, lod: 0]", "ld_lz ud: x undef y", None),
        // One parameter is always sent.
        ("load t0 [u: 0, v: 0, r: 0, lod: 0]", "ld_lz ud: 0x0", Some(2)),
        // ld has its level in front of r.
        ("load t0 [u: %x, v: %y, r: 0, lod: %n]", "ld ud: x y n", Some(1)),
    ];
    for (op, expected, trimmed) in rows {
        let text = format!("%r = {op} -> f32x4");
        assert_eq!(Asked::on(TGL).message(&text), expected, "{op}");
        let found = Asked::on(TGL).notes(&text);
        let found = found.into_iter().find_map(|note| if let Note::Trimmed(count) = note { Some(count) } else { None });
        assert_eq!(found, trimmed, "{op}");
    }
}

/// A level is sent with a coordinate, and derivatives in pairs with the coordinate behind them.
#[test]
fn zeros_are_kept_where_the_row_takes_no_smaller_count() {
    let rows = [
        ("sample t0, s0 [u: 0.0, v: 0.0, lod: %w]", "sample_l f: w 0x0", Some(1)),
        ("sample t0, s0 [ref: %w, u: 0.0, v: 0.0, lod: %v]", "sample_l_c f: w v 0x0", Some(1)),
        ("sample t0, s0 [ref: %w, u: 0.0, lod: 0.0]", "sample_c_lz f: w 0x0", Some(1)),
        ("sample t0, s0 [u: %u, dudx: 0.0, dudy: 0.0]", "sample_d f: u 0x0 0x0", Some(2)),
        ("sample t0, s0 [u: %u, dudx: %v, dudy: %w]", "sample_d f: u v w", None),
        ("sample t0, s0 [u: %u, dudx: %v, dudy: %w, v: %v, dvdx: 0.0, dvdy: 0.0]", "sample_d f: u v w v", None),
        ("sample t0, s0 [u: %u, dudx: %v, dudy: %w, v: %v, dvdx: %u, dvdy: 0.0]", "sample_d f: u v w v u 0x0", Some(1)),
    ];
    for (op, expected, kept) in rows {
        let text = format!("%r = {op} -> f32x4");
        assert_eq!(Asked::on(TGL).message(&text), expected, "{op}");
        let found = Asked::on(TGL).notes(&text);
        let found = found.into_iter().find_map(|note| if let Note::Padded(count) = note { Some(count) } else { None });
        assert_eq!(found, kept, "{op}");
    }
}

#[test]
fn cubes_are_sent_three_coordinates_where_the_target_wants_them() {
    let cube = "%r = sample t2, s0 [u: %u, v: %v, r: 0.0, lod: 0.0] -> f32x4";
    let gather = "%r = gather4 t2, s0 [u: %u, v: 0.0, r: 0.0] channel r -> f32x4";
    assert_eq!(Asked::on(TGL).message(cube), "sample_lz f: u v");
    assert_eq!(Asked::on(Target::XehpSdv).message(cube), "sample_lz f: u v 0x0");
    assert_eq!(Asked::on(Target::XehpSdv).notes(cube), [Note::ImplicitLodZero, Note::Padded(1)]);
    assert_eq!(Asked::on(DG2).message(cube), "sample_l f: 0x0 u v 0x0");
    assert_eq!(Asked::on(DG2).message(gather), "gather4 f: u 0x0 0x0");
    assert_eq!(Asked::on(Target::Mtl).message(gather), "gather4 f: u");
    assert_eq!(Asked::on(DG2).message(&cube.replace("t2", "t0").replace("lod: 0.0", "lod: %w")), "sample_l f: w u v");
}

/// Intel's compiler leaves out channels by a header for B, A, RA, GA and BA, and takes more than it needs for the
/// others.
#[test]
fn a_sparse_mask_is_sent_where_the_choice_says_that_it_is_worth_a_header() {
    let text = "%r = load t0 [u: %x, v: %y, lod: 0] -> f32x4";
    let sent = |bits: u8, channels: ChannelChoice, text: &str| {
        let asked = Asked { channels, ..Asked::on(TGL) };
        let (plan, _) = asked.changed(text, |op| op.mask = ChannelMask::from_bits(bits)).expect("it has a message");
        let note = plan.notes.iter().find(|note| matches!(note, Note::SparseMask | Note::PrefixMask)).copied();
        (plan.channels.bits(), note)
    };
    let (holes, padded) = (Some(Note::SparseMask), Some(Note::PrefixMask));
    let intel = [
        (0b0000, 0b0001, None),
        (0b0001, 0b0001, None),
        (0b0010, 0b0011, padded),
        (0b0011, 0b0011, None),
        (0b0100, 0b0100, holes),
        (0b0101, 0b0111, padded),
        (0b0110, 0b0111, padded),
        (0b0111, 0b0111, None),
        (0b1000, 0b1000, holes),
        (0b1001, 0b1001, holes),
        (0b1010, 0b1010, holes),
        (0b1011, 0b1111, padded),
        (0b1100, 0b1100, holes),
        (0b1101, 0b1111, padded),
        (0b1110, 0b1111, padded),
        (0b1111, 0b1111, None),
    ];
    for (read, channels, note) in intel {
        assert_eq!(sent(read, ChannelChoice::Intel, text), (channels, note), "{read:04b}");
        let exact = if note.is_some() { (read, holes) } else { (channels, None) };
        assert_eq!(sent(read, ChannelChoice::Exact, text), exact, "{read:04b}");
        // Of queries only prefixes are asked for.
        let prefix = if read & 0b1000 != 0 {
            0b1111
        } else if read & 0b100 != 0 {
            0b111
        } else {
            channels
        };
        let size = sent(read, ChannelChoice::Exact, "%r = size t0 [lod: %x] -> i32x4");
        assert_eq!(size, (prefix, if note.is_some() { padded } else { None }), "{read:04b}");
    }
}

#[test]
fn the_mask_of_a_gather_is_the_channel_that_it_gathers() {
    for (letter, bits) in [("r", 1), ("g", 2), ("b", 4), ("a", 8)] {
        let text = format!("%r = gather4 t0, s0 [u: %u, v: %v] channel {letter} -> f32x4");
        let (plan, fills) = Asked::on(TGL).plan(&text).expect("it has a message");
        assert_eq!((plan.channels.bits(), fills.as_str(), plan.returned()), (bits, "u v", ChannelMask::RGBA));
    }
}

#[test]
fn gathers_are_chosen_by_their_roles_and_target() {
    let gather = |roles: &str| format!("%r = gather4 t0, s0 [u: %u, v: %v{roles}] channel r -> f32x4");
    let rows = [
        ("", TGL, "gather4 f: u v"),
        (", ref: %w", TGL, "gather4_c f: w u v"),
        (", offu: %x, offv: %y", TGL, "gather4_po f: u v x y"),
        (", ref: %w, offu: %x, offv: %y", TGL, "gather4_po_c f: w u v x y"),
        (", lod: %w", Target::Lnl, "gather4_l f: w u v"),
        (", ref: %f, lod: %w", Target::Lnl, "gather4_l_c f: f w u v"),
        (", bias: %w", Target::Lnl, "gather4_b f: w u v"),
        (", offu: %x, offv: %y", Target::Lnl, "gather4_po f: u v _ (x y)"),
        (", r: %w, offu: %x, offv: %y", Target::Lnl, "gather4_po f: u v w (x y)"),
        (", ref: %f, r: %w, offu: %x, offv: %y", Target::Lnl, "gather4_po_c f: f u v (x y w)"),
        (", lod: %w, offu: %x, offv: %y", Target::Lnl, "gather4_po_l f: (x y w) u v"),
        (", ref: %f, lod: %w, offu: %x, offv: %y", Target::Lnl, "gather4_po_l_c f: f (x y w) u v"),
        (", bias: %w, offu: %x, offv: %y", Target::Lnl, "gather4_po_b f: (x y w) u v"),
    ];
    for (roles, target, expected) in rows {
        assert_eq!(Asked::on(target).message(&gather(roles)), expected, "{roles}");
    }
    let implicit = |roles: &str| format!("%r = gather4 t0, s0 [u: %u, v: %v{roles}] channel r implicit_lod -> f32x4");
    for (roles, expected) in [
        ("", "gather4_i f: u v"),
        (", ref: %w", "gather4_i_c f: w u v"),
        (", r: %w, offu: %x, offv: %y", "gather4_po_i f: u v w (x y)"),
        (", ref: %w, offu: %x, offv: %y", "gather4_po_i_c f: w u v (x y)"),
    ] {
        assert_eq!(Asked::on(Target::Lnl).message(&implicit(roles)), expected, "{roles}");
    }
    let refused = [
        (
            ", offu: %x, offv: %y",
            DG2,
            "dg2 has no gather4_po; choose a target that has it: skl, icllp, tgllp, lnl, bmg, ptl",
        ),
        (", lod: %w", TGL, "tgllp has no gather4_l; choose a target that has it: lnl, bmg, ptl"),
        (", lod: %w, offu: %x, offv: %y", TGL, "tgllp has no gather4_po_l; choose a target that has it: lnl, bmg, ptl"),
    ];
    for (roles, target, expected) in refused {
        assert_eq!(Asked::on(target).refusal(&gather(roles)), expected, "{roles}");
    }
}

#[test]
fn multisampled_loads_are_sent_as_dwords_or_words_by_the_type_of_their_parameters() {
    let dwords = "%r = load_ms t1 [si: 2, mcs: %m, u: %x, v: %y] -> f32x4";
    let words = "%r = load_ms t1 [si: %wx, mcs: %q, u: %wx, v: %wy] -> f32x4";
    for target in [Target::Skl, TGL, DG2] {
        assert_eq!(Asked::on(target).message(dwords), "ld2dms_w ud: 0x2 m.0 m.1 x y", "{target}");
    }
    assert_eq!(Asked::on(Target::Icllp).message(words), "ld2dms_w uw: wx q.0 q.1 q.2 q.3 wx wy");
    let on = "icllp, tgllp, xehp_sdv, dg2, mtl, lnl, bmg, ptl";
    assert_eq!(
        Asked::on(Target::Skl).refusal(words),
        format!("skl has no ld2dms_w; choose a target that has it: {on}")
    );
}

#[test]
fn sixteen_bit_parameters_are_sent_where_the_target_takes_them() {
    let half = "%r = sample t0, s0 [u: %hu, v: %hv, lod: %hv] -> f32x4";
    let mcs = "%r = load_mcs t1 [u: %wx, v: %wy] -> i16x4";
    let refused = |target: Target, operation: &str, what: &str| {
        format!(
            "{target} has no message for `{operation}` with {what} coordinates; expected parameters that one message has"
        )
    };
    assert_eq!(Asked::on(Target::Skl).refusal(half), refused(Target::Skl, "sample", "half-float"));
    assert_eq!(Asked::on(Target::Icllp).message(half), "sample_l hf: hv hu hv");
    assert_eq!(Asked::on(TGL).refusal(mcs), refused(TGL, "load_mcs", "word"));
    assert_eq!(Asked::on(Target::XehpSdv).message(mcs), "ld_mcs uw: wx wy");
    // Integer offsets among the coordinates leave no room for halves.
    let offsets = "%r = gather4 t0, s0 [u: %hu, v: %hv, offu: %x, offv: %y] channel r -> f32x4";
    assert_eq!(Asked::on(TGL).refusal(offsets), refused(TGL, "gather4", "half-float"));
}

/// u in bits 11 to 8, v in 7 to 4, r in 3 to 0, each in two's complement.
#[test]
fn offsets_are_packed_as_nibbles() {
    let offset = |offsets: &str| {
        let text = format!("%r = load t0 [u: %x, v: %y] offset{offsets} -> f32x4");
        Asked::on(TGL).plan(&text).expect("it has a message").0.offset
    };
    let packed = [0x1e0, 0x87f, 0].map(TexelOffsets::Constant);
    assert_eq!([offset("(1, -2, 0)"), offset("(-8, 7, -1)"), offset("(0, 0, 0)")], packed);
}

/// A header has four bits for each offset, a message with parameters six in a gather. The low 12 bits of a level beside
/// parameters count as zero.
#[test]
fn constant_offsets_that_are_parameters_are_immediate_where_they_fit() {
    let planned = |target: Target, text: &str| {
        Asked::on(target).plan(text).map(|(plan, _)| (plan.message.row().name, plan.offset)).ok()
    };
    let gather = |offsets: &str| format!("%r = gather4 t0, s0 [u: %u, v: %v, {offsets}] -> f32x4");
    let immediate = |name, packed| Some((name, TexelOffsets::Constant(packed)));
    for target in [Target::Skl, TGL, DG2] {
        assert_eq!(planned(target, &gather("offu: 7, offv: 56")), immediate("gather4", 0x780), "{target}");
        assert_eq!(
            planned(target, &gather("offu: undef, offv: -1, ref: %w")),
            immediate("gather4_c", 0xf0),
            "{target}"
        );
    }
    assert_eq!(planned(Target::Skl, &gather("offu: 8, offv: 0")), immediate("gather4_po", 0));
    assert_eq!(planned(Target::Skl, &gather("offu: 1, offv: %x")), immediate("gather4_po", 0));
    assert_eq!(planned(DG2, &gather("offu: 8, offv: 0")), None);
    // Xe2's message has both in one word.
    assert_eq!(planned(Target::Lnl, &gather("offu: 1, offv: 1")), immediate("gather4_po", 0));
    let sample = |lod: &str| format!("%r = sample t0, s0 [u: %u, v: %v, lod: {lod}, offu: 17, offv: 15] -> f32x4");
    assert_eq!(planned(TGL, &sample("0.0")), immediate("sample_lz", 0x1f0));
    assert_eq!(planned(TGL, &sample("1.5")), immediate("sample_l", 0x1f0));
    assert_eq!(planned(TGL, &sample("0.1")), None);
    assert_eq!(planned(TGL, &sample("%w")), None);
}

#[test]
fn the_response_is_declared_by_the_size_of_its_elements() {
    let result = |ty: &str| {
        let text = format!("%r = load t0 [u: %x, v: %y] -> {ty}");
        Asked::on(TGL).plan(&text).expect("it has a message").0.result
    };
    let found = ["f32x4", "f16x4", "i32x4", "i16x4"].map(result);
    assert_eq!(found, [DataType::F, DataType::Hf, DataType::D, DataType::W]);
}

#[test]
fn what_all_lanes_share_is_fetched_by_one_message_whatever_lanes_are_active() {
    let pieces = |text: &str, target: Target, simd: SimdWidth| {
        let (plan, _) = Asked { simd, ..Asked::on(target) }.plan(text).expect("it has a message");
        (plan.sends.iter().collect::<Vec<_>>(), plan.notes.contains(&Note::Uniform))
    };
    let shared = "%r = load t0 [u: %n, v: 3] -> f32x4";
    let divergent = "%r = load t0 [u: %n, v: %y] -> f32x4";
    for simd in SimdWidth::ALL {
        assert_eq!(pieces(shared, TGL, simd), (vec![Exec::all(8, 0)], true), "{simd}");
    }
    assert_eq!(pieces(shared, Target::Lnl, SimdWidth::Simd32), (vec![Exec::all(16, 0)], true));
    assert_eq!(pieces(divergent, TGL, SimdWidth::Simd8), (vec![Exec::masked(8, 0)], false));
    assert_eq!(pieces(divergent, TGL, SimdWidth::Simd16), (vec![Exec::masked(16, 0)], false));
    let halves = vec![Exec::masked(16, 0), Exec::masked(16, 16)];
    assert_eq!(pieces(divergent, TGL, SimdWidth::Simd32), (halves, false));
    assert_eq!(pieces(divergent, Target::Lnl, SimdWidth::Simd32), (vec![Exec::masked(32, 0)], false));
    // Those who read the result must agree as well.
    let (plan, _) = Asked { apart: true, ..Asked::on(TGL) }.plan(shared).expect("it has a message");
    assert_eq!(
        (plan.sends.iter().collect::<Vec<_>>(), plan.notes.contains(&Note::Uniform)),
        (vec![Exec::masked(16, 0)], false)
    );
    // What is not sent need not be shared.
    let trimmed = "%r = load t0 [u: %n, v: undef] -> f32x4";
    assert!(pieces(trimmed, TGL, SimdWidth::Simd8).1);
}

#[test]
fn what_no_descriptor_can_name_is_refused() {
    let asked = Asked::on(TGL);
    let table = "`t3` is at entry 240 of its table; expected an entry below 240";
    assert_eq!(asked.refusal("%r = load t3 [u: %x] -> f32x4"), table);
    assert!(asked.refusal("%r = load t4[%x] [u: %x] -> f32x4").contains("`t4`"));
    assert_eq!(SURFACES, 240);
}

/// A descriptor has four bits for the sampler: for number 16 the header has the rest.
#[test]
fn samplers_from_16_on_take_a_header() {
    let shape = |sampler: &str| {
        let text = format!("%r = sample t0, {sampler} [u: %u, lod: 0.0] -> f32x4");
        let (plan, _) = Asked::on(TGL).plan(&text).expect("it has a message");
        (plan.far_sampler, plan.immediate_offset(), plan.shape(32).needs_header())
    };
    assert_eq!(shape("s0"), (false, Some(0), false));
    assert_eq!(shape("s1"), (true, Some(FAR_SAMPLER), true));
}

/// The parameter tables of 3D_SAMPLE.
#[test]
fn samples_are_chosen_by_their_roles_and_target() {
    let rows = [
        ("u: %u, v: %v", TGL, "sample f: u v"),
        ("u: %u, v: %v, bias: %w", TGL, "sample_b f: w u v"),
        ("u: %u, v: %v, ref: %w", TGL, "sample_c f: w u v"),
        ("u: %u, v: %v, ref: %w, bias: %f", TGL, "sample_b_c f: w f u v"),
        ("u: %u, v: %v, min_lod: %w", TGL, "sample f: u v _ _ w"),
        ("u: %u, v: %v, min_lod: %w", Target::Lnl, "sample_mlod f: w u v"),
        ("u: %u, v: %v, ref: %f, min_lod: %w", TGL, "sample_c f: f u v _ _ w"),
        ("u: %u, v: %v, ref: %f, min_lod: %w", Target::Lnl, "sample_c_mlod f: w f u v"),
        ("u: %u, v: %v, offu: %x, offv: %y", Target::Lnl, "sample_po f: u v _ (x y)"),
        ("u: %u, v: %v, bias: %w, offu: %x, offv: %y", Target::Lnl, "sample_po_b f: (x y w) u v"),
        ("u: %u, v: %v, lod: %w, offu: %x, offv: %y", Target::Lnl, "sample_po_l f: (x y w) u v"),
        ("u: %u, v: %v, ref: %w, offu: %x, offv: %y", Target::Lnl, "sample_po_c f: w u v _ (x y)"),
        ("u: %u, v: %v, lod: 0.0, offu: %x, offv: %y", Target::Lnl, "sample_po_lz f: u v _ (x y)"),
        ("u: %u, v: %v, ref: %w, lod: %f, offu: %x, offv: %y", Target::Lnl, "sample_po_l_c f: w (x y f) u v"),
        ("u: %u, v: %v, ref: %w, lod: 0.0, offu: %x, offv: %y", Target::Lnl, "sample_po_c_lz f: w u v (x y)"),
    ];
    for (roles, target, expected) in rows {
        let text = format!("%r = sample t0, s0 [{roles}] -> f32x4");
        assert_eq!(Asked::on(target).message(&text), expected, "{roles}");
    }
    let query = "%r = query_lod t0, s0 [u: %u, v: %v] -> f32x4";
    assert_eq!(Asked::on(TGL).message(query), "lod f: u v");
    let keyed = "%r, %s = sample t0, s0 [u: %u, v: %v] kill_pixel -> f32x4";
    assert_eq!(Asked::on(TGL).message(keyed), "sample+killpix f: u v");
}

#[test]
fn what_has_no_message_is_refused() {
    let bounded = "%r = sample t0, s0 [u: %u, v: %v, ref: %w, bias: %w, min_lod: %f] -> f32x4";
    assert_eq!(
        Asked::on(TGL).refusal(bounded),
        "tgllp has no message for `sample` with ref, bias, min_lod; expected parameters that one message has"
    );
    let offsets = "%r = sample t0, s0 [u: %u, v: %v, lod: 0.0, offu: %x, offv: %y] -> f32x4";
    assert_eq!(
        Asked::on(TGL).refusal(offsets),
        "tgllp has no sample_po_lz; choose a target that has it: lnl, bmg, ptl"
    );
    assert_eq!(
        Asked::on(Target::Pvc).refusal("%r = load t0 [u: %x] -> f32x4"),
        "pvc has no sampler; choose another target"
    );
}

/// MEDIA_LD, legal width and height combinations: 64 bytes of a row with 4 rows, 32 with 8, 16 with 16. What is read is
/// no narrower than four lanes.
#[test]
fn media_blocks_are_as_wide_as_the_thread_or_as_they_say() {
    use SimdWidth::{Simd8, Simd16, Simd32};
    /// Bytes and rows of a message, and where in the block they are.
    type Piece = (u32, u32, u32, u32);
    let rows: [(&str, SimdWidth, &[Piece]); 9] = [
        ("-> i8x8", Simd8, &[(8, 8, 0, 0)]),
        ("-> i8x8", Simd32, &[(32, 8, 0, 0)]),
        ("-> i16x8", Simd16, &[(32, 8, 0, 0)]),
        ("-> i16x8", Simd32, &[(64, 4, 0, 0), (64, 4, 0, 4)]),
        ("-> i32x3", Simd16, &[(64, 3, 0, 0)]),
        ("-> i32x6", Simd32, &[(64, 4, 0, 0), (64, 2, 0, 4), (64, 4, 64, 0), (64, 2, 64, 4)]),
        ("width 5 -> i32x8", Simd16, &[(20, 8, 0, 0)]),
        ("width 12 -> i32x4", Simd8, &[(32, 4, 0, 0)]),
        ("width 1 -> i16x2", Simd16, &[(8, 2, 0, 0)]),
    ];
    for (rest, simd, expected) in rows {
        let text = format!("%r = media_read t0 [x: %n, y: 1] plane 2 bottom {rest}");
        let (plan, fills) = Asked { simd, ..Asked::on(TGL) }.plan(&text).unwrap_or_else(|reason| panic!("{reason}"));
        assert_eq!((plan.name().as_str(), fills.as_str()), ("media_ld.bottom", "n 0x1"));
        let block = plan.block.expect("a block");
        let pieces = block.sends.iter().map(|piece| (piece.shape.width, piece.shape.height, piece.x, piece.y));
        assert_eq!((block.plane, pieces.collect::<Vec<_>>().as_slice()), (2, expected), "{rest} {simd}");
    }
}

/// The places of a block are scalars (MEDIA_LD, X_offset); Xe2 has messages of another unit in place of blocks.
#[test]
fn media_blocks_that_no_message_moves() {
    let refused = |target, text: &str| Asked::on(target).refusal(text);
    let varies =
        "`x` of `media_read` is divergent; expected a uniform value, as a block has one position for all lanes";
    assert_eq!(refused(TGL, "%r = media_read t0 [x: %x, y: %n] -> i32"), varies);
    assert_eq!(
        refused(TGL, "%r = media_read t0 [x: %n, y: %n] -> i64"),
        "`media_read` of i64 cannot be lowered; write the kernel without it"
    );
    let elsewhere = "bmg has no media_ld; choose a target that has it: skl, icllp, tgllp, xehp_sdv, dg2, mtl";
    assert_eq!(refused(Target::Bmg, "%r = media_read t0 [x: %n, y: %n] -> i32"), elsewhere);
    assert_eq!(
        refused(Target::Pvc, "%r = media_read t0 [x: %n, y: %n] -> i32"),
        "pvc has no sampler; choose another target"
    );
}
