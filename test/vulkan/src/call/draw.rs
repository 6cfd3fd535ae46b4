//! Draws a triangle by shaders that someone else made.

use ash::vk;

use super::objects::{Made, Objects, all_of, wait_for_all};
use super::program::{name, read_back};
use super::run::copy;
use super::{Device, failed};
use crate::error::RunError;
use crate::image::{Image, Shape};
use crate::program::{ProgramBinding, ProgramStage};

impl Device {
    /// Draws the triangle of three vertices to images of one size, whose number is the location of an output of the fragment
    /// shader; the last may be for depths, which are not compared. A texel that is not drawn stays. The triangle is in front where its vertices follow each other clockwise.
    /// Bindings are for the fragment shader; buffers and images that it may write have what it wrote afterwards.
    ///
    /// # Errors
    ///
    /// See [`RunError`].
    pub fn draw(
        &self,
        vertex: ProgramStage<'_>,
        fragment: ProgramStage<'_>,
        bindings: &mut [ProgramBinding],
        targets: &mut [Image],
    ) -> Result<(), RunError> {
        let wrong = |what: &str| RunError::Shader(what.to_owned());
        if !self.draws {
            return Err(wrong("the queue of the device does not draw"));
        }
        let Some(size) = targets.first().map(|target| target.size) else {
            return Err(wrong("nothing to draw to; expected one image or more"));
        };
        let depths = targets.iter().position(|target| target.format.is_depth());
        if depths.is_some_and(|depths| depths + 1 != targets.len()) {
            return Err(wrong("expected the depths behind all colours"));
        }
        let colors = depths.unwrap_or(targets.len());
        let is_plain = |image: &Image| image.shape == Shape::D2 && image.levels == 1 && image.samples == 1;
        if !targets.iter().all(|target| target.size == size && is_plain(target)) {
            return Err(wrong("expected images of one size, one level and one sample to draw to"));
        }
        let mut objects = Objects::new(self);
        let bound = objects.bind_all(bindings)?;
        let set_layouts = objects.set_layouts(bindings, &bound, vk::ShaderStageFlags::FRAGMENT)?;
        let layout = objects.pipeline_layout(&set_layouts)?;
        let sets = objects.sets(bindings, &bound, &set_layouts)?;
        let (mut made, mut views) = (Vec::new(), Vec::new());
        for target in targets.iter() {
            target.check()?;
            let image = objects.target(target)?;
            views.push(objects.target_view(image, target)?);
            made.push(image);
        }
        let area = vk::Rect2D::default().extent(vk::Extent2D { width: size[0], height: size[1] });
        let (pass, framebuffer) = objects.framebuffer(targets, &views, area.extent)?;
        let pipeline = objects.graphics_pipeline(vertex, fragment, (layout, pass), area, (colors, depths.is_some()))?;
        objects.submit(|device, command| {
            let point = vk::PipelineBindPoint::GRAPHICS;
            wait_for_all(device, command);
            let begin = vk::RenderPassBeginInfo::default().render_pass(pass).framebuffer(framebuffer).render_area(area);
            // SAFETY: the command buffer is being recorded; what is bound is of this device and belongs together, every
            // binding of the sets is written, and the pipeline reads no vertices.
            unsafe {
                device.cmd_begin_render_pass(command, &begin, vk::SubpassContents::INLINE);
                device.cmd_bind_pipeline(command, point, pipeline);
                if !sets.is_empty() {
                    device.cmd_bind_descriptor_sets(command, point, layout, 0, &sets, &[]);
                }
                device.cmd_draw(command, 3, 1, 0, 0);
                device.cmd_end_render_pass(command);
            }
            wait_for_all(device, command);
        })?;
        for (target, image) in targets.iter_mut().zip(made) {
            read_back(&mut objects, image, target)?;
        }
        objects.read_all(bindings, &bound)
    }
}

