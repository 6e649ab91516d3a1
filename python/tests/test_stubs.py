"""The type stubs describe the module that there is."""

import ast
import inspect
from pathlib import Path

import roundtable
from roundtable import _roundtable

STUBS = Path(roundtable.__file__).with_name("_roundtable.pyi")


def parameters(function):
    return [name for name in inspect.signature(function).parameters if name != "self"]


def stubbed(node):
    names = [arg.arg for arg in [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]]
    return [name for name in names if name != "self"]


def public(names):
    return {name for name in names if not name.startswith("_")}


def test_every_name_is_in_the_stubs_with_its_parameters():
    tree = ast.parse(STUBS.read_text())
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    assert public(functions) | public(classes) == public(vars(_roundtable)) - {"annotations"}
    for name, node in functions.items():
        assert stubbed(node) == parameters(getattr(_roundtable, name)), name
    for name, node in classes.items():
        real = getattr(_roundtable, name)
        methods = {part.name: part for part in node.body if isinstance(part, ast.FunctionDef)}
        if name == "Refused":
            continue
        assert public(methods) == public(vars(real)), name
        for method, part in methods.items():
            if part.decorator_list and getattr(part.decorator_list[0], "id", "") == "property":
                assert inspect.isgetsetdescriptor(vars(real)[method]), method
            else:
                function = real if method == "__init__" else getattr(real, method)
                assert stubbed(part) == parameters(function), f"{name}.{method}"


def test_everything_public_is_explained():
    for thing in (roundtable.Table, roundtable.Bot, roundtable.Batch):
        assert thing.__doc__
        for name in public(vars(thing)):
            assert getattr(thing, name).__doc__, f"{thing.__name__}.{name}"
    for name in roundtable.__all__:
        assert name == "__version__" or getattr(roundtable, name).__doc__, name
