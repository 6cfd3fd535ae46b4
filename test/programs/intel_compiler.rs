//! Intel's OpenCL compiler, ocloc, and what it hands to its code emission.

use std::path::Path;

use crate::darktable::run;

/// Why there is no LLVM IR of a file.
pub enum Failure {
    /// ocloc does not compile it.
    Refused(String),
    /// It could not be run, or left no dump.
    Broken(String),
}

/// The LLVM IR that ocloc hands to its code emission for TGLLP; it serves every platform. Headers are looked for in the
/// folder of the file.
pub fn code_generation_input(ocloc: &Path, file: &Path) -> Result<Vec<u8>, Failure> {
    let broken = |error: std::io::Error| Failure::Broken(error.to_string());
    let folder = tempfile::tempdir().map_err(broken)?;
    let dumps = folder.path().join("dumps");
    std::fs::create_dir(&dumps).map_err(broken)?;
    let headers = file.parent().unwrap_or(Path::new(".")).display();
    let arguments = [
        "IGC_ShaderDumpEnable=1".to_owned(),
        format!("IGC_DumpToCustomDir={}", dumps.display()),
        ocloc.display().to_string(),
        "compile".to_owned(),
        "-file".to_owned(),
        file.display().to_string(),
        "-device".to_owned(),
        "tgllp".to_owned(),
        "-options".to_owned(),
        format!("-cl-fast-relaxed-math -I{headers}"),
    ];
    run(folder.path(), "env", &arguments.each_ref().map(String::as_str)).map_err(Failure::Refused)?;
    let mut found = std::fs::read_dir(&dumps).map_err(broken)?.flatten().map(|entry| entry.path());
    let dump = found.find(|path| path.to_string_lossy().ends_with("_codegen.ll"));
    let dump = dump.ok_or_else(|| Failure::Broken("ocloc has dumped no input of code emission".to_owned()))?;
    std::fs::read(dump).map_err(broken)
}
