"""What the numbers in unknown bytes may be, as people and programs read it."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from typing import Any, Iterator, NamedTuple

import numpy as np

#: How many candidates are printed, and how many values of each.
_SHOWN, _VALUES = 3, 6


@dataclass(frozen=True)
class Candidate:
    """A format that the numbers may be in."""

    #: The format with its order of bytes, as :func:`datarep.read` takes it: ``"hfp32 big"``.
    format: str
    #: The family of the library that has the format, the name of a text, or nothing.
    source: str
    #: Other formats that read the same values here.
    alike: list[str]
    #: The byte at which the first number begins.
    at: int
    #: Bits of a number.
    bits: int
    #: Bytes of a record that has one such number; ``None`` if the numbers are side by side.
    record: int | None
    #: Bits that a byte takes when the bytes are encoded as such numbers. The fewer, the likelier. Bytes without any order take eight.
    score: float
    #: The reasons, in words.
    reasons: list[str]
    #: The first values, at most some thousands; NaN for a word that is no number.
    values: np.ndarray[Any, np.dtype[np.float64]] = field(repr=False, compare=False)

    def __str__(self) -> str:
        every = f" every {self.record} bytes" if self.record is not None else ""
        begin = _find_telling(self.values)
        lines = [
            f"{self.format}, {self.score:.2f} bits a byte, from byte {self.at} on{every}",
            f"   {f'from item {begin} on: ' if begin else ''}{', '.join(f'{value:.6g}' for value in self.values[begin : begin + _VALUES])} …",
        ]
        if self.reasons:
            lines.append(f"   {'; '.join(self.reasons)}")
        if self.alike:
            lines.append(f"   the same numbers: {', '.join(self.alike)}")
        return "\n".join(lines)


class RecordField(NamedTuple):
    """A field of the records that there seem to be."""

    #: The byte of the record at which it begins.
    at: int
    #: The number of its bytes.
    bytes: int
    #: The format.
    format: str
    #: Its first values.
    values: np.ndarray[Any, np.dtype[np.float64]]


class Header(NamedTuple):
    """A kind of file that is known by its first bytes."""

    #: The kind of file.
    name: str
    #: What its header says about its numbers.
    says: list[str]


class Probe:
    """What :func:`datarep.probe` found: candidates, the likeliest first. Printed it is a report; it is true where there are candidates."""

    def __init__(
        self,
        header: tuple[str, list[str]] | None,
        runs: list[tuple[int, int, str]],
        region: tuple[int, int],
        plain: float,
        doubts: list[str],
        candidates: list[Candidate],
        record: int | None,
        record_at: int | None,
        sync: bytes,
        fields: list[RecordField],
        warning: str | None = None,
    ) -> None:
        #: What the file says it is; ``None`` if that is not known.
        self.header = Header(*header) if header else None
        #: Runs of one kind: the first byte, the byte after the last, and ``"ascii"``, ``"ebcdic"``, ``"fill 00"`` or ``"other"``.
        self.runs = runs
        #: The bytes that were taken for numbers: the first, and the byte after the last.
        self.region = region
        #: Bits that a byte takes when it is encoded without regard to its neighbors: the score without a format.
        self.plain = plain
        #: Why the first candidate is not certain; empty if it is.
        self.doubts = doubts
        #: A sentence if the bytes are certainly of another format than the header says, which is the second candidate then; ``None`` otherwise.
        self.warning = warning
        #: What the numbers may be; no two candidates read the same values.
        self.candidates = candidates
        #: Bytes of a record; ``None`` if there seem to be no records.
        self.record = record
        #: The byte at which the first record begins; ``None`` if there seem to be no records.
        self.record_at = record_at
        #: The bytes with which each record begins, such as the mark of a frame of telemetry; empty if they differ.
        self.sync = sync
        #: The fields at the beginning of the records.
        self.fields = fields

    @property
    def is_certain(self) -> bool:
        """Whether the first candidate is certain, as far as formats go that are known here."""
        return bool(self.candidates) and not self.doubts

    def __bool__(self) -> bool:
        return bool(self.candidates)

    def __len__(self) -> int:
        return len(self.candidates)

    def __iter__(self) -> Iterator[Candidate]:
        return iter(self.candidates)

    def __getitem__(self, index: int) -> Candidate:
        return self.candidates[index]

    def __repr__(self) -> str:
        first = f"{self.candidates[0].format}, {'certain' if self.is_certain else 'not certain'}" if self.candidates else "nothing"
        return f"<datarep.Probe: {first}>"

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"

    def __str__(self) -> str:
        lines: list[str] = []
        if self.header:
            lines += [f"kind of file: {self.header.name}", *(f"  {says}" for says in self.header.says)]
        if self.warning:
            lines.append(self.warning)
        if not self.candidates:
            return "\n".join([*lines, "nothing here looks like numbers of a fixed width"])
        lines.append(f"bytes {self.region[0]} to {self.region[1]}, {self.plain:.2f} bits each as they are:")
        lines += [f"{place}. {candidate}" for place, candidate in enumerate(self.candidates[:_SHOWN], 1)]
        if self.is_certain:
            lines.append("the first is certain, as far as the others that are known here go")
        else:
            lines.append(f"not certain: {'; '.join(self.doubts)}")
        if self.record is not None:
            if self.sync:
                mark = self.sync.hex(" ")
                lines.append(f"records of {self.record} bytes, from byte {self.record_at} on, begin with {mark}, and then seem to have")
            else:
                lines.append(f"records of {self.record} bytes seem to begin with")
            for at, _, format, values in self.fields:
                lines.append(f"  byte {at:<4} {format:<14} {', '.join(f'{value:.6g}' for value in values[:_VALUES])}")
        return "\n".join(lines)


def _find_telling(values: np.ndarray[Any, np.dtype[np.float64]]) -> int:
    """The first value that is printed. Many files begin with zeros, which are the same in all formats: then it is the first one that differs from them."""
    differs = np.flatnonzero(values.view(np.uint64) != values.view(np.uint64)[:1])
    return int(differs[0]) if differs.size and differs[0] >= _VALUES else 0
