//! `texvisa run` on textures of files, formulas and views.

use std::path::Path;

use ddsfile::{AlphaMode, D3D10ResourceDimension, Dds, DxgiFormat, NewDxgiParams};
use predicates::prelude::predicate;

use super::run::{refused, words};
use super::{folder, given, shown};

/// A kernel that stores the texel at (u, v, r) of a level.
fn load(dimension: &str) -> String {
    let third = if dimension == "2d" { "" } else { ", r: %r" };
    format!(
        "target tgllp simd8
surface t0: {dimension} i32 @ table 0
surface b0: raw @ table 1
kernel @load(%u: i32, %v: i32, %r: i32, %lod: i32) {{
^entry:
  %a = load t0 [u: %u, v: %v{third}, lod: %lod] -> i32x4
  store_raw b0 [x: 0], i32x4 %a
  return
}}
"
    )
}

/// The red of that texel.
fn red(dimension: &str, surface: &str, at: [u32; 4]) -> u32 {
    let [u, v, r, lod] = at.map(|number| number.to_string());
    let binds = [format!("t0={surface}"), format!("u={u}"), format!("v={v}"), format!("r={r}"), format!("lod={lod}")];
    words(&load(dimension), &binds.each_ref().map(String::as_str), 4)[0]
}

/// A DDS file of three layers with levels of 4 x 2, 2 x 1 and 1 x 1 bytes, which are numbered layer after layer.
fn dds(path: &Path) {
    let mut dds = Dds::new_dxgi(NewDxgiParams {
        height: 2,
        width: 4,
        depth: None,
        format: DxgiFormat::R8_UInt,
        mipmap_levels: Some(3),
        array_layers: Some(3),
        caps2: None,
        is_cubemap: false,
        resource_dimension: D3D10ResourceDimension::Texture2D,
        alpha_mode: AlphaMode::Unknown,
    })
    .expect("a format of the crate");
    dds.data.iter_mut().enumerate().for_each(|(index, byte)| *byte = index as u8);
    dds.write(&mut std::fs::File::create(path).expect("a file")).expect("written");
}

#[test]
fn a_texture_file_has_its_levels_and_layers() {
    let folder = folder();
    let file = folder.path().join("t.dds");
    dds(&file);
    let file = shown(&file);
    let array = |settings: &str, at| red("2d_array", &format!("{file}{settings}"), at);
    assert_eq!([array("", [3, 1, 0, 0]), array("", [1, 0, 2, 1]), array("", [0, 0, 1, 2])], [7, 31, 21]);
    assert_eq!(array("", [0, 0, 3, 0]), 0);
    // A view begins at its first level and layer, and ends with its last.
    assert_eq!(array(",first_level=1,first_layer=1", [1, 0, 1, 0]), 31);
    assert_eq!(array(",first_level=1", [0, 0, 0, 2]), 0);
    assert_eq!([array(",levels=1", [0, 0, 1, 0]), array(",levels=1", [0, 0, 1, 1])], [11, 0]);
    assert_eq!([array(",layers=2", [0, 0, 1, 0]), array(",layers=2", [0, 0, 2, 0])], [11, 0]);
    // One layer of it is an image.
    assert_eq!(red("2d", &format!("{file},first_layer=2"), [0, 0, 0, 2]), 32);
    assert_eq!(red("2d", &format!("R8_SINT:{file}"), [3, 0, 0, 0]), 3);
    refused(&load("3d"), &format!("t0={file}"), &["view of a 2D_ARRAY surface as 3D"]);
    refused(&load("2d"), &format!("t0=R16_UINT:{file}"), &["the file has R8_UINT, which is not as large as R16_UINT"]);
    refused(&load("2d"), &format!("t0={file},levels=4"), &["levels=4; expected at most 3"]);
    refused(&load("2d"), &format!("t0={file},first_level=3"), &["first_level=3; expected 0 to 2"]);
    refused(&load("2d"), &format!("t0={file},first_layer=3"), &["first_layer is 3; the texture has layers 0 to 2"]);
    refused(
        &load("2d"),
        &format!("t0={file},fill=1"),
        &["the texels of a picture and others; expected one of the two"],
    );
    refused(&load("2d"), &format!("t0={file}@4"), &["@4"]);
}

