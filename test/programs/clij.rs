//! The programs of clij. Its kernels name the types of their pictures by macros, which pyclesperanto writes in front of
//! them when it knows the pictures (`_tier0/_opencl_execute.py`, release 0.24.6). Here they are written for a few kinds of
//! pictures.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use crate::project::{Input, Source, files, stem};

/// How pictures are handed to a kernel.
struct PictureKind {
    /// What tests and the page call it.
    name: &'static str,
    pixel: &'static str,
    /// What the functions that read and write end in: `read_imagef`, `read_buffer2dus`.
    suffix: &'static str,
    is_image: bool,
    /// Which of the files have it: those whose number has this remainder, or all.
    of_files: Option<usize>,
}

/// What the page says of the table below.
pub const PICTURES: &str =
    "every file with images of float, and in turn with images of uchar, buffers of float or buffers of ushort";

/// pyclesperanto has no function that reads images of `ushort`. Every file has floats in images, as textures are what
/// texvisa is about, and one of the others in turn.
const KINDS: [PictureKind; 4] = [
    PictureKind { name: "image_float", pixel: "float", suffix: "f", is_image: true, of_files: None },
    PictureKind { name: "image_uchar", pixel: "uchar", suffix: "ui", is_image: true, of_files: Some(0) },
    PictureKind { name: "buffer_float", pixel: "float", suffix: "f", is_image: false, of_files: Some(1) },
    PictureKind { name: "buffer_ushort", pixel: "ushort", suffix: "us", is_image: false, of_files: Some(2) },
];

/// The dimensions of the pictures that a kernel writes, and of the others.
#[derive(Clone, Copy)]
struct Dimensions {
    written: u32,
    read: u32,
}

/// The programs of the package, whose whole text is written below `folder`.
///
/// # Errors
///
/// Those of the system.
pub fn sources(package: &Path, folder: &Path) -> io::Result<Vec<Source>> {
    let preamble = std::fs::read_to_string(package.join("_tier0/preamble.cl"))?;
    let mut sources = Vec::new();
    // Some files are there twice.
    let mut names = BTreeSet::new();
    let kernels = files(package, &["cl"]).into_iter().filter(|path| stem(path) != "preamble");
    for (number, path) in kernels.filter(|path| names.insert(stem(path))).enumerate() {
        let (name, text) = (stem(&path), std::fs::read_to_string(&path)?);
        for kind in KINDS.iter().filter(|kind| kind.of_files.is_none_or(|remainder| number % 3 == remainder)) {
            let texts = dimensions(&name).iter().map(|dimensions| {
                let whole = format!("{}{preamble}\n{text}\n", defines(&text, kind, *dimensions));
                let path = folder.join(format!("{}/{name}.{}{}.cl", kind.name, dimensions.written, dimensions.read));
                write(&path, &whole).map(|()| path)
            });
            let files = texts.collect::<io::Result<Vec<PathBuf>>>()?;
            let input = Input::OpenCl { files, options: "-cl-fast-relaxed-math".to_owned() };
            sources.push(Source { name: format!("{}/{name}", kind.name), input });
        }
    }
    sources.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(sources)
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    if std::fs::read_to_string(path).is_ok_and(|found| found == text) {
        return Ok(());
    }
    std::fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
    std::fs::write(path, text)
}

/// The dimensions that pictures may have, the likeliest first. Names say it of most kernels; projections and a few others
/// write pictures of two dimensions and read those of three.
fn dimensions(name: &str) -> &'static [Dimensions] {
    const FLAT: Dimensions = Dimensions { written: 2, read: 2 };
    const SPACE: Dimensions = Dimensions { written: 3, read: 3 };
    const PROJECTION: Dimensions = Dimensions { written: 2, read: 3 };
    if name.contains("projection") {
        &[PROJECTION, SPACE, FLAT]
    } else if name.contains("2d") {
        &[FLAT, PROJECTION]
    } else {
        &[SPACE, FLAT, PROJECTION]
    }
}

/// The definitions that pyclesperanto writes in front of a kernel, for every picture that its text names.
fn defines(text: &str, kind: &PictureKind, dimensions: Dimensions) -> String {
    let mut made = "#define MAX_ARRAY_SIZE 1000
#define GET_IMAGE_WIDTH(image_key) image_size_ ## image_key ## _width
#define GET_IMAGE_HEIGHT(image_key) image_size_ ## image_key ## _height
#define GET_IMAGE_DEPTH(image_key) image_size_ ## image_key ## _depth
"
    .to_owned();
    let PictureKind { pixel, suffix, .. } = kind;
    for key in keys(text) {
        let is_written = ["destination", "output", "dst"].iter().any(|word| key.contains(word));
        let count = if is_written { dimensions.written } else { dimensions.read };
        let (position, instance) =
            if count == 2 { ("int2", "(pos0, pos1)") } else { ("int4", "(pos0, pos1, pos2, 0)") };
        let sizes = format!("int image_size_{key}_width, int image_size_{key}_height, int image_size_{key}_depth, ");
        // Writing to a string does not fail.
        let _ = write!(
            made,
            "#define CONVERT_{key}_PIXEL_TYPE clij_convert_{pixel}_sat
#define IMAGE_{key}_PIXEL_TYPE {pixel}
#define POS_{key}_TYPE {position}
#define POS_{key}_INSTANCE(pos0,pos1,pos2,pos3) ({position}){instance}
"
        );
        let _ = if kind.is_image {
            let access = if is_written { "__write_only" } else { "__read_only" };
            write!(
                made,
                "#define IMAGE_{key}_TYPE {sizes} {access} image{count}d_t
#define READ_{key}_IMAGE(a,b,c) read_image{suffix}(a,b,c)
#define WRITE_{key}_IMAGE(a,b,c) write_image{suffix}(a,b,c)
"
            )
        } else {
            let size = "GET_IMAGE_WIDTH(a),GET_IMAGE_HEIGHT(a),GET_IMAGE_DEPTH(a)";
            write!(
                made,
                "#define IMAGE_{key}_TYPE {sizes} __global {pixel}*
#define READ_{key}_IMAGE(a,b,c) read_buffer{count}d{suffix}({size},a,b,c)
#define WRITE_{key}_IMAGE(a,b,c) write_buffer{count}d{suffix}({size},a,b,c)
"
            )
        };
    }
    made
}

/// The pictures that a kernel names: `IMAGE_dst_TYPE`.
fn keys(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words
        .filter_map(|word| word.strip_prefix("IMAGE_")?.strip_suffix("_TYPE"))
        .filter(|key| !key.ends_with("PIXEL"))
        .collect()
}
