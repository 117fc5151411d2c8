"""Reads recipes: `python recipe_peer.py spack FILE` and `python recipe_peer.py conda FILE` print what a recipe says, one
field a line: `name`, `version`, `license`, and `needs` for each requirement.

That of conda is read and evaluated by rattler-build. Spack is in no package index; its recipe is executed with functions
in place of Spack's that take the same arguments and keep them. A name that Spack does not have, or an argument that a
directive does not take, is a fault. Then the recipe installs into a folder, with programs that only note their arguments.
"""

import pathlib
import sys
import types


def tell(**fields):
    for name, value in fields.items():
        print(name, value)


def read_conda(path):
    from rattler_build import PlatformConfig, RenderConfig, Stage0Recipe, VariantConfig

    recipe = Stage0Recipe.from_file(path)
    variants = VariantConfig({"c_compiler": ["gcc"], "rust_compiler": ["rust"], "c_stdlib": ["sysroot"]})
    (rendered,) = recipe.render(variants, RenderConfig(PlatformConfig(target_platform="linux-64")))
    stage = rendered.recipe.to_dict()
    tell(name=stage["package"]["name"], version=stage["package"]["version"], license=stage["about"]["license"])
    for needed in stage["requirements"]["build"]:
        tell(needs=needed)


class Directives:
    """Spack's directives that recipes may use, with their arguments as Spack 1 documents them."""

    def __init__(self):
        self.versions, self.licenses, self.needs, self.conflicts_with, self.variants = [], [], [], [], []

    def version(self, ver, /, *, branch=None, tag=None, commit=None, sha256=None, url=None, preferred=None):
        if not (branch or tag or commit or sha256):
            sys.exit(f"version {ver} says not where it is")
        self.versions.append(ver)

    def license(self, identifier, /, *, checked_by=None, when=None):
        self.licenses.append(identifier)

    def variant(self, name, /, *, default=None, description="", values=None, multi=None, when=None):
        self.variants.append(name)

    def depends_on(self, spec, /, *, when=None, type=("build", "link"), patches=None):
        kinds = (type,) if isinstance(type, str) else type
        if unknown := set(kinds) - {"build", "link", "run", "test"}:
            sys.exit(f"depends_on({spec!r}): no type is {unknown}")
        self.needs.append(spec)

    def conflicts(self, spec, /, *, when=None, msg=None):
        self.conflicts_with.append(spec)
        if when and when.lstrip("+~") not in self.variants:
            sys.exit(f"conflicts({spec!r}): there is no variant {when}")


def keep(*_arguments, **_named):
    """A decorator that changes nothing."""
    return lambda function: function


class Prefix(str):
    """A folder, whose attributes are the folders in it."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Prefix(f"{self}/{name}")


def read_spack(path):
    directives, called = Directives(), []

    def program(name, **_named):
        def call(*arguments, output=None, **_named):
            called.append([name, *arguments])
            if hasattr(output, "write"):
                output.write(" ".join(map(str, arguments)))
            return "datarep 0.1.0"

        return call

    def make_folders(*folders):
        for folder in folders:
            pathlib.Path(folder).mkdir(parents=True, exist_ok=True)

    names = {name: getattr(directives, name) for name in ("version", "license", "variant", "depends_on", "conflicts")}
    names |= {
        "which": program,
        "Executable": program,
        "join_path": lambda *parts: "/".join(parts),
        "mkdirp": make_folders,
        "install": lambda source, target: called.append(["copy", source, target]),
        "run_after": keep,
        "on_package_attributes": keep,
    }
    package = types.ModuleType("spack.package")
    package.__dict__.update(names, __all__=list(names))
    generic = types.ModuleType("spack_repo.builtin.build_systems.generic")
    generic.Package = type("Package", (), {})
    sys.modules.update({"spack": types.ModuleType("spack"), "spack.package": package, generic.__name__: generic})
    source = pathlib.Path(path).read_text(encoding="utf-8")
    found = {"__name__": "recipe", "__file__": str(pathlib.Path(path).resolve())}
    exec(compile(source, path, "exec"), found)
    recipe = found["Datarep"]()
    if not recipe.__doc__ or not recipe.homepage:
        sys.exit("the recipe has no description or no page")
    checkout = recipe.git.removeprefix("file://")
    if not (pathlib.Path(checkout) / "datarep-cli" / "Cargo.toml").is_file():
        sys.exit(f"there is no checkout in {checkout}")
    install(recipe, called, checkout)
    tell(name=pathlib.Path(path).parent.name, version=directives.versions[0], license=directives.licenses[0])
    for needed in directives.needs:
        tell(needs=needed)


def install(recipe, called, checkout):
    """Installs by the recipe: what it copies and packages that it builds must be in the checkout."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        recipe.spec = types.SimpleNamespace(satisfies=lambda spec: spec == "+mpi")
        recipe.prefix = Prefix(folder)
        recipe.install(recipe.spec, recipe.prefix)
        recipe.check_install()
        if not (pathlib.Path(folder) / "share/man/man1/datarep.1").is_file():
            sys.exit("the recipe installs no manual page")
    root = pathlib.Path(checkout)
    for name, *words in called:
        if name == "copy" and words[0].startswith("include/") and not (root / words[0]).is_file():
            sys.exit(f"the checkout has no {words[0]}")
        packages = [word for before, word in zip(words, words[1:]) if before in ("--path", "--package")]
        for package in packages:
            if not (root / package / "Cargo.toml").is_file():
                sys.exit(f"the checkout has no package {package}")
    if sum(name == "copy" for name, *_ in called) != 4:
        sys.exit("the recipe does not install two libraries, a header and a module")


{"conda": read_conda, "spack": read_spack}[sys.argv[1]](sys.argv[2])
