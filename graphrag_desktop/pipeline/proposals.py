"""What to look for in a project's documents: samples of their text, put to its model."""

from graphrag_desktop.domain.errors import InputError, InvalidSetting
from graphrag_desktop.domain.run_control import RunControl
from graphrag_desktop.engines.model_proposals import Proposal
from graphrag_desktop.project import Project
from graphrag_desktop.storage import documents

_DOCUMENTS, _CHARACTERS = 8, 1_500  # of each: about 3,000 tokens in all


def propose_types(project: Project, control: RunControl) -> Proposal:
    """Domain, types of entities and examples, proposed from stretches of up to eight documents, evenly chosen.

    Raises where no model is chosen, or nothing was read yet.
    """
    from graphrag_desktop.engines.model_engine import ModelEngine

    engine = project.engine
    if not isinstance(engine, ModelEngine):
        raise InvalidSetting("The built-in engine proposes nothing.", "Choose a model under Settings, Models.")
    readable = [each for each in documents.documents(project.database) if each.has_text]
    if not readable:
        raise InputError("There is no text to propose from.", "Index the folder, or try a few documents, first.")
    step = max(1, len(readable) // _DOCUMENTS)
    samples = []
    for each in readable[::step][:_DOCUMENTS]:
        control.checkpoint()
        text = documents.text_of(project.database, each.id)
        start = max(0, (len(text) - _CHARACTERS) // 3)  # not the letterhead
        samples.append(text[start : start + _CHARACTERS])
    return engine.propose(samples, control)
