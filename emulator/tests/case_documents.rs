//! Documents of cases: what is wrong in one is said with its place and fails nothing else.

use serde_json::{Value, json};
use texvisa_emulator::cases::{CaseFailure, CaseOptions, DocumentError, MAX_VALUES, Suite};

/// A surface of 4 x 4 bytes, `x + 4 y`, and a case that loads its first row.
fn document() -> Value {
    json!({
        "surfaces": {
            "image": {"type": "2D", "width": 4, "height": 4, "format": "R8_UINT",
                      "fill": {"kind": "affine_raw", "cx": 1, "cy": 4}},
            "volume": {"type": "3D", "width": 2, "height": 2, "depth": 2, "format": "R8_UINT"},
        },
        "samplers": {"point": {"addr": ["CLAMP", "CLAMP", "CLAMP"]}},
        "cases": [row("first"), row("second")],
    })
}

fn row(id: &str) -> Value {
    json!({
        "id": id, "op": "ld", "surface": "image", "exec_size": 8, "grf_bytes": 32, "mask": "M1", "dst_type": "UD", "channels": "R",
        "param_type": "UD", "param_names": ["u", "v"], "params": [[0, 1, 2, 3, 0, 1, 2, 3], [0, 0, 0, 0, 1, 1, 1, 1]],
        "expect": {"channels": {"R": [0, 1, 2, 3, 4, 5, 6, 7]}}, "compare": "exact", "oracle": null,
    })
}

fn read(document: &Value) -> Suite {
    Suite::read(&document.to_string()).expect("a document")
}

/// What the first case says, where the second passes.
fn said(change: impl FnOnce(&mut Value)) -> String {
    let mut document = document();
    change(&mut document);
    let suite = read(&document);
    let results: Vec<_> = suite.cases().map(|case| case.run(&CaseOptions::default())).collect();
    assert_eq!(results[1], Ok(()));
    match &results[0] {
        Ok(()) => "passed".to_owned(),
        Err(failure) => failure.to_string(),
    }
}

fn of_case(field: &str, value: Value) -> String {
    said(|document| {
        document["cases"][0][field] = value;
    })
}

#[test]
fn what_is_left_out_has_its_default() {
    assert_eq!(said(|_| ()), "passed");
    let bare = said(|document| {
        let case = document["cases"][0].as_object_mut().expect("a case");
        for field in ["exec_size", "grf_bytes", "mask", "compare", "oracle", "channels"] {
            case.remove(field);
        }
        case.insert("note".to_owned(), "of no meaning".into());
        case.insert("sampler".to_owned(), Value::Null);
    });
    assert_eq!(bare, "passed");
}

