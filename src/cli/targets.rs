//! `texvisa targets`.

use texvisa::ir::target::{Evidence, SimdWidth, Target};

use crate::diagnostic::{Failure, print};

/// Prints a row for each platform, from its table.
pub fn run() -> Result<(), Failure> {
    let heads = ["target", "platform", "lanes", "registers", "sampler", "finalizer", "evidence"].map(str::to_owned);
    let rows: Vec<[String; 7]> = std::iter::once(heads).chain(Target::ALL.map(row)).collect();
    let widths: [usize; 7] = std::array::from_fn(|column| rows.iter().map(|row| row[column].len()).max().unwrap_or(0));
    let mut text = String::new();
    for row in &rows {
        let cells: Vec<String> = row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    print(&text).map_err(|problem| Failure::Input(vec![problem]))
}

fn row(target: Target) -> [String; 7] {
    let platform = target.platform();
    let widths = SimdWidth::ALL.into_iter().filter(|width| width.is_legal(target));
    let widths: Vec<String> = widths.map(|width| width.lanes().to_string()).collect();
    [
        target.to_string(),
        platform.product.trim().trim_end_matches('.').to_owned(),
        widths.join(", "),
        format!("{} x {} bytes", platform.grf_count, platform.grf_bytes),
        if platform.has_sampler { "yes" } else { "no" }.to_owned(),
        platform.finalizer.unwrap_or("-").to_owned(),
        match platform.evidence {
            Evidence::Documented => "documents",
            _ => "Intel's finalizer",
        }
        .to_owned(),
    ]
}
