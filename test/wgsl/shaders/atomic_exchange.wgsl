// Lanes with a place of their own exchange what is there.
@group(0) @binding(0) var<storage, read_write> words: array<atomic<u32>, 256>;
@group(0) @binding(1) var<storage, read_write> found: array<vec2u, 256>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    let at = id.y * 128u + id.x;
    let old = atomicLoad(&words[at]);
    let result = atomicCompareExchangeWeak(&words[at], select(old, old + 1u, (at & 1u) == 0u), 7u);
    found[at] = vec2u(result.old_value, u32(result.exchanged));
    if (at & 3u) == 3u { found[at].x = atomicExchange(&words[at], at); }
    if (at & 7u) == 5u { atomicStore(&words[at], 99u); }
}
