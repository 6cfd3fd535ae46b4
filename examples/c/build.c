// Builds a kernel call by call: each work item stores the sum of a column of 16 texels. Prints its messages, and what is
// wrong with a wrong call.
#include <stdio.h>
#include <texvisa.h>

static TexvisaBuilder *builder;

static int failed(TexvisaStatus status, const char *what) {
    struct TexvisaDiagnostic found = {.size = sizeof found};
    if (status != TEXVISA_OK && texvisa_builder_diagnostic(builder, 0, &found) == TEXVISA_OK) {
        printf("%s: %s (%s)\n", what, found.message, found.help);
    }
    return status != TEXVISA_OK;
}

// An operation on values; 0 where it is refused.
static uint32_t op(const char *name, uint32_t a, uint32_t b) {
    uint32_t operands[] = {a, b}, results[2];
    struct TexvisaOperation operation = {.size = sizeof operation, .name = name, .operands = operands,
                                         .operand_count = b ? 2 : 1};
    failed(texvisa_builder_append(builder, &operation, results), name);
    return results[0];
}

static uint32_t number(uint64_t value) {
    uint32_t result;
    failed(texvisa_builder_constant(builder, "i32", value, &result), "constant");
    return result;
}

int main(void) {
    uint32_t image, output, x, y, sum, entry, body, end, row, total, results[2];
    builder = texvisa_builder_new();
    texvisa_builder_surface(builder, "image", "2d", "f32", 0, &image);
    texvisa_builder_surface(builder, "output", "raw", NULL, 1, &output);
    texvisa_builder_begin(builder, "column");
    texvisa_builder_block(builder, "entry", &entry);
    texvisa_builder_block(builder, "body", &body);
    texvisa_builder_block(builder, "end", &end);
    texvisa_builder_variable(builder, "i32", &y);
    texvisa_builder_variable(builder, "f32", &sum);

    texvisa_builder_switch_to(builder, entry);
    texvisa_builder_position(builder, TEXVISA_GLOBAL_ID, 0, &x);
    uint32_t zero;
    texvisa_builder_constant(builder, "f32", 0, &zero);
    texvisa_builder_assign(builder, y, number(0));
    texvisa_builder_assign(builder, sum, zero);
    texvisa_builder_jump(builder, body, NULL, 0);

    texvisa_builder_switch_to(builder, body);
    texvisa_builder_read(builder, y, &row);
    struct TexvisaRoleValue roles[] = {{.size = sizeof roles[0], .role = "u", .value = x},
                                       {.size = sizeof roles[0], .role = "v", .value = row}};
    struct TexvisaOperation load = {.size = sizeof load, .name = "load", .roles = roles, .role_count = 2,
                                    .result = "f32", .surface = image};
    if (failed(texvisa_builder_append(builder, &load, results), "load")) return 1;
    uint32_t red = op("extract", results[0], 0);
    texvisa_builder_read(builder, sum, &total);
    texvisa_builder_assign(builder, sum, op("fadd", total, red));
    uint32_t next = op("add", row, number(1));
    texvisa_builder_assign(builder, y, next);
    texvisa_builder_branch(builder, op("icmp.ult", next, number(16)), body, end);

    texvisa_builder_switch_to(builder, end);
    texvisa_builder_read(builder, sum, &total);
    struct TexvisaRoleValue at = {.size = sizeof at, .role = "x", .value = op("shl", x, number(2))};
    struct TexvisaOperation store = {.size = sizeof store, .name = "store_raw", .roles = &at, .role_count = 1,
                                     .operands = &total, .operand_count = 1, .surface = output};
    if (failed(texvisa_builder_append(builder, &store, results), "store_raw")) return 1;
    // What is wrong is said at the call, which then has done nothing.
    op("fadd", total, x);
    texvisa_builder_return(builder);
    if (failed(texvisa_builder_finish(builder), "finish")) return 1;

    struct TexvisaResult *result = NULL;
    struct TexvisaCompileOptions options = {.size = sizeof options, .target = "tgllp", .lanes = 16, .check = 1};
    TexvisaStatus status = texvisa_builder_compile(builder, &options, &result);
    struct TexvisaBytes text = texvisa_result_text(result);
    printf("%.*s", (int)text.count, text.data);
    texvisa_result_free(result);
    texvisa_builder_free(builder);
    return status != TEXVISA_OK;
}