#[test]
fn a_wrong_field_is_said_with_its_location_and_what_is_allowed() {
    let place = "cases[0] (first)";
    for (field, value, says) in [
        ("exec_size", json!(12), "exec_size: 12; a message has 8, 16 or 32"),
        ("exec_size", json!(-8), "exec_size: -8 is no number from 0 to 4294967295"),
        ("exec_size", json!("many"), "exec_size: invalid value: string \"many\", expected a number"),
        ("exec_size", json!(4_294_967_295u32), "exec_size: 4294967295; a message has 8, 16 or 32"),
        ("grf_bytes", json!(48), "grf_bytes: 48; a register has 32 or 64 bytes"),
        ("mask", json!("M9"), "mask: `M9` is no execution mask: M1 to M8"),
        ("op", json!("load"), "op: unknown operation `load`; did you mean `lod`? Expected one of ld, ld_lz, ld2dms_w"),
        ("dst_type", json!("DF"), "dst_type: unknown type `DF`; did you mean `D`? Expected one of F, HF, UD, D, UW, W"),
        ("channels", json!("RX"), "channels: `RX` names no channels"),
        ("channels", json!(""), "channels: `` names no channels"),
        ("src_channel", json!(4), "src_channel: no channel"),
        ("aoffimmi", json!("0x12000"), "aoffimmi: 0x12000; three signed nibbles"),
        ("surface", json!("missing"), "surface: unknown surface `missing`; expected one of image, volume"),
        ("param_names", json!(["u", "r"]), "param_names: u r of type UD; ld takes the first of u v lod r"),
        ("param_type", json!("HF"), "param_names: u v of type HF"),
        ("params", json!([[0, 1, 2, 3, 0, 1, 2, 3]]), "params: 1 lists of elements for 2 names"),
        ("params", json!([[0], [0]]), "params[0]: 1 elements; exec_size is 8"),
        ("params", json!([[0, 1, 2, 3, 0, 1, 2, 3], [0, 0, 0, 0, 1, 1.5, 1, 1]]), "params[1][5]: 1.5 is no UD"),
        (
            "params",
            json!([[0, 1, 2, 3, 0, 1, 2, 3], [0, 0, 0, 0, 1, true, 1, 1]]),
            "params[1][5]: invalid type: boolean",
        ),
        ("expect", json!({}), "expect: nothing; expected channels, dst or pixel_null_mask"),
        ("expect", json!({"channels": {}}), "expect: nothing that is compared; give an element or a defined byte"),
        ("expect", json!({"channels": {"R": null, "G": null}}), "expect: nothing that is compared"),
        ("expect", json!({"dst": "??".repeat(32)}), "expect: nothing that is compared"),
        ("exec_size", json!(0), "exec_size: 0; a message has 8, 16 or 32"),
        ("expect", json!({"channels": {"R": []}}), "expect.channels.R: 0 elements; the message has 8 lanes"),
        ("expect", json!({"channels": {"R": [0]}}), "expect.channels.R: 1 elements; the message has 8 lanes"),
        (
            "expect",
            json!({"channels": {"G": [0, 0, 0, 0, 0, 0, 0, 0]}}),
            "expect.channels.G: a channel that does not come back; R do",
        ),
        ("expect", json!({"dst": "0"}), "expect.dst: 1 digits; a byte has two"),
        ("expect", json!({"dst": "0?"}), "expect.dst: byte 0 is `0?`"),
        ("expect", json!({"pixel_null_mask": 1}), "expect.pixel_null_mask: the message has none"),
        ("compare", json!("about"), "compare: unknown variant `about`, expected one of `exact`, `ulp1`, `filter`"),
        (
            "pred",
            json!({"value": 1, "ctrl": "some"}),
            "pred.ctrl: unknown control `some`; expected one of none, any, all",
        ),
        ("chanels", json!("R"), "unknown field `chanels`, expected one of `id`, `op`"),
        ("sampler", json!("point"), "sampler: ld has none; leave it out"),
    ] {
        let found = of_case(field, value);
        assert!(found.starts_with(place) && found.contains(says), "{field}: {found}");
    }
    let sampler = said(|document| {
        let case = &mut document["cases"][0];
        (case["op"], case["param_type"], case["sampler"]) = (json!("sample_lz"), json!("F"), json!("missing"));
    });
    assert_eq!(sampler, "cases[0] (first).sampler: unknown sampler `missing`; expected point");
    let nameless = said(|document| {
        document["cases"][0].as_object_mut().expect("a case").remove("id");
    });
    assert_eq!(nameless, "cases[0]: missing field `id`");
    let none = said(|document| document["cases"][0] = json!(7));
    assert!(none.starts_with("cases[0]: invalid type: integer `7`, expected struct"), "{none}");
    let sampled = said(|document| {
        let case = &mut document["cases"][0];
        (case["op"], case["param_type"]) = (json!("sample_lz"), json!("F"));
    });
    assert_eq!(sampled, "cases[0] (first): missing field `sampler`, which sample_lz needs");
}

