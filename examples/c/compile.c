// Compiles a kernel of texture IR that is in memory, and prints its vISA or what is wrong with it.
#include <stdio.h>
#include <string.h>
#include <texvisa.h>

static const char *const SOURCE = "surface t0: 2d f32 @ table 0\n"
                                  "surface b0: raw @ table 1\n"
                                  "kernel @red(%x: i32, %y: i32) {\n"
                                  "^entry:\n"
                                  "  %texel = load t0 [u: %x, v: %y, lod: 0] -> f32x4\n"
                                  "  %red = extract f32x4 %texel, 0\n"
                                  "  %to = shl i32 %x, 2\n"
                                  "  store_raw b0 [x: %to], f32 %red\n"
                                  "  return\n"
                                  "}\n";

static TexvisaStatus compile(const char *source, const char *target) {
    struct TexvisaCompileOptions options = {.size = sizeof options, .target = target, .lanes = 16, .check = 1};
    struct TexvisaResult *result = NULL;
    TexvisaStatus status = texvisa_compile((const uint8_t *)source, strlen(source), &options, &result);
    for (size_t i = 0; i < texvisa_result_diagnostic_count(result); i++) {
        struct TexvisaDiagnostic found = {.size = sizeof found};
        texvisa_result_diagnostic(result, i, &found);
        printf("%u:%u: kind %u: %s (%s)\n", found.line, found.column, found.kind, found.message, found.help);
    }
    struct TexvisaBytes text = texvisa_result_text(result);
    struct TexvisaBytes binary = texvisa_result_binary(result);
    if (status == TEXVISA_OK) {
        printf("%.*s%s, %zu bytes\n", (int)text.count, text.data, target, binary.count);
    }
    texvisa_result_free(result);
    return status;
}

int main(void) {
    printf("texvisa %s\n", texvisa_version());
    int failed = compile(SOURCE, "tgllp") != TEXVISA_OK;
    // What is wrong is data, and frees like a kernel.
    failed |= compile("kernel @k() {\n^entry:\n  retrun\n}\n", "tgllp") != TEXVISA_INPUT;
    failed |= compile(SOURCE, "gen42") != TEXVISA_ARGUMENT;
    return failed;
}
