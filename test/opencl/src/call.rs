//! The calls.
#![allow(unsafe_code)]

use std::ffi::c_void;
use std::ptr;

use opencl3::command_queue::CommandQueue;
use opencl3::context::Context;
use opencl3::device::{CL_DEVICE_TYPE_ALL, Device as ClDevice};
use opencl3::error_codes::ClError;
use opencl3::kernel::Kernel;
use opencl3::memory::{
    Buffer as ClBuffer, CL_ADDRESS_CLAMP, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_MIRRORED_REPEAT, CL_ADDRESS_REPEAT,
    CL_FILTER_LINEAR, CL_FILTER_NEAREST, CL_FLOAT, CL_MEM_COPY_HOST_PTR, CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE3D,
    CL_MEM_READ_ONLY, CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, CL_R, CL_RGBA, CL_UNORM_INT8, CL_UNSIGNED_INT8,
    CL_UNSIGNED_INT16, ClMem, Image as ClImage, Sampler as ClSampler,
};
use opencl3::platform::get_platforms;
use opencl3::program::Program as ClProgram;
use opencl3::types::{CL_BLOCKING, cl_image_desc, cl_image_format};

use crate::{Absent, Address, Argument, Filter, Image, Range, RunError, Texel};

/// A device.
pub struct Device {
    context: Context,
    queue: CommandQueue,
    /// The name and version of its platform.
    pub title: String,
}

/// A program that was built for a device.
pub struct Program<'d> {
    device: &'d Device,
    program: ClProgram,
}

/// What a kernel argument keeps alive until the kernel has run.
enum Held {
    #[expect(dead_code, reason = "it is kept, not read")]
    Source(ClImage),
    Result(ClImage),
    #[expect(dead_code, reason = "it is kept, not read")]
    Sampler(ClSampler),
    Buffer(ClBuffer<u8>),
    Value,
}

fn failed(call: &'static str) -> impl Fn(ClError) -> RunError {
    move |error| RunError::Call { call, error: error.to_string() }
}

impl Device {
    /// The first device of the platform of that name that takes images.
    ///
    /// # Errors
    ///
    /// There is none: see [`Absent`].
    pub fn find(platform: &str) -> Result<Device, Absent> {
        let platforms = get_platforms().map_err(|error| Absent::OpenCl(error.to_string()))?;
        let names: Vec<String> = platforms.iter().map(|platform| platform.name().unwrap_or_default()).collect();
        let Some(index) = names.iter().position(|name| name == platform) else {
            return Err(Absent::Platform { wanted: platform.to_owned(), known: names });
        };
        let lacking = |what: String| Absent::Device { platform: platform.to_owned(), what };
        let said = |error: ClError| lacking(error.to_string());
        let devices = platforms[index].get_devices(CL_DEVICE_TYPE_ALL).map_err(said)?;
        let takes_images = |device: &ClDevice| device.image_support().is_ok_and(|supported| supported);
        let device = devices
            .into_iter()
            .map(ClDevice::new)
            .find(takes_images)
            .ok_or_else(|| lacking("no device of it takes images".to_owned()))?;
        let context = Context::from_device(&device).map_err(said)?;
        #[allow(deprecated)]
        let queue = CommandQueue::create_default(&context, 0).map_err(said)?;
        let version = platforms[index].version().unwrap_or_default();
        Ok(Device { context, queue, title: format!("{platform}, {version}") })
    }

