//! How the values of `--bind` are written, in words, from the tables that read them.

use super::setting::Setting;
use super::{sampler, surface};

/// Columns of the help, as many as clap fills where it does not know those of the terminal.
const WIDTH: usize = 100;

/// A line of the help: for what, how it is written, what it means.
struct Line {
    of: &'static str,
    written: &'static str,
    means: &'static str,
}

const fn line(of: &'static str, written: &'static str, means: &'static str) -> Line {
    Line { of, written, means }
}

const NAMES: &str = "Values of --bind. NAME is that of a surface, sampler or argument in the text, or that of the kernel \
                     argument that it was passed as. Where several have the same name: surface:NAME, sampler:NAME, %NAME \
                     for the argument.";

#[rustfmt::skip]
const LINES: [Line; 13] = [
    line("surface", "photo.png", "a picture: PNG has 8 bits a channel, EXR floats"),
    line("", "texture.dds", "a texture of a DDS or KTX2 file with its format, levels, layers, faces or slices"),
    line("", "1920x1080", "zeros, of a format that its declaration suggests; 1D 64; 3D and arrays 64x64x8 \
                           (the last of a cube array counts faces)"),
    line("", "R32_FLOAT:640x480", "zeros of that format; so also FORMAT:photo.png"),
    line("", "64x64@4", "four samples a pixel"),
    line("", "64x64@4,mcs,fill=1", "more of it behind commas: see below"),
    line("", surface::NULL, "no surface: reads give 0"),
    line("raw", "4096", "so many bytes of zeros"),
    line("", "data.bin", "the bytes of a file"),
    line("sampler", "linear,mip=linear", "its state, with commas: see below; at first nearest,wrap,mip=none; \
                                       one that the program defines has its own"),
    line("argument", "640 / 0.5 / 1,2,3", "a number, or the elements of a vector; what the runtime \
                                            passes (sizes, formats, samplers) need not be given"),
    line("", "@x @y @z", "the position of the work item in the grid"),
    line("", "@u @v @w", "the same from 0 to 1, at the middle of the work item"),
];

const FORMATS: &str = "in upper or lower case, RGBA8 also as R8G8B8A8; without what stands behind the _, as in RGBA8, R32 or D16, \
                       UNORM, or where there is none FLOAT";

const ABSENT: &str = "Not bindable: null pages, MCS values that differ from pixel to pixel, and surfaces of the dimension \
                      `any` that are arrays or cubes.";

/// The help on `--bind`; that of `run` ends in it.
pub fn help() -> String {
    let mut text = String::new();
    wrap(&mut text, 0, 0, NAMES);
    for Line { of, written, means } in &LINES {
        let left = format!("  {of:<10}{written:<24}");
        text.push_str(&left);
        wrap(&mut text, left.len(), left.len(), means);
    }
    text.push_str("\nOf a surface:\n");
    settings(&mut text, surface::SETTINGS);
    text.push_str("\nOf a sampler:\n");
    settings(&mut text, sampler::SETTINGS);
    text.push_str("\nFormats: ");
    wrap(&mut text, 9, 2, &format!("{}; {FORMATS}.", surface::formats()));
    text.push('\n');
    wrap(&mut text, 0, 0, ABSENT);
    text.truncate(text.trim_end().len());
    text
}

fn settings<T>(text: &mut String, table: &[Setting<T>]) {
    for setting in table {
        let name = if setting.name.is_empty() { "a word".to_owned() } else { format!("{}=", setting.name) };
        let left = format!("  {name:<12}");
        text.push_str(&left);
        wrap(text, left.len(), left.len(), &setting.describe());
    }
}

/// Appends words, of which the first stands in column `first` and those of further lines in column `rest` and beyond.
fn wrap(text: &mut String, first: usize, rest: usize, words: &str) {
    let mut column = first;
    for (index, word) in words.split_whitespace().enumerate() {
        if index > 0 && column + 1 + word.len() > WIDTH {
            text.push('\n');
            text.extend(std::iter::repeat_n(' ', rest));
            column = rest;
        } else if index > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    }
    text.push('\n');
}
