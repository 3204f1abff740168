"""Which models a project uses and where they are; never with a key."""

import json
from dataclasses import asdict, dataclass

from graphrag_desktop.domain.errors import InvalidSetting


@dataclass(frozen=True, slots=True)
class ModelPlace:
    """A model by name, and the address of its server. `api_version` is for Azure's older addresses.

    The prices are for a million tokens read and a million written, in any one currency; None: as the settings say.
    """

    base_url: str
    model: str
    api_version: str = ""
    prompt_price: float | None = None
    completion_price: float | None = None


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """The models of a project: one for everything, or others for reports and answers; one for vectors, or none.

    `is_local_only` refuses every server that is not on this machine.
    """

    extraction: ModelPlace
    reports: ModelPlace | None = None
    answers: ModelPlace | None = None
    embeddings: ModelPlace | None = None
    is_local_only: bool = False

    @property
    def places(self) -> tuple[ModelPlace, ...]:
        """The models that are asked, each once, that for reading first."""
        found = (self.extraction, self.reports, self.answers, self.embeddings)
        return tuple(dict.fromkeys(each for each in found if each is not None))

    @property
    def name(self) -> str:
        """The models that read and write by name, each once: what the engine is called."""
        writers = (self.extraction, self.reports, self.answers)
        return ", ".join(dict.fromkeys(each.model for each in writers if each is not None))

    def as_text(self) -> str:
        """The choice as it is kept."""
        return json.dumps(asdict(self), ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class EngineWords:
    """Who is to read and write, as typed on a command line; None where nothing was said."""

    engine: str | None = None
    base_url: str | None = None
    model: str | None = None
    embedding_model: str | None = None


def choose_models(words: EngineWords, before: ModelChoice | None) -> ModelChoice | None:
    """The models to use: those named, else those of before; None for the built-in engine. Raises `InvalidSetting`."""
    names_models = bool(words.base_url or words.model or words.embedding_model)
    if words.engine not in {None, "builtin", "model"}:
        raise InvalidSetting(f"There is no engine “{words.engine}”.", "Use --engine builtin or --engine model.")
    if words.engine == "builtin":
        if names_models:
            raise InvalidSetting("The built-in engine uses no model.", "Leave --engine builtin out, or the models.")
        return None
    if words.engine is None and not names_models:
        return before
    known = None if before is None else before.extraction
    base_url, model = words.base_url or (known and known.base_url), words.model or (known and known.model)
    if not base_url or not model:
        raise InvalidSetting(
            f"A model needs {'a name' if base_url else 'the address of its server'}.",
            "Write --engine model --base-url http://127.0.0.1:11434/v1 --model NAME.",
        )
    is_known = known is not None and (known.base_url, known.model) == (base_url, model)
    main = known if known is not None and is_known else ModelPlace(base_url, model, _version(known, base_url))
    embeddings = None if before is None else before.embeddings
    if words.embedding_model:
        embeddings = ModelPlace(base_url, words.embedding_model, main.api_version)
    elif embeddings is not None and words.base_url:
        embeddings = ModelPlace(base_url, embeddings.model, main.api_version)
    return ModelChoice(main, None, None, embeddings, is_local_only=before is not None and before.is_local_only)


def _version(known: ModelPlace | None, base_url: str) -> str:
    return known.api_version if known is not None and known.base_url == base_url else ""


def read_choice(kept: str | None) -> ModelChoice | None:
    """What `as_text` gave; None where nothing is kept. Raises `InvalidSetting` where it is damaged."""
    if not kept:
        return None
    try:
        values = json.loads(kept)
        places = {
            name: None if values.get(name) is None else ModelPlace(**values[name])
            for name in ("reports", "answers", "embeddings")
        }
        return ModelChoice(
            ModelPlace(**values["extraction"]), **places, is_local_only=bool(values.get("is_local_only"))
        )
    except (ValueError, TypeError, KeyError) as error:
        raise InvalidSetting("The models of this project are not known any more.", "Choose them again.") from error
