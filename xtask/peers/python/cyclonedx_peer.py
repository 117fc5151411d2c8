"""Judges a list of components: `python cyclonedx_peer.py LIST` compares it with the schema of CycloneDX, and prints the name
and the version of each component, one a line. A component without a license or a package URL is a fault.
"""

import json
import pathlib
import sys

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator


def main(path):
    text = pathlib.Path(path).read_text(encoding="utf-8")
    bom = json.loads(text)
    fault = JsonStrictValidator(SchemaVersion.from_version(bom["specVersion"])).validate_str(text)
    if fault is not None:
        sys.exit(f"{path} does not follow the schema: {fault}")
    components = [bom["metadata"]["component"], *bom["components"]]
    for component in components:
        if not component.get("licenses") or not component.get("purl"):
            sys.exit(f"{path}: {component['name']} has no license or no package URL")
        print(component["name"], component["version"])


main(sys.argv[1])
