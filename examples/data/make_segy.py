#!/usr/bin/env python3
"""Makes line.sgy, a small seismic section in SEG-Y revision 1 with IBM floats.

The section is a drawing, not a survey: a sea floor, flat young layers with a filled channel, an angular
unconformity, and below it a faulted anticline with a bright flat spot and the diffractions of the fault's
edges. Everything is computed with integers, so that every machine makes the same bytes.

    make_segy.py            writes line.sgy beside this file
    make_segy.py FILE       writes FILE
    make_segy.py --check    compares line.sgy with what would be written; exit code 1 where they differ
"""

import struct
import sys
from math import isqrt
from pathlib import Path

TRACES = 120
SAMPLES = 500
INTERVAL_US = 4000

# Times are counted in ticks of 1/16 sample, wavelets in 2^-20, reflection coefficients in thousandths.
TICKS = 16
WAVELET_BITS = 20
HALF_WAVELET = 24 * TICKS

PI = (314159265358979323846, 10**20)
ONE = 1 << 96


class Lcg:
    """Knuth's MMIX generator: the same numbers everywhere."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % limit


def exp_of_minus(value):
    """exp(-value / ONE) * ONE: Taylor's series of a 64th of it, then six squarings."""
    small = value >> 6
    term = total = ONE
    for n in range(1, 24):
        term = -term * small // (n * ONE)
        total += term
    for _ in range(6):
        total = total * total // ONE
    return total


def ricker(hertz):
    """A Ricker wavelet, one value per tick of its right half."""
    values = []
    for tick in range(HALF_WAVELET + 1):
        # (pi f t)^2, where t = tick / TICKS * INTERVAL_US / 10^6.
        upper = PI[0] * hertz * tick * INTERVAL_US
        lower = PI[1] * TICKS * 10**6
        square = ONE * upper * upper // (lower * lower)
        values.append(((ONE - 2 * square) * exp_of_minus(square)) >> (2 * 96 - WAVELET_BITS))
    return values


# The earth takes the high frequencies first.
BANDS = [(0, ricker(38)), (170, ricker(31)), (290, ricker(25)), (400, ricker(21))]


def wavelet_at(sample):
    return [values for first, values in BANDS if sample >= first][-1]


def bump(trace, center, half_width, height):
    """A smooth hill of ticks: height / (1 + (distance / half_width)^2)."""
    distance = trace - center
    return height * half_width * half_width // (half_width * half_width + distance * distance)


def fault_at(time):
    """The trace at which the fault plane crosses a time."""
    return 80 + (time - 190 * TICKS) // (8 * TICKS)


def unconformity(trace):
    return (192 * TICKS) + bump(trace, 95, 30, 12 * TICKS) - bump(trace, 45, 25, 7 * TICKS)


def sea_floor(trace):
    return 38 * TICKS + trace * 3 + bump(trace, 20, 18, 5 * TICKS)