    /// Builds a program.
    ///
    /// # Errors
    ///
    /// [`RunError::Build`], with what the compiler said.
    pub fn build(&self, source: &str) -> Result<Program<'_>, RunError> {
        self.build_with(source, "")
    }

    /// Builds a program with the options of `clBuildProgram`.
    ///
    /// # Errors
    ///
    /// [`RunError::Build`], with what the compiler said.
    pub fn build_with(&self, source: &str, options: &str) -> Result<Program<'_>, RunError> {
        let program =
            ClProgram::create_and_build_from_source(&self.context, source, options).map_err(RunError::Build)?;
        Ok(Program { device: self, program })
    }

    fn image(&self, index: usize, image: &Image, flags: u64) -> Result<ClImage, RunError> {
        let expected = image.elements() * image.texel.bytes();
        if image.bytes.len() != expected {
            return Err(RunError::Bytes { index, given: image.bytes.len(), expected });
        }
        let (width, height, depth) = image.size;
        let image_channel_data_type = match image.texel {
            Texel::Unorm8 => CL_UNORM_INT8,
            Texel::Uint8 | Texel::RUint8 => CL_UNSIGNED_INT8,
            Texel::Uint16 => CL_UNSIGNED_INT16,
            Texel::Float | Texel::RFloat => CL_FLOAT,
        };
        let image_channel_order = if image.texel.channels() == 1 { CL_R } else { CL_RGBA };
        let format = cl_image_format { image_channel_order, image_channel_data_type };
        let description = cl_image_desc {
            image_type: if depth.is_some() { CL_MEM_OBJECT_IMAGE3D } else { CL_MEM_OBJECT_IMAGE2D },
            image_width: width as usize,
            image_height: height as usize,
            image_depth: depth.unwrap_or(1) as usize,
            image_array_size: 1,
            image_row_pitch: 0,
            image_slice_pitch: 0,
            num_mip_levels: 0,
            num_samples: 0,
            buffer: ptr::null_mut(),
        };
        let bytes = image.bytes.as_ptr().cast::<c_void>().cast_mut();
        // SAFETY: format and description live through the call; pitches of 0 say that nothing is between the elements,
        // of which there are as many as were counted above, and OpenCL copies them during the call.
        unsafe { ClImage::create(&self.context, flags | CL_MEM_COPY_HOST_PTR, &format, &description, bytes) }
            .map_err(failed("clCreateImage"))
    }

    fn sampler(&self, filter: Filter, address: Address, normalized: bool) -> Result<ClSampler, RunError> {
        let address = match address {
            Address::Repeat => CL_ADDRESS_REPEAT,
            Address::MirroredRepeat => CL_ADDRESS_MIRRORED_REPEAT,
            Address::ClampToEdge => CL_ADDRESS_CLAMP_TO_EDGE,
            Address::Clamp => CL_ADDRESS_CLAMP,
        };
        let filter = match filter {
            Filter::Nearest => CL_FILTER_NEAREST,
            Filter::Linear => CL_FILTER_LINEAR,
        };
        #[allow(deprecated)]
        ClSampler::create(&self.context, normalized.into(), address, filter).map_err(failed("clCreateSampler"))
    }
}

