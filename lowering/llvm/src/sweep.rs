//! Removes instructions that the importer appended and nothing reads: the elements of vectors, words of
//! MCS dwords, truncations that were looked through, carries. Plain operations of the program that nothing reads go with
//! them, as Intel's code emission leaves them out too.

use texvisa_ir::texture::{InstData, InstId, Kernel, Op, ValueDef};

/// Takes away the plain operations, vectors and extractions whose results nothing reads, and the carries.
pub(crate) fn sweep(kernel: &mut Kernel) {
    let mut uses = vec![0u32; kernel.values.len()];
    let insts: Vec<InstId> =
        kernel.layout.iter().flat_map(|block| kernel.blocks[*block].insts.iter().copied()).collect();
    for inst in &insts {
        kernel.for_each_use(*inst, |value| uses[value.as_u32() as usize] += 1);
    }
    let mut is_dead = vec![false; kernel.insts.len()];
    let mut candidates = insts;
    while let Some(inst) = candidates.pop() {
        let index = inst.as_u32() as usize;
        let is_pure = matches!(
            kernel.insts[inst],
            InstData::Plain { .. }
                | InstData::Vector { .. }
                | InstData::Extract { .. }
                | InstData::Element { .. }
                | InstData::Insert { .. }
        );
        if !is_pure || is_dead[index] || kernel.results(inst).any(|result| uses[result.as_u32() as usize] > 0) {
            continue;
        }
        is_dead[index] = true;
        // Taking one away may leave its operands without a use.
        let mut freed = Vec::new();
        kernel.for_each_use(inst, |value| {
            uses[value.as_u32() as usize] -= 1;
            freed.push(value);
        });
        candidates.extend(freed.into_iter().filter_map(|value| match kernel.values[value].def {
            ValueDef::Result(inst, _) => Some(inst),
            _ => None,
        }));
    }
    for block in kernel.layout.clone() {
        kernel.blocks[block].insts.retain(|inst| !is_dead[inst.as_u32() as usize]);
        for inst in kernel.blocks[block].insts.clone() {
            let carry_is_read = kernel.result_at(inst, 1).is_some_and(|carry| uses[carry.as_u32() as usize] > 0);
            if let InstData::Plain { op, .. } = &mut kernel.insts[inst]
                && !carry_is_read
            {
                let without_carry = match op {
                    Op::AddCarry => Op::Add,
                    Op::SubBorrow => Op::Sub,
                    _ => continue,
                };
                *op = without_carry;
                kernel.drop_second_result(inst);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use texvisa_ir::texture::parse;

    use super::*;

    fn swept(body: &str) -> String {
        let head = "surface b0: raw @ table 0\n\nkernel @k(%x: i32) {\n^entry:\n";
        let mut module = parse(&format!("{head}{body}  return\n}}\n")).expect("the text follows the grammar");
        module.kernels.values_mut().for_each(sweep);
        let text = module.to_string();
        text.trim_start_matches(head).trim_end_matches("  return\n}\n").to_owned()
    }

    #[test]
    fn what_only_feeds_what_nothing_reads_goes_with_it() {
        let body = "  %a = add i32 %x, 1\n  %b = mul i32 %a, %a\n  %c = shl i32 %b, 2\n";
        assert_eq!(swept(body), "");
        let read = format!("{body}  store_raw b0 [x: 0], i32 %a\n");
        assert_eq!(swept(&read), "  %a = add i32 %x, 1\n  store_raw b0 [x: 0], i32 %a\n");
    }

    #[test]
    fn a_carry_that_nothing_reads_is_not_computed() {
        let body = "  %a, %c = addc i32 %x, 1\n  store_raw b0 [x: 0], i32 %a\n";
        assert_eq!(swept(body), "  %a = add i32 %x, 1\n  store_raw b0 [x: 0], i32 %a\n");
        let read = body.replace("x: 0", "x: %c");
        assert_eq!(swept(&read), read);
    }
}
