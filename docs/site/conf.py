"""The documentation site: Sphinx reads what ``gather.py`` puts together. ``./dev docs`` runs both."""

from __future__ import annotations

import importlib
import inspect
from typing import Any

project = "Slugfest"
author = "Slugfest contributors"
language = "en"

extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
highlight_language = "text"  # a fence without a language is no code
nitpicky = True  # a name in a docstring or a signature that leads nowhere is an error; see resolve_name
suppress_warnings = ["ref.python"]  # a message and the table's command that it becomes have one name

myst_heading_anchors = 4  # links to headings work as they do where the sources are read
myst_enable_extensions = ["colon_fence"]

autodoc_default_options = {"members": True, "undoc-members": True, "show-inheritance": True}
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 110

html_theme = "furo"
html_title = "Slugfest"
html_show_copyright = False
html_show_sphinx = False
html_copy_source = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#b3261e", "color-brand-content": "#b3261e"},
    "dark_css_variables": {"color-brand-primary": "#ff8a80", "color-brand-content": "#ff8a80"},
}


# Where else a name may come from that a module does not have itself (or imports for type checkers only).
EVERYWHERE = ("slugfest.kernel", "typing", "collections.abc", "pathlib", "builtins")


def resolve_name(app: Any, env: Any, node: Any, content: Any) -> Any:
    """A name means what it means in the module that says it: a link if that has a page, plain text if it is not ours
    or only a name for a type. A name that nobody knows stays an error."""
    name = str(node.get("reftarget", ""))
    if node.get("refdomain") != "py" or not name:
        return None
    found = find(name, node.get("py:module"))
    if found is None:
        return None
    home, inside = getattr(found, "__module__", ""), getattr(found, "__qualname__", name)
    where = node.get("refdoc", env.docname)
    domain = env.get_domain("py")
    link = domain.resolve_xref(env, where, app.builder, "obj", f"{home}.{inside}", node, content)
    return link or content


def find(name: str, module: str | None) -> Any:
    """The thing a name stands for, asked of the module itself, then of those everybody knows, then of its own path."""
    first, _, rest = name.partition("[")[0].partition(".")  # an alias in quotes comes as "dict[str"
    for known in (*([module] if module else []), *EVERYWHERE):
        found = getattr(importlib.import_module(known), first, None)
        for part in rest.split(".") if rest else []:
            found = getattr(found, part, None) or owner_of(found, part)
        if found is not None:
            return found
    path, _, last = name.rpartition(".")
    try:
        return getattr(importlib.import_module(path), last, None) if path else None
    except ImportError:
        return None


def owner_of(owner: Any, attribute: str) -> Any:
    """A class for an attribute that its constructor sets: there is no better place to link to."""
    return owner if inspect.isclass(owner) and f"self.{attribute}" in inspect.getsource(owner) else None


def setup(app: Any) -> None:
    app.connect("missing-reference", resolve_name)
