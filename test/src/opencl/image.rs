//! What reads and writes images.

use super::program::Generator;
use super::resources::{Image, Shape};
use super::types::{Element, Type};

impl Generator {
    fn image(&mut self, is_written: bool) -> Option<Image> {
        let fitting: Vec<Image> = self.images.iter().filter(|image| image.is_written == is_written).copied().collect();
        if fitting.is_empty() { None } else { Some(self.pick(&fitting)) }
    }

    /// Writes a read of an image.
    pub fn read_image(&mut self) {
        let Some(image) = self.image(false) else { return self.load() };
        let Image { name, shape, element, .. } = image;
        let ty = Type::vector(element, if shape == Shape::Depth { 1 } else { 4 });
        let function = format!("read_image{}", image.ending());
        let sampler = self.rng.usize(..self.samplers.len());
        let sampler = self.samplers[sampler];
        let has_sampler = shape != Shape::Buffer && !self.one_in(5);
        let expression = if !has_sampler {
            let at = self.integers(shape);
            format!("{function}({name}, {at})")
        } else if sampler.takes_integers() && self.one_in(3) {
            let at = self.integers(shape);
            format!("{function}({name}, {}, {at})", sampler.name())
        } else {
            let at = self.floats(shape.coordinates());
            // Of half floats there are no reads with a lod.
            let lod = match self.rng.u32(..5) {
                _ if !sampler.takes_lods() || element == Element::Half => String::new(),
                0 | 1 => format!(", {}", self.floats(1)),
                2 => format!(", {}, {}", self.floats(shape.gradient()), self.floats(shape.gradient())),
                _ => String::new(),
            };
            format!("{function}({name}, {}, {at}{lod})", sampler.name())
        };
        self.define(ty, &expression);
    }

    /// Writes a write of an image, to the texel of the work item.
    pub fn write_image(&mut self) {
        let Some(image) = self.image(true) else { return self.store_something() };
        let layer = self.rng.u32(..2);
        let at = match image.shape {
            Shape::Line | Shape::Buffer => "(int)item".to_owned(),
            Shape::Lines => format!("(int2)(item, {layer})"),
            Shape::Planes | Shape::Volume => format!("(int4)(gx, gy, {layer}, 0)"),
            _ => "(int2)(gx, gy)".to_owned(),
        };
        let texel = self.value(Type::vector(image.element, 4));
        self.line(&format!("write_image{}({}, {at}, {texel});", image.ending(), image.name));
    }

    /// Integer coordinates, mostly those of a texel of a small image.
    fn integers(&mut self, shape: Shape) -> String {
        let count = shape.coordinates();
        let elements: Vec<String> = (0..count)
            .map(|index| match self.rng.u32(..4) {
                0 => ["gx", "gy", "0", "0"][index as usize].to_owned(),
                1 => self.rng.u32(..6).to_string(),
                2 => format!("(({}) & 15)", self.value(Type::INT)),
                _ => format!("convert_int_sat({})", self.value(Type::FLOAT)),
            })
            .collect();
        if count == 1 { format!("(int)({})", elements[0]) } else { format!("(int{count})({})", elements.join(", ")) }
    }

    /// Float coordinates.
    fn floats(&mut self, count: u32) -> String {
        let ty = Type::vector(Element::Float, count);
        match self.rng.u32(..4) {
            0 => self.value(ty),
            1 => format!("(convert_{ty}({}) * 0.0625f)", self.value(ty.with(Element::UShort))),
            _ => format!("(convert_{ty}({}) + 0.5f)", self.value(ty.with(Element::Char))),
        }
    }
}
