//! Runs shaders that someone else made.

use std::ffi::CString;

use ash::vk;

use super::objects::{Buffer, Made, Objects, wait_for_all};
use super::run::{copy, regions, write};
use super::{Device, failed};
use crate::error::RunError;
use crate::image::Image;
use crate::program::{MAX_GROUP, ProgramBinding, ProgramResource};

/// The most groups of a run along an axis.
const MAX_GROUPS: u32 = 1 << 10;

/// What a binding has become.
pub(super) enum Bound {
    Buffer(Buffer, vk::DescriptorType),
    Image(vk::Image, vk::DescriptorImageInfo, vk::DescriptorType),
}

impl Bound {
    fn descriptor_type(&self) -> vk::DescriptorType {
        match self {
            Bound::Buffer(_, ty) | Bound::Image(_, _, ty) => *ty,
        }
    }
}

impl Device {
    /// Runs so many groups of the entry point of that name of a SPIR-V module. Buffers and images that it may write have
    /// what it wrote afterwards.
    ///
    /// # Errors
    ///
    /// See [`RunError`].
    pub fn run_program(
        &self,
        code: &[u32],
        entry: &str,
        bindings: &mut [ProgramBinding],
        groups: [u32; 3],
    ) -> Result<(), RunError> {
        if let Some(given) = groups.into_iter().find(|count| !(1..=MAX_GROUPS).contains(count)) {
            return Err(RunError::Invocations { given: given as usize, most: MAX_GROUPS as usize });
        }
        let name = name(entry)?;
        let mut objects = Objects::new(self);
        let bound = objects.bind_all(bindings)?;
        let set_layouts = objects.set_layouts(bindings, &bound, vk::ShaderStageFlags::COMPUTE)?;
        let (pipeline, layout) = objects.compute_pipeline(code, &name, &set_layouts)?;
        let sets = objects.sets(bindings, &bound, &set_layouts)?;
        objects.submit(|device, command| {
            let point = vk::PipelineBindPoint::COMPUTE;
            wait_for_all(device, command);
            // SAFETY: the command buffer is being recorded; pipeline, layout and sets are of this device and belong
            // together, and every binding of the sets is written.
            unsafe {
                device.cmd_bind_pipeline(command, point, pipeline);
                if !sets.is_empty() {
                    device.cmd_bind_descriptor_sets(command, point, layout, 0, &sets, &[]);
                }
                device.cmd_dispatch(command, groups[0], groups[1], groups[2]);
            }
            wait_for_all(device, command);
        })?;
        objects.read_all(bindings, &bound)
    }

    fn bind(&self, objects: &mut Objects<'_>, resource: &ProgramResource) -> Result<Bound, RunError> {
        Ok(match resource {
            ProgramResource::Uniform(bytes) | ProgramResource::Storage(bytes) => {
                let ty = match resource {
                    ProgramResource::Uniform(_) => vk::DescriptorType::UNIFORM_BUFFER,
                    _ => vk::DescriptorType::STORAGE_BUFFER,
                };
                let buffer = objects.buffer(bytes.len())?;
                objects.mapped(buffer, |memory| memory[..bytes.len()].copy_from_slice(bytes))?;
                Bound::Buffer(buffer, ty)
            }
            ProgramResource::Sampled(image) => {
                image.check()?;
                self.supports(image, false)?;
                let made = objects.image(image, super::run::usage(image))?;
                if image.samples > 1 {
                    write(objects, made, image)?
                } else {
                    copy(objects, made, image)?
                }
                let view = objects.view(made, image, None)?;
                Bound::Image(made, seen(view, vk::Sampler::null()), vk::DescriptorType::SAMPLED_IMAGE)
            }
            ProgramResource::StorageImage(image) => {
                image.check()?;
                let transfer = vk::ImageUsageFlags::TRANSFER_DST | vk::ImageUsageFlags::TRANSFER_SRC;
                let made = objects.image(image, vk::ImageUsageFlags::STORAGE | transfer)?;
                copy(objects, made, image)?;
                let view = objects.view(made, image, Some(image.format))?;
                Bound::Image(made, seen(view, vk::Sampler::null()), vk::DescriptorType::STORAGE_IMAGE)
            }
            ProgramResource::Sampler(sampler) => {
                let sampler = objects.sampler(sampler, &no_image())?;
                let seen = seen(vk::ImageView::null(), sampler);
                Bound::Image(vk::Image::null(), seen, vk::DescriptorType::SAMPLER)
            }
        })
    }
}

fn seen(image_view: vk::ImageView, sampler: vk::Sampler) -> vk::DescriptorImageInfo {
    vk::DescriptorImageInfo { sampler, image_view, image_layout: vk::ImageLayout::GENERAL }
}

/// What a sampler that goes with images of floats needs to know of them.
fn no_image() -> Image {
    use crate::format::Format;
    use crate::image::{Shape, Swizzle};
    Image {
        shape: Shape::D2,
        format: Format::Rgba8Unorm,
        size: [1; 3],
        layers: 1,
        levels: 1,
        samples: 1,
        swizzle: [Swizzle::R, Swizzle::G, Swizzle::B, Swizzle::A],
        bytes: Vec::new(),
    }
}

