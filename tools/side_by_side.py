"""A build_ext that compiles C files side by side on all cores, and only those that changed."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import Extension
from setuptools.command.build_ext import build_ext


class SideBySide(build_ext):  # type: ignore[misc]  # setuptools has no types
    def build_extensions(self) -> None:
        """Make all objects first; what is left to build_ext is linking them."""
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            jobs = [
                [pool.submit(self.object_of, extension, source) for source in extension.sources]
                for extension in self.extensions
            ]
        for extension, compiled in zip(self.extensions, jobs, strict=True):
            extension.extra_objects = [job.result() for job in compiled]
            extension.sources = []
        super().build_extensions()

    def object_of(self, extension: Extension, source: str) -> str:
        path: str = self.compiler.object_filenames([source], output_dir=self.build_temp)[0]
        needed = [Path(source), *(Path(header) for header in extension.depends)]
        if not Path(path).exists() or Path(path).stat().st_mtime <= newest(needed):
            self.compiler.compile(
                [source],
                output_dir=self.build_temp,
                include_dirs=extension.include_dirs,
                extra_postargs=extension.extra_compile_args,
            )
        return path


def newest(paths: list[Path]) -> float:
    return max(path.stat().st_mtime for path in paths)
