"""Levels for the tests of slider and picker."""

from graphrag_desktop.domain.answers import LevelEstimate

LEVELS = (
    LevelEstimate(0, communities=9, unconnected=3, report_tokens=7_100, map_calls=1),
    LevelEstimate(1, communities=34, unconnected=3, report_tokens=24_800, map_calls=4),
    LevelEstimate(2, communities=34, unconnected=3, report_tokens=24_800, map_calls=4, same_as=1),
    LevelEstimate(3, communities=1_141, unconnected=3, report_tokens=1_286_000, map_calls=211),
)