#[test]
fn a_wrong_surface_fails_the_cases_that_need_it() {
    let place = "surfaces.image";
    let of_surface = |field: &str, value: Value| {
        let mut document = document();
        document["surfaces"]["good"] = document["surfaces"]["image"].clone();
        document["cases"][1]["surface"] = json!("good");
        document["surfaces"]["image"][field] = value;
        let suite = read(&document);
        let results: Vec<_> = suite.cases().map(|case| case.run(&CaseOptions::default())).collect();
        assert_eq!(results[1], Ok(()));
        results[0].as_ref().expect_err("a wrong surface").to_string()
    };
    for (field, value, says) in [
        ("type", json!("4D"), "type: unknown type of surface `4D`; expected one of NULL, 1D"),
        (
            "format",
            json!("R9_UINT"),
            "format: unknown format `R9_UINT`; did you mean `R8_UINT`? Expected one of R8_UNORM",
        ),
        ("width", json!(0), "width 0 of a 2D surface; expected 1 to 16384"),
        ("width", json!(1e300), "width: 1"),
        ("width", json!(4_294_967_295u32), "width 4294967295"),
        ("height", json!(65536), "height 65536"),
        ("levels", json!(99), "levels 99"),
        ("samples", json!(3), "3 samples"),
        ("layers", json!(2), "layers 2"),
        ("swizzle", json!("RGB"), "swizzle: `RGB` is no swizzle"),
        ("surf_min_lod", json!(4_294_967_295u32), "levels 4294967295"),
        ("quilt_width", json!(0), "quilt width 0 of a 2D surface; expected 1 to 32"),
        ("quilt_height", json!(33), "quilt height 33 of a 2D surface; expected 1 to 32"),
        ("quilt_width", json!(4_294_967_295u32), "quilt width 4294967295 of a 2D surface"),
        ("clear_color", json!([0.5, 0, 0, 0]), "clear_color: no colour of R8_UINT"),
        ("fill", json!({"kind": "affine_float"}), "fill: R8_UINT stores no floats"),
        ("fill", json!({"kind": "affine_raw", "mod": 0}), "fill: `mod` is a number above 0"),
        ("fill", json!({"kind": "checkers"}), "fill.kind: unknown variant `checkers`"),
        ("fill", json!({"cx": 1}), "fill: missing field `kind`"),
        ("fill", json!({"kind": "bytes", "bytes": ["00", "00"]}), "fill: bytes of 2 levels; the surface has 1"),
        ("fill", json!({"kind": "bytes", "bytes": []}), "fill: bytes of 0 levels; the surface has 1"),
        (
            "fill",
            json!({"kind": "bytes", "bytes": ["00".repeat(15)]}),
            "fill: level 0 is given 15 bytes; 16 are needed",
        ),
        (
            "fill",
            json!({"kind": "bytes", "bytes": ["00".repeat(17)]}),
            "fill: level 0 is given 17 bytes; 16 are needed",
        ),
        ("fill", json!({"kind": "bytes", "bytes": "0"}), "fill: level 0 has 1 digits; a byte has two"),
        (
            "fill",
            json!({"kind": "bytes", "bytes": [format!("{}0g", "00".repeat(15))]}),
            "fill: byte 15 of level 0 is not hexadecimal",
        ),
        ("fill", json!({"kind": "bytes", "bytes": 7}), "fill.bytes: hexadecimal text, or a list of it"),
        ("mcs", json!({"table": []}), "mcs: mod 0; a table of 0 words"),
        ("mcs", json!({"table": {"7": "0x1"}}), "mcs: table has 1 words, so that `7` is no index"),
        ("null_pages", json!([{"level": 0}]), "null_pages[0]: missing field `x1`"),
        ("depht", json!(1), "unknown field `depht`"),
    ] {
        let found = of_surface(field, value);
        assert!(found.starts_with(place) && found.contains(says), "{field}: {found}");
    }
}

#[test]
fn surfaces_that_are_too_large_to_fill_are_refused_before_they_are_made() {
    let huge = said(|document| {
        document["surfaces"]["huge"] = json!({"type": "2D", "width": 16384, "height": 16384, "format": "R8_UINT"});
        document["cases"][0]["surface"] = json!("huge");
    });
    assert_eq!(huge, "surfaces.huge: the texels take 268435456 bytes; a case has at most 67108864");
}

#[test]
fn what_is_no_document_is_said_with_its_location() {
    let error = |text: &str| Suite::read(text).expect_err("no document");
    assert!(matches!(error("{\n  \"cases\": [1,]\n}"), DocumentError::Syntax { line: 2, column: 15, .. }));
    assert_eq!(error("[]").to_string(), "$: a list; expected an object with `cases`");
    assert_eq!(error("{}").to_string(), "$: without `cases`; expected a list of cases");
    assert_eq!(error("{\"cases\": {}}").to_string(), "cases: an object; expected a list");
    let lists = |name: &str| error(&json!({name: [], "cases": []}).to_string()).to_string();
    for name in ["surfaces", "samplers", "sampler_defaults"] {
        assert_eq!(lists(name), format!("{name}: a list; expected an object"));
    }
    let mut document = document();
    document["sampelrs"] = json!({});
    document["samplers"]["point"]["min"] = json!("BEST");
    let problems: Vec<String> = read(&document).problems().map(ToString::to_string).collect();
    assert_eq!(problems.len(), 2);
    assert!(
        problems[0].starts_with("sampelrs: unknown field; did you mean `samplers`? Expected one of schema"),
        "{}",
        problems[0]
    );
    assert_eq!(problems[1], "samplers.point.min: unknown filter `BEST`; expected one of NEAREST, LINEAR, ANISOTROPIC");
}

#[test]
fn differences_name_channel_and_lane() {
    let found = of_case("expect", json!({"channels": {"R": [0, 1, 2, 3, 4, 5, 9, 7]}}));
    assert_eq!(found, "R lane 6: expected 0x00000009, found 0x00000006");
    // Once, though the destination has it too.
    let elements = [0, 1, 2, 3, 4, 5, 9, 7];
    let destination: String = elements.map(|element| format!("{element:02x}000000")).concat();
    let found = of_case("expect", json!({"channels": {"R": elements}, "dst": destination}));
    assert_eq!(found, "R lane 6: expected 0x00000009, found 0x00000006");
    let found = said(|document| {
        let case = &mut document["cases"][0];
        (case["em"], case["dst_type"]) = (json!("0x7f"), json!("UW"));
    });
    assert_eq!(found, "R lane 7: expected 0x0007, found 0xcdcd");
    let found = said(|document| {
        let case = &mut document["cases"][0];
        case["expect"] = json!({"channels": {"R": [0, 1, 2, 3, 4, 5, 6, null]}});
    });
    assert_eq!(found, "R lane 7: expected nothing to be written, as the lane is not enabled, found 0x00000007");
}

