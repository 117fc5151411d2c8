"""Warnings of what a conversion has lost where nobody asked for it: as NumPy warns of overflow."""

from __future__ import annotations

import os
import re
import sys
import warnings
from typing import Any, Iterable, Literal, Mapping, Sequence

import numpy as np

from ._datarep import Format, Loss
from ._errors import LossWarning
from ._scales import name_format

#: The folder of the package.
_FOLDER = os.path.dirname(__file__)

#: How many items are compared at once.
_BLOCK = 1 << 16

#: What happened, by the event: of numbers, and an action that allows it, by the direction.
_SAID = {
    "overflow": ("did not fit", {"read": "infinity", "write": "saturate"}),
    "nan": ("were NaN, and became another number", {"read": "zero", "write": "zero"}),
    "inexact": ("were rounded", {"read": "nearest_even", "write": "nearest_even"}),
}


def warn_loss(
    lost: Loss,
    items: int,
    format: Any,
    direction: Literal["read", "write"],
    *,
    whole: bool,
    rules: Mapping[str, Any],
    array: np.ndarray[Any, Any] | None = None,
    scale: int | None = None,
    has_loss: bool = True,
) -> None:
    """Warns once of what was lost and no rule names. ``whole`` says whether the target holds integers or decimals, so that rounding is a loss, too.

    ``has_loss`` says whether the call has the argument ``loss``. ``array`` are the numbers that were written with ``scale`` digits behind the point: a float is not lost if it is the nearest one to the decimal.
    """
    said = []
    for event, (what, actions) in _SAID.items():
        count = lost[event]
        if not count or rules.get(f"on_{event}") is not None or event == "inexact" and not whole:
            continue
        first = lost.first[event][0] if lost.first[event] else None
        if event == "inexact" and array is not None and scale and array.dtype.kind == "f":
            count, first = _count_rounded(array, scale)
            if not count:
                continue
        place = "" if first is None else f", the first is item {first}"
        help = _propose(event, actions[direction], format, has_loss)
        said.append(f"{event}: {count} of {items} numbers {what} (`{name_format(format)}`){place}: {help}")
    if said and not _is_ruled_by_text(format, direction, lost):
        warnings.warn("; ".join(said), LossWarning, stacklevel=_find_caller())


def add_losses(losses: Iterable[Loss | None]) -> Loss | None:
    """What several parts have lost together. Their items are counted from the beginning of each, so that the first are known of a single part only."""
    found = [lost for lost in losses if lost]
    if len(found) < 2:
        return found[0] if found else None
    events = dict.fromkeys(event for lost in found for event in lost.counts)
    return Loss._from_events([(event, sum(lost[event] for lost in found), []) for event in events])


def warn_losses(losses: Mapping[str, Loss], record: str, records: int, *, how: str = "`loss=True` counts them") -> None:
    """Warns once of numbers of fields that did not fit. ``how`` says what counts them."""
    said = [
        f"overflow: {lost['overflow']} numbers of the field `{path}` did not fit" + (f", the first is item {lost.first['overflow'][0]}" if lost.first["overflow"] else "")
        for path, lost in losses.items()
    ]
    warnings.warn(
        f"{'; '.join(said)} ({records} records of `{record}`): `as f64` behind a format of the text makes the field wider, a rule of it, "
        f"`on read {{ overflow => infinity }}`, allows them, and {how}",
        LossWarning,
        stacklevel=_find_caller(),
    )


def warn_scan(ruled: Sequence[str], record: str, records: int, losses: Mapping[str, Loss]) -> None:
    """Warns at the end of a stream of the numbers that did not fit, but for those of the fields for which the text has a rule."""
    found = {path: lost for path, lost in losses.items() if lost["overflow"] and path not in ruled}
    if found:
        warn_losses(found, record, records, how="`Scan.counts.losses` counts them")


def _propose(event: str, action: str, format: Any, has_loss: bool) -> str:
    """What to type, so that nothing is lost or nothing is said. A representation has rules of its own."""
    rules = [f'`on_{event}="error"` refuses such numbers', f'`on_{event}="{action}"` allows them']
    if isinstance(format, str):
        format = Format(format)
    if isinstance(format, Format) and format.is_representation:
        rules = ["another `dtype` may hold them"]
    if has_loss:
        rules.append("`loss=True` counts them")
    return f"{', '.join(rules[:-1])}, and {rules[-1]}" if len(rules) > 1 else rules[0]


def _find_caller() -> int:
    """How many calls up the code is that is not of this package, so that a warning has its line."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and os.path.dirname(frame.f_code.co_filename) == _FOLDER:
        level, frame = level + 1, frame.f_back
    return level


def _count_rounded(array: np.ndarray[Any, Any], scale: int) -> tuple[int, int | None]:
    """How many floats have more digits behind the point than a format, and the first of them.

    0.1 has no float of its own, and the float nearest to it is meant. So a float has two digits if it is the nearest one to a number of two digits.
    """
    flat = array.reshape(-1)
    count, first = 0, None
    for start in range(0, flat.size, _BLOCK):
        block = flat[start : start + _BLOCK]
        with np.errstate(all="ignore"):
            rounded = (np.round(block, scale) != block) & np.isfinite(block)
        found = int(np.count_nonzero(rounded))
        if found and first is None:
            first = start + int(np.argmax(rounded))
        count += found
    return count, first


def _is_ruled_by_text(format: Any, direction: str, lost: Loss) -> bool:
    """Whether the text that defines a representation has a rule for one of the events. A format has no rules."""
    if not isinstance(format, Format) or not format.is_representation:
        return False
    described = format.__reduce__()[1]
    if len(described) < 2:
        return False
    # Comments and texts in quotes have no rules.
    source = re.sub(r"""//[^\n]*|/\*.*?\*/|"[^"\n]*\"""", " ", described[0], flags=re.DOTALL)
    rules = " ".join(re.findall(rf"\bon\s+{direction}\s*\{{([^}}]*)\}}", source))
    return any(re.search(rf"\b{event}\b", rules) for event in _SAID if lost[event])
