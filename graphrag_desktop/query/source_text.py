"""Source text: map and reduce over the text units themselves, with the prompts and the window of global search (condition TS)."""

from graphrag_desktop.domain.answers import Answer, Mode
from graphrag_desktop.domain.contexts import ContextItem, Kind
from graphrag_desktop.domain.packing import pack_batches, shuffle
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.project import Project
from graphrag_desktop.query.global_search import Parts, ask_by_parts
from graphrag_desktop.query.index_memory import IndexMemory
from graphrag_desktop.query.kept_vectors import is_latent
from graphrag_desktop.query.levels import LevelReading, Record
from graphrag_desktop.query.measured_question import MeasuredQuestion
from graphrag_desktop.query.parts import LaidOut
from graphrag_desktop.query.restricting import units_within
from graphrag_desktop.query.retrieval import Retrieved
from graphrag_desktop.query.text_unit_records import unit_items, unit_tokens


def ask_source_text(
    project: Project, question: str, control: RunControl, *, reduce_budget: int | None = None
) -> Answer:
    """Answer a question from every text unit and keep the answer; raises as `ask_global`."""

    def lay_out(_: IndexMemory, question: str, before: Parts, told: RunControl) -> LaidOut | None:
        told.checkpoint()
        if before:
            return None
        return LaidOut(read_text_units(project), retrieve_text_units(project, question))

    return ask_by_parts(project, question, Mode.SOURCE_TEXT, lay_out, control, reduce_budget=reduce_budget)


def read_text_units(project: Project) -> LevelReading:
    """All text units, shuffled by the seed, each batch filled until the next would overflow it."""
    costs = unit_tokens(project, units_within(project))
    tokens: dict[Record, int] = {(Kind.SOURCE, number): cost for number, cost in costs.items()}
    order = shuffle(sorted(tokens), project.settings.seed)
    return LevelReading(0, tokens, pack_batches(order, tokens, project.settings.map_data_tokens), missing=0)


def retrieve_text_units(project: Project, question: str) -> Retrieved:
    """Every text unit as it is sent; for the built-in engine with its relevance and the sentences that give it."""
    items = unit_items(project, units_within(project), {})
    missing: tuple[str, ...] = ()
    if is_latent(project):
        measured = MeasuredQuestion(project, question)
        items = measured.told((item, measured.units.get(item.number)) for item in items)
        missing = measured.missing
    by_record: dict[Record, ContextItem] = {(each.kind, each.number): each for each in items}
    return Retrieved(by_record, missing)