/// Messages that only targets with registers of 32 bytes have, and those that only such of 64 have, on both.
#[test]
fn registers_are_as_wide_as_the_case_says() {
    let message = |op: &str, names: &[&str], grf_bytes: usize| {
        let mut document = document();
        let case = &mut document["cases"][0];
        let element = |name: &str| if name.starts_with("off") || name == "lod" { json!(0) } else { json!(0.5) };
        (case["op"], case["sampler"], case["param_type"]) = (json!(op), json!("point"), json!("F"));
        case["param_names"] = json!(names);
        case["params"] = names.iter().map(|name| vec![element(name); 8]).collect();
        case["grf_bytes"] = json!(grf_bytes);
        case.as_object_mut().expect("a case").remove("channels");
        // Texels 9, 10, 6, 5 of the middle, or texel 10 with the alpha of a format that has none.
        let values = if op.starts_with("gather4") { [9u8, 10, 6, 5] } else { [10, 0, 0, 1] };
        let channel = |value: u8| format!("{}{}", format!("{value:02x}000000").repeat(8), "??".repeat(grf_bytes - 32));
        case["expect"] = json!({"dst": values.map(channel).concat()});
        let suite = read(&document);
        suite.cases().next().expect("a case").run(&CaseOptions::default())
    };
    for grf_bytes in [32, 64] {
        for (op, names) in [
            ("gather4", &["u", "v"][..]),
            ("gather4_po", &["u", "v", "offu", "offv"]),
            ("gather4_po_packed", &["u", "v", "r", "offuv"]),
            ("gather4_po", &["u", "v", "r", "offuv"]),
            ("gather4_l", &["lod", "u", "v"]),
            ("sample_lz", &["u", "v"]),
            ("sample_po_lz", &["u", "v", "r", "offuvr"]),
        ] {
            assert_eq!(message(op, names, grf_bytes), Ok(()), "{op} {grf_bytes}");
        }
    }
}

/// Where the layer is a part of the word of offsets, r may be listed and is not read.
#[test]
fn a_layer_in_a_packed_word_makes_r_optional() {
    let with = |op: &str, names: &[&str]| {
        let mut document = document();
        document["surfaces"]["depth"] = json!({"type": "2D_ARRAY", "width": 4, "height": 4, "layers": 3, "format": "R32_FLOAT",
            "fill": {"kind": "affine_float", "cx": 1, "cy": 4, "cz": 100}});
        document["samplers"]["equal"] = json!({"compare": "LEQUAL"});
        let case = &mut document["cases"][0];
        let element = |name: &str| match name {
            "ref" => json!(206.0),
            "r" => json!(1.0),
            // Layer 2.
            "offuv_r" => json!("0x2"),
            _ => json!(0.5),
        };
        (case["op"], case["surface"], case["sampler"]) = (json!(op), json!("depth"), json!("equal"));
        (case["param_type"], case["channels"]) = (json!("F"), Value::Null);
        case["param_names"] = json!(names);
        case["params"] = names.iter().map(|name| vec![element(name); 8]).collect();
        // 206 is at most 209, 210 and 206, and more than 205; the sample is 210.
        let values = if op.starts_with("gather4") { [1, 1, 1, 0] } else { [1, 0, 0, 1] };
        let one = |value: i32| json!(vec![value * 0x3f80_0000; 8]);
        let [r, g, b, a] = values.map(one);
        case["expect"] = json!({"channels": {"R": r, "G": g, "B": b, "A": a}});
        let suite = read(&document);
        suite.cases().next().expect("a case").run(&CaseOptions::default())
    };
    for op in ["gather4_po_c", "gather4_po_i_c", "sample_po_c", "sample_po_c_lz"] {
        for names in [&["ref", "u", "v", "offuv_r"][..], &["ref", "u", "v", "r", "offuv_r"]] {
            assert_eq!(with(op, names), Ok(()), "{op} {names:?}");
        }
    }
    assert!(matches!(with("gather4_po_c", &["ref", "u", "offuv_r"]), Err(CaseFailure::Case(_))));
}

