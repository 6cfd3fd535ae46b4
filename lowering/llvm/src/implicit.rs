//! The implicit arguments of Intel's kernels: what the runtime passes besides the program's own arguments.
//!
//! The numbers, names and order are those of `ImplicitArg::ArgType` and `IMPLICIT_ARGS` (ImplicitArgs.hpp,
//! ImplicitArgs.cpp) of release 1.0.12504.6. The numbers moved between releases, so that each is checked against the
//! name that the argument has in the module.
//!
//! The base addresses have no role of their own: Intel's compiler places them right behind the values that the program
//! passes (KernelArgs.cpp, `KernelArgsOrder`), which is where they come to stand as more of these.

use texvisa_ir::texture::ArgumentRole;

/// One implicit argument.
#[derive(Debug)]
pub(crate) struct Implicit {
    /// Its name; a second one of the kind has a number after it.
    pub(crate) name: &'static str,
    /// What it is in texture IR, which knows those that texture kernels have.
    pub(crate) role: Option<ArgumentRole>,
    /// The intrinsic that reads it in a function that is not inlined (ImplicitArgs.cpp, `IMPLICIT_ARGS`, last column). Dumps had
    /// two of them: `getLocalID.X` and `getPrintfBuffer`.
    reader: Option<&'static str>,
}

macro_rules! implicit_arguments {
    ($($name:literal $($role:ident)? $(read by $reader:literal)?;)*) => {
        const ARGUMENTS: &[Implicit] = &[$(
            Implicit {
                name: $name,
                role: implicit_arguments!(@role $($role)?),
                reader: implicit_arguments!(@reader $($reader)?),
            },
        )*];
    };
    (@role $role:ident) => { Some(ArgumentRole::$role) };
    (@role) => { None };
    (@reader $reader:literal) => { Some($reader) };
    (@reader) => { None };
}

#[rustfmt::skip]
implicit_arguments! {
    "r0" R0 read by "getR0";
    "payloadHeader" PayloadHeader read by "getPayloadHeader";
    "workDim" WorkDim read by "getWorkDim";
    "numWorkGroups" NumGroups read by "getNumWorkGroups";
    "globalSize" GlobalSize read by "getGlobalSize";
    "localSize" LocalSize read by "getLocalSize";
    "enqueuedLocalSize" EnqueuedLocalSize read by "getEnqueuedLocalSize";
    "localIdX" LocalIdX read by "getLocalID.X";
    "localIdY" LocalIdY read by "getLocalID.Y";
    "localIdZ" LocalIdZ read by "getLocalID.Z";
    "constBase" Plain; "globalBase" Plain;
    "privateBase" PrivateBase read by "getPrivateBase";
    "printfBuffer" Plain read by "getPrintfBuffer";
    "bufferOffset" BufferOffset;
    "const_reg_fp32" Plain; "const_reg_qword" Plain; "const_reg_dword" Plain; "const_reg_word" Plain;
    "const_reg_byte" Plain;
    "imageHeigt" ImageHeight; "imageWidth" ImageWidth; "imageDepth" ImageDepth; "imageNumMipLevels" ImageLevels;
    "imageDataType" ImageDataType; "imageOrder" ImageOrder; "imageSrgbOrder";
    "imageArrSize" ImageArraySize; "imageNumSamples" ImageSamples;
    "smpAddress" SamplerAddress; "smpNormalized" SamplerNormalized; "smpSnapWA" SamplerSnap;
    "flatImageBaseoffset"; "flatImageHeight"; "flatImageWidth"; "flatImagePitch";
    "vmeMbBlockType"; "vmeSubpixelMode"; "vmeSadAdjustMode"; "vmeSearchPathType";
    "deviceEnqueueDefaultDeviceQueue"; "deviceEnqueueEventPool"; "deviceEnqueueMaxWorkgroupSize";
    "deviceEnqueueParentEvent"; "deviceEnqueuePreferedWorkgroupMultiple"; "deviceEnqueueGetObjectId";
    "deviceEnqueueGetBlockSimdSize";
    "localMemStatelessWindowStartAddr"; "localMemStatelessWindowSize"; "PrivateMemStatelessSize";
    "stageInGridOrigin"; "stageInGridSize"; "syncBuffer";
    "globalPointer"; "localPointer"; "inlinedData"; "stackID";
    "bindlessOffset"; "implicitArgBuffer";
}

/// The implicit argument of that number.
pub(crate) fn by_number(number: u64) -> Option<&'static Implicit> {
    ARGUMENTS.get(usize::try_from(number).ok()?)
}

/// The implicit argument that an intrinsic reads in a function that is not inlined, by the name of that without its prefix and
/// its types.
pub(crate) fn read_by(intrinsic: &str) -> Option<&'static Implicit> {
    ARGUMENTS.iter().find(|known| known.reader == Some(intrinsic))
}

/// The implicit argument that an argument of that name is.
pub(crate) fn by_name(name: &str) -> Option<&'static Implicit> {
    ARGUMENTS.iter().find(|known| known.is_called(name))
}

impl Implicit {
    /// Whether it is a field of a structure that the program passes by value, with those of the program's other values
    /// in the payload, before the base addresses.
    pub(crate) fn is_field(&self) -> bool {
        self.name.starts_with("const_reg_")
    }

    /// Whether an argument of that name can be this: LLVM numbers names that it has already.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        name.strip_prefix(self.name).is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_intels_dumps() {
        let rows = [
            (0, "r0"),
            (1, "payloadHeader"),
            (6, "enqueuedLocalSize"),
            (7, "localIdX"),
            (9, "localIdZ"),
            (14, "bufferOffset"),
            (27, "imageArrSize"),
            (28, "imageNumSamples"),
            (31, "smpSnapWA"),
        ];
        for (number, name) in rows {
            assert_eq!(by_number(number).map(|argument| argument.name), Some(name));
        }
        assert!(by_number(61).is_none());
    }

    #[test]
    fn names_are_found_with_a_number_behind_them() {
        assert_eq!(by_name("smpSnapWA1").map(|argument| argument.role), Some(Some(ArgumentRole::SamplerSnap)));
        assert_eq!(read_by("getLocalID.Y").map(|argument| argument.name), Some("localIdY"));
        assert!(read_by("getLocalID").is_none());
        assert!(by_name("smpSnapWAx").is_none() && by_name("a").is_none());
    }
}
