"""Prints the names of the daemon's methods, notifications and kinds of errors as constants of C."""

import re
import textwrap

PATH = "clients/c/CTuner/include/tuner-methods.h"


def constant(*words):
    """Returns the name of a constant: TUNER_METHOD_TUNABLES_SET_MANY for "tunables.setMany"."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", "_".join(words))
    return "TUNER_" + re.sub(r"[^A-Za-z0-9]", "_", spaced).upper()


def comment(text):
    """Returns one line of text that can be in a comment."""
    return " ".join(str(text or "").split()).replace("*/", "* /").replace("/*", "/ *")


def comment_lines(text):
    """Returns a comment, in lines of at most 120 characters."""
    words = textwrap.wrap(text + " */", 117)
    return ["/* " + words[0]] + [" * " + line for line in words[1:]]


def section(heading, rows):
    """Returns a section with one constant a line, each with its comment."""
    lines = ["", "/* ---- %s ---- */" % heading]
    for name, value, text in rows:
        lines += [""] + (comment_lines(text) if text else [])
        lines.append('#define %s "%s"' % (name, value))
    return lines if rows else []


def emit(document):
    """Returns the header of a document of `rpc.discover`, by its path in the project."""
    methods = [
        (constant("METHOD", method["name"]), method["name"], comment(method.get("summary")))
        for method in sorted(document["methods"], key=lambda method: method["name"])
    ]
    lines = [
        "/* The names of the daemon's methods and errors. clients/methods/generate writes this file; do not edit it. */",
        "#ifndef TUNER_METHODS_H",
        "#define TUNER_METHODS_H",
    ]
    lines += section("Methods", methods)
    kinds = [
        (constant("KIND", error["kind"]), error["kind"], comment(error.get("summary")))
        for error in document.get("x-errors", [])
    ]
    lines += section("Kinds of errors, for tuner_error", kinds)
    lines += ["", "#endif", ""]
    return {PATH: "\n".join(lines)}