#[test]
fn operations_that_are_known_are_listed_once() {
    let found = of_case("op", json!("load"));
    let known: Vec<&str> = found.split("xpected one of ").nth(1).expect("a list").split(", ").collect();
    assert_eq!(known.iter().filter(|name| **name == "gather4_po").count(), 1);
    assert!(known.contains(&"sampleinfo"));
}

/// sample_po_d has a layer in its word of offsets and r besides: of a volume r is the coordinate, of an array the word
/// counts (semantics, 4.3: OffUVR_R).
#[test]
fn a_volume_has_its_coordinate_beside_a_packed_layer() {
    let sampled = |surface: Value, word: &str| {
        let names = ["u", "dudx", "dudy", "v", "dvdx", "dvdy", "r", "offuvr_r"];
        let params = names.map(|name| match name {
            "offuvr_r" => vec![json!(word); 8],
            // The third slice of four.
            "r" => vec![json!(0.625); 8],
            "u" | "v" => vec![json!(0.5); 8],
            _ => vec![json!(0.0); 8],
        });
        let red = |texel: u32| {
            let case = json!({"op": "sample_po_d", "sampler": "point", "param_type": "F", "param_names": names, "params": params,
                "expect": {"channels": {"R": vec![texel; 8]}}});
            passes(surface.clone(), case)
        };
        (0..64).find(|texel| red(*texel).is_ok())
    };
    let fill = json!({"kind": "affine_raw", "cx": 1, "cy": 4, "cz": 16});
    let volume = json!({"type": "3D", "width": 4, "height": 4, "depth": 4, "format": "R8_UINT", "fill": fill});
    let array = json!({"type": "2D_ARRAY", "width": 4, "height": 4, "layers": 4, "format": "R8_UINT", "fill": fill});
    // Layer 3, offsets of 1 along u (bits 15 to 12) and -1 along r (23 to 20).
    let word = "0x00f01003";
    // Texel (3, 2) of slice 2 - 1, and of layer 3.
    assert_eq!(sampled(volume.clone(), word), Some(3 + 8 + 16));
    assert_eq!(sampled(array.clone(), word), Some(3 + 8 + 48));
    assert_eq!((sampled(volume, "0x0"), sampled(array, "0x0")), (Some(2 + 8 + 32), Some(2 + 8)));
}

/// A parameter that is left out is zero, the only one too.
#[test]
fn sizes_without_a_level_are_those_of_level_zero() {
    let surface = json!({"type": "2D", "width": 4, "height": 2, "levels": 2, "format": "R8_UINT"});
    let case = json!({"op": "resinfo", "param_names": [], "params": [], "channels": null,
        "expect": {"channels": {"R": vec![4; 8], "G": vec![2; 8], "B": vec![0; 8], "A": vec![2; 8]}}});
    assert_eq!(passes(surface, case), Ok(()));
}

/// A document with one case on `surface`, whose message, parameters and expectation `case` has.
fn passes(surface: Value, case: Value) -> Result<(), CaseFailure> {
    let mut document = document();
    document["surfaces"]["own"] = surface;
    let fields = document["cases"][0].as_object_mut().expect("a case");
    fields.insert("surface".to_owned(), "own".into());
    fields.extend(case.as_object().expect("fields").clone());
    fields.retain(|_, value| !value.is_null());
    let suite = read(&document);
    suite.cases().next().expect("a case").run(&CaseOptions::default())
}

/// Loads of 8 lanes along u, in row 0 where there are rows.
fn along_u(values: [u32; 8], expect: Value) -> Value {
    json!({"param_names": ["u"], "params": [values], "channels": null, "expect": expect})
}

const FIRST: [u32; 8] = [0, 1, 2, 3, 0, 0, 0, 0];

#[test]
fn a_block_is_filled_by_its_bytes() {
    // Red and blue, four colours, the indices 0 1 2 3 in each row.
    let bytes = "00f81f00e4e4e4e4";
    let third = f32::to_bits;
    let reds = [1.0, 0.0, 2.0 / 3.0, 1.0 / 3.0, 1.0, 1.0, 1.0, 1.0].map(third);
    for fill in [
        json!({"kind": "bytes", "bytes": [bytes]}),
        json!({"kind": "bytes", "levels": [bytes]}),
        json!({"bytes": bytes}),
    ] {
        let surface = json!({"type": "2D", "width": 4, "height": 4, "format": "BC1_UNORM", "fill": fill});
        let mut case = along_u(FIRST, json!({"channels": {"R": reds, "A": vec![0x3f80_0000; 8]}}));
        (case["compare"], case["dst_type"]) = (json!("bc"), json!("F"));
        assert_eq!(passes(surface, case), Ok(()));
    }
}

