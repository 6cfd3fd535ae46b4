//! Whether what leaves is what was checked: the text and the binary of a kernel are read again and compared.
//!
//! Each is read again, and what was read must be the kernel that was checked, instruction by instruction. Nothing of what
//! the writers decide is taken for granted: that an instruction which is missing does nothing, and that aliases name
//! the right bytes, is found from the kernel anew
//! ([`VisaKernel::difference_to_read`](texvisa_ir::visa::VisaKernel::difference_to_read)).

use texvisa_ir::visa::message::CodeNumbering;
use texvisa_ir::visa::{ReadDifference, VisaKernel, asm, isa};

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
    /// It is another kernel than the one that was checked.
    #[error("the {form} is another kernel than the one that was checked: {difference}")]
    Differ {
        /// Which form: `text` or `binary`.
        form: &'static str,
        /// The first line that differs: as it should be, and as it is.
        difference: String,
    },
}

/// Compares `text`, the text of `compiled`, with the kernel that was checked.
///
/// # Errors
///
/// See [`OutputError`].
pub fn check_text(compiled: &Compiled, text: &str) -> Result<(), OutputError> {
    let checked = &compiled.lowered.kernel;
    let read = asm::parse(text, checked.target)
        .map_err(|errors| OutputError::NotRead { form: "text", reason: errors.to_string() })?;
    compare(checked, &read, "text")
}

/// Compares `binary`, the binary of `compiled`, with the kernel that was checked.
///
/// # Errors
///
/// See [`OutputError`].
pub fn check_binary(compiled: &Compiled, binary: &[u8], numbering: CodeNumbering) -> Result<(), OutputError> {
    let checked = &compiled.lowered.kernel;
    let read = isa::read(binary, checked.target, numbering)
        .map_err(|error| OutputError::NotRead { form: "binary", reason: error.to_string() })?;
    compare(checked, &read, "binary")
}

fn compare(checked: &VisaKernel, read: &VisaKernel, form: &'static str) -> Result<(), OutputError> {
    match checked.difference_to_read(read) {
        None => Ok(()),
        Some(difference) => Err(OutputError::Differ { form, difference: described(checked, read, difference) }),
    }
}

/// What a difference is: lines of text where they differ, otherwise what they are made from.
fn described(checked: &VisaKernel, read: &VisaKernel, difference: ReadDifference) -> String {
    let mut texts = [String::new(), String::new()];
    match difference {
        ReadDifference::Inst { written, read: at } => {
            for (text, (kernel, at)) in texts.iter_mut().zip([(checked, written), (read, at)]) {
                match kernel.insts.get(at) {
                    Some(inst) => asm::write_inst(kernel, inst, text),
                    None => text.push_str("nothing"),
                }
            }
            if texts[0] == texts[1] {
                texts = [checked.insts.get(written), read.insts.get(at)].map(|inst| format!("{inst:?}"));
            }
        }
        _ => {
            asm::write(checked, &mut texts[0]);
            asm::write_all(read, &mut texts[1]);
        }
    }
    let [expected, found] = &texts;
    let more = || std::iter::repeat("nothing");
    let mut lines = expected.lines().chain(more()).zip(found.lines().chain(more()));
    let most = expected.lines().count().max(found.lines().count());
    match lines.by_ref().take(most).find(|(expected, found)| expected != found) {
        Some((expected, found)) => format!("`{}` and `{}`", expected.trim(), found.trim()),
        None => format!("{difference:?}"),
    }
}

#[cfg(test)]
mod tests {
    use texvisa_ir::target::{SimdWidth, Target};
    use texvisa_ir::visa::isa::Version;
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
            let Err(OutputError::Differ { form: "text", difference }) = result else { panic!("{from}: {result:?}") };
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