#[test]
fn a_damaged_texture_file_is_named() {
    let folder = folder();
    let file = folder.path().join("t.dds");
    dds(&file);
    let bytes = std::fs::read(&file).expect("a file");
    std::fs::write(&file, &bytes[..bytes.len() - 1]).expect("a file");
    let bind = format!("t0={}", shown(&file));
    given(&load("2d"), &["run", "-", "--grid", "1", "--bind", &bind]).assert().code(1).stderr(
        predicate::str::contains("t.dds: this DDS file cannot be read: its texels take 33 bytes, and 32 are there"),
    );
}

#[test]
fn formulas_fill_surfaces_by_position() {
    let at = |place| red("2d_array", "r32_uint:4x4x2,levels=2,formula=x+10y+100z+1000l", place);
    assert_eq!([at([3, 2, 1, 0]), at([1, 0, 1, 1])], [123, 1101]);
    assert_eq!(red("2d", "r8_uint:4x4,formula=-x%7", [3, 0, 0, 0]), 4);
    refused(&load("2d"), "t0=4x4,formula=x*y", &["`x*y` is no `formula`; possible: a sum as 0.5x+2y"]);
    refused(&load("2d"), "t0=BC1:4x4,formula=x", &["BC1_UNORM cannot be written; give its bytes"]);
}

/// Values that 8 bits do not hold.
const FLOATS: [f32; 4] = [1.5, -0.25, 1024.0, 1.0];

#[test]
fn exr_pictures_are_read_and_written_as_floats() {
    let folder = folder();
    let [input, output] = ["in.exr", "out.exr"].map(|name| folder.path().join(name));
    let picture =
        image::Rgba32FImage::from_fn(5, 3, |x, y| image::Rgba(FLOATS.map(|value| value * (x + 10 * y) as f32)));
    picture.save(&input).expect("a picture");
    let [bind, write] = [format!("t0={}", shown(&input)), format!("w0={}", shown(&output))];
    let arguments = [
        "run",
        "-",
        "--grid",
        "5x3",
        "--bind",
        &bind,
        "--bind",
        "w0=rgba32_float:5x3",
        "--bind",
        "x=@x",
        "--bind",
        "y=@y",
    ];
    given(super::PROGRAM, &[&arguments[..], &["--output", &write]].concat()).assert().code(0).stderr("");
    assert_eq!(image::open(&output).expect("a picture").into_rgba32f(), picture);
}

#[test]
fn choices_change_what_a_run_computes() {
    let text = "target tgllp simd8
surface t0: cube f32 @ table 0
surface b0: raw @ table 1
kernel @size(%lod: i32) {
^entry:
  %z = size t0 [lod: %lod] -> i32x4
  store_raw b0 [x: 0], i32x4 %z
  return
}
";
    let folder = folder();
    let output = folder.path().join("b0.bin");
    let write = format!("b0={}", shown(&output));
    let depth = |choice: &[&str]| {
        let arguments =
            ["run", "-", "--grid", "1", "--bind", "t0=4x4", "--bind", "b0=16", "--bind", "lod=0", "--output", &write];
        given(text, &[&arguments[..], choice].concat()).assert().code(0);
        std::fs::read(&output).expect("the output")[8]
    };
    assert_eq!([depth(&[]), depth(&["--choice", "d3d_cube_z0=true"])], [1, 0]);
    for (choice, says) in [
        ("d3d_cube_z0", "--choice d3d_cube_z0: expected NAME=VALUE"),
        ("d3d_cube_z0=perhaps", "`perhaps` is no value of d3d_cube_z0; possible are false, true"),
        ("cubes=0", "unknown choice `cubes`; expected one of ret16, mcs16, anisotropic, null_alpha1"),
    ] {
        for command in [&["run", "-", "--grid", "1"][..], &["cases", "-"]] {
            let text = if command[0] == "run" { text } else { "{\"cases\": [{}]}" };
            let assert = given(text, &[command, &["--choice", choice]].concat()).assert().code(2);
            assert.stderr(predicate::str::contains(says));
        }
    }
}
