"""Language packs that are not installed."""

from graphrag_desktop.language.packs import JAPANESE, KOREAN, PACKS, better_packs, has_pack, pack_version, packs_for


def test_that_a_missing_pack_is_named_for_its_language_only() -> None:
    missing = tuple(pack for pack in PACKS if not has_pack(pack))

    assert better_packs(["en", "de", ""]) == ()
    assert better_packs(["ko", "ja", "ko"]) == missing


def test_that_the_signs_of_a_text_tell_which_packs_may_read_it() -> None:
    assert packs_for("The ferry") == ()
    assert packs_for("naïve 中文") == ()
    assert packs_for("한빛전자") == (KOREAN,)
    assert packs_for("ひらがな 한빛전자") == (KOREAN, JAPANESE)


def test_that_a_pack_has_a_version_or_is_said_to_be_missing() -> None:
    assert all((pack_version(pack) == f"no {pack.extra}") != has_pack(pack) for pack in PACKS)
