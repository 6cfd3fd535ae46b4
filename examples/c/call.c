// Lowers one texture operation of a compiler whose registers are numbers.
#include <stdio.h>
#include <texvisa.h>

static uint64_t temporary(void *host, const struct TexvisaTemporary *wanted) {
    uint64_t *next = host;
    printf("r%llu: %u bytes\n", (unsigned long long)*next, wanted->bytes);
    return (*next)++;
}

static void instruction(void *host, const struct TexvisaInstruction *inst) {
    (void)host;
    printf("%s r%llu+%u", inst->opcode, (unsigned long long)inst->destination, inst->offset);
    for (size_t i = 0; i < inst->source_count; i++) {
        printf(inst->sources[i].is_number ? " %llu" : " r%llu", (unsigned long long)inst->sources[i].value);
    }
    printf("\n");
}

static void message(void *host, const struct TexvisaMessage *sent) {
    (void)host;
    printf("send %s 0x%08x, to r%llu\n", sent->name, sent->descriptor, (unsigned long long)sent->response);
}

int main(void) {
    struct TexvisaOperand u = {.size = sizeof u, .kind = TEXVISA_LANES, .scalar = "i32", .value = 10};
    struct TexvisaOperand v = {.size = sizeof v, .kind = TEXVISA_LANES, .scalar = "i32", .value = 11};
    struct TexvisaOperand lod = {.size = sizeof lod, .kind = TEXVISA_CONSTANT, .scalar = "i32", .value = 2};
    struct TexvisaParam params[] = {
        {.size = sizeof params[0], .role = "u", .operands = &u, .operand_count = 1},
        {.size = sizeof params[0], .role = "v", .operands = &v, .operand_count = 1},
        {.size = sizeof params[0], .role = "lod", .operands = &lod, .operand_count = 1},
    };
    struct TexvisaCall call = {.size = sizeof call, .target = "tgllp", .operation = "load", .dimension = "2d",
                               .params = params, .param_count = 3, .surface_kind = TEXVISA_ENTRY_TABLE, .surface = 3,
                               .lanes = 16, .channels = 1, .check = 1};
    uint64_t next = 100;
    struct TexvisaSink sink = {.size = sizeof sink, .host = &next, .temporary = temporary, .instruction = instruction,
                               .message = message};
    struct TexvisaResult *result = NULL;
    TexvisaStatus status = texvisa_call(&call, &sink, &result);
    struct TexvisaPlan plan = {.size = sizeof plan};
    if (status == TEXVISA_OK && texvisa_result_plan(result, &plan) == TEXVISA_OK) {
        printf("%s [%s]\n", plan.name, plan.slots);
    }
    texvisa_result_free(result);
    return status != TEXVISA_OK;
}
