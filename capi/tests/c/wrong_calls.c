// Calls of a builder that are wrong, each with what is said of it. What is built between them compiles, and so does its text.
#include <stdio.h>
#include <texvisa.h>

static TexvisaBuilder *builder;

static void says(const char *what, TexvisaStatus status) {
    struct TexvisaDiagnostic found = {.size = sizeof found};
    texvisa_builder_diagnostic(builder, 0, &found);
    const char *help = found.help ? found.help : "", *message = found.message ? found.message : "";
    printf("%s: %u %s%s%s\n", what, status, message, *help ? " | " : "", help);
}

int main(void) {
    uint32_t image, output, sampler, none, x, small, entry, end, variable, results[2];
    builder = texvisa_builder_new();
    says("newline", texvisa_builder_surface(builder, "a\nb", "2d", "f32", 0, &none));
    says("empty", texvisa_builder_surface(builder, "", "2d", "f32", 0, &none));
    says("vector", texvisa_builder_surface(builder, "t", "2d", "f32x4", 0, &none));
    says("entry", texvisa_builder_surface(builder, "t", "2d", "f32", 4000000000u, &none));
    says("image", texvisa_builder_surface(builder, NULL, "2d", "f32", 0, &image));
    says("output", texvisa_builder_surface(builder, "t1", "raw", NULL, 1, &output));
    says("twice", texvisa_builder_surface(builder, "t1", "raw", NULL, 2, &none));
    says("dimension", texvisa_builder_surface(builder, "t2", "2darray", NULL, 2, &none));
    says("far sampler", texvisa_builder_sampler(builder, "s", 4096, &none));
    says("sampler", texvisa_builder_sampler(builder, "s", 99, &sampler));
    says("kernel", texvisa_builder_begin(builder, "a\"b"));
    says("begin", texvisa_builder_begin(builder, "k"));
    texvisa_builder_argument(builder, "x", "i32", NULL, 0, &x);
    texvisa_builder_block(builder, "entry", &entry);
    texvisa_builder_block(builder, "end", &end);
    texvisa_builder_switch_to(builder, entry);
    texvisa_builder_variable(builder, "f32", &variable);
    says("read", texvisa_builder_read(builder, variable, &none));

    uint32_t operands[] = {x, x};
    struct TexvisaRoleValue roles[] = {{.size = sizeof roles[0], .role = "u", .value = x}};
    struct TexvisaOperation add = {.size = sizeof add, .name = "add", .operands = operands, .operand_count = 2};
    struct TexvisaOperation wrong = add;
    wrong.roles = roles;
    wrong.role_count = 1;
    says("roles", texvisa_builder_append(builder, &wrong, results));
    wrong = add;
    wrong.surface = image;
    says("surface", texvisa_builder_append(builder, &wrong, results));
    wrong = add;
    wrong.result = "f32";
    says("result", texvisa_builder_append(builder, &wrong, results));
    wrong = add;
    wrong.name = "laod";
    says("name", texvisa_builder_append(builder, &wrong, results));
    says("add", texvisa_builder_append(builder, &add, results));

    struct TexvisaOperation narrow = {.size = sizeof narrow, .name = "trunc", .operands = operands, .operand_count = 1,
                                      .result = "i8"};
    texvisa_builder_append(builder, &narrow, results);
    small = results[0];
    struct TexvisaCase number = {.size = sizeof number, .block = end, .number = 256};
    says("case", texvisa_builder_switch(builder, small, &number, 1, end));

    // The block has no end yet: the kernel stays, and can be mended.
    says("finish", texvisa_builder_finish(builder));
    texvisa_builder_jump(builder, end, NULL, 0);
    texvisa_builder_switch_to(builder, end);
    texvisa_builder_return(builder);
    says("mended", texvisa_builder_finish(builder));
    says("begin", texvisa_builder_begin(builder, "dropped"));
    says("abandon", texvisa_builder_abandon(builder));
    says("abandon", texvisa_builder_abandon(builder));

    struct TexvisaResult *text = NULL, *compiled = NULL;
    says("text", texvisa_builder_text(builder, &text));
    struct TexvisaBytes bytes = texvisa_result_text(text);
    struct TexvisaCompileOptions options = {.size = sizeof options, .target = "tgllp", .lanes = 16};
    printf("reread: %u\n", texvisa_compile(bytes.data, bytes.count, &options, &compiled));
    texvisa_result_free(compiled);
    texvisa_result_free(text);
    texvisa_builder_free(builder);
    return 0;
}
