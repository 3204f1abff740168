"""Names in languages with small and capital letters: runs of capitalised words, with the small ones inside a name."""

import re
from collections.abc import Iterator, Sequence

from graphrag_desktop.language.lexicon import words

Found = tuple[int, int, str]
"""Where words that may name something begin and end in their sentence, and their label."""

_WORD = re.compile(r"[^\W\d_]+(?:[-'’&][^\W\d_]+)*")
_WORD_WITH_ELISIONS = re.compile(r"[^\W\d_]+(?:[-&][^\W\d_]+)*")
_ELIDING = frozenset({"fr", "it", "ca"})  # l'ONU is two words there
_LINKS = {
    "de": words("von van zu der den"),
    "nl": words("van de der den het ter ten"),
    "fr": words("de du des d la le l"),
    "es": words("de del la las los"),
    "pt": words("de do da dos das"),
    "it": words("di del della dei delle dello degli da d"),
    "ca": words("de del la les dels d"),
    "ro": words("de din"),
}
"""Small words inside a name: Ursula von der Leyen, Banque de France."""
_MOST_LINKS = 2
_LONGEST = 6  # words
_ARTICLES = words(
    """
    der die das dem den des ein eine einem einen einer eines diese dieser dieses jede jeder im am zum zur vom beim la le les l un une el los las una
    uno il lo gli i o a os as um uma de het een this the ces cette este esta questo questa
    """
)
"""What may stand before a name at the start of a sentence, with a capital; a German word after one is a noun."""
_TITLES = words(
    """
    herr herrn frau dr prof professor professorin präsident präsidentin bundeskanzler bundeskanzlerin kanzler kanzlerin minister ministerin bürgermeister
    bürgermeisterin direktor direktorin vorsitzende vorsitzender sprecher sprecherin richter richterin
    monsieur madame mademoiselle m mme mlle président présidente ministre maire directeur directrice docteur maître
    señor señora don doña sr sra dr dra presidente presidenta ministro ministra alcalde alcaldesa director directora
    signor signora dott sindaco ministra senhor senhora prefeito prefeita meneer mevrouw dhr mevr burgemeester
    herr fru pan pani господин госпожа президент министр
    """
)
"""What comes before a person's name, whether it is written with a capital or not."""
_ORGANIZATION = re.compile(
    r"\b(?:GmbH|AG|KG|SE|SA|S\.A|SARL|SAS|SL|S\.L|SpA|S\.p\.A|BV|NV|AB|ASA|Oy|Ltda|Universität|Hochschule|Institut|Ministerium|Bundesamt|Landgericht|"
    r"Bundesgericht\w*|Partei|Verein|Verband|Gesellschaft|Gewerkschaft|Stiftung|Sparkasse|Université|École|Ministère|Banque|Société|Compagnie|Conseil|"
    r"Assemblée|Parti|Fondation|Syndicat|Agence|Universidad|Instituto|Ministerio|Banco|Compañía|Partido|Fundación|Sindicato|Ayuntamiento|Congreso|Agencia|"
    r"Università|Ministero|Banca|Partito|Fondazione|Comune|Universidade|Ministério|Fundação|Universiteit|Ministerie|Stichting|Vereniging|Gemeente|"
    r"Universitet|Uniwersytet|Ministerstwo|Университет|Министерство|Банк)\b"
    r"|\w(?:ministerium|bank|verband|gesellschaft|gericht|universität|partei|gewerkschaft|behörde|agentur|werke|verein)\b"
)
_PLACE = re.compile(
    r"\b(?:Stadt|Rue|Avenue|Place|Plaza|Calle|Piazza|Via|Mont|Lac|Lago|Río|Rio|Île|Isla|Isola|Ilha)\b|\w(?:straße|strasse|platz|brücke|gasse)\b"
)
_LEAST_PHRASE = 4  # letters of a word in a script without capitals, that may be a concept


def find_names(body: str, language: str) -> Iterator[Found]:
    """Names of a sentence; of German nouns, and of words in a script without capitals, phrases.

    The first word of a sentence names nothing alone, as anything stands there.
    """
    pattern = _WORD_WITH_ELISIONS if language in _ELIDING else _WORD
    found = list(pattern.finditer(body))
    position = 0
    while position < len(found):
        word = found[position].group()
        if not word[0].isupper():
            if len(word) >= _LEAST_PHRASE and word[0].lower() == word[0].upper():
                yield *found[position].span(), ""
            position += 1
            continue
        end = _run_end(body, found, position, language)
        yield from _run(body, found[position:end], language, before=found[position - 1].group() if position else "")
        position = end


def _run_end(body: str, found: Sequence[re.Match[str]], start: int, language: str) -> int:
    """The position after the last word of the run of capitalised words that begins at `start`."""
    end = start + 1
    while end < len(found) and end - start < _LONGEST:
        following = end
        while following < len(found) and following - end < _MOST_LINKS and _is_link(body, found, following, language):
            following += 1
        if following == len(found) or not found[following].group()[0].isupper() or not _is_near(body, found, following):
            break
        is_linked = following > end
        if found[following].group().lower() in _TITLES or (is_linked and not _may_link(found, start, end, language)):
            break
        end = following + 1
    return end


def _may_link(found: Sequence[re.Match[str]], start: int, end: int, language: str) -> bool:
    """Whether small words may join what follows. In German only a first name and "von": nouns have capitals too."""
    if language != "de":
        return True
    before = found[start - 1].group().lower() if start else ""
    is_one_name = end - start == 1 and not {before, found[start].group().lower()} & _ARTICLES
    return is_one_name and found[end].group() in {"von", "van", "zu"}


def _is_link(body: str, found: Sequence[re.Match[str]], position: int, language: str) -> bool:
    return found[position].group() in _LINKS.get(language, ()) and _is_near(body, found, position)


def _is_near(body: str, found: Sequence[re.Match[str]], position: int) -> bool:
    """Whether nothing but a space, or the full stop of an initial, parts the word from the one before it."""
    before = found[position - 1]
    gap = body[before.end() : found[position].start()]
    is_initial = gap == ". " and (len(before.group()) == 1 or before.group().lower() in _TITLES)
    return gap in {" ", "\n", "'", "’"} or is_initial


def _run(body: str, run: Sequence[re.Match[str]], language: str, before: str) -> Iterator[Found]:
    is_first = run[0].start() == 0 or not body[: run[0].start()].strip("\"'“”„«»‘’(¿¡- ")
    is_titled = before.lower() in _TITLES
    if is_first and len(run) > 1 and run[0].group().lower() in _ARTICLES:
        run, is_first = run[1:], False
    while len(run) > 1 and run[0].group().lower() in _TITLES:
        run, is_titled, is_first = run[1:], True, False
    start, end = run[0].start(), run[-1].end()
    text = body[start:end]
    if text.lower() in _TITLES:
        return
    if is_titled:
        yield start, end, "PERSON"
    elif _ORGANIZATION.search(text):
        yield start, end, "ORG"
    elif len(run) > 1 or (text.isupper() and len(text) > 1):
        yield start, end, "GPE" if _PLACE.search(text) else "NAME"
    elif not is_first:
        yield start, end, "GPE" if _PLACE.search(text) else "" if language == "de" else "NAME"
