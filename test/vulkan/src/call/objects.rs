//! What is made of a device for one run, and unmade after it.

use ash::vk;

use super::{Device, failed};
use crate::error::RunError;
use crate::format::{Format, Texel};
use crate::image::{Image, Shape, Swizzle};
use crate::sampler::{Address, Compare, Filter, Reduction, Sampler};

/// How an object is unmade.
pub(super) enum Made {
    Buffer(vk::Buffer),
    Memory(vk::DeviceMemory),
    Image(vk::Image),
    View(vk::ImageView),
    Sampler(vk::Sampler),
    Module(vk::ShaderModule),
    SetLayout(vk::DescriptorSetLayout),
    Layout(vk::PipelineLayout),
    Pipeline(vk::Pipeline),
    Sets(vk::DescriptorPool),
    Commands(vk::CommandPool),
    Fence(vk::Fence),
    RenderPass(vk::RenderPass),
    Framebuffer(vk::Framebuffer),
}

/// The objects of one run. When they are dropped nothing may be at work with them.
pub(super) struct Objects<'d> {
    pub device: &'d Device,
    made: Vec<Made>,
}

/// A buffer that is mapped when it is read or written.
#[derive(Clone, Copy)]
pub(super) struct Buffer {
    pub buffer: vk::Buffer,
    memory: vk::DeviceMemory,
    bytes: usize,
}

impl Drop for Objects<'_> {
    fn drop(&mut self) {
        let device = &self.device.device;
        while let Some(made) = self.made.pop() {
            // SAFETY: each was made of this device, nothing uses it any more, for what was submitted has been waited
            // for, and what was made of it came later and is gone.
            unsafe {
                match made {
                    Made::Buffer(it) => device.destroy_buffer(it, None),
                    Made::Memory(it) => device.free_memory(it, None),
                    Made::Image(it) => device.destroy_image(it, None),
                    Made::View(it) => device.destroy_image_view(it, None),
                    Made::Sampler(it) => device.destroy_sampler(it, None),
                    Made::Module(it) => device.destroy_shader_module(it, None),
                    Made::SetLayout(it) => device.destroy_descriptor_set_layout(it, None),
                    Made::Layout(it) => device.destroy_pipeline_layout(it, None),
                    Made::Pipeline(it) => device.destroy_pipeline(it, None),
                    Made::Sets(it) => device.destroy_descriptor_pool(it, None),
                    Made::Commands(it) => device.destroy_command_pool(it, None),
                    Made::Fence(it) => device.destroy_fence(it, None),
                    Made::RenderPass(it) => device.destroy_render_pass(it, None),
                    Made::Framebuffer(it) => device.destroy_framebuffer(it, None),
                }
            }
        }
    }
}

