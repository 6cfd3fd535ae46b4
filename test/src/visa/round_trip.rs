//! What must hold for kernels and their forms, whatever they are.

use texvisa_ir::target::Target;
use texvisa_ir::visa::isa::{self, Version, WriteError, WriteOptions};
use texvisa_ir::visa::message::CodeNumbering;
use texvisa_ir::visa::{VisaKernel, asm};

fn text_of(kernel: &VisaKernel) -> String {
    let mut text = String::new();
    asm::write_all(kernel, &mut text);
    text
}

/// Whether a kernel that was read, or made like one, is the same after it went through text and both versions of the
/// binary form, and the same bytes come of it again.
///
/// # Errors
///
/// What differs.
pub fn round_trip(kernel: &VisaKernel) -> Result<(), String> {
    let text = text_of(kernel);
    match asm::parse(&text, kernel.target) {
        Ok(read) if read == *kernel => {}
        Ok(read) => return Err(format!("the text is read as another kernel:\n{text}\nnamely\n{}", text_of(&read))),
        Err(errors) => return Err(format!("the text is not read: {errors:?}\n{text}")),
    }
    for (version, name) in Version::TEXT {
        for numbering in [CodeNumbering::Finalizer, CodeNumbering::Documented] {
            let options = WriteOptions { version, numbering, as_compiled: false };
            let bytes = match isa::write(kernel, &options) {
                Ok(bytes) => bytes,
                Err(WriteError::NarrowOperation { .. }) if version == Version::V3_6 => continue,
                Err(WriteError::GatherChannel { count: 0, .. }) => continue,
                Err(error) => return Err(format!("version {name}: {error}\n{text}")),
            };
            match isa::read(&bytes, kernel.target, numbering) {
                Ok(read) if read == *kernel => {}
                Ok(read) => return Err(format!("version {name}:\n{text}\nis read as\n{}", text_of(&read))),
                Err(error) => return Err(format!("version {name} is not read: {error}\n{text}")),
            }
            // What text of the binary is assembled to, as `dis` and `asm` do it.
            let again = asm::parse(&text, kernel.target).map_err(|errors| format!("{errors:?}"))?;
            if isa::write(&again, &options).as_ref() != Ok(&bytes) {
                return Err(format!("version {name}: other bytes\n{text}"));
            }
        }
    }
    Ok(())
}

/// Reads any bytes as text: they are refused, or what they say goes through both forms.
///
/// # Errors
///
/// What differs.
pub fn any_text(bytes: &[u8], target: Target) -> Result<(), String> {
    let text = String::from_utf8_lossy(bytes);
    match asm::parse(&text, target) {
        Ok(kernel) => forms(&kernel),
        Err(errors) if errors.is_empty() => Err("refused without a reason".to_owned()),
        Err(_) => Ok(()),
    }
}

/// Reads any bytes as a binary: they are refused, or what they say goes through both forms.
///
/// # Errors
///
/// What differs.
pub fn any_binary(bytes: &[u8], target: Target) -> Result<(), String> {
    match isa::read(bytes, target, CodeNumbering::Finalizer) {
        Ok(kernel) => round_trip(&kernel),
        Err(error) if error.offset > bytes.len() => Err(format!("the place is behind the end: {error}")),
        Err(_) => Ok(()),
    }
}

/// A text may say what has no binary form.
fn forms(kernel: &VisaKernel) -> Result<(), String> {
    match isa::write(kernel, &WriteOptions::default()) {
        Ok(_) => round_trip(kernel),
        Err(_) => match asm::parse(&text_of(kernel), kernel.target) {
            Ok(read) if read == *kernel => Ok(()),
            other => Err(format!("the text is read as something else: {other:?}")),
        },
    }
}
