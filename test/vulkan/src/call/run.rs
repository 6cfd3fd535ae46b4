//! Questions and measurements.

use std::time::{Duration, Instant};

use ash::vk;

use super::Device;
use super::objects::{Buffer, Objects, Pipeline, aspect, make_general, wait_for_all};
use crate::error::RunError;
use crate::format::{Format, Texel};
use crate::image::{Image, Level, Shape};
use crate::sampler::{Address, Filter, Reduction, Sampler};
use crate::shader::{self, Access, GROUP, Operation, Point, Question, Shader, Viewed};

/// The most invocations of a run.
const MAX_INVOCATIONS: usize = 1 << 24;

impl Device {
    /// Whether the device has such images, their texels aside; with `filtered`, whether it filters them.
    pub fn has(&self, image: &Image, filtered: bool) -> bool {
        self.supports(image, filtered).is_ok()
    }

    pub(super) fn supports(&self, image: &Image, filtered: bool) -> Result<(), RunError> {
        let Image { shape, format, samples, .. } = *image;
        let unsupported = RunError::Unsupported { shape, format, samples, filtered };
        // SAFETY: the handle is of this instance.
        let properties = unsafe { self.instance.get_physical_device_format_properties(self.physical, format.vulkan()) };
        let mut wanted = vk::FormatFeatureFlags::SAMPLED_IMAGE;
        if filtered {
            wanted |= vk::FormatFeatureFlags::SAMPLED_IMAGE_FILTER_LINEAR;
        }
        let ty = match shape {
            Shape::D1 | Shape::D1Array => vk::ImageType::TYPE_1D,
            Shape::D3 => vk::ImageType::TYPE_3D,
            _ => vk::ImageType::TYPE_2D,
        };
        let flags = if shape.is_cube() { vk::ImageCreateFlags::CUBE_COMPATIBLE } else { vk::ImageCreateFlags::empty() };
        let (tiling, usage) = (vk::ImageTiling::OPTIMAL, usage(image));
        // What is written is the image of words.
        let made = if samples > 1 { format.words().ok_or_else(|| unsupported.clone())? } else { format };
        // SAFETY: as above.
        let limits = unsafe {
            self.instance.get_physical_device_image_format_properties(
                self.physical,
                made.vulkan(),
                ty,
                tiling,
                usage,
                flags,
            )
        };
        let has = limits.is_ok_and(|limits| limits.sample_counts.contains(vk::SampleCountFlags::from_raw(samples)));
        if has && properties.optimal_tiling_features.contains(wanted) { Ok(()) } else { Err(unsupported) }
    }

    /// What the operation returns at each point.
    ///
    /// # Errors
    ///
    /// See [`RunError`].
    pub fn ask(
        &self,
        image: &Image,
        sampler: &Sampler,
        question: &Question,
        points: &[Point],
    ) -> Result<Vec<[u32; 4]>, RunError> {
        image.check()?;
        let Image { shape, format, samples, .. } = *image;
        let viewed = viewed(image);
        if !shader::is_legal(question, viewed) {
            let Question { operation, offset, .. } = *question;
            return Err(RunError::Operation { operation, offset, shape, format, samples });
        }
        check(sampler, image, question)?;
        self.supports(image, is_filtered(sampler))?;
        let shader = shader::question(question, viewed).map_err(|error| RunError::Shader(error.to_string()))?;
        let input: Vec<u8> = points.iter().flat_map(Point::words).flat_map(u32::to_le_bytes).collect();
        let mut run = Run::new(self, image, sampler, &shader, points.len())?;
        let Run { objects, buffers: [given, written], pipeline, groups } = &mut run;
        objects.mapped(*given, |bytes| bytes[..input.len()].copy_from_slice(&input))?;
        objects.submit(|device, command| pipeline.dispatch(device, command, *groups))?;
        objects.mapped(*written, |bytes| {
            let word = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            let answer = |bytes: &[u8]| std::array::from_fn(|index| word(&bytes[4 * index..]));
            bytes.chunks_exact(16).take(points.len()).map(answer).collect()
        })
    }

