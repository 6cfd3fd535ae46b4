//! Images and samplers.

use super::types::Element;

/// What images have along their axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Line,
    Lines,
    Plane,
    Planes,
    Volume,
    /// Texels that no sampler reads.
    Buffer,
    /// One number for each texel.
    Depth,
}

impl Shape {
    const FREQUENT: [Shape; 11] = [
        Shape::Plane,
        Shape::Plane,
        Shape::Plane,
        Shape::Plane,
        Shape::Line,
        Shape::Lines,
        Shape::Planes,
        Shape::Planes,
        Shape::Volume,
        Shape::Buffer,
        Shape::Depth,
    ];
    /// Those that programs write to.
    const WRITTEN: [Shape; 8] = [
        Shape::Plane,
        Shape::Plane,
        Shape::Plane,
        Shape::Line,
        Shape::Lines,
        Shape::Planes,
        Shape::Volume,
        Shape::Buffer,
    ];

    const fn name(self) -> &'static str {
        match self {
            Shape::Line => "image1d_t",
            Shape::Lines => "image1d_array_t",
            Shape::Plane => "image2d_t",
            Shape::Planes => "image2d_array_t",
            Shape::Volume => "image3d_t",
            Shape::Buffer => "image1d_buffer_t",
            Shape::Depth => "image2d_depth_t",
        }
    }

    /// Whether there are functions that read and write half floats.
    const fn has_halves(self) -> bool {
        !matches!(self, Shape::Depth)
    }

    /// The elements of its coordinates.
    pub const fn coordinates(self) -> u32 {
        match self {
            Shape::Line | Shape::Buffer => 1,
            Shape::Lines | Shape::Plane | Shape::Depth => 2,
            Shape::Planes | Shape::Volume => 4,
        }
    }

    /// The elements of a gradient of its coordinates.
    pub const fn gradient(self) -> u32 {
        match self {
            Shape::Line | Shape::Lines | Shape::Buffer => 1,
            Shape::Plane | Shape::Planes | Shape::Depth => 2,
            Shape::Volume => 4,
        }
    }
}

/// An image of the program. What it has in its texels is always read or written in one way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Image {
    pub name: char,
    pub shape: Shape,
    pub element: Element,
    pub is_written: bool,
}

impl Image {
    /// The images of a program: one to four that are read, and perhaps one that is written.
    pub fn choose(rng: &mut fastrand::Rng) -> Vec<Image> {
        let read = rng.usize(1..5);
        let written = rng.usize(..3);
        let choose = |(index, name): (usize, char)| {
            let is_written = index >= read;
            let shapes: &[Shape] = if is_written { &Shape::WRITTEN } else { &Shape::FREQUENT };
            let shape = shapes[rng.usize(..shapes.len())];
            let elements = [Element::Float, Element::Float, Element::Float, Element::Half, Element::Int, Element::UInt];
            let element = match elements[rng.usize(..elements.len())] {
                _ if shape == Shape::Depth => Element::Float,
                Element::Half if !shape.has_halves() => Element::Float,
                element => element,
            };
            Image { name, shape, element, is_written }
        };
        ('p'..).take(read + written).enumerate().map(choose).collect()
    }

    /// Its declaration.
    pub fn argument(&self) -> String {
        let access = if self.is_written { "write_only" } else { "read_only" };
        format!("{access} {} {}", self.shape.name(), self.name)
    }

    /// The ending of the functions that read and write it.
    pub const fn ending(&self) -> &'static str {
        match self.element {
            Element::Float => "f",
            Element::Half => "h",
            Element::Int => "i",
            _ => "ui",
        }
    }
}

/// A sampler of the program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sampler {
    index: usize,
    /// What it is made of; none where it is an argument.
    state: Option<[&'static str; 3]>,
}

/// The samplers of integer coordinates: these are not normalized, and no texels are mixed.
const NEAREST: [&str; 3] = ["CLK_NORMALIZED_COORDS_FALSE", "CLK_ADDRESS_CLAMP_TO_EDGE", "CLK_FILTER_NEAREST"];

impl Sampler {
    /// The samplers of a program: one for integer coordinates, one with another state, and an argument.
    pub fn choose(rng: &mut fastrand::Rng) -> Vec<Sampler> {
        let mut pick = |all: &[&'static str]| all[rng.usize(..all.len())];
        let edges = ["CLK_ADDRESS_CLAMP_TO_EDGE", "CLK_ADDRESS_CLAMP", "CLK_ADDRESS_NONE"];
        let nearest = [NEAREST[0], pick(&edges[..2]), NEAREST[2]];
        let filter = pick(&["CLK_FILTER_NEAREST", "CLK_FILTER_LINEAR"]);
        let other = match pick(&[NEAREST[0], "CLK_NORMALIZED_COORDS_TRUE"]) {
            unnormalized if unnormalized == NEAREST[0] => [unnormalized, pick(&edges), filter],
            normalized => {
                [normalized, pick(&[edges[0], edges[1], "CLK_ADDRESS_REPEAT", "CLK_ADDRESS_MIRRORED_REPEAT"]), filter]
            }
        };
        [Some(nearest), Some(other), None]
            .into_iter()
            .enumerate()
            .map(|(index, state)| Sampler { index, state })
            .collect()
    }

    pub fn name(&self) -> String {
        format!("s{}", self.index)
    }

    /// Whether integer coordinates go with it. Of an argument the program does not say.
    pub fn takes_integers(&self) -> bool {
        self.state.is_none_or(|[coordinates, _, filter]| coordinates == NEAREST[0] && filter == NEAREST[2])
    }

    /// Whether a lod and gradients go with it.
    pub fn takes_lods(&self) -> bool {
        self.state.is_none_or(|[coordinates, ..]| coordinates != NEAREST[0])
    }

    /// Its declaration before the kernel, where the program has its state.
    pub fn declaration(&self) -> Option<String> {
        self.state.map(|state| format!("constant sampler_t {} = {};\n", self.name(), state.join(" | ")))
    }

    /// Its declaration as an argument, where it is one.
    pub fn argument(&self) -> Option<String> {
        self.state.is_none().then(|| format!("sampler_t {}", self.name()))
    }
}