impl Program<'_> {
    /// Runs a kernel on a grid of `items` work items along x and y. Returns the images that it was given as
    /// [`Argument::Result`], in their order.
    ///
    /// # Errors
    ///
    /// See [`RunError`].
    pub fn run(&self, name: &str, arguments: &[Argument<'_>], items: [u32; 2]) -> Result<Vec<Image>, RunError> {
        let range = Range { items: [items[0], items[1], 1], group: None };
        let left = self.run_on(name, arguments, &range)?;
        let images = arguments.iter().zip(left).filter_map(|(argument, bytes)| match argument {
            Argument::Result(image) => bytes.map(|bytes| Image { bytes, ..(*image).clone() }),
            _ => None,
        });
        Ok(images.collect())
    }

    /// Runs a kernel on a grid. Returns for each argument the bytes that are left in it, if it is a
    /// [`Argument::Result`] or a [`Argument::Buffer`].
    ///
    /// # Errors
    ///
    /// See [`RunError`].
    pub fn run_on(
        &self,
        name: &str,
        arguments: &[Argument<'_>],
        range: &Range,
    ) -> Result<Vec<Option<Vec<u8>>>, RunError> {
        let kernel = Kernel::create(&self.program, name).map_err(failed("clCreateKernel"))?;
        let expected = kernel.num_args().map_err(failed("clGetKernelInfo"))? as usize;
        if expected != arguments.len() {
            return Err(RunError::Arguments { kernel: name.to_owned(), given: arguments.len(), expected });
        }
        let mut held = Vec::with_capacity(arguments.len());
        for (index, argument) in arguments.iter().enumerate() {
            held.push(self.set(&kernel, index, argument)?);
        }
        let sizes = range.items.map(|items| items as usize);
        let group = range.group.map(|group| group.map(|items| items as usize));
        let group = group.as_ref().map_or(ptr::null(), |group| group.as_ptr());
        let queue = &self.device.queue;
        // SAFETY: every argument has been set to an object that `held` keeps; the sizes are three, as is said, and live
        // through the call.
        unsafe { queue.enqueue_nd_range_kernel(kernel.get(), 3, ptr::null(), sizes.as_ptr(), group, &[]) }
            .map_err(failed("clEnqueueNDRangeKernel"))?;
        queue.finish().map_err(failed("clFinish"))?;
        let left = arguments.iter().zip(&held).map(|(argument, held)| match (argument, held) {
            (Argument::Result(image), Held::Result(object)) => Ok(Some(self.read(object, image)?.bytes)),
            (Argument::Buffer(before), Held::Buffer(buffer)) => {
                let mut bytes = vec![0; before.len()];
                // SAFETY: the call blocks until it has written all bytes, as many as the buffer was made of.
                unsafe { queue.enqueue_read_buffer(buffer, CL_BLOCKING, 0, &mut bytes, &[]) }
                    .map_err(failed("clEnqueueReadBuffer"))?;
                Ok(Some(bytes))
            }
            _ => Ok(None),
        });
        left.collect()
    }

    fn set(&self, kernel: &Kernel, index: usize, argument: &Argument<'_>) -> Result<Held, RunError> {
        let place = index as u32;
        // SAFETY, for each `set_arg`: OpenCL copies as many bytes as the type has, and knows the type of each argument:
        // it refuses a handle or a value of another size. Handles stay valid while `Held` keeps them.
        let (held, set) = match argument {
            Argument::Source(image) => {
                let image = self.device.image(index, image, CL_MEM_READ_ONLY)?;
                // SAFETY: see above.
                let set = unsafe { kernel.set_arg(place, &image.get()) };
                (Held::Source(image), set)
            }
            Argument::Result(image) => {
                let image = self.device.image(index, image, CL_MEM_WRITE_ONLY)?;
                // SAFETY: see above.
                let set = unsafe { kernel.set_arg(place, &image.get()) };
                (Held::Result(image), set)
            }
            Argument::Sampler { filter, address, normalized } => {
                let sampler = self.device.sampler(*filter, *address, *normalized)?;
                // SAFETY: see above.
                let set = unsafe { kernel.set_arg(place, &sampler.get()) };
                (Held::Sampler(sampler), set)
            }
            Argument::Words(words) => {
                let set = match **words {
                    // SAFETY: see above.
                    [a] => unsafe { kernel.set_arg(place, &[a]) },
                    // SAFETY: see above.
                    [a, b] => unsafe { kernel.set_arg(place, &[a, b]) },
                    // SAFETY: see above.
                    [a, b, c, d] => unsafe { kernel.set_arg(place, &[a, b, c, d]) },
                    // SAFETY: see above.
                    [a, b, c, d, e, f] => unsafe { kernel.set_arg(place, &[a, b, c, d, e, f]) },
                    _ if words.len() == 8 || words.len() == 16 => {
                        let mut all = [0; 16];
                        all[..words.len()].copy_from_slice(words);
                        match words.len() {
                            // SAFETY: see above.
                            16 => unsafe { kernel.set_arg(place, &all) },
                            // SAFETY: see above.
                            _ => unsafe { kernel.set_arg(place, &std::array::from_fn::<u32, 8, _>(|word| all[word])) },
                        }
                    }
                    _ => return Err(RunError::Words { index, given: words.len() }),
                };
                (Held::Value, set)
            }
            Argument::Buffer(bytes) => {
                let flags = CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR;
                let host = bytes.as_ptr().cast::<c_void>().cast_mut();
                // SAFETY: OpenCL copies the bytes, of which there are as many as is said, during the call.
                let buffer = unsafe { ClBuffer::create(&self.device.context, flags, bytes.len(), host) }
                    .map_err(failed("clCreateBuffer"))?;
                // SAFETY: see above.
                let set = unsafe { kernel.set_arg(place, &buffer.get()) };
                (Held::Buffer(buffer), set)
            }
            Argument::Local(bytes) => {
                // SAFETY: OpenCL allocates so many bytes where the argument is local memory, and refuses it elsewhere.
                let set = unsafe { kernel.set_arg_local_buffer(place, *bytes) };
                (Held::Value, set)
            }
        };
        set.map_err(failed("clSetKernelArg"))?;
        Ok(held)
    }

    fn read(&self, object: &ClImage, like: &Image) -> Result<Image, RunError> {
        let mut image = like.clone();
        let (width, height, depth) = like.size;
        let origin = [0usize; 3];
        let region = [width as usize, height as usize, depth.unwrap_or(1) as usize];
        let bytes = image.bytes.as_mut_ptr().cast::<c_void>();
        // SAFETY: the call blocks until it has written the region, which is the whole image, whose bytes `image` has:
        // its length was checked when the object was made of it.
        unsafe {
            self.device.queue.enqueue_read_image(
                object,
                CL_BLOCKING,
                origin.as_ptr(),
                region.as_ptr(),
                0,
                0,
                bytes,
                &[],
            )
        }
        .map_err(failed("clEnqueueReadImage"))?;
        Ok(image)
    }
}