    /// The least time of `runs` runs of `columns` times `rows` invocations, each of which makes
    /// [`OPERATIONS`](crate::OPERATIONS) accesses to the 2D image of floats, and what the first invocation of a run
    /// sums up.
    ///
    /// # Errors
    ///
    /// See [`RunError`].
    pub fn measure(
        &self,
        image: &Image,
        sampler: &Sampler,
        access: Access,
        [columns, rows]: [u32; 2],
        runs: u32,
    ) -> Result<(Duration, [f32; 4]), RunError> {
        image.check()?;
        let viewed = viewed(image);
        let (operation, offset) = (
            match access {
                Access::Fetch => Operation::Fetch,
                Access::Sample => Operation::SampleLod,
                Access::Gather => Operation::Gather(0),
            },
            [0; 3],
        );
        if viewed != (Viewed { shape: Shape::D2, texel: Texel::Float, is_multisampled: false }) {
            let Image { shape, format, samples, .. } = *image;
            return Err(RunError::Operation { operation, offset, shape, format, samples });
        }
        check(sampler, image, &Question { operation, offset, has_offsets: false })?;
        self.supports(image, is_filtered(sampler))?;
        let [width, height, _] = image.size;
        let shader = shader::rate(viewed, access, columns.max(1), [width, height])
            .map_err(|error| RunError::Shader(error.to_string()))?;
        let count = columns.max(1) as usize * rows as usize;
        let mut run = Run::new(self, image, sampler, &shader, count)?;
        let Run { objects, buffers: [_, written], pipeline, groups } = &mut run;
        let mut best = Duration::MAX;
        for _ in 0..runs.max(1) {
            let start = Instant::now();
            objects.submit(|device, command| pipeline.dispatch(device, command, *groups))?;
            best = best.min(start.elapsed());
        }
        let sum = objects.mapped(*written, |bytes| {
            std::array::from_fn(|word| {
                let word = 4 * word;
                f32::from_le_bytes([bytes[word], bytes[word + 1], bytes[word + 2], bytes[word + 3]])
            })
        })?;
        Ok((best, sum))
    }
}

fn viewed(image: &Image) -> Viewed {
    Viewed { shape: image.shape, texel: image.format.texel(), is_multisampled: image.samples > 1 }
}

fn is_filtered(sampler: &Sampler) -> bool {
    [sampler.min, sampler.mag, sampler.mip].contains(&Filter::Linear) || sampler.reduction != Reduction::WeightedAverage
}

/// What Vulkan demands of a sampler (VkSamplerCreateInfo, Valid Usage).
fn check(sampler: &Sampler, image: &Image, question: &Question) -> Result<(), RunError> {
    let compares = matches!(question.operation, Operation::GatherCompare | Operation::SampleCompareLod);
    let reads =
        matches!(question.operation, Operation::Fetch | Operation::FetchSample | Operation::Size | Operation::Samples);
    let is_clamped = |address: &Address| matches!(address, Address::ClampToEdge | Address::ClampToBorder);
    let flat = matches!(image.shape, Shape::D1 | Shape::D2) && image.levels == 1;
    let plain = question.operation == Operation::SampleLod && question.offset == [0; 3];
    let rules = [
        (reads || compares == sampler.compare.is_some(), "an operation compares where its sampler does"),
        (sampler.min_lod >= 0.0 && sampler.min_lod <= sampler.max_lod, "levels of detail are bounded from below first"),
        (sampler.lod_bias.abs() <= 15.0, "a bias is at most 15"),
        (sampler.compare.is_none() || sampler.reduction == Reduction::WeightedAverage, "comparisons are averaged"),
        (
            !sampler.unnormalized
                || reads
                || flat
                    && plain
                    && sampler.min == sampler.mag
                    && sampler.mip == Filter::Nearest
                    && sampler.max_lod == 0.0
                    && sampler.address[..2].iter().all(is_clamped)
                    && sampler.compare.is_none(),
            "coordinates that count texels are for the one level of 1D and 2D images, clamped",
        ),
    ];
    match rules.into_iter().find(|(is_kept, _)| !is_kept) {
        Some((_, what)) => Err(RunError::Sampler { what, sampler: Box::new(*sampler) }),
        None => Ok(()),
    }
}

pub(super) fn usage(image: &Image) -> vk::ImageUsageFlags {
    let filled = if image.samples > 1 { vk::ImageUsageFlags::STORAGE } else { vk::ImageUsageFlags::TRANSFER_DST };
    vk::ImageUsageFlags::SAMPLED | filled
}

/// A shader, ready to run.
struct Run<'d> {
    objects: Objects<'d>,
    buffers: [Buffer; 2],
    pipeline: Pipeline,
    groups: u32,
}

fn groups(count: usize) -> Result<u32, RunError> {
    if count == 0 || count > MAX_INVOCATIONS {
        return Err(RunError::Invocations { given: count, most: MAX_INVOCATIONS });
    }
    Ok((count as u32).div_ceil(GROUP))
}