/// The string of a level has all bytes of it: here a block of 8 bytes for each of two layers.
#[test]
fn bytes_that_are_missing_are_none_of_zero() {
    let loaded = |bytes: Value| {
        let surface = json!({"type": "2D_ARRAY", "width": 4, "height": 4, "layers": 2, "levels": 2, "format": "BC1_UNORM",
            "fill": {"kind": "bytes", "bytes": bytes}});
        // Red, whatever the index: both colours are.
        let mut case = along_u(FIRST, json!({"channels": {"R": vec![0x3f80_0000; 8]}}));
        (case["compare"], case["dst_type"]) = (json!("bc"), json!("F"));
        passes(surface, case).map_err(|failure| failure.to_string())
    };
    let red = |blocks: usize| "00f800f800000000".repeat(blocks);
    assert_eq!(loaded(json!([red(2), red(2)])), Ok(()));
    let short = |bytes| loaded(bytes).expect_err("too few");
    assert_eq!(short(json!([red(2), red(1)])), "surfaces.own.fill: level 1 is given 8 bytes; 16 are needed");
    assert_eq!(short(json!([red(1), red(2)])), "surfaces.own.fill: level 0 is given 8 bytes; 16 are needed");
    assert_eq!(short(json!([red(2)])), "surfaces.own.fill: bytes of 1 levels; the surface has 2");
    assert_eq!(short(json!(red(2))), "surfaces.own.fill: bytes of 1 levels; the surface has 2");
}

/// Level 1 and layer 2 of an array whose texels say where they are: `x + 10 z + 100 l`.
#[test]
fn a_view_begins_where_the_surface_says() {
    let surface = json!({"type": "1D_ARRAY", "width": 8, "layers": 1, "levels": 1, "format": "R32_UINT", "surf_min_lod": 1,
        "min_array_element": 2, "fill": {"kind": "affine_raw", "cx": 1, "cz": 10, "cl": 100}});
    // Level 1 has 4 texels.
    let red = json!({"channels": {"R": [120, 121, 122, 123, 120, 120, 120, 0]}});
    assert_eq!(passes(surface.clone(), along_u([0, 1, 2, 3, 0, 0, 0, 4], red)), Ok(()));
    let sizes = json!({"op": "resinfo", "param_names": ["lod"], "params": [[0, 0, 0, 0, 0, 0, 0, 1]], "channels": null,
        "expect": {"channels": {"R": [4, 4, 4, 4, 4, 4, 4, 0], "G": [1, 1, 1, 1, 1, 1, 1, 0], "A": [1, 1, 1, 1, 1, 1, 1, 1]}}});
    assert_eq!(passes(surface, sizes), Ok(()));
}

#[test]
fn masks_and_predicates_choose_lanes() {
    let surface =
        json!({"type": "1D", "width": 4, "format": "R8_UINT", "fill": {"kind": "affine_raw", "cx": 1, "k": 1}});
    let lanes = |mask: &str, em: &str, pred: Value, expected: [Option<u32>; 8]| {
        let mut case = along_u([0; 8], json!({"channels": {"R": expected}}));
        (case["mask"], case["em"], case["pred"]) = (json!(mask), json!(em), pred);
        passes(surface.clone(), case)
    };
    let [on, off] = [Some(1), None];
    let low = [on, on, on, on, off, off, off, off];
    // M3 begins at lane 8; without a mask the predicate's bits are still those of its lanes.
    assert_eq!(lanes("M3", "0x00000f00", Value::Null, low), Ok(()));
    assert_eq!(lanes("M3_NM", "0x0", json!({"value": "0x00000fff"}), low), Ok(()));
    assert_eq!(lanes("M1", "0xff", json!({"value": 0xf0, "invert": true}), low), Ok(()));
    // Combined first, then inverted.
    assert_eq!(lanes("M1", "0x0f", json!({"value": 1, "ctrl": "any"}), low), Ok(()));
    assert_eq!(lanes("M1", "0x0f", json!({"value": "0x7f", "ctrl": "all", "invert": true}), low), Ok(()));
    assert_eq!(lanes("M1", "0x0f", json!({"value": "0x7f", "ctrl": "all"}), [None; 8]), Ok(()));
    assert!(lanes("M2", "0xff", Value::Null, low).is_err(), "M2 begins in the middle of 8 lanes");
}

