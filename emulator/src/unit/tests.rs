//! Requests of one lane, which the tests of the unit ask, and what is chosen for the unit as a whole.

use texvisa_ir::texture::Role;
use texvisa_ir::texture::Role::Lod;

use super::*;

/// A surface of floats whose texel at (x, y, layer) of level l is `x + 10 y + 100 layer + 1000 l`.
pub(super) fn numbered(kind: SurfaceKind, size: [u32; 3], change: impl Fn(&mut Description)) -> Surface {
    let mut description = Description::new(kind, Format::R32Float, size);
    change(&mut description);
    let mut surface = Surface::new(description).expect("legal");
    for offset in (0..surface.bytes().len()).step_by(4) {
        let TexelPosition { level, x, y, layer, .. } = surface.position(offset).expect("inside");
        let value = (x + 10 * y + 100 * layer + 1000 * level) as f32;
        surface.bytes_mut()[offset..offset + 4].copy_from_slice(&value.to_le_bytes());
    }
    surface
}

/// What is asked of a surface.
pub(super) struct Ask<'a> {
    pub operation: Operation,
    pub lod: LodSource,
    pub compare: bool,
    pub offset: [i8; 3],
    pub channel: u8,
    pub surface: &'a Surface,
    pub sampler: Sampler,
    pub semantics: Semantics,
}

impl Ask<'_> {
    /// What lane 0 gets for those parameters.
    pub fn response(&self, given: &[(Role, f32)]) -> Result<Response, Unsupported> {
        let mut parameters = Parameters::new();
        for (role, value) in given {
            parameters.words_mut(*role).expect("a role of the unit")[0] = value.to_bits();
        }
        let mut response = Response::new();
        let request = Request {
            operation: self.operation,
            lod: self.lod,
            compare: self.compare,
            lanes: 1,
            offset: self.offset,
            channel: self.channel,
            parameters: &parameters,
            surface: self.surface,
            sampler: Some(&self.sampler),
            precision: Precision::Exact,
            semantics: self.semantics,
        };
        serve(&request, &mut response)?;
        Ok(response)
    }

    /// The four channels of lane 0.
    pub fn floats(&self, given: &[(Role, f32)]) -> [f32; 4] {
        let response = self.response(given).unwrap_or_else(|error| panic!("{error}"));
        [0, 1, 2, 3].map(|channel| f32::from_bits(response.element32(channel, 0)))
    }
}

/// A sample at a level of detail that is given.
pub(super) fn sampled(surface: &Surface, sampler: Sampler) -> Ask<'_> {
    let (operation, lod) = (Operation::Sample, LodSource::Explicit);
    let semantics = Semantics::default();
    Ask { operation, lod, compare: false, offset: [0; 3], channel: 0, surface, sampler, semantics }
}

/// A linear filter in every direction.
pub(super) fn linear(mode: AddressMode) -> Sampler {
    let (min, mag) = (Filter::Linear, Filter::Linear);
    Sampler { address: [mode; 3], min, mag, mip: MipFilter::Linear, ..Sampler::default() }
}

#[test]
fn no_surface_has_the_alpha_that_was_chosen() {
    let null = Surface::null();
    let with = |operation, channel, null_alpha1| {
        let ask = Ask { operation, channel, ..sampled(&null, Sampler::default()) };
        Ask { semantics: Semantics { null_alpha1, ..ask.semantics }, ..ask }.floats(&[])
    };
    for operation in [Operation::Load, Operation::LoadSample, Operation::Sample] {
        assert_eq!(with(operation, 0, false), [0.0; 4]);
        assert_eq!(with(operation, 0, true), [0.0, 0.0, 0.0, 1.0]);
    }
    assert_eq!([with(Operation::Gather, 3, true), with(Operation::Gather, 3, false)], [[1.0; 4], [0.0; 4]]);
    assert_eq!(with(Operation::Gather, 0, true), [0.0; 4]);
    assert_eq!([Operation::QueryLod, Operation::Size].map(|operation| with(operation, 0, true)), [[0.0; 4]; 2]);
    let texel = numbered(SurfaceKind::D2, [1, 1, 1], |_| {});
    let ask = sampled(&texel, Sampler::default());
    let there = Ask { semantics: Semantics { null_alpha1: true, ..ask.semantics }, ..ask };
    assert_eq!(there.floats(&[(Lod, 0.0)]), [0.0, 0.0, 0.0, 1.0]);
}

#[test]
fn channels_without_a_meaning_are_poisoned_where_that_is_chosen() {
    let image = numbered(SurfaceKind::D2, [1, 1, 1], |d| d.samples = 2);
    let plain = numbered(SurfaceKind::D2, [1, 1, 1], |_| {});
    let with = |surface, operation, poison| {
        let ask = Ask { operation, ..sampled(surface, Sampler::default()) };
        let ask = Ask { semantics: Semantics { poison, ..ask.semantics }, ..ask };
        let response = ask.response(&[]).expect("supported");
        [0, 1, 2, 3].map(|channel| response.element32(channel, 0))
    };
    let bad = 0xcdcd_cdcd;
    assert_eq!(with(&image, Operation::SampleInfo, None), [2, 0, 0, 1]);
    assert_eq!(with(&image, Operation::SampleInfo, Some(0xcd)), [2, bad, bad, 1]);
    assert_eq!(with(&image, Operation::LoadCompression, Some(0xcd)), [0, 0, bad, bad]);
    assert_eq!(with(&image, Operation::LoadCompression, None), [0; 4]);
    assert_eq!(with(&plain, Operation::QueryLod, Some(0xcd)), [0, 0, bad, bad]);
    let of_texel = [Operation::Load, Operation::Sample, Operation::Size]
        .map(|operation| (with(&plain, operation, Some(0xcd)), with(&plain, operation, None)));
    assert!(of_texel.iter().all(|(poisoned, plain)| poisoned == plain));
}

#[test]
fn cubes_have_the_depth_that_was_chosen() {
    let sizes = |kind, layers, d3d_cube_z0| {
        let cube = numbered(kind, [4, 4, 1], |d| d.layers = layers);
        let ask = Ask { operation: Operation::Size, ..sampled(&cube, Sampler::default()) };
        let ask = Ask { semantics: Semantics { d3d_cube_z0, ..ask.semantics }, ..ask };
        let response = ask.response(&[]).expect("supported");
        [0, 1, 2, 3].map(|channel| response.element32(channel, 0))
    };
    assert_eq!([false, true].map(|z0| sizes(SurfaceKind::Cube, 6, z0)), [[4, 4, 1, 1], [4, 4, 0, 1]]);
    assert_eq!(sizes(SurfaceKind::CubeArray, 12, true), [4, 4, 2, 1]);
}
