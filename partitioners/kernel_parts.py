"""How functions are compiled that kernels alone call, and how they hand each other tables of many arrays.

Numba compiles a function once for each combination of the types of its arguments, where the literal 0, an
int32 and an int64 are three types. Here all signed integers that a kernel hands to one of its parts are
int64, so that one version of the part serves all callers. A part has no entry for Python, which would take
as long to compile as the part itself.

A named tuple of arrays is handed over as a value of some hundred fields, and most of the time to compile a
part goes into taking it apart. A kernel that hands over a reference in its place compiles several times as
fast, and runs as fast.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import njit
from numba.core import cgutils, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.imputils import impl_ret_borrowed
from numba.core.typing.templates import AttributeTemplate
from numba.extending import infer_getattr, intrinsic, lower_getattr_generic, models, register_model


def kernel_part(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Compile a part of kernels, with the options of ``numba.njit``; a decorator."""

    def compile_part(function: Callable[..., Any]) -> Any:
        part = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=_PartCompiler, **options)
        return widen_integers(part(function))

    return compile_part


class _PartLibrary(JITCodeLibrary):
    """The code of a part, which LLVM optimises and turns into machine code in the kernels that call it."""

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
        """Called on ``codegen`` for a function that Python may call."""


class _PartCompiler(Compiler):
    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.state.library = _PartLibrary(self.state.targetctx.codegen(), "part")


def widen_integers(compiled: Any) -> Any:
    """Have kernels hand their signed integers to a compiled function as int64."""
    compile_for = getattr(compiled, "get_call_template", None)
    if compile_for is not None:  # None: Numba was told to compile nothing
        compiled.get_call_template = lambda args, kws: compile_for(
            tuple(map(_widened, args)), {name: _widened(each) for name, each in kws.items()}
        )
    return compiled


def _widened(argument: Any) -> Any:
    plain: Any = types.unliteral(argument)  # type: ignore[attr-defined]
    if not isinstance(plain, types.Integer):
        return argument
    return types.int64 if plain in types.signed_domain else plain


class _Reference(types.Type):
    """A named tuple that lies where an argument of the running kernel does."""

    def __init__(self, target: Any) -> None:
        self.target = target
        super().__init__(f"reference to {target}")


@register_model(_Reference)
class _ReferenceModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: _Reference) -> None:
        super().__init__(manager, kind, manager.lookup(kind.target).get_value_type().as_pointer())


@intrinsic
def by_reference(typing_context, tables):  # type: ignore[no-untyped-def]
    """A reference to a named tuple, of which a kernel may read the fields by name; to None it is None.

    The tuple must be an argument of the kernel that Python calls, so that its arrays outlive the reference.
    """

    def refer(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
        if isinstance(signature.return_type, types.NoneType):
            return context.get_dummy_value()
        return cgutils.alloca_once_value(builder, arguments[0])

    return (tables if isinstance(tables, types.NoneType) else _Reference(tables))(tables), refer


@infer_getattr
class _FieldType(AttributeTemplate):
    key = _Reference

    def generic_resolve(self, reference: _Reference, name: str) -> types.Type | None:
        fields = reference.target.fields
        return reference.target[fields.index(name)] if name in fields else None


@lower_getattr_generic(_Reference)
def _field(context, builder, kind, pointer, name):  # type: ignore[no-untyped-def]
    position = kind.target.fields.index(name)
    field = builder.load(cgutils.gep_inbounds(builder, pointer, 0, position))
    return impl_ret_borrowed(context, builder, kind.target[position], field)