/// 16 bits an element: floats are rounded, integers saturate, and of an MCS value each channel has the low half.
#[test]
fn responses_of_sixteen_bits_are_as_the_document_says() {
    let integers = json!({"type": "1D", "width": 4, "format": "R32_SINT", "fill": {"kind": "affine_raw", "cx": 100_000, "k": -100_000}});
    let mut case = along_u(
        FIRST,
        json!({"channels": {"R": ["0x8000", 0, "0x7fff", "0x7fff", "0x8000", "0x8000", "0x8000", -32768]}}),
    );
    case["dst_type"] = json!("W");
    assert_eq!(passes(integers, case), Ok(()));
    let words = json!({"type": "2D", "width": 4, "height": 1, "samples": 16, "format": "R8_UINT",
        "mcs": {"cx": 1, "table": ["0x8765432112345678", "0x0", "0xffffffffffffffff", "0x1"]}});
    let mut case = along_u(
        FIRST,
        json!({"channels": {
        "R": ["0x5678", 0, "0xffff", 1, "0x5678", "0x5678", "0x5678", "0x5678"],
        "G": ["0x4321", 0, "0xffff", 0, "0x4321", "0x4321", "0x4321", "0x4321"]}}),
    );
    (case["op"], case["dst_type"]) = (json!("ld_mcs"), json!("UW"));
    assert_eq!(passes(words, case), Ok(()));
}

/// MEDIA_LD, 3D_LOAD, 3D_SAMPLE4 and INFO, Format: what a message has no field for says nothing, and a case that gives it
/// would show less than it says. Defaults may stand.
#[test]
fn fields_that_a_message_has_not_are_refused() {
    let image = || json!({"type": "2D", "width": 16, "height": 4, "format": "R8_UINT"});
    let zeros = |registers: usize| json!({"dst": "00".repeat(32 * registers)});
    let block = json!({"op": "media_ld", "param_names": [], "params": [], "block_width": 32, "block_height": 1,
        "expect": zeros(1)});
    let query = json!({"op": "resinfo", "param_names": ["lod"], "params": [[9, 9, 9, 9, 9, 9, 9, 9]],
        "expect": {"channels": {"B": [0, 0, 0, 0, 0, 0, 0, 0]}}});
    let samples = json!({"op": "sampleinfo", "param_names": [], "params": [],
        "expect": {"channels": {"B": [0, 0, 0, 0, 0, 0, 0, 0]}}});
    let load = json!({"op": "ld", "expect": {"channels": {"R": [0, 0, 0, 0, 0, 0, 0, 0]}}});
    let gather = json!({"op": "gather4", "sampler": "point", "param_type": "F", "params": [[0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0]], "expect": zeros(4)});
    let with = |case: &Value, field: &str, value: Value| {
        let mut case = case.clone();
        if case.get("channels").is_none() {
            case["channels"] = Value::Null;
        }
        case[field] = value;
        passes(image(), case).map_err(|failure| failure.to_string())
    };
    let predicate = || json!({"value": 255});
    for (case, field, value, default, has) in [
        (&block, "sampler", json!("point"), Value::Null, "media_ld"),
        (&block, "pred", predicate(), Value::Null, "media_ld"),
        (&block, "exec_size", json!(16), json!(8), "media_ld"),
        (&block, "mask", json!("M1_NM"), json!("M1"), "media_ld"),
        (&block, "channels", json!("R"), json!("RGBA"), "media_ld"),
        (&block, "src_channel", json!("G"), json!("R"), "media_ld"),
        (&block, "aoffimmi", json!("0x100"), json!("0x0"), "media_ld"),
        (&block, "param_names", json!(["u"]), json!([]), "media_ld"),
        (&block, "params", json!([[0]]), json!([]), "media_ld"),
        (&block, "pixel_null_mask", json!(true), json!(false), "media_ld"),
        (&query, "pred", predicate(), Value::Null, "resinfo"),
        (&query, "channels", json!("B"), json!("RGBA"), "resinfo"),
        (&query, "pixel_null_mask", json!(true), json!(false), "resinfo"),
        (&query, "aoffimmi", json!(1), json!(0), "resinfo"),
        (&query, "sampler", json!("point"), Value::Null, "resinfo"),
        (&samples, "pred", predicate(), Value::Null, "sampleinfo"),
        (&samples, "channels", json!("B"), json!("RGBA"), "sampleinfo"),
        (&samples, "params", json!([[0]]), json!([]), "sampleinfo"),
        (&load, "src_channel", json!(1), json!(0), "ld"),
        (&load, "modifier", json!("top"), json!("nomod"), "ld"),
        (&load, "modifier", json!("upside down"), json!(0), "ld"),
        (&load, "plane", json!(1), json!(0), "ld"),
        (&load, "x_offset", json!(4), json!(0), "ld"),
        (&load, "y_offset", json!("0x1"), json!(0), "ld"),
        (&load, "block_width", json!(4), Value::Null, "ld"),
        (&load, "block_height", json!(0), Value::Null, "ld"),
        (&gather, "channels", json!("R"), json!("RGBA"), "gather4"),
    ] {
        let says = format!("cases[0] (first).{field}: {has} has none; leave it out, or give its default, ");
        let found = with(case, field, value).expect_err("no field of its message");
        assert!(found.starts_with(&says), "{found}");
        assert_eq!(with(case, field, default), Ok(()), "{has} {field}");
    }
    // The lanes that are active are the thread's: a block moves all the same.
    assert_eq!(with(&block, "em", json!(0)), Ok(()));
}