def channel(trace):
    """How deep the channel is cut at a trace, in ticks."""
    distance = abs(trace - 92)
    return max(0, 14 * TICKS - distance * distance * 14 * TICKS // 196)


def reflectors():
    """For each trace the (time, thousandths) that reflect there, and the diffractors (trace, time, thousandths)."""
    lcg = Lcg(19_701_001)
    spikes = [[] for _ in range(TRACES)]
    diffractors = []

    def add(trace, time, strength):
        if 0 <= time < SAMPLES * TICKS:
            spikes[trace].append((time, strength))

    for trace in range(TRACES):
        add(trace, sea_floor(trace), 190)
        add(trace, unconformity(trace), 165)

    # Young layers follow the sea floor less and less, and end where the unconformity rises to meet them.
    time = 54
    while time < 190:
        strength = (30 + lcg.below(80)) * (1 if lcg.below(2) else -1)
        for trace in range(TRACES):
            depth = time * TICKS + (trace - 60) * (190 - time) // 40 + bump(trace, 20, 30, (190 - time) * TICKS // 40)
            cut = 106 * TICKS <= depth < 106 * TICKS + channel(trace)
            if depth < unconformity(trace) - 3 * TICKS and not cut:
                add(trace, depth, strength)
        time += 6 + lcg.below(9)
    for trace in range(TRACES):
        if channel(trace) > 0:
            add(trace, 106 * TICKS + channel(trace), -40 - 10 * channel(trace) // TICKS)
            add(trace, 106 * TICKS, 60)

    # Old layers: folded, faulted, and planed off at the unconformity.
    time = 196
    while time < 560:
        strength = (25 + lcg.below(85)) * (1 if lcg.below(2) else -1)
        if lcg.below(5) == 0:
            strength *= 2
        edges = {}
        for trace in range(TRACES):
            depth = time * TICKS - bump(trace, 46, 24, 74 * TICKS) + trace * TICKS // 6 + (trace - 60) * (time - 196) // 40
            side = "right" if trace > fault_at(depth) else "left"
            if side == "right":
                depth += 20 * TICKS
            if depth > unconformity(trace) + 4 * TICKS:
                add(trace, depth, strength)
                if side == "left" or "right" not in edges:
                    edges[side] = (trace, depth)
        for trace, depth in edges.values():
            if abs(strength) > 60 and abs(trace - fault_at(depth)) < 4:
                diffractors.append((trace, depth, strength * 3 // 5))
        time += 7 + lcg.below(11)

    # Gas in the crest of the fold: bright above, flat below.
    for trace in range(36, 58):
        # Thin at its rim, so faint there.
        share = min(trace - 35, 58 - trace, 5)
        add(trace, 246 * TICKS, 45 * share)
        add(trace, 234 * TICKS - bump(trace, 46, 8, 9 * TICKS), -52 * share)
    diffractors += [(24, 446 * TICKS, 210), (101, 330 * TICKS, 120)]
    return spikes, diffractors


def section():
    """The samples, trace by trace, each an integer of 2^-12 amplitude units."""
    spikes, diffractors = reflectors()
    for trace in range(TRACES):
        for center, time, strength in diffractors:
            # A point scatters along t^2 = t0^2 + (2 x / v)^2, and less the farther away.
            moveout = (trace - center) * 6 * TICKS
            arrival = isqrt(time * time + moveout * moveout)
            faded = strength * 100 // (100 + (trace - center) ** 2 // 2)
            if arrival < SAMPLES * TICKS and faded:
                spikes[trace].append((arrival, faded))

    noise = Lcg(42)
    traces = []
    for trace in range(TRACES):
        sums = [0] * SAMPLES
        for time, strength in spikes[trace]:
            values = wavelet_at(time // TICKS)
            first = max(0, -((HALF_WAVELET - time) // TICKS))
            last = min(SAMPLES - 1, (time + HALF_WAVELET) // TICKS)
            for sample in range(first, last + 1):
                lag = abs(sample * TICKS - time)
                if lag <= HALF_WAVELET:
                    sums[sample] += strength * values[lag]
        white = [noise.below(2001) - 1000 for _ in range(SAMPLES + 4)]
        mute = sea_floor(trace) // TICKS - 16
        samples = []
        for sample, total in enumerate(sums):
            hiss = sum(w * k for w, k in zip(white[sample : sample + 5], (1, 4, 6, 4, 1)))
            spread = 1000 * 2**12 * 300 // (240 + sample)
            value = (total * spread // 1000 >> WAVELET_BITS) + hiss * (300 + sample) // 256
            ramp = min(max(sample - mute, 0), 8)
            samples.append(value * ramp // 8)
        traces.append(samples)
    return traces


def ibm32(value, bits):
    """The word of value / 2^bits as an IBM short float, rounded to nearest, ties to even."""
    if value == 0:
        return 0
    sign, magnitude = (0x80000000, -value) if value < 0 else (0, value)
    # The fraction is magnitude / 2^bits / 16^exponent, from 1/16 to below 1.
    exponent = -((bits - magnitude.bit_length()) // 4)
    shift = 24 - bits - 4 * exponent
    if shift >= 0:
        fraction = magnitude << shift
    else:
        fraction, rest = divmod(magnitude, 1 << -shift)
        half = 1 << (-shift - 1)
        if rest > half or (rest == half and fraction & 1):
            fraction += 1
        if fraction == 1 << 24:
            fraction, exponent = 1 << 20, exponent + 1
    assert 1 << 20 <= fraction < 1 << 24 and 0 <= exponent + 64 < 128
    return sign | (exponent + 64) << 24 | fraction


def textual_header():
    lines = [
        "CLIENT: NONE                 SYNTHETIC SECTION FOR DATAREP",
        "LINE: DEMO-1                 AREA: NOWHERE IN PARTICULAR",
        "MADE BY MAKE_SEGY.PY WITH INTEGERS ONLY; EVERY MACHINE MAKES THE SAME BYTES",
        "",
        f"TRACES: {TRACES}   SAMPLES/TRACE: {SAMPLES}   SAMPLE INTERVAL: {INTERVAL_US} MICROSECONDS",
        "SAMPLE FORMAT: IBM FLOATING POINT, 4 BYTES   BYTE ORDER: BIG-ENDIAN",
        "",
        "WHAT IS IN IT:",
        "  SEA FLOOR AT 0.15 S, FLAT LAYERS, A CHANNEL AT 0.45 S, CROSSLINE 2093",
        "  ANGULAR UNCONFORMITY AT 0.77 S",
        "  ANTICLINE WITH A BRIGHT SPOT AND A FLAT SPOT AT 0.98 S, CROSSLINE 2047",
        "  NORMAL FAULT FROM CROSSLINE 2080 DOWN TO THE RIGHT, WITH DIFFRACTIONS",
        "WAVELET: RICKER, 38 HZ AT THE TOP TO 21 HZ AT THE BOTTOM",
        "NOISE: LINEAR CONGRUENTIAL GENERATOR, SMOOTHED OVER 5 SAMPLES",
        "",
        "TRACE HEADER:  INLINE 189-192  CROSSLINE 193-196",
        "  CDP-X 181-184  CDP-Y 185-188  COORDINATE SCALAR 71-72 (-10: DECIMETERS)",
        "TRACE SPACING: 25 M, TO THE NORTH-EAST",
    ]
    lines += [""] * (38 - len(lines)) + ["SEG-Y REV1", "END TEXTUAL HEADER"]
    text = "".join(f"C{n:2d} {line}".ljust(80) for n, line in enumerate(lines, 1))
    assert len(lines) == 40 and len(text) == 3200
    return text.encode("cp037")


def binary_header():
    header = bytearray(400)
    struct.pack_into(">iii", header, 0, 1, 1001, 1)  # job, line, reel
    struct.pack_into(">hh", header, 12, 1, 0)  # traces and auxiliary traces per ensemble
    struct.pack_into(">HHHH", header, 16, INTERVAL_US, INTERVAL_US, SAMPLES, SAMPLES)
    struct.pack_into(">hhh", header, 24, 1, 1, 4)  # format code: IBM; fold; sorting: horizontally stacked
    struct.pack_into(">hh", header, 54, 1, 1)  # meters; an increase of pressure is a negative number
    struct.pack_into(">Hhh", header, 300, 0x0100, 1, 0)  # revision 1.0, fixed length, no extended headers
    return bytes(header)


def trace_header(trace, samples):
    header = bytearray(240)
    struct.pack_into(">iiiiiii", header, 0, trace + 1, trace + 1, trace + 1, 1, trace + 1, trace + 1, 1)
    struct.pack_into(">hhhh", header, 28, 1, 1, 1, 1)  # seismic data, one trace summed and stacked, production
    struct.pack_into(">hh", header, 68, 1, -10)  # scalars of elevations and coordinates
    x, y = 4_532_100 + 150 * trace, 61_207_400 + 200 * trace
    struct.pack_into(">iiii", header, 72, x, y, x, y)
    struct.pack_into(">h", header, 88, 1)  # coordinates are lengths
    mute = next((n for n, value in enumerate(samples) if value), len(samples))
    struct.pack_into(">hh", header, 110, 0, mute * INTERVAL_US // 1000)
    struct.pack_into(">HH", header, 114, SAMPLES, INTERVAL_US)
    struct.pack_into(">iiii", header, 180, x, y, 1001, 2001 + trace)
    struct.pack_into(">ih", header, 196, trace + 1, 1)  # shotpoint and its scalar
    return bytes(header)


def whole_file():
    parts = [textual_header(), binary_header()]
    for trace, samples in enumerate(section()):
        parts.append(trace_header(trace, samples))
        parts.append(b"".join(struct.pack(">I", ibm32(value, 12)) for value in samples))
    return b"".join(parts)


def main(arguments):
    committed = Path(__file__).with_name("line.sgy")
    if arguments == ["--check"]:
        if committed.read_bytes() != whole_file():
            sys.exit(f"{committed.name} is not what {Path(__file__).name} makes")
        print(f"{committed.name} is what {Path(__file__).name} makes")
    elif len(arguments) <= 1 and not (arguments and arguments[0].startswith("-")):
        Path(arguments[0] if arguments else committed).write_bytes(whole_file())
    else:
        sys.exit("usage: make_segy.py [FILE | --check]")


if __name__ == "__main__":
    main(sys.argv[1:])
