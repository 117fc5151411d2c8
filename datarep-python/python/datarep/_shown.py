"""What is shown to people."""

from __future__ import annotations


class Explanation(dict[str, str]):
    """The steps from a word to its value, or from a value to its word, by their titles. Printed they stand in lines."""

    def __init__(self, title: tuple[str, str], steps: list[tuple[str, str]]) -> None:
        super().__init__(steps)
        name, summary = title
        self._title = f"{name}: {summary}" if summary else name

    def __str__(self) -> str:
        return "\n".join([self._title, *(f"  {title:<9} {step}" for title, step in self.items())])
