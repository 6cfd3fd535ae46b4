// Compiles a kernel of texture IR; failures are exceptions of the program, not of texvisa.
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <texvisa.h>

using Result = std::unique_ptr<TexvisaResult, decltype(&texvisa_result_free)>;

static Result compile(std::string_view source, const char *target, std::uint32_t lanes) {
    TexvisaCompileOptions options{};
    options.size = sizeof options;
    options.target = target;
    options.lanes = lanes;
    options.check = 1;
    TexvisaResult *raw = nullptr;
    auto status = texvisa_compile(reinterpret_cast<const std::uint8_t *>(source.data()), source.size(), &options, &raw);
    Result result(raw, texvisa_result_free);
    if (status != TEXVISA_OK) {
        TexvisaDiagnostic first{};
        first.size = sizeof first;
        texvisa_result_diagnostic(raw, 0, &first);
        throw std::runtime_error(std::string(first.message) + " (" + first.help + ")");
    }
    return result;
}

int main() {
    std::string_view source = "sampler s0 @ 0\n"
                              "surface t0: 2d f32 @ table 0\n"
                              "surface b0: raw @ table 1\n"
                              "kernel @k(%u: f32, %v: f32, %to: i32) {\n"
                              "^entry:\n"
                              "  %texel = sample t0, s0 [u: %u, v: %v, lod: 0.0] -> f32x4\n"
                              "  %red = extract f32x4 %texel, 0\n"
                              "  store_raw b0 [x: %to], f32 %red\n"
                              "  return\n"
                              "}\n";
    for (auto target : {"tgllp", "dg2", "pvc"}) {
        try {
            auto result = compile(source, target, 16);
            auto text = texvisa_result_text(result.get());
            std::string_view visa(reinterpret_cast<const char *>(text.data), text.count);
            auto at = visa.find("sample");
            std::cout << target << ": " << visa.substr(at, visa.find(' ', at) - at) << '\n';
        } catch (const std::runtime_error &error) {
            std::cout << target << ": " << error.what() << '\n';
        }
    }
}
