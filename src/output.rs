//! Whether what leaves is what was checked: the text and the binary of a kernel are read again and compared.
//!
//! The two are written by different code, from the kernel that was checked. Each is read again here, and both must be
//! the same kernel. So a mistake of one writer is noticed; one in what both ask, such as which copies are omitted
//! ([`VisaKernel::is_omitted`](texvisa_ir::visa::VisaKernel::is_omitted)), is not.

use texvisa_ir::visa::isa::{self, Version};
use texvisa_ir::visa::message::CodeNumbering;
use texvisa_ir::visa::{VisaKernel, asm};

use crate::compile::Compiled;

/// What leaves is not what was checked, a defect of texvisa.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OutputError {
    /// It is not read.
    #[error("the {form} is not read: {reason}")]
    NotRead {
        /// Which form: `text` or `binary`.
        form: &'static str,
        /// What its reader says.
        reason: String,
    },
    /// The text and the binary are different kernels.
    #[error("the text and the binary are different kernels: {difference}")]
    Differ {
        /// The first line of the text that the binary has otherwise, and what it has.
        difference: String,
    },
}

/// Compares `text`, the text of `compiled`, with its binary.
///
/// # Errors
///
/// See [`OutputError`].
pub fn check_text(compiled: &Compiled, text: &str) -> Result<(), OutputError> {
    let numbering = CodeNumbering::Finalizer;
    match compiled.isa(Version::V4_1, numbering) {
        Ok(binary) => compare(compiled, text, &binary, numbering),
        // What has no binary form has a text that is printed alike again.
        Err(_) => {
            let read = read_text(compiled, text)?;
            same(text, &printed(&read))
        }
    }
}

/// Compares `binary`, the binary of `compiled`, with its text.
///
/// # Errors
///
/// See [`OutputError`].
pub fn check_binary(compiled: &Compiled, binary: &[u8], numbering: CodeNumbering) -> Result<(), OutputError> {
    compare(compiled, &compiled.visaasm(), binary, numbering)
}

fn compare(compiled: &Compiled, text: &str, binary: &[u8], numbering: CodeNumbering) -> Result<(), OutputError> {
    let of_text = read_text(compiled, text)?;
    let target = compiled.lowered.kernel.target;
    let of_binary = isa::read(binary, target, numbering)
        .map_err(|error| OutputError::NotRead { form: "binary", reason: error.to_string() })?;
    if of_text == of_binary { Ok(()) } else { same(&printed(&of_text), &printed(&of_binary)) }
}

fn read_text(compiled: &Compiled, text: &str) -> Result<VisaKernel, OutputError> {
    asm::parse(text, compiled.lowered.kernel.target)
        .map_err(|errors| OutputError::NotRead { form: "text", reason: errors.to_string() })
}

fn printed(kernel: &VisaKernel) -> String {
    let mut text = String::new();
    asm::write_all(kernel, &mut text);
    text
}

/// Whether two texts are equal; the first line that differs otherwise.
fn same(expected: &str, found: &str) -> Result<(), OutputError> {
    if expected == found {
        return Ok(());
    }
    let none = "nothing";
    let mut lines = expected
        .lines()
        .map(Some)
        .chain(std::iter::repeat(None))
        .zip(found.lines().map(Some).chain(std::iter::repeat(None)));
    let difference = lines.find(|(expected, found)| expected != found || expected.is_none());
    let (expected, found) = difference.unwrap_or_default();
    let difference = format!("`{}` and `{}`", expected.unwrap_or(none).trim(), found.unwrap_or(none).trim());
    Err(OutputError::Differ { difference })
}

#[cfg(test)]
mod tests {
    use texvisa_ir::target::{SimdWidth, Target};
    use texvisa_lowering::LoweringOptions;

    use super::*;
    use crate::compile::compile;

    fn compiled() -> Compiled {
        let module = texvisa_ir::texture::parse(
            "surface t0: 2d f32 @ table 0
surface b0: raw @ table 1
kernel @red(%x: i32, %y: i32) {
^entry:
  %texel = load t0 [u: %x, v: %y, lod: 0] -> f32x4
  %red = extract f32x4 %texel, 0
  %at = shl i32 %x, 2
  store_raw b0 [x: %at], f32 %red
  return
}",
        )
        .expect("the text follows the grammar");
        let id = module.kernel("red").expect("a kernel");
        compile(&module, id, Target::Tgllp, SimdWidth::Simd16, &LoweringOptions::default()).expect("it can be lowered")
    }

    #[test]
    fn what_is_written_is_read_as_the_same_kernel() {
        let compiled = compiled();
        assert_eq!(check_text(&compiled, &compiled.visaasm()), Ok(()));
        for numbering in [CodeNumbering::Finalizer, CodeNumbering::Documented] {
            for version in [Version::V3_6, Version::V4_1] {
                let binary = compiled.isa(version, numbering).expect("it has a binary form");
                assert_eq!(check_binary(&compiled, &binary, numbering), Ok(()), "{version:?}");
            }
        }
    }

    #[test]
    fn a_text_that_says_something_else_is_noticed() {
        let compiled = compiled();
        let text = compiled.visaasm();
        for (from, to) in
            [("load_lz.R ", "load_lz.G "), ("0x2:", "0x3:"), ("(M1, 16)", "(M1_NM, 16)"), ("offset=32", "offset=64")]
        {
            assert!(text.contains(from), "{from}: {text}");
            let result = check_text(&compiled, &text.replacen(from, to, 1));
            let Err(OutputError::Differ { difference }) = result else { panic!("{from}: {result:?}") };
            assert!(difference.contains(from.trim()) && difference.contains(to.trim()), "{difference}");
        }
        let result = check_text(&compiled, &text.replacen("load_lz", "load_lx", 1));
        assert!(matches!(result, Err(OutputError::NotRead { form: "text", .. })), "{result:?}");
    }

    #[test]
    fn a_binary_that_says_something_else_is_noticed() {
        let compiled = compiled();
        let numbering = CodeNumbering::Finalizer;
        let binary = compiled.isa(Version::V4_1, numbering).expect("it has a binary form");
        // Instructions are at the end, behind the names, which the text has otherwise.
        let instructions = binary.len() / 2..binary.len();
        let unnoticed = instructions.clone().filter(|at| {
            let mut changed = binary.clone();
            changed[*at] ^= 1;
            check_binary(&compiled, &changed, numbering).is_ok()
        });
        // Some bits mean nothing, such as those of names that declarations have.
        let unnoticed: Vec<usize> = unnoticed.collect();
        assert!(unnoticed.len() * 20 < instructions.len(), "{unnoticed:?} of {instructions:?}");
        let result = check_binary(&compiled, &binary[..binary.len() - 1], numbering);
        assert!(matches!(result, Err(OutputError::NotRead { form: "binary", .. })), "{result:?}");
    }
}
