"""The ZIP archive with XML parts that every Office document is, with the same bytes every time."""

import zipfile
from collections.abc import Mapping
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from sample_sources import Source

_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the first that a ZIP archive can name
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_CORE_TYPE = "application/vnd.openxmlformats-package.core-properties+xml"

RELATIONSHIPS = _OFFICE
"""The namespace in which a part refers to another by its reference."""


def write_package(path: Path, source: Source, main: str, parts: Mapping[str, tuple[str, str]]) -> None:
    """Write `parts`, name to content type and XML; a name that ends in `.rels` has no type of its own.

    What only the package as a whole needs (types, properties, the reference to the `main` part) is put in here.
    """
    typed = {name: kind for name, (kind, _) in parts.items() if kind} | {"docProps/core.xml": _CORE_TYPE}
    whole = {
        "[Content_Types].xml": _types(typed),
        "_rels/.rels": _root_relations(main),
        "docProps/core.xml": _core(source),
        **{name: xml for name, (_, xml) in parts.items()},
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as archive:  # packed, they would depend on the version of zlib
        for name, xml in whole.items():
            info = zipfile.ZipInfo(name, _EPOCH)
            info.create_system = 0
            archive.writestr(info, (_DECLARATION + xml).encode())


def relations(targets: Mapping[str, tuple[str, str]]) -> str:
    """The XML of a `.rels` part: reference to the kind of relation and its target."""
    told = "".join(
        f'<Relationship Id="{reference}" Type="{_OFFICE}/{kind}" Target={quoteattr(target)}/>'
        for reference, (kind, target) in targets.items()
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{told}</Relationships>'


def _types(typed: Mapping[str, str]) -> str:
    told = "".join(f'<Override PartName="/{name}" ContentType="{kind}"/>' for name, kind in typed.items())
    return (
        f'<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{told}</Types>'
    )


def _root_relations(main: str) -> str:
    return (
        f'<Relationships xmlns="{_PACKAGE}/relationships">'
        f'<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="{main}"/>'
        f'<Relationship Id="rId2" Type="{_PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/>'
        "</Relationships>"
    )


def _core(source: Source) -> str:
    moment = f"{source.date.isoformat()}T12:00:00Z"
    return (
        f'<cp:coreProperties xmlns:cp="{_PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"'
        ' xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        f"<dc:title>{escape(source.title)}</dc:title><dc:creator>{escape(source.author)}</dc:creator>"
        f'<dcterms:created xsi:type="dcterms:W3CDTF">{moment}</dcterms:created>'
        f'<dcterms:modified xsi:type="dcterms:W3CDTF">{moment}</dcterms:modified></cp:coreProperties>'
    )