/// No media block has compressed texels; neither filling nor reading them ends in anything but an error.
#[test]
fn media_blocks_of_compressed_texels_are_refused() {
    let block = json!({"op": "media_ld", "param_names": [], "params": [], "x_offset": 0, "y_offset": 0, "block_width": 4,
        "block_height": 1, "channels": null, "expect": {"dst": format!("00000000{}", "??".repeat(28))}});
    let surface = |fill: Value| json!({"type": "2D", "width": 16, "height": 4, "format": "BC1_UNORM", "fill": fill});
    let said = passes(surface(json!({"cx": 1})), block.clone()).expect_err("no bytes").to_string();
    assert_eq!(said, "surfaces.own.fill: BC1_UNORM is stored in blocks, which are filled by `bytes`");
    let said = passes(surface(json!({"bytes": ["00".repeat(32)]})), block).expect_err("no media block").to_string();
    assert!(said.contains("no media block of plane 0 of a 2D surface of BC1_UNORM"), "{said}");
}

/// Where offsets are parameters the immediate ones are ignored.
#[test]
fn offsets_that_are_parameters_stand_alone() {
    let gathered = |aoffimmi: u32, op: &str, names: Value, params: Value, first: u32| {
        let expect = json!({"channels": {"A": vec![first; 8]}});
        let case = json!({"op": op, "sampler": "point", "param_type": "F", "param_names": names, "params": params,
            "channels": null, "aoffimmi": aoffimmi, "expect": expect});
        passes(
            json!({"type": "2D", "width": 4, "height": 4, "format": "R8_UINT", "fill": {"kind": "affine_raw", "cx": 1, "cy": 4}}),
            case,
        )
    };
    let middle = vec![0.5; 8];
    // The upper left of the four in the middle is texel 5; one to the right 6, one up 1.
    assert_eq!(gathered(0x100, "gather4", json!(["u", "v"]), json!([middle, middle]), 6), Ok(()));
    let params = json!([middle, middle, [0, 0, 0, 0, 0, 0, 0, 0], [-1, -1, -1, -1, -1, -1, -1, -1]]);
    assert_eq!(gathered(0x100, "gather4_po", json!(["u", "v", "offu", "offv"]), params, 1), Ok(()));
}

#[test]
fn a_document_without_a_case_is_refused() {
    let error = Suite::read(r#"{"cases": []}"#).expect_err("no cases");
    assert_eq!(error.to_string(), "cases: an empty list; expected at least one case");
}

#[test]
fn a_key_that_an_object_has_twice_is_refused_at_its_location() {
    let mut text = document().to_string();
    text = text.replacen("\"surfaces\":{", "\"surfaces\":{\n\"image\":{\"type\":\"1D\"},", 1);
    let error = Suite::read(&text).expect_err("a surface that stands twice");
    assert!(matches!(error, DocumentError::Syntax { line: 2, .. }), "{error:?}");
    assert!(
        error
            .to_string()
            .starts_with("expected JSON, with each key once in an object: `image` stands twice in an object"),
        "{error}"
    );
}

#[test]
fn an_id_that_a_case_before_has_fails_the_later_case() {
    let mut document = document();
    document["cases"][1]["id"] = json!("first");
    let suite = read(&document);
    let results: Vec<_> = suite.cases().map(|case| case.run(&CaseOptions::default())).collect();
    assert_eq!(results[0], Ok(()));
    let failure = results[1].as_ref().expect_err("its id is not its own").to_string();
    assert_eq!(failure, "cases[1] (first).id: `first`, which is the id of cases[0]; expected an id of its own");
}

/// A short text can be as many values as fill the memory.
#[test]
fn documents_have_at_most_so_many_values() {
    // The document, its list of cases and a list in that are three.
    let of_numbers = |count: usize| Suite::read(&format!("{{\"cases\": [[{}0]]}}", "0,".repeat(count - 1)));
    assert_eq!(of_numbers(MAX_VALUES - 3).map(|suite| suite.cases().count()), Ok(1));
    let error = of_numbers(MAX_VALUES - 2).expect_err("one too many").to_string();
    assert!(error.contains("more than 2097152 values, the most of a document; split it"), "{error}");
}
