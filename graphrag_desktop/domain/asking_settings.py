"""The settings of single ways of asking, with the defaults of those who published them."""

from dataclasses import dataclass
from typing import cast

from graphrag_desktop.domain.index_settings import IndexSettings
from graphrag_desktop.domain.setting_words import number_setting


@dataclass(frozen=True, slots=True)
class AskingSettings(IndexSettings):
    """What bounds a way of asking beside its window."""

    drift_reports: int = cast(
        int,
        number_setting(
            20, "DRIFT: reports", "The nearest ones, from which the first questions come.", "answers", low=1, high=100
        ),
    )
    drift_folds: int = cast(
        int,
        number_setting(
            5,
            "DRIFT: folds",
            "Into so many calls the reports are spread, none of them empty.",
            "answers",
            low=1,
            high=20,
        ),
    )
    drift_follow_ups: int = cast(
        int,
        number_setting(
            5, "DRIFT: follow-up questions", "Asked at each depth at most; each is a call.", "answers", low=0, high=20
        ),
    )
    drift_depth: int = cast(
        int,
        number_setting(
            3, "DRIFT: depth", "How often what was found is followed up; 2 is mostly enough.", "answers", low=1, high=5
        ),
    )
    drift_money: float | None = cast(
        float | None,
        number_setting(
            None,
            "DRIFT: most money",
            "No follow-up is asked that could take a question beyond it, by the prices known.",
            "answers",
            low=0,
            high=1_000_000,
        ),
    )
    walk_damping: float = cast(
        float,
        number_setting(
            0.5,
            "Associative: damping",
            "How far a walk goes from what the question names: 0.5 stays near.",
            "answers",
            low=0.05,
            high=0.95,
        ),
    )
    walk_passages: float = cast(
        float,
        number_setting(
            0.05,
            "Associative: passages",
            "What the nearest passage counts as a start of walks beside an entity.",
            "answers",
            low=0,
            high=1,
        ),
    )
    dual_records: int = cast(
        int,
        number_setting(
            40,
            "Dual-level: records",
            "Entities that the particular words come near, and relationships that the general ones do.",
            "answers",
            low=1,
            high=200,
        ),
    )
    just_in_time_reports: int = cast(
        int,
        number_setting(
            10,
            "Just in time: reports",
            "Read for a question; of these, those that are missing are written.",
            "answers",
            low=1,
            high=100,
        ),
    )
