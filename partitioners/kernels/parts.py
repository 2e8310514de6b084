"""Compilation of kernel parts (functions that only kernels call), and references to named tuples of arrays.

Numba compiles a function once for each combination of argument types, and the literal 0, an int32 and an
int64 are three types. Here kernels pass all signed integers to their parts as int64, so one version of a part
serves all callers. A part has no entry point for Python, which would take as long to compile as the part
itself.

A named tuple of arrays is passed as a value of about a hundred fields, and unpacking it takes most of the
time to compile a part. A kernel that passes a reference instead compiles several times as fast and runs as
fast.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cached_property
from typing import Any

from numba.core import cgutils, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.imputils import impl_ret_borrowed
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr, intrinsic, lower_getattr_generic, models, register_model

from partitioners.kernels.cache import njit


def kernel_part(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Decorate a function as a kernel part; ``options`` are those of ``numba.njit``."""

    def compile_part(function: Callable[..., Any]) -> Any:
        part = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=_PartCompiler, **options)
        return widen_integers(part(function))

    return compile_part


class _PartLibrary(JITCodeLibrary):
    """The code of a part, which LLVM optimises and compiles to machine code in the calling kernels."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    @property
    def codegen(self) -> Any:
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing; Numba calls this method of ``codegen`` for functions that Python can call."""


class _PartCompiler(Compiler):
    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.state.library = _PartLibrary(self.state.targetctx.codegen(), "part")


class _CalledLibrary(JITCodeLibrary):
    """The code of a function that its callers contain once, as a function."""

    def add_ir_module(self, ir_module: Any) -> None:
        for function in ir_module.functions:
            if not function.is_declaration and "alwaysinline" in function.attributes:
                function.attributes.discard("alwaysinline")
                function.attributes.add("noinline")
        super().add_ir_module(ir_module)


class CalledCompiler(Compiler):
    """Compiles a function whose parts are inlined, and which is not inlined itself.

    Its option ``forceinline`` is for its parts, which inherit it.
    """

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.state.library = _CalledLibrary(self.state.targetctx.codegen(), "called")
        self.state.library.enable_object_caching()


def widen_integers(compiled: Any) -> Any:
    """Make kernels pass their signed integers to a compiled function as int64."""
    compile_for = getattr(compiled, "get_call_template", None)
    if compile_for is not None:  # None: compilation by Numba is disabled
        compiled.get_call_template = lambda args, kws: compile_for(
            tuple(map(_widened, args)), {name: _widened(each) for name, each in kws.items()}
        )
    return compiled


def _widened(argument: Any) -> Any:
    plain: Any = types.unliteral(argument)  # type: ignore[attr-defined]  # Numba has no stub
    if not isinstance(plain, types.Integer):
        return argument
    return types.int64 if plain in types.signed_domain else plain


class _Reference(types.Type):
    """The type of a reference to a named tuple that is an argument of the running kernel."""

    def __init__(self, target: Any) -> None:
        self.target = target
        super().__init__(f"reference to {target}")

    @cached_property
    def mangling_args(self) -> tuple[str, tuple[()]]:
        """What stands for the type in the names of compiled functions, where each call of a part repeats it.

        The name of the type has all fields, in up to 10,000 characters.
        """
        return f"reference {hashlib.sha256(self.name.encode()).hexdigest()[:32]}", ()


def reference_to(target: Any) -> types.Type:
    """The type of a reference to a named tuple of a type, for functions that get such a reference."""
    return _Reference(target)


@register_model(_Reference)
class _ReferenceModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: _Reference) -> None:
        super().__init__(manager, kind, manager.lookup(kind.target).get_value_type().as_pointer())


@intrinsic
def by_reference(typing_context: Any, tables: Any) -> Any:
    """A reference to a named tuple, whose fields a kernel can read by name; None for None.

    The tuple must be an argument of the kernel that Python calls, so that its arrays outlive the reference.
    """

    def refer(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        if signature.return_type == types.none:
            return context.get_dummy_value()
        return cgutils.alloca_once_value(builder, arguments[0])

    return (tables if tables == types.none else _Reference(tables))(tables), refer


@infer_getattr
class _FieldType(AttributeTemplate):
    key = _Reference

    def generic_resolve(self, reference: _Reference, name: str) -> types.Type | None:
        fields = reference.target.fields
        return reference.target[fields.index(name)] if name in fields else None


@lower_getattr_generic(_Reference)
def _field(context: Any, builder: Any, kind: Any, pointer: Any, name: Any) -> Any:
    position = kind.target.fields.index(name)
    field = builder.load(cgutils.gep_inbounds(builder, pointer, 0, position))
    return impl_ret_borrowed(context, builder, kind.target[position], field)
