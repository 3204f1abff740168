"""HTML: what a page says, without its menus, scripts and decoration; headings, lists and tables stay readable."""

from typing import TYPE_CHECKING

from graphrag_desktop.pipeline.decoding import declared_codec, decode, decode_in
from graphrag_desktop.pipeline.formats.format_text import FormatText, count_visible, laid_out
from graphrag_desktop.pipeline.formats.markup_text import text_of

if TYPE_CHECKING:
    from selectolax.lexbor import LexborHTMLParser, LexborNode

_SILENT = (
    "script, style, template, noscript, svg, canvas, iframe, object, embed, audio, video, map, head link, head meta,"
    " button, select, input, textarea, [hidden], [style*='display:none'], [style*='display: none'],"
    " [style*='visibility:hidden'], [style*='visibility: hidden']"
)
_AROUND = (
    "nav, aside, footer, dialog, [role=navigation], [role=search], [role=banner], [role=contentinfo], [role=complementary],"
    " [role=dialog], [aria-hidden=true], .mw-editsection, .navbox, .mw-jump-link, .printfooter, .noprint, .catlinks, .toc,"
    " .sidebar, .menu, #menu, [class*=dropdown], .breadcrumb, .breadcrumbs, .cookie-banner, .share-buttons, .skip-link, #toc, #cookie-banner"
)
_MENU_ITEMS = 15  # links in a list of nothing else, each a few words long
_MENU_ITEM_LENGTH = 40
_MENU_SHARE = 0.9  # of the list's characters that are in its links
_LEAST_SHARE = 0.25  # of the page's words that the main part has, else it is not the main part
_LEAST_WORDS = 200  # visible characters below which no page has a main part to speak of


def read(content: bytes, codec: str = "") -> FormatText:
    """The text of a web page; raises `UnreadableDocument` where the bytes are no text. Nothing is fetched or run."""
    decoded = decode_in(content, codec) if codec else decode(content, declared_codec(content))
    return FormatText(laid_out(page_text(decoded.text)), decoded.codec)


def page_text(markup: str) -> str:
    """The main part of a page as text, its title first where no heading says the same."""
    tree = _parsed(markup)
    named = tree.css_first("title")
    title = " ".join(("" if named is None else named.text()).split())
    for each in tree.css(_SILENT):
        each.decompose()
    body = tree.body
    if body is None:
        return title
    whole = text_of(body)
    text = _main_text(tree, body, whole)
    heading = text.split("\n", 1)[0].strip().casefold()
    return text if not title or (heading and heading in title.casefold()) else f"{title}\n{text}".rstrip("\n")


def fragment_text(markup: str) -> str:
    """All text of a chapter or a message: what is not shown is left out, notes and boxes are not."""
    tree = _parsed(markup)
    for each in tree.css(_SILENT):
        each.decompose()
    return "" if tree.body is None else text_of(tree.body)


def _main_text(tree: "LexborHTMLParser", body: "LexborNode", whole: str) -> str:
    for each in tree.css(_AROUND):
        each.decompose()
    for each in tree.css("ul, ol"):
        if _is_menu(each):
            each.decompose()
    main = tree.css_first("main, [role=main]")
    if main is None:
        articles = tree.css("article")
        main = articles[0] if len(articles) == 1 else None
    if main is not None:
        text = text_of(main)
        if _has_enough(text, whole):
            return text
    for each in tree.css("body > header, body > div > header"):
        each.decompose()
    text = text_of(body)
    return text if _has_enough(text, whole) else whole


def _is_menu(listing: "LexborNode") -> bool:
    links = listing.css("a")
    if len(links) < _MENU_ITEMS:
        return False
    linked = sum(len(each.text().strip()) for each in links)
    return linked <= _MENU_ITEM_LENGTH * len(links) and linked >= _MENU_SHARE * len(
        "".join(listing.text().split("\n")).strip()
    )


def _has_enough(text: str, whole: str) -> bool:
    visible = count_visible(text)
    return visible >= _LEAST_SHARE * count_visible(whole) or visible >= 10 * _LEAST_WORDS


def _parsed(markup: str) -> "LexborHTMLParser":
    from selectolax.lexbor import LexborHTMLParser

    return LexborHTMLParser(markup)
