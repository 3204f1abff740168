"""Ten short news texts of one invented coast: a wind farm, a cable shortage, a ferry strike, a museum and its paintings."""

from collections.abc import Mapping
from functools import cache

from graphrag_desktop.domain.arrays import StoredArray
from graphrag_desktop.domain.documents import Document, DocumentState, ParsedDocument
from graphrag_desktop.domain.extractions import Extractions, Reading, ReadingTask
from graphrag_desktop.domain.identity import document_id
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.engines.builtin_engine import BuiltinEngine

TEXTS = {
    "2019-wind.txt": """Ingrid Solheim presented the plans for the wind farm in Bergen on Monday.
The wind farm will stand twelve miles off the coast and supply forty thousand households with power.
Solheim said that the first turbines would be built by Nordlys Energy within two years.
Fishermen criticised the wind farm because it closes two of their best cod grounds.
The fishermen of Askvoll demanded compensation for the lost cod grounds from Nordlys Energy.
""",
    "2020-wind.txt": """Nordlys Energy ordered the export cable for the wind farm from Norsk Kabel.
The export cable needs four hundred tons of copper, and copper is scarce.
Norsk Kabel warned that a copper shortage could delay the export cable by six months.
A delay of the export cable would cost Nordlys Energy ninety thousand euros a day.
Ingrid Solheim called the copper shortage a serious risk for the wind farm.
""",
    "2021-cable.txt": """The copper shortage has reached the cable works of Norsk Kabel in Bergen.
Norsk Kabel sent half of its workers home for three weeks.
The trade union of the cable workers demanded full wages during the copper shortage.
Marcus Lind, who leads Norsk Kabel, promised that no worker would lose a job.
Lind also wants to replace copper with aluminium in the next export cable.
""",
    "2021-strike.txt": """The crews of the coastal ferry began a strike on Friday.
The ferry strike leaves the islands without mail and fresh food.
The trade union of the ferry crews demands shorter shifts and higher wages.
Coast Ferries refused to pay higher wages while passenger numbers fall.
Islanders must now charter fishing boats to reach the hospital in Bergen.
""",
    "2022-strike.txt": """Coast Ferries and the trade union agreed to end the ferry strike on Sunday.
The agreement gives the ferry crews shorter shifts from the first of March.
Higher wages for the ferry crews will follow when passenger numbers recover.
The islands received their first mail in nineteen days.
Anna Berg, the mayor of Askvoll, thanked the fishermen who had carried patients to the hospital.
""",
    "2022-museum.txt": """The National Maritime Museum opened a new gallery for paintings of the coast.
The National Maritime Museum bought eleven paintings by Johan Dahl from a private collector.
Johan Dahl painted the fishing boats of Askvoll more than a hundred years ago.
The gallery shows how the fishermen lived before the ferry connected the islands.
Visitors can see the paintings without a ticket until the end of June.
""",
    "2023-museum.txt": """Two paintings by Johan Dahl were stolen from the gallery during the night.
The NMM had reported a broken alarm only a week before the paintings were stolen.
Police believe that the thieves left the island on a fishing boat.
Anna Berg offered a reward for any information about the stolen paintings.
The National Maritime Museum, or NMM, has closed the gallery until a new alarm is installed.
""",
    "2023-wind.txt": """The first turbines of the wind farm delivered power to Bergen in October.
Nordlys Energy paid the fishermen of Askvoll compensation for their cod grounds.
The fishermen say that the compensation covers only half of the lost cod catch.
Ingrid Solheim praised the agreement as a model for every wind farm on the coast.
The aluminium export cable of Norsk Kabel has worked without a fault since the summer.
""",
    "2024-cod.txt": """Scientists counted more cod between the turbines than on the open cod grounds.
The foundations of the turbines give shelter to young cod and to crabs.
The fishermen doubt the count because the scientists were paid by Nordlys Energy.
Anna Berg asked for a second count by the university in Bergen.
Fishing between the turbines remains forbidden because of the export cable.
""",
    "2024-ferry.txt": """Coast Ferries ordered three electric ferries that will charge with power from the wind farm.
The electric ferries need new charging stations on all five islands.
The trade union of the ferry crews fears that electric ferries will need smaller crews.
Coast Ferries answered that every crew keeps its shifts and its wages.
Anna Berg expects that the electric ferries will bring more visitors to the museum.
""",
}


class Shelf:
    """Arrays by name, as a project keeps them."""

    def __init__(self, arrays: Mapping[str, StoredArray]) -> None:
        self.arrays = dict(arrays)

    def array(self, name: str) -> StoredArray | None:
        """The array of that name, or None."""
        return self.arrays.get(name)


def parsed(path: str, text: str) -> ParsedDocument:
    """A document as a parser hands it over."""
    return ParsedDocument(Document(document_id(text.encode()), (path,), DocumentState.READ), text)


def read_all(engine: BuiltinEngine, texts: Mapping[str, str]) -> list[tuple[ReadingTask, Reading]]:
    """All readings of the texts; fails where one of them does."""
    tasks = [task for path, text in texts.items() for task in engine.plan_reading(parsed(path, text), ())]
    found = list(engine.read(tasks, RunControl()))
    readings = [each for each in found if isinstance(each, tuple)]
    assert len(readings) == len(tasks), found
    return readings


def index(texts: Mapping[str, str]) -> tuple[BuiltinEngine, Extractions]:
    """An engine that has read the texts and finds its arrays again, and what it made of them."""
    shelf = Shelf({})
    engine = BuiltinEngine(shelf, 1, 7)
    extractions = engine.consolidate(read_all(engine, texts), RunControl())
    shelf.arrays.update(extractions.arrays)
    return engine, extractions


@cache
def indexed_news() -> tuple[BuiltinEngine, Extractions]:
    """The texts above, read once for all tests."""
    return index(TEXTS)