impl Objects<'_> {
    /// An image that is drawn to, with its texels.
    fn target(&mut self, image: &Image) -> Result<vk::Image, RunError> {
        let transfer = vk::ImageUsageFlags::TRANSFER_DST | vk::ImageUsageFlags::TRANSFER_SRC;
        let attachment = match image.format.is_depth() {
            true => vk::ImageUsageFlags::DEPTH_STENCIL_ATTACHMENT,
            false => vk::ImageUsageFlags::COLOR_ATTACHMENT,
        };
        let made = self.image(image, attachment | transfer)?;
        copy(self, made, image)?;
        Ok(made)
    }

    fn target_view(&mut self, made: vk::Image, image: &Image) -> Result<vk::ImageView, RunError> {
        let create = vk::ImageViewCreateInfo::default()
            .image(made)
            .view_type(vk::ImageViewType::TYPE_2D)
            .format(image.format.vulkan())
            .subresource_range(all_of(image));
        // SAFETY: the image is of this device, has that format and is of two dimensions.
        let view =
            unsafe { self.device.device.create_image_view(&create, None) }.map_err(failed("vkCreateImageView"))?;
        Ok(self.keep(view, Made::View))
    }

    fn framebuffer(
        &mut self,
        targets: &[Image],
        views: &[vk::ImageView],
        size: vk::Extent2D,
    ) -> Result<(vk::RenderPass, vk::Framebuffer), RunError> {
        let device = &self.device.device;
        let attachments: Vec<_> = targets
            .iter()
            .map(|target| {
                vk::AttachmentDescription::default()
                    .format(target.format.vulkan())
                    .samples(vk::SampleCountFlags::TYPE_1)
                    .load_op(vk::AttachmentLoadOp::LOAD)
                    .store_op(vk::AttachmentStoreOp::STORE)
                    .initial_layout(vk::ImageLayout::GENERAL)
                    .final_layout(vk::ImageLayout::GENERAL)
            })
            .collect();
        let reference = |index| vk::AttachmentReference::default().attachment(index).layout(vk::ImageLayout::GENERAL);
        let (depths, colors): (Vec<_>, Vec<_>) = (0..).zip(targets).partition(|(_, target)| target.format.is_depth());
        let [depths, colors] = [depths, colors]
            .map(|all: Vec<(u32, &Image)>| all.into_iter().map(|(index, _)| reference(index)).collect::<Vec<_>>());
        let mut subpass = vk::SubpassDescription::default().color_attachments(&colors);
        if let Some(depths) = depths.first() {
            subpass = subpass.depth_stencil_attachment(depths);
        }
        let subpasses = [subpass];
        let create = vk::RenderPassCreateInfo::default().attachments(&attachments).subpasses(&subpasses);
        // SAFETY: all that `create` points at lives through the call.
        let pass = unsafe { device.create_render_pass(&create, None) }.map_err(failed("vkCreateRenderPass"))?;
        self.keep(pass, Made::RenderPass);
        let create = vk::FramebufferCreateInfo::default()
            .render_pass(pass)
            .attachments(views)
            .width(size.width)
            .height(size.height)
            .layers(1);
        // SAFETY: the views are of images of that size, of the formats of the pass.
        let framebuffer = unsafe { device.create_framebuffer(&create, None) }.map_err(failed("vkCreateFramebuffer"))?;
        Ok((pass, self.keep(framebuffer, Made::Framebuffer)))
    }

    fn graphics_pipeline(
        &mut self,
        vertex: ProgramStage<'_>,
        fragment: ProgramStage<'_>,
        (layout, pass): (vk::PipelineLayout, vk::RenderPass),
        area: vk::Rect2D,
        (colors, has_depths): (usize, bool),
    ) -> Result<vk::Pipeline, RunError> {
        let names = [name(vertex.entry)?, name(fragment.entry)?];
        let modules = [self.module(vertex.code)?, self.module(fragment.code)?];
        let stage = |index: usize, stage| {
            vk::PipelineShaderStageCreateInfo::default().stage(stage).module(modules[index]).name(&names[index])
        };
        let stages = [stage(0, vk::ShaderStageFlags::VERTEX), stage(1, vk::ShaderStageFlags::FRAGMENT)];
        let vertices = vk::PipelineVertexInputStateCreateInfo::default();
        let assembly =
            vk::PipelineInputAssemblyStateCreateInfo::default().topology(vk::PrimitiveTopology::TRIANGLE_LIST);
        let viewports = [vk::Viewport {
            x: 0.0,
            y: 0.0,
            width: area.extent.width as f32,
            height: area.extent.height as f32,
            min_depth: 0.0,
            max_depth: 1.0,
        }];
        let scissors = [area];
        let viewport = vk::PipelineViewportStateCreateInfo::default().viewports(&viewports).scissors(&scissors);
        let raster = vk::PipelineRasterizationStateCreateInfo::default()
            .polygon_mode(vk::PolygonMode::FILL)
            .cull_mode(vk::CullModeFlags::NONE)
            .front_face(vk::FrontFace::CLOCKWISE)
            .line_width(1.0);
        let samples =
            vk::PipelineMultisampleStateCreateInfo::default().rasterization_samples(vk::SampleCountFlags::TYPE_1);
        let written = vec![
            vk::PipelineColorBlendAttachmentState::default()
                .color_write_mask(vk::ColorComponentFlags::RGBA);
            colors
        ];
        let depths = vk::PipelineDepthStencilStateCreateInfo::default()
            .depth_test_enable(has_depths)
            .depth_write_enable(has_depths)
            .depth_compare_op(vk::CompareOp::ALWAYS);
        let blend = vk::PipelineColorBlendStateCreateInfo::default().attachments(&written);
        let create = [vk::GraphicsPipelineCreateInfo::default()
            .stages(&stages)
            .vertex_input_state(&vertices)
            .input_assembly_state(&assembly)
            .viewport_state(&viewport)
            .rasterization_state(&raster)
            .multisample_state(&samples)
            .depth_stencil_state(&depths)
            .color_blend_state(&blend)
            .layout(layout)
            .render_pass(pass)];
        // SAFETY: all that `create` points at lives through the call; the shader's bindings are those of the layout.
        let pipelines =
            unsafe { self.device.device.create_graphics_pipelines(vk::PipelineCache::null(), &create, None) }
                .map_err(|(_, error)| failed("vkCreateGraphicsPipelines")(error))?;
        let pipeline = pipelines
            .into_iter()
            .next()
            .ok_or(RunError::Call { call: "vkCreateGraphicsPipelines", error: "no pipeline came".to_owned() })?;
        Ok(self.keep(pipeline, Made::Pipeline))
    }
}
