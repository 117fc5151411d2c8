"""What is shown to people."""

from __future__ import annotations

import decimal
import html
from decimal import Decimal
from typing import Any

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


def draw_table(title: str, heads: list[str], rows: list[list[Any]]) -> str:
    """A table in HTML, for notebooks. Names and values of others are escaped."""
    head = "".join(f"<th>{html.escape(one)}</th>" for one in heads)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(str(one))}</td>" for one in row) + "</tr>" for row in rows)
    return f"<table><caption>{html.escape(title)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def draw_loss(counts: dict[str, int], first: dict[str, list[int]]) -> str:
    """A table of what was lost."""
    rows: list[list[Any]] = [[event, count, ", ".join(map(str, first[event]))] for event, count in counts.items()]
    return draw_table("lost" if rows else "nothing lost", ["event", "items", "first"], rows)


def draw_format(title: str, facts: dict[str, str], picture: str | None) -> str:
    """A picture of the bits, where there is one, and a table of facts."""
    rows = [[name, fact] for name, fact in facts.items()]
    return f"{picture or ''}{draw_table(title, ['fact', ''], rows) if rows else f'<p>{html.escape(title)}</p>'}"


def draw_text(name: str, defined: list[tuple[str, str]]) -> str:
    """A table of what a text defines."""
    return draw_table(name, ["kind", "name"], [list(one) for one in defined])


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
