"""Japanese by its scripts."""

import pytest

from graphrag_desktop.language.japanese import find_japanese


def _found(text: str) -> list[tuple[str, str]]:
    return [(text[start:end], label) for start, end, label in find_japanese(text)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "青葉重工業は北海道苫小牧市に工場を建設する。",
            [("青葉重工業", "ORG"), ("北海道苫小牧市", "GPE"), ("工場", ""), ("建設", "")],
        ),
        (
            "山田太郎教授は東海ガス株式会社と契約した。",
            [("山田太郎", "PERSON"), ("東海ガス株式会社", "ORG"), ("契約", "")],
        ),
        ("ジョン・スミス氏は権利及び自由を求めた。", [("ジョン・スミス", "PERSON"), ("権利", ""), ("自由", "")]),
        ("何人も一切の差別を受けない。", [("差別", "")]),
    ],
)
def test_that_runs_of_signs_are_names_typed_by_their_end(text: str, names: list[tuple[str, str]]) -> None:
    assert _found(text) == names
