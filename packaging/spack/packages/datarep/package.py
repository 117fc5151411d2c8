"""The command and the MPI library for Spack, built from the checkout that this file is in:

    spack repo add packaging/spack
    spack install datarep
"""

import pathlib

from spack.package import *
from spack_repo.builtin.build_systems.generic import Package

CHECKOUT = pathlib.Path(__file__).resolve().parents[4]


class Datarep(Package):
    """Number formats of other machines, described in a small language and converted exactly: the command `datarep`, and the
    library by which programs under MPI read and write files in these formats."""

    homepage = "https://docs.rs/datarep"
    git = f"file://{CHECKOUT}"

    license("MIT OR Apache-2.0")

    version("0.1.0", branch="main")

    variant("mpi", default=True, description="The library for programs under MPI")

    # It comes before the MPI library that a program has, whichever that is: none is needed to build it.
    depends_on("c", type="build")
    depends_on("rust@1.95:", type="build")

    conflicts("platform=darwin", when="+mpi", msg="the MPI library is for systems with ELF")
    conflicts("platform=windows", msg="it is not tested there")

    sanity_check_is_file = ["bin/datarep"]

    def install(self, spec, prefix):
        cargo = which("cargo", required=True)
        cargo("install", "--locked", "--no-track", "--path", "datarep-cli", "--root", prefix)
        command = Executable(join_path(prefix.bin, "datarep"))
        mkdirp(prefix.share.man.man1, join_path(prefix.share, "bash-completion", "completions"))
        with open(join_path(prefix.share.man.man1, "datarep.1"), "w", encoding="utf-8") as page:
            command("manual", output=page)
        with open(
            join_path(prefix.share, "bash-completion", "completions", "datarep"), "w", encoding="utf-8"
        ) as script:
            command("completions", "bash", output=script)
        if spec.satisfies("+mpi"):
            cargo("build", "--locked", "--release", "--package", "datarep-mpi", "--package", "datarep-mpi-texts")
            mkdirp(prefix.lib, prefix.include)
            for library in ("libdatarep_mpi.so", "libdatarep_mpi_texts.so"):
                install(join_path("target", "release", library), prefix.lib)
            for header in ("datarep.h", "datarep.f90"):
                install(join_path("include", header), prefix.include)


    @run_after("install")
    @on_package_attributes(run_tests=True)
    def check_install(self):
        command = Executable(join_path(self.prefix.bin, "datarep"))
        assert "0.1.0" in command("--version", output=str)
