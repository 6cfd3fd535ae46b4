"""Runs kernel `invert` of two programs on one picture on a GPU and compares: beside.py INTELS.bin OURS.bin"""
import sys

import numpy
import pyopencl

context = pyopencl.create_some_context(interactive=False)
queue = pyopencl.CommandQueue(context)
form = pyopencl.ImageFormat(pyopencl.channel_order.RGBA, pyopencl.channel_type.UNORM_INT8)
width, height = 640, 480
picture = numpy.random.default_rng(1).integers(0, 256, (height, width, 4), numpy.uint8)


def run(path):
    with open(path, "rb") as file:
        program = pyopencl.Program(context, context.devices, [file.read()] * len(context.devices)).build()
    flags = pyopencl.mem_flags
    source = pyopencl.Image(context, flags.READ_ONLY | flags.COPY_HOST_PTR, form, (width, height), hostbuf=picture)
    result = pyopencl.Image(context, flags.WRITE_ONLY, form, (width, height))
    program.invert(queue, (width, height), (32, 1), source, result)
    found = numpy.empty_like(picture)
    pyopencl.enqueue_copy(queue, found, result, origin=(0, 0), region=(width, height))
    return found


intels, ours = (run(path) for path in sys.argv[1:3])
different = numpy.count_nonzero((intels != ours).any(axis=2))
print(f"{context.devices[0].name}: {different} of {width * height} texels differ")
sys.exit(different != 0)
