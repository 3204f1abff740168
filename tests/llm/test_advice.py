"""How long servers ask to wait."""

import pytest

from graphrag_desktop.llm.advice import advised_wait

NOW = 1_795_129_600.0


@pytest.mark.parametrize(
    ("headers", "body", "seconds"),
    [
        ({"retry-after": "7"}, "", 7.0),
        ({"retry-after": "1.5"}, "", 1.5),
        ({"retry-after-ms": "1500", "retry-after": "2"}, "", 1.5),
        ({"retry-after": "Fri, 20 Nov 2026 06:40:30 GMT", "date": "Fri, 20 Nov 2026 06:40:00 GMT"}, "", 30.0),
        ({"retry-after": "2m30s"}, "", 150.0),
        ({"retry-after": "0"}, "Try again in 50 seconds.", 50.0),
        ({}, "Requests have exceeded the rate limit. Please retry after 52 seconds. Go to http://x.", 52.0),
        ({}, "Rate limit reached: Limit 10000, Used 9000. Please try again in 1m30.5s. Visit us.", 90.5),
        ({}, "try again in 20ms", 0.02),
        ({}, "Wait 2 minutes and 5 seconds before the next call", 125.0),
        ({}, '{"error": {"details": [{"retryDelay": "34s"}]}}', 34.0),
        ({"x-ratelimit-reset-requests": "1s", "x-ratelimit-reset-tokens": "6m0s",
          "x-ratelimit-remaining-requests": "0", "x-ratelimit-remaining-tokens": "900"}, "", 1.0),
        ({"x-ratelimit-reset-requests": "1s", "x-ratelimit-reset-tokens": "6m0s"}, "", 360.0),
        ({"x-ratelimit-reset": "12"}, "", 12.0),
        ({"x-ratelimit-reset": str(int(NOW) + 9)}, "", 9.0),
        ({"x-ratelimit-reset": str((int(NOW) + 9) * 1000)}, "", 9.0),
        ({"anthropic-ratelimit-tokens-reset": "2026-11-19T23:06:45Z"}, "", 5.0),
    ],
)  # fmt: skip
def test_that_advice_is_understood_in_every_form(headers: dict[str, str], body: str, seconds: float) -> None:
    assert advised_wait(headers, body, NOW) == pytest.approx(seconds)


@pytest.mark.parametrize(
    ("headers", "body"),
    [({}, ""), ({"retry-after": "soon"}, "It is busy."), ({"retry-after": "0"}, ""), ({"x-ratelimit-reset": "-3"}, "")],
)
def test_that_no_advice_is_none(headers: dict[str, str], body: str) -> None:
    assert advised_wait(headers, body, NOW) is None
