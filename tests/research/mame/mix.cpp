// Runs a program memory on the Z8000 core of MAME until it halts, and prints the checksum that the example `bench` of
// z8000-translate prints: FNV-1a over R0 to R15, FCW, PC and the data memory. The core is that of a stand-alone emulator;
// see `run` beside this file.

#include <z8000/z8000.h>

#include <cstdio>
#include <vector>

#include "memory.h"

int main(int argc, char** argv) {
    FILE* file = argc > 1 ? std::fopen(argv[1], "rb") : nullptr;
    if (!file) {
        std::fprintf(stderr, "usage: mix PROGRAM\n");
        return 2;
    }
    std::vector<uint8_t> image(0x10000);
    const size_t size = std::fread(image.data(), 1, image.size(), file);
    std::fclose(file);

    MemoryRegion program(0x10000), data(0x10000);
    program.load(0, image.data(), size);
    IOPorts ports;
    z8002_device cpu;
    cpu.set_program_memory(&program);
    cpu.set_data_memory(&data);
    cpu.set_stack_memory(&data);
    cpu.set_io(&ports);
    cpu.reset();
    while (!cpu.is_halted()) {
        cpu.run(1 << 30);
    }

    unsigned long long sum = 0xCBF29CE484222325;
    const auto byte = [&](unsigned value) { sum = (sum ^ (value & 0xFF)) * 0x100000001B3; };
    const auto word = [&](unsigned value) {
        byte(value >> 8);
        byte(value);
    };
    for (int number = 0; number < 16; number++) {
        word(cpu.get_reg(number));
    }
    word(cpu.get_fcw());
    word(cpu.get_pc());
    for (size_t at = 0; at < data.size(); at++) {
        byte(data.read_byte(at));
    }
    std::printf("checksum %016llx\n", sum);
}
