// Layers and slices that are stored to.
// groups: 2 2 3
@group(0) @binding(0) var layers: texture_storage_2d_array<rgba16float, write>;
@group(0) @binding(1) var volume: texture_storage_3d<rgba32float, write>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    textureStore(layers, id.xy, id.z, vec4f(vec3f(id), 0.5));
    textureStore(volume, id, vec4f(1.5, vec3f(id)));
}
