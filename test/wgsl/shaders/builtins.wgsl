// Every built-in input.
// groups: 2 3 2
struct Inputs {
    @builtin(global_invocation_id) global_id: vec3u,
    @builtin(local_invocation_id) local_id: vec3u,
    @builtin(workgroup_id) group_id: vec3u,
}
@group(0) @binding(0) var<storage, read_write> result: array<array<vec4u, 4>, 288>;

@compute @workgroup_size(4, 3, 2)
fn main(inputs: Inputs, @builtin(local_invocation_index) index: u32, @builtin(num_workgroups) groups: vec3u) {
    let group = (inputs.group_id.z * groups.y + inputs.group_id.y) * groups.x + inputs.group_id.x;
    let at = group * 24u + index;
    result[at][0] = vec4u(inputs.global_id, index);
    result[at][1] = vec4u(inputs.local_id, group);
    result[at][2] = vec4u(inputs.group_id, 1u);
    result[at][3] = vec4u(groups, 2u);
}