impl<'d> Run<'d> {
    /// A run on an image, which has been checked, of so many invocations.
    fn new(
        device: &'d Device,
        image: &Image,
        sampler: &Sampler,
        shader: &Shader,
        count: usize,
    ) -> Result<Run<'d>, RunError> {
        let groups = groups(count)?;
        let mut objects = Objects::new(device);
        let made = objects.image(image, usage(image))?;
        if image.samples > 1 {
            write(&mut objects, made, image)?
        } else {
            copy(&mut objects, made, image)?
        }
        let view = objects.view(made, image, None)?;
        let sampler = objects.sampler(sampler, image)?;
        let seen = vk::DescriptorImageInfo { sampler, image_view: view, image_layout: vk::ImageLayout::GENERAL };
        // Invocations fill whole groups.
        let invocations = (groups * GROUP) as usize;
        let buffers =
            [objects.buffer(4 * shader.input * invocations)?, objects.buffer(4 * shader.output * invocations)?];
        let pipeline = objects.pipeline(&shader.code, (vk::DescriptorType::COMBINED_IMAGE_SAMPLER, seen), buffers)?;
        Ok(Run { objects, buffers, pipeline, groups })
    }
}

/// How the levels of an image lie in a buffer, with the places of their bytes there, and how many bytes these are. Each
/// level begins at a multiple of 16 bytes, which every format allows.
pub(super) fn regions(image: &Image) -> (Vec<vk::BufferImageCopy>, Vec<(usize, Level)>, usize) {
    const ALIGN: usize = 16 * 3;
    let mut regions = Vec::new();
    let mut places = Vec::new();
    let mut next = 0;
    for (level, part) in image.levels().enumerate() {
        let [width, height, depth] = part.size;
        let of = vk::ImageSubresourceLayers::default()
            .aspect_mask(aspect(image))
            .mip_level(level as u32)
            .layer_count(image.layers);
        regions.push(
            vk::BufferImageCopy::default()
                .buffer_offset(next as u64)
                .image_subresource(of)
                .image_extent(vk::Extent3D { width, height, depth }),
        );
        places.push((next, part));
        next = (next + part.bytes).next_multiple_of(ALIGN);
    }
    (regions, places, next)
}

/// Copies the texels of an image to it.
pub(super) fn copy(objects: &mut Objects<'_>, made: vk::Image, image: &Image) -> Result<(), RunError> {
    let (regions, places, next) = regions(image);
    let staging = objects.buffer(next)?;
    objects.mapped(staging, |bytes| {
        for (place, part) in places {
            bytes[place..place + part.bytes].copy_from_slice(&image.bytes[part.first..part.first + part.bytes]);
        }
    })?;
    objects.submit(|device, command| {
        make_general(device, command, made, image);
        // SAFETY: the command buffer is being recorded; the regions are the image's levels and lie in the buffer.
        unsafe {
            device.cmd_copy_buffer_to_image(command, staging.buffer, made, vk::ImageLayout::GENERAL, &regions);
        }
        wait_for_all(device, command);
    })
}

/// Writes the samples of a multisampled image to it, as words.
pub(super) fn write(objects: &mut Objects<'_>, made: vk::Image, image: &Image) -> Result<(), RunError> {
    let Image { shape, format, size: [width, height, _], layers, samples, .. } = *image;
    let words = format.words().ok_or(RunError::Unsupported { shape, format, samples, filtered: false })?;
    let viewed = Viewed { shape, texel: Texel::Uint, is_multisampled: true };
    let per_sample = words_of(words);
    let count = width * height * samples * layers;
    let shader = shader::fill(viewed, per_sample, [width, height, samples], count)
        .map_err(|error| RunError::Shader(error.to_string()))?;
    let groups = groups(count as usize)?;
    let given = objects.buffer((groups * GROUP) as usize * 4 * per_sample)?;
    objects.mapped(given, |bytes| bytes[..image.bytes.len()].copy_from_slice(&image.bytes))?;
    let written = objects.buffer(0)?;
    let view = objects.view(made, image, Some(words))?;
    let seen = vk::DescriptorImageInfo {
        sampler: vk::Sampler::null(),
        image_view: view,
        image_layout: vk::ImageLayout::GENERAL,
    };
    let pipeline = objects.pipeline(&shader.code, (vk::DescriptorType::STORAGE_IMAGE, seen), [given, written])?;
    objects.submit(|device, command| {
        make_general(device, command, made, image);
        pipeline.dispatch(device, command, groups);
        wait_for_all(device, command);
    })
}

fn words_of(format: Format) -> usize {
    format.bytes() / 4
}