impl<'d> Objects<'d> {
    pub fn new(device: &'d Device) -> Objects<'d> {
        Objects { device, made: Vec::new() }
    }

    /// Keeps an object until the run is over.
    pub fn keep<T: Copy>(&mut self, object: T, made: impl Fn(T) -> Made) -> T {
        self.made.push(made(object));
        object
    }

    fn memory(
        &mut self,
        wanted: vk::MemoryRequirements,
        least: vk::MemoryPropertyFlags,
    ) -> Result<vk::DeviceMemory, RunError> {
        let types = &self.device.memory.memory_types[..self.device.memory.memory_type_count as usize];
        let fits = |(index, ty): &(usize, &vk::MemoryType)| {
            wanted.memory_type_bits & 1 << index != 0 && ty.property_flags.contains(least)
        };
        let index = types.iter().enumerate().find(fits).map(|(index, _)| index as u32);
        let index = index.ok_or(RunError::Call { call: "vkAllocateMemory", error: "no such memory".to_owned() })?;
        let create = vk::MemoryAllocateInfo::default().allocation_size(wanted.size).memory_type_index(index);
        // SAFETY: the index is one of the device's types.
        let memory =
            unsafe { self.device.device.allocate_memory(&create, None) }.map_err(failed("vkAllocateMemory"))?;
        Ok(self.keep(memory, Made::Memory))
    }

    /// A buffer of at least one word, all bytes 0.
    pub fn buffer(&mut self, bytes: usize) -> Result<Buffer, RunError> {
        let bytes = bytes.max(4);
        let usage = vk::BufferUsageFlags::STORAGE_BUFFER
            | vk::BufferUsageFlags::UNIFORM_BUFFER
            | vk::BufferUsageFlags::TRANSFER_SRC
            | vk::BufferUsageFlags::TRANSFER_DST;
        let create = vk::BufferCreateInfo::default().size(bytes as u64).usage(usage);
        let device = &self.device.device;
        // SAFETY: the device is alive.
        let buffer = unsafe { device.create_buffer(&create, None) }.map_err(failed("vkCreateBuffer"))?;
        self.keep(buffer, Made::Buffer);
        // SAFETY: the buffer was just made.
        let wanted = unsafe { device.get_buffer_memory_requirements(buffer) };
        let memory =
            self.memory(wanted, vk::MemoryPropertyFlags::HOST_VISIBLE | vk::MemoryPropertyFlags::HOST_COHERENT)?;
        // SAFETY: the memory is as large as the buffer wants and has nothing else in it.
        unsafe { device.bind_buffer_memory(buffer, memory, 0) }.map_err(failed("vkBindBufferMemory"))?;
        let buffer = Buffer { buffer, memory, bytes };
        self.mapped(buffer, |bytes| bytes.fill(0))?;
        Ok(buffer)
    }

    /// Works on the bytes of a buffer, which no submitted work uses.
    pub fn mapped<T>(&self, buffer: Buffer, work: impl FnOnce(&mut [u8]) -> T) -> Result<T, RunError> {
        let device = &self.device.device;
        let flags = vk::MemoryMapFlags::empty();
        // SAFETY: the memory is visible to the host, as large as this, and not mapped.
        let start = unsafe { device.map_memory(buffer.memory, 0, buffer.bytes as u64, flags) }
            .map_err(failed("vkMapMemory"))?;
        // SAFETY: the range is mapped, as long as this, and nothing else uses it: not the device, whose work has been
        // waited for, and not another thread, as a run's objects are one thread's. `map_memory` gives whole pages, so
        // it is aligned.
        let bytes = unsafe { std::slice::from_raw_parts_mut(start.cast::<u8>(), buffer.bytes) };
        let result = work(bytes);
        // SAFETY: it is mapped, and the slice is not used any more.
        unsafe { device.unmap_memory(buffer.memory) };
        Ok(result)
    }

    /// The image, without texels.
    pub fn image(&mut self, image: &Image, usage: vk::ImageUsageFlags) -> Result<vk::Image, RunError> {
        let Image { shape, size: [width, height, depth], .. } = *image;
        let (image_type, mut flags) = match shape {
            Shape::D1 | Shape::D1Array => (vk::ImageType::TYPE_1D, vk::ImageCreateFlags::empty()),
            Shape::D2 | Shape::D2Array => (vk::ImageType::TYPE_2D, vk::ImageCreateFlags::empty()),
            Shape::D3 => (vk::ImageType::TYPE_3D, vk::ImageCreateFlags::empty()),
            Shape::Cube | Shape::CubeArray => (vk::ImageType::TYPE_2D, vk::ImageCreateFlags::CUBE_COMPATIBLE),
        };
        if usage.contains(vk::ImageUsageFlags::STORAGE) {
            flags |= vk::ImageCreateFlags::MUTABLE_FORMAT | vk::ImageCreateFlags::EXTENDED_USAGE;
        }
        let create = vk::ImageCreateInfo::default()
            .flags(flags)
            .image_type(image_type)
            .format(image.format.vulkan())
            .extent(vk::Extent3D { width, height, depth })
            .mip_levels(image.levels)
            .array_layers(image.layers)
            .samples(vk::SampleCountFlags::from_raw(image.samples))
            .tiling(vk::ImageTiling::OPTIMAL)
            .usage(usage)
            .initial_layout(vk::ImageLayout::UNDEFINED);
        let device = &self.device.device;
        // SAFETY: the sizes have been checked, and whether the device has such images.
        let made = unsafe { device.create_image(&create, None) }.map_err(failed("vkCreateImage"))?;
        self.keep(made, Made::Image);
        // SAFETY: the image was just made.
        let wanted = unsafe { device.get_image_memory_requirements(made) };
        let memory = self.memory(wanted, vk::MemoryPropertyFlags::empty())?;
        // SAFETY: the memory is as large as the image wants and has nothing else in it.
        unsafe { device.bind_image_memory(made, memory, 0) }.map_err(failed("vkBindImageMemory"))?;
        Ok(made)
    }

    /// All of an image, as a shader sees it; its words where it is to be written.
    pub fn view(&mut self, made: vk::Image, image: &Image, words: Option<Format>) -> Result<vk::ImageView, RunError> {
        let view_type = match image.shape {
            Shape::D1 => vk::ImageViewType::TYPE_1D,
            Shape::D1Array => vk::ImageViewType::TYPE_1D_ARRAY,
            Shape::D2 => vk::ImageViewType::TYPE_2D,
            Shape::D2Array => vk::ImageViewType::TYPE_2D_ARRAY,
            Shape::D3 => vk::ImageViewType::TYPE_3D,
            Shape::Cube => vk::ImageViewType::CUBE,
            Shape::CubeArray => vk::ImageViewType::CUBE_ARRAY,
        };
        let swizzle = if words.is_some() { [Swizzle::R, Swizzle::G, Swizzle::B, Swizzle::A] } else { image.swizzle };
        let usage = if words.is_some() { vk::ImageUsageFlags::STORAGE } else { vk::ImageUsageFlags::SAMPLED };
        let mut usage = vk::ImageViewUsageCreateInfo::default().usage(usage);
        let create = vk::ImageViewCreateInfo::default()
            .image(made)
            .view_type(view_type)
            .format(words.unwrap_or(image.format).vulkan())
            .components(components(swizzle))
            .subresource_range(all_of(image))
            .push_next(&mut usage);
        // SAFETY: the image is of this device and has the levels and layers that are said; formats are of one size.
        let view =
            unsafe { self.device.device.create_image_view(&create, None) }.map_err(failed("vkCreateImageView"))?;
        Ok(self.keep(view, Made::View))
    }

    /// A sampler for images of that format, seen with that swizzle. What Vulkan demands of it has been checked.
    pub fn sampler(&mut self, sampler: &Sampler, image: &Image) -> Result<vk::Sampler, RunError> {
        let color = match image.format.texel() {
            Texel::Float => vk::ClearColorValue { float32: sampler.border.map(f32::from_bits) },
            Texel::Uint => vk::ClearColorValue { uint32: sampler.border },
            Texel::Sint => vk::ClearColorValue { int32: sampler.border.map(|word| word as i32) },
        };
        let mut border = vk::SamplerCustomBorderColorCreateInfoEXT::default()
            .custom_border_color(color)
            .format(image.format.vulkan());
        let mut swizzle =
            vk::SamplerBorderColorComponentMappingCreateInfoEXT::default().components(components(image.swizzle));
        let mut reduction = vk::SamplerReductionModeCreateInfo::default().reduction_mode(match sampler.reduction {
            Reduction::WeightedAverage => vk::SamplerReductionMode::WEIGHTED_AVERAGE,
            Reduction::Min => vk::SamplerReductionMode::MIN,
            Reduction::Max => vk::SamplerReductionMode::MAX,
        });
        let [u, v, w] = sampler.address.map(address);
        let filter = |filter| if filter == Filter::Linear { vk::Filter::LINEAR } else { vk::Filter::NEAREST };
        let border_color = match image.format.texel() {
            Texel::Float => vk::BorderColor::FLOAT_CUSTOM_EXT,
            Texel::Uint | Texel::Sint => vk::BorderColor::INT_CUSTOM_EXT,
        };
        let mut create = vk::SamplerCreateInfo::default()
            .mag_filter(filter(sampler.mag))
            .min_filter(filter(sampler.min))
            .mipmap_mode(match sampler.mip {
                Filter::Nearest => vk::SamplerMipmapMode::NEAREST,
                Filter::Linear => vk::SamplerMipmapMode::LINEAR,
            })
            .address_mode_u(u)
            .address_mode_v(v)
            .address_mode_w(w)
            .mip_lod_bias(sampler.lod_bias)
            .min_lod(sampler.min_lod)
            .max_lod(sampler.max_lod)
            .unnormalized_coordinates(sampler.unnormalized)
            .border_color(border_color)
            .push_next(&mut border)
            .push_next(&mut swizzle)
            .push_next(&mut reduction);
        if let Some(function) = sampler.compare {
            create = create.compare_enable(true).compare_op(compare(function));
        }
        if !sampler.seamless_cube {
            create = create.flags(vk::SamplerCreateFlags::NON_SEAMLESS_CUBE_MAP_EXT);
        }
        // SAFETY: all that `create` points at lives through the call.
        let made = unsafe { self.device.device.create_sampler(&create, None) }.map_err(failed("vkCreateSampler"))?;
        Ok(self.keep(made, Made::Sampler))
    }

    /// The layout of a pipeline.
    pub fn pipeline_layout(&mut self, sets: &[vk::DescriptorSetLayout]) -> Result<vk::PipelineLayout, RunError> {
        let create = vk::PipelineLayoutCreateInfo::default().set_layouts(sets);
        // SAFETY: `create` and the layouts live through the call.
        let layout = unsafe { self.device.device.create_pipeline_layout(&create, None) }
            .map_err(failed("vkCreatePipelineLayout"))?;
        Ok(self.keep(layout, Made::Layout))
    }

    /// A module of SPIR-V.
    pub fn module(&mut self, code: &[u32]) -> Result<vk::ShaderModule, RunError> {
        let create = vk::ShaderModuleCreateInfo::default().code(code);
        // SAFETY: the code is SPIR-V that a builder or naga made: its header, and instructions that end where it ends.
        let module = unsafe { self.device.device.create_shader_module(&create, None) }
            .map_err(failed("vkCreateShaderModule"))?;
        Ok(self.keep(module, Made::Module))
    }

    /// The pipeline of an entry point of SPIR-V, and its layout.
    pub fn compute_pipeline(
        &mut self,
        code: &[u32],
        entry: &std::ffi::CStr,
        set_layouts: &[vk::DescriptorSetLayout],
    ) -> Result<(vk::Pipeline, vk::PipelineLayout), RunError> {
        let layout = self.pipeline_layout(set_layouts)?;
        let module = self.module(code)?;
        let device = &self.device.device;
        let stage = vk::PipelineShaderStageCreateInfo::default()
            .stage(vk::ShaderStageFlags::COMPUTE)
            .module(module)
            .name(entry);
        let create = [vk::ComputePipelineCreateInfo::default().stage(stage).layout(layout)];
        // SAFETY: module and layout are of this device, and the shader's bindings are those of the layout.
        let pipelines = unsafe { device.create_compute_pipelines(vk::PipelineCache::null(), &create, None) }
            .map_err(|(_, error)| failed("vkCreateComputePipelines")(error))?;
        let pipeline = pipelines
            .into_iter()
            .next()
            .ok_or(RunError::Call { call: "vkCreateComputePipelines", error: "no pipeline came".to_owned() })?;
        Ok((self.keep(pipeline, Made::Pipeline), layout))
    }

    /// The pipeline of a shader with its image, of that type, and two buffers, and their descriptors.
    pub fn pipeline(
        &mut self,
        code: &[u32],
        image: (vk::DescriptorType, vk::DescriptorImageInfo),
        buffers: [Buffer; 2],
    ) -> Result<Pipeline, RunError> {
        let device = &self.device.device;
        let (image_type, image) = image;
        let types = [image_type, vk::DescriptorType::STORAGE_BUFFER, vk::DescriptorType::STORAGE_BUFFER];
        let bindings: [_; 3] = std::array::from_fn(|binding| {
            vk::DescriptorSetLayoutBinding::default()
                .binding(binding as u32)
                .descriptor_type(types[binding])
                .descriptor_count(1)
                .stage_flags(vk::ShaderStageFlags::COMPUTE)
        });
        let create = vk::DescriptorSetLayoutCreateInfo::default().bindings(&bindings);
        // SAFETY: `create` and the bindings live through the call.
        let set_layout = unsafe { device.create_descriptor_set_layout(&create, None) }
            .map_err(failed("vkCreateDescriptorSetLayout"))?;
        self.keep(set_layout, Made::SetLayout);
        let set_layouts = [set_layout];
        let (pipeline, layout) = self.compute_pipeline(code, c"main", &set_layouts)?;

        let sizes = types.map(|ty| vk::DescriptorPoolSize::default().ty(ty).descriptor_count(1));
        let create = vk::DescriptorPoolCreateInfo::default().max_sets(1).pool_sizes(&sizes);
        // SAFETY: `create` and the sizes live through the call.
        let pool = unsafe { device.create_descriptor_pool(&create, None) }.map_err(failed("vkCreateDescriptorPool"))?;
        self.keep(pool, Made::Sets);
        let create = vk::DescriptorSetAllocateInfo::default().descriptor_pool(pool).set_layouts(&set_layouts);
        // SAFETY: pool and layout are of this device; the set goes with its pool.
        let sets = unsafe { device.allocate_descriptor_sets(&create) }.map_err(failed("vkAllocateDescriptorSets"))?;
        let [set] = sets[..] else {
            return Err(RunError::Call { call: "vkAllocateDescriptorSets", error: "no set came".to_owned() });
        };
        let images = [image];
        let ranges =
            buffers.map(|buffer| [vk::DescriptorBufferInfo::default().buffer(buffer.buffer).range(vk::WHOLE_SIZE)]);
        let write = |binding| {
            vk::WriteDescriptorSet::default().dst_set(set).dst_binding(binding).descriptor_type(types[binding as usize])
        };
        let writes = [write(0).image_info(&images), write(1).buffer_info(&ranges[0]), write(2).buffer_info(&ranges[1])];
        // SAFETY: every handle is of this device and lives as long as the set; each binding has the type that is
        // written.
        unsafe { device.update_descriptor_sets(&writes, &[]) };
        Ok(Pipeline { pipeline, layout, set })
    }

    /// Records commands, submits them, and waits until they are done.
    pub fn submit(&mut self, record: impl FnOnce(&ash::Device, vk::CommandBuffer)) -> Result<(), RunError> {
        let device = &self.device.device;
        let create = vk::CommandPoolCreateInfo::default().queue_family_index(self.device.family);
        // SAFETY: the family is the device's.
        let pool = unsafe { device.create_command_pool(&create, None) }.map_err(failed("vkCreateCommandPool"))?;
        self.keep(pool, Made::Commands);
        let create = vk::CommandBufferAllocateInfo::default()
            .command_pool(pool)
            .level(vk::CommandBufferLevel::PRIMARY)
            .command_buffer_count(1);
        // SAFETY: the pool is of this device; the buffer goes with it.
        let commands =
            unsafe { device.allocate_command_buffers(&create) }.map_err(failed("vkAllocateCommandBuffers"))?;
        let [command] = commands[..] else {
            return Err(RunError::Call { call: "vkAllocateCommandBuffers", error: "no buffer came".to_owned() });
        };
        let begin = vk::CommandBufferBeginInfo::default().flags(vk::CommandBufferUsageFlags::ONE_TIME_SUBMIT);
        // SAFETY: the command buffer is new and this thread's.
        unsafe { device.begin_command_buffer(command, &begin) }.map_err(failed("vkBeginCommandBuffer"))?;
        record(device, command);
        // SAFETY: it is being recorded.
        unsafe { device.end_command_buffer(command) }.map_err(failed("vkEndCommandBuffer"))?;
        // SAFETY: the structure says nothing.
        let fence =
            unsafe { device.create_fence(&vk::FenceCreateInfo::default(), None) }.map_err(failed("vkCreateFence"))?;
        self.keep(fence, Made::Fence);
        let submits = [vk::SubmitInfo::default().command_buffers(&commands)];
        let queue = self.device.queue();
        // SAFETY: the queue is this thread's while it is held; the commands are complete, and what they use lives until
        // after the wait: if that fails, until the device is lost, in which case nothing is at work any more.
        unsafe { device.queue_submit(*queue, &submits, fence) }.map_err(failed("vkQueueSubmit"))?;
        // SAFETY: the fence was submitted.
        unsafe { device.wait_for_fences(&[fence], true, u64::MAX) }.map_err(failed("vkWaitForFences"))
    }
}

/// What a dispatch binds.
#[derive(Clone, Copy)]
pub(super) struct Pipeline {
    pipeline: vk::Pipeline,
    layout: vk::PipelineLayout,
    set: vk::DescriptorSet,
}

impl Pipeline {
    /// Records that so many groups run.
    pub fn dispatch(self, device: &ash::Device, command: vk::CommandBuffer, groups: u32) {
        let point = vk::PipelineBindPoint::COMPUTE;
        // SAFETY: the command buffer is being recorded; pipeline, layout and set are of this device and belong
        // together.
        unsafe {
            device.cmd_bind_pipeline(command, point, self.pipeline);
            device.cmd_bind_descriptor_sets(command, point, self.layout, 0, &[self.set], &[]);
            device.cmd_dispatch(command, groups, 1, 1);
        }
    }
}

/// Records that all that follows waits for all before.
pub(super) fn wait_for_all(device: &ash::Device, command: vk::CommandBuffer) {
    let access = vk::AccessFlags::MEMORY_READ | vk::AccessFlags::MEMORY_WRITE;
    let barrier = [vk::MemoryBarrier::default().src_access_mask(access).dst_access_mask(access)];
    let (stages, flags) = (vk::PipelineStageFlags::ALL_COMMANDS, vk::DependencyFlags::empty());
    // SAFETY: the command buffer is being recorded.
    unsafe { device.cmd_pipeline_barrier(command, stages, stages, flags, &barrier, &[], &[]) };
}

/// Records that an image has a layout from now on, and no texels.
pub(super) fn make_general(device: &ash::Device, command: vk::CommandBuffer, made: vk::Image, image: &Image) {
    let access = vk::AccessFlags::MEMORY_READ | vk::AccessFlags::MEMORY_WRITE;
    let barrier = [vk::ImageMemoryBarrier::default()
        .dst_access_mask(access)
        .old_layout(vk::ImageLayout::UNDEFINED)
        .new_layout(vk::ImageLayout::GENERAL)
        .src_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
        .dst_queue_family_index(vk::QUEUE_FAMILY_IGNORED)
        .image(made)
        .subresource_range(all_of(image))];
    let (stages, flags) = (vk::PipelineStageFlags::ALL_COMMANDS, vk::DependencyFlags::empty());
    // SAFETY: the command buffer is being recorded, and the image is of its device.
    unsafe { device.cmd_pipeline_barrier(command, stages, stages, flags, &[], &[], &barrier) };
}

pub(super) fn aspect(image: &Image) -> vk::ImageAspectFlags {
    if image.format.is_depth() { vk::ImageAspectFlags::DEPTH } else { vk::ImageAspectFlags::COLOR }
}

pub(super) fn all_of(image: &Image) -> vk::ImageSubresourceRange {
    vk::ImageSubresourceRange::default().aspect_mask(aspect(image)).level_count(image.levels).layer_count(image.layers)
}

fn components(swizzle: [Swizzle; 4]) -> vk::ComponentMapping {
    let [r, g, b, a] = swizzle.map(|swizzle| match swizzle {
        Swizzle::Zero => vk::ComponentSwizzle::ZERO,
        Swizzle::One => vk::ComponentSwizzle::ONE,
        Swizzle::R => vk::ComponentSwizzle::R,
        Swizzle::G => vk::ComponentSwizzle::G,
        Swizzle::B => vk::ComponentSwizzle::B,
        Swizzle::A => vk::ComponentSwizzle::A,
    });
    vk::ComponentMapping { r, g, b, a }
}

fn address(address: Address) -> vk::SamplerAddressMode {
    match address {
        Address::Repeat => vk::SamplerAddressMode::REPEAT,
        Address::MirroredRepeat => vk::SamplerAddressMode::MIRRORED_REPEAT,
        Address::ClampToEdge => vk::SamplerAddressMode::CLAMP_TO_EDGE,
        Address::ClampToBorder => vk::SamplerAddressMode::CLAMP_TO_BORDER,
        Address::MirrorClampToEdge => vk::SamplerAddressMode::MIRROR_CLAMP_TO_EDGE,
    }
}

fn compare(compare: Compare) -> vk::CompareOp {
    match compare {
        Compare::Never => vk::CompareOp::NEVER,
        Compare::Less => vk::CompareOp::LESS,
        Compare::Equal => vk::CompareOp::EQUAL,
        Compare::LessOrEqual => vk::CompareOp::LESS_OR_EQUAL,
        Compare::Greater => vk::CompareOp::GREATER,
        Compare::NotEqual => vk::CompareOp::NOT_EQUAL,
        Compare::GreaterOrEqual => vk::CompareOp::GREATER_OR_EQUAL,
        Compare::Always => vk::CompareOp::ALWAYS,
    }
}