/// Copies the texels of an image to the host.
pub(super) fn read_back(objects: &mut Objects<'_>, made: vk::Image, image: &mut Image) -> Result<(), RunError> {
    let (regions, places, bytes) = regions(image);
    let staging = objects.buffer(bytes)?;
    objects.submit(|device, command| {
        wait_for_all(device, command);
        // SAFETY: the command buffer is being recorded; the regions are the image's levels and lie in the buffer.
        unsafe {
            device.cmd_copy_image_to_buffer(command, made, vk::ImageLayout::GENERAL, staging.buffer, &regions);
        }
        wait_for_all(device, command);
    })?;
    objects.mapped(staging, |memory| {
        for (place, part) in places {
            image.bytes[part.first..part.first + part.bytes].copy_from_slice(&memory[place..place + part.bytes]);
        }
    })
}

/// The name of an entry point.
pub(super) fn name(entry: &str) -> Result<CString, RunError> {
    CString::new(entry).map_err(|error| RunError::Shader(error.to_string()))
}

impl Objects<'_> {
    /// Makes what a shader finds at its bindings.
    pub(super) fn bind_all(&mut self, bindings: &[ProgramBinding]) -> Result<Vec<Bound>, RunError> {
        if let Some(wrong) = bindings.iter().find(|binding| binding.group > MAX_GROUP) {
            return Err(RunError::Shader(format!("group {}; expected at most {MAX_GROUP}", wrong.group)));
        }
        let device = self.device;
        bindings.iter().map(|binding| device.bind(self, &binding.resource)).collect()
    }

    /// Copies what a shader may have written to the host.
    pub(super) fn read_all(&mut self, bindings: &mut [ProgramBinding], bound: &[Bound]) -> Result<(), RunError> {
        for (binding, bound) in bindings.iter_mut().zip(bound) {
            match (&mut binding.resource, bound) {
                (ProgramResource::Storage(bytes), Bound::Buffer(buffer, _)) => {
                    let count = bytes.len();
                    self.mapped(*buffer, |written| bytes.copy_from_slice(&written[..count]))?;
                }
                (ProgramResource::StorageImage(image), Bound::Image(made, ..)) => read_back(self, *made, image)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// The layouts of the descriptor sets from 0 on.
    pub(super) fn set_layouts(
        &mut self,
        bindings: &[ProgramBinding],
        bound: &[Bound],
        stages: vk::ShaderStageFlags,
    ) -> Result<Vec<vk::DescriptorSetLayout>, RunError> {
        let count = bindings.iter().map(|binding| binding.group + 1).max().unwrap_or(0);
        let mut set_layouts = Vec::new();
        for group in 0..count {
            let of_group: Vec<_> = bindings
                .iter()
                .zip(bound)
                .filter(|(binding, _)| binding.group == group)
                .map(|(binding, bound)| {
                    vk::DescriptorSetLayoutBinding::default()
                        .binding(binding.binding)
                        .descriptor_type(bound.descriptor_type())
                        .descriptor_count(1)
                        .stage_flags(stages)
                })
                .collect();
            let create = vk::DescriptorSetLayoutCreateInfo::default().bindings(&of_group);
            // SAFETY: `create` and the bindings live through the call.
            let made = unsafe { self.device.device.create_descriptor_set_layout(&create, None) }
                .map_err(failed("vkCreateDescriptorSetLayout"))?;
            set_layouts.push(self.keep(made, Made::SetLayout));
        }
        Ok(set_layouts)
    }

    /// The descriptor sets of those layouts, written.
    pub(super) fn sets(
        &mut self,
        bindings: &[ProgramBinding],
        bound: &[Bound],
        set_layouts: &[vk::DescriptorSetLayout],
    ) -> Result<Vec<vk::DescriptorSet>, RunError> {
        if set_layouts.is_empty() {
            return Ok(Vec::new());
        }
        let device = &self.device.device;
        let sizes: Vec<_> = bound
            .iter()
            .map(|bound| vk::DescriptorPoolSize::default().ty(bound.descriptor_type()).descriptor_count(1))
            .collect();
        let count = set_layouts.len() as u32;
        let create = vk::DescriptorPoolCreateInfo::default().max_sets(count).pool_sizes(&sizes);
        // SAFETY: `create` and the sizes live through the call.
        let pool = unsafe { device.create_descriptor_pool(&create, None) }.map_err(failed("vkCreateDescriptorPool"))?;
        self.keep(pool, Made::Sets);
        let create = vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool).set_layouts(set_layouts);
        // SAFETY: pool and layouts are of this device; the sets go with their pool.
        let sets = unsafe { device.allocate_descriptor_sets(&create) }.map_err(failed("vkAllocateDescriptorSets"))?;
        for (binding, bound) in bindings.iter().zip(bound) {
            let Some(set) = sets.get(binding.group as usize) else {
                return Err(RunError::Call { call: "vkAllocateDescriptorSets", error: "too few sets came".to_owned() });
            };
            let write = vk::WriteDescriptorSet::default()
                .dst_set(*set)
                .dst_binding(binding.binding)
                .descriptor_type(bound.descriptor_type());
            match bound {
                Bound::Buffer(buffer, _) => {
                    let range = [vk::DescriptorBufferInfo::default().buffer(buffer.buffer).range(vk::WHOLE_SIZE)];
                    // SAFETY: every handle is of this device and lives as long as the set; the binding has that type.
                    unsafe { device.update_descriptor_sets(&[write.buffer_info(&range)], &[]) };
                }
                Bound::Image(_, seen, _) => {
                    let images = [*seen];
                    // SAFETY: as above.
                    unsafe { device.update_descriptor_sets(&[write.image_info(&images)], &[]) };
                }
            }
        }
        Ok(sets)
    }
}
