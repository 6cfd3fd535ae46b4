use texvisa::ir::target::{SimdWidth, Target};
use texvisa::{LoweringOptions, compile};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = "surface t0: 2d f32 @ table 0
surface b0: raw @ table 1
kernel @red(%x: i32, %y: i32) {
^entry:
  %texel = load t0 [u: %x, v: %y, lod: 0] -> f32x4
  %red = extract f32x4 %texel, 0
  %to = shl i32 %x, 2
  store_raw b0 [x: %to], f32 %red
  return
}";
    let module = texvisa::ir::texture::parse(text)?;
    let id = module.kernel("red").ok_or("there is no kernel `red`")?;
    let compiled = compile(&module, id, Target::Tgllp, SimdWidth::Simd16, &LoweringOptions::default())?;
    print!("{}", compiled.visaasm());
    Ok(())
}
