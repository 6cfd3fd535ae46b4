//! The calls. Everything that is unsafe is here.
#![allow(unsafe_code)]

mod draw;
mod objects;
mod program;
mod run;

use std::ffi::CStr;
use std::sync::{Mutex, PoisonError};

use ash::vk;

use crate::error::{Absent, RunError};

/// A device. Its queue is used by one thread at a time.
pub struct Device {
    /// Held as long as anything made by it.
    #[expect(dead_code, reason = "it is kept, not read: the library stays loaded with it")]
    entry: ash::Entry,
    instance: ash::Instance,
    physical: vk::PhysicalDevice,
    device: ash::Device,
    queue: Mutex<vk::Queue>,
    family: u32,
    memory: vk::PhysicalDeviceMemoryProperties,
    /// The name and version of its driver.
    pub title: String,
    /// Whether its queue draws pictures.
    draws: bool,
    /// Whether shaders have half floats, and buffers of them.
    pub has_half_floats: bool,
}

fn failed(call: &'static str) -> impl Fn(vk::Result) -> RunError {
    move |error| RunError::Call { call, error: error.to_string() }
}

/// A physical device and its own description.
struct Candidate {
    physical: vk::PhysicalDevice,
    driver: String,
    title: String,
}

fn text(name: Result<&CStr, std::ffi::FromBytesUntilNulError>) -> String {
    name.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The extensions that samplers and fetches outside of an image need.
const EXTENSIONS: [&CStr; 4] = [
    vk::EXT_CUSTOM_BORDER_COLOR_NAME,
    vk::EXT_BORDER_COLOR_SWIZZLE_NAME,
    vk::EXT_NON_SEAMLESS_CUBE_MAP_NAME,
    vk::EXT_ROBUSTNESS2_NAME,
];

impl Device {
    /// The first device of the driver of that name, as `VkPhysicalDeviceDriverProperties` has it: `llvmpipe`.
    ///
    /// # Errors
    ///
    /// There is none, or it lacks something: see [`Absent`].
    pub fn find(driver: &str) -> Result<Device, Absent> {
        // SAFETY: the library is Vulkan's loader, by its name; what its initializers do is as sound as the system's
        // own.
        let entry = unsafe { ash::Entry::load() }.map_err(|error| Absent::Vulkan(error.to_string()))?;
        let application = vk::ApplicationInfo::default().api_version(vk::API_VERSION_1_2);
        let create = vk::InstanceCreateInfo::default().application_info(&application);
        // SAFETY: what `create` points at lives through the call; the instance is destroyed in `Device::drop` or below.
        let instance =
            unsafe { entry.create_instance(&create, None) }.map_err(|error| Absent::Vulkan(error.to_string()))?;
        match Device::of(&instance, driver) {
            Ok((found, device, (family, draws), has_half_floats)) => {
                // SAFETY: the family was asked for with one queue when the device was made.
                let queue = Mutex::new(unsafe { device.get_device_queue(family, 0) });
                // SAFETY: the handle is of this instance.
                let memory = unsafe { instance.get_physical_device_memory_properties(found.physical) };
                let Candidate { physical, title, .. } = found;
                Ok(Device { entry, instance, physical, device, queue, family, memory, title, draws, has_half_floats })
            }
            Err(absent) => {
                // SAFETY: nothing that was made of it is left.
                unsafe { instance.destroy_instance(None) };
                Err(absent)
            }
        }
    }

    fn of(instance: &ash::Instance, driver: &str) -> Result<(Candidate, ash::Device, (u32, bool), bool), Absent> {
        let candidates = candidates(instance)?;
        let known = candidates.iter().map(|candidate| candidate.driver.clone()).collect();
        let Some(found) = candidates.into_iter().find(|candidate| candidate.driver == driver) else {
            return Err(Absent::Driver { wanted: driver.to_owned(), known });
        };
        let lacking = |what: String| Absent::Device { title: found.title.clone(), what };
        lacking_extension(instance, found.physical).map_or(Ok(()), |name| Err(lacking(format!("it has no {name}"))))?;
        // SAFETY: the handle is of this instance.
        let families = unsafe { instance.get_physical_device_queue_family_properties(found.physical) };
        let family = families
            .iter()
            .position(|family| family.queue_flags.contains(vk::QueueFlags::COMPUTE))
            .ok_or_else(|| lacking("it has no queue that computes".to_owned()))? as u32;
        let draws = families[family as usize].queue_flags.contains(vk::QueueFlags::GRAPHICS);
        let (device, has_half_floats) =
            make(instance, found.physical, family).map_err(|error| lacking(error.to_string()))?;
        Ok((found, device, (family, draws), has_half_floats))
    }

    /// The queue, for one thread.
    fn queue(&self) -> std::sync::MutexGuard<'_, vk::Queue> {
        // A test that failed leaves the queue as it was: what it submitted has been waited for, or is lost with its
        // objects.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn candidates(instance: &ash::Instance) -> Result<Vec<Candidate>, Absent> {
    // SAFETY: the instance is alive.
    let devices =
        unsafe { instance.enumerate_physical_devices() }.map_err(|error| Absent::Vulkan(error.to_string()))?;
    Ok(devices
        .into_iter()
        .map(|physical| {
            let mut properties = vk::PhysicalDeviceDriverProperties::default();
            let mut all = vk::PhysicalDeviceProperties2::default().push_next(&mut properties);
            // SAFETY: the handle is of this instance, which was made for Vulkan 1.2, where both structures are known; a
            // device of an older version leaves the second as it is.
            unsafe { instance.get_physical_device_properties2(physical, &mut all) };
            let device = text(all.properties.device_name_as_c_str());
            let driver = text(properties.driver_name_as_c_str());
            let title = format!("{driver}, {}, {device}", text(properties.driver_info_as_c_str()));
            Candidate { physical, driver, title }
        })
        .collect())
}

fn lacking_extension(instance: &ash::Instance, physical: vk::PhysicalDevice) -> Option<String> {
    // SAFETY: the handle is of this instance.
    let known = unsafe { instance.enumerate_device_extension_properties(physical) }.unwrap_or_default();
    let is_known = |name: &CStr| known.iter().any(|known| known.extension_name_as_c_str() == Ok(name));
    EXTENSIONS.into_iter().find(|name| !is_known(name)).map(|name| name.to_string_lossy().into_owned())
}

fn make(
    instance: &ash::Instance,
    physical: vk::PhysicalDevice,
    family: u32,
) -> Result<(ash::Device, bool), vk::Result> {
    let mut has_half = vk::PhysicalDeviceVulkan12Features::default();
    let mut has_words = vk::PhysicalDeviceVulkan11Features::default();
    let mut has = vk::PhysicalDeviceFeatures2::default().push_next(&mut has_half).push_next(&mut has_words);
    // SAFETY: the handle is of this instance, which was made for Vulkan 1.2, where the structures are known.
    unsafe { instance.get_physical_device_features2(physical, &mut has) };
    let has_long = has.features.shader_int64 == vk::TRUE;
    let fragments_store = has.features.fragment_stores_and_atomics == vk::TRUE;
    let reads_without_format = has.features.shader_storage_image_read_without_format == vk::TRUE;
    let features = vk::PhysicalDeviceFeatures::default()
        .robust_buffer_access(true)
        .image_cube_array(true)
        .texture_compression_bc(true)
        .shader_image_gather_extended(true)
        .shader_storage_image_multisample(true)
        .shader_int64(has_long)
        .fragment_stores_and_atomics(fragments_store)
        .shader_storage_image_read_without_format(reads_without_format)
        .shader_storage_image_write_without_format(true);
    let mut core = vk::PhysicalDeviceVulkan12Features::default()
        .sampler_filter_minmax(true)
        .sampler_mirror_clamp_to_edge(true)
        .shader_float16(has_half.shader_float16 == vk::TRUE);
    let mut words = vk::PhysicalDeviceVulkan11Features::default()
        .storage_buffer16_bit_access(has_words.storage_buffer16_bit_access == vk::TRUE)
        .uniform_and_storage_buffer16_bit_access(has_words.uniform_and_storage_buffer16_bit_access == vk::TRUE);
    let mut borders = vk::PhysicalDeviceCustomBorderColorFeaturesEXT::default().custom_border_colors(true);
    let mut swizzled = vk::PhysicalDeviceBorderColorSwizzleFeaturesEXT::default().border_color_swizzle(true);
    let mut seams = vk::PhysicalDeviceNonSeamlessCubeMapFeaturesEXT::default().non_seamless_cube_map(true);
    let mut robust = vk::PhysicalDeviceRobustness2FeaturesEXT::default().robust_image_access2(true);
    let queues = [vk::DeviceQueueCreateInfo::default().queue_family_index(family).queue_priorities(&[1.0])];
    let extensions = EXTENSIONS.map(CStr::as_ptr);
    let create = vk::DeviceCreateInfo::default()
        .queue_create_infos(&queues)
        .enabled_extension_names(&extensions)
        .enabled_features(&features)
        .push_next(&mut core)
        .push_next(&mut words)
        .push_next(&mut borders)
        .push_next(&mut swizzled)
        .push_next(&mut seams)
        .push_next(&mut robust);
    // SAFETY: all that `create` points at lives through the call; a feature that the device lacks is an error of the
    // call.
    let device = unsafe { instance.create_device(physical, &create, None) }?;
    let has_half_floats = [has_half.shader_float16, has_words.storage_buffer16_bit_access] == [vk::TRUE; 2];
    Ok((device, has_half_floats))
}

impl Drop for Device {
    fn drop(&mut self) {
        // SAFETY: everything that was made of the device borrows it and is gone; the instance is its own.
        unsafe {
            let _ = self.device.device_wait_idle();
            self.device.destroy_device(None);
            self.instance.destroy_instance(None);
        }
    }
}
