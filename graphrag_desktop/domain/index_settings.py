"""The settings of an index, whoever reads and writes."""

from dataclasses import dataclass, field
from typing import cast

from graphrag_desktop.domain.setting_words import SettingWords, number_setting


@dataclass(frozen=True, slots=True)
class IndexSettings:
    """From files to answers. None means: what suits the engine and the size of the collection."""

    left_out: str = field(
        default="",
        metadata={
            "words": SettingWords(
                "Left out", "Files and folders not to be read: names or paths with * and ?, parted by commas.", "units"
            )
        },
    )
    codecs: str = field(
        default="",
        metadata={
            "words": SettingWords(
                "Encodings of files",
                "For text files whose encoding was guessed wrongly: name or path = encoding, as in letters/*.txt=cp949.",
                "units",
            )
        },
    )
    unit_tokens: int = cast(
        int,
        number_setting(
            600,
            "Text unit",
            "Tokens in a text unit; 600 finds about twice the entities of 2,400.",
            "units",
            low=50,
            high=8_000,
        ),
    )
    overlap_tokens: int = cast(
        int,
        number_setting(
            100, "Overlap", "Tokens that a text unit shares with the one before.", "units", low=0, high=4_000
        ),
    )
    encoding: str = field(
        default="o200k_base",
        metadata={
            "words": SettingWords("Encoding", "How tokens are counted.", "units", choices=("o200k_base", "cl100k_base"))
        },
    )
    max_cluster_size: int | None = cast(
        int | None,
        number_setting(
            None,
            "Largest community",
            "A community with more entities is split further.",
            "communities",
            low=2,
            high=10_000,
        ),
    )
    root_resolution: float | None = cast(
        float | None,
        number_setting(
            None, "Resolution, overview", "Higher gives more communities at C0.", "communities", low=0.01, high=100
        ),
    )
    resolution: float | None = cast(
        float | None,
        number_setting(
            None,
            "Resolution, below",
            "Higher gives more communities at deeper levels.",
            "communities",
            low=0.01,
            high=100,
        ),
    )
    seed: int = cast(
        int,
        number_setting(
            0xDEADBEEF,
            "Seed",
            "The same seed gives the same communities and the same shuffles.",
            "communities",
            low=0,
            high=2**32 - 1,
        ),
    )
    join_components: bool = cast(
        bool,
        number_setting(
            True,  # noqa: FBT003 - the default of the setting
            "Join components",
            "Entities without a path between them but with a shared text unit may share a community.",
            "communities",
        ),
    )
    report_data_tokens: int = cast(
        int,
        number_setting(
            8_000,
            "Data for a report",
            "Tokens of records that a report is written from.",
            "reports",
            low=200,
            high=1_000_000,
        ),
    )
    report_tokens: int = cast(
        int, number_setting(700, "Length of a report", "Tokens that a report may have.", "reports", low=100, high=8_000)
    )
    map_data_tokens: int = cast(
        int,
        number_setting(
            8_000, "Data for a part", "Tokens of reports that one map call reads.", "answers", low=200, high=1_000_000
        ),
    )
    reduce_data_tokens: int = cast(
        int,
        number_setting(
            8_000,
            "Data for an answer",
            "Tokens of parts that the final answer is written from.",
            "answers",
            low=200,
            high=1_000_000,
        ),
    )
    grag_hops: int = cast(
        int,
        number_setting(
            2,
            "Steps of a subgraph",
            "How far a subgraph reaches from its centre; 2 is better than 1, from 3 on all look alike.",
            "answers",
            low=1,
            high=3,
        ),
    )
    grag_graphs: int = cast(
        int,
        number_setting(
            10,
            "Subgraphs",
            "How many of the nearest are read for a question; above 15 answers get worse.",
            "answers",
            low=1,
            high=20,
        ),
    )
