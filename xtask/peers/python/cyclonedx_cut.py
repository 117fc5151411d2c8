"""Cuts a list of components: `python cyclonedx_cut.py LIST FOLDER` leaves those out whose name and version are not among the
lines of the standard input, and the paths of the folder in which the sources were.

The tool that makes the list takes the features of all packages and targets, so that it has some that are not built.
"""

import json
import pathlib
import sys


def cut(bom, built):
    """Leaves out what is not built, also as a dependency of another component."""
    left_out = {one["bom-ref"] for one in bom["components"] if (one["name"], one["version"]) not in built}
    bom["components"] = [one for one in bom["components"] if one["bom-ref"] not in left_out]
    kept = [one for one in bom["dependencies"] if one["ref"] not in left_out]
    for one in kept:
        if "dependsOn" in one:
            one["dependsOn"] = [ref for ref in one["dependsOn"] if ref not in left_out]
    bom["dependencies"] = kept


def main(path, folder):
    path = pathlib.Path(path)
    bom = json.loads(path.read_text(encoding="utf-8"))
    cut(bom, {tuple(line.split()) for line in sys.stdin if line.strip()})
    text = json.dumps(bom, indent=2, ensure_ascii=False).replace(pathlib.Path(folder).as_uri(), "file:///datarep")
    path.write_text(text + "\n", encoding="utf-8")


main(*sys.argv[1:])
