"""XML from strangers: no entity is expanded, nothing outside is ever fetched, names come without their namespaces."""

from xml.etree.ElementTree import Element, ParseError

from graphrag_desktop.domain.errors import UnreadableDocument


def parse_xml(content: bytes, what: str) -> Element:
    """The root element, all tags without namespace; raises `UnreadableDocument` that names `what` it was."""
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        root: Element = fromstring(content)
    except DefusedXmlException as error:
        raise UnreadableDocument(
            f"{what} declares XML entities, as attacks do; it was not read.", "Ask where the file comes from."
        ) from error
    except (ParseError, ValueError, LookupError) as error:
        raise UnreadableDocument(f"{what} is damaged: {error}.", "Get it anew from where it came.") from error
    for element in root.iter():
        if isinstance(element.tag, str):
            element.tag = element.tag.rpartition("}")[2]
    return root


def attribute(element: Element, name: str) -> str:
    """An attribute by its name in whatever namespace; empty where there is none."""
    found = element.get(name)
    if found is not None:
        return found
    ending = "}" + name
    return next((value for key, value in element.attrib.items() if key.endswith(ending)), "")


def relation(element: Element, name: str = "id") -> str:
    """A reference to another part of an Office file (`r:id`, `r:embed`, ...); empty where there is none."""
    ending = f"/relationships}}{name}"
    return next((value for key, value in element.attrib.items() if key.endswith(ending)), "")


def child(element: Element | None, *path: str) -> Element | None:
    """The first child, grandchild, ... by their names; None where one is missing."""
    for name in path:
        if element is None:
            return None
        element = element.find(name)
    return element
