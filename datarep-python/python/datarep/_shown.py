"""What is shown to people."""

from __future__ import annotations

import decimal
from decimal import Decimal

#: The most digits of a number that is told exactly, and the digits of a larger one.
_EXACT, _FIRST = 400_000, 50


class Explanation(dict[str, str]):
    """The steps from a word to its value, or from a value to its word, by their titles. Printed they stand in lines."""

    def __init__(self, title: tuple[str, str], steps: list[tuple[str, str]]) -> None:
        super().__init__(steps)
        name, summary = title
        self._title = f"{name}: {summary}" if summary else name

    def __str__(self) -> str:
        return "\n".join([self._title, *(f"  {title:<9} {step}" for title, step in self.items())])


def read_decimal(text: str) -> Decimal:
    """The number of a text such as ``-118.625`` or ``-3*2^100000``.

    The contexts are made here, because the one of the caller may not have room for the exponent.
    """
    integer, caret, power = text.partition("2^")
    if not caret:
        return Decimal(text)
    integer = integer.rstrip("*")
    factor, exponent = Decimal(f"{integer}1" if integer in ("", "-") else integer), int(power)
    if exponent < 4 * _EXACT:
        exact = _context(_EXACT, [decimal.Inexact])
        try:
            return exact.multiply(factor, exact.power(2, exponent))
        except decimal.Inexact:
            # It has more digits.
            pass
    # More digits than are told, so that those are right. They are cut off, so that the number is not beyond the range.
    longer, shorter = _context(2 * _FIRST), _context(_FIRST)
    return shorter.plus(longer.multiply(longer.plus(factor), longer.power(2, exponent)))


def _context(digits: int, traps: list[type[decimal.DecimalException]] | None = None) -> decimal.Context:
    """A context for the largest exponents."""
    return decimal.Context(digits, decimal.ROUND_DOWN, decimal.MIN_EMIN, decimal.MAX_EMAX, traps=traps or [])
