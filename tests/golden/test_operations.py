"""What the engine does to its tables, step by step, against the engine's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from desktop_app.core.engine_time import format_column
from desktop_app.core.errors import DamagedError, RefusedError
from desktop_app.core.export.formats import export_record, resolve_format
from desktop_app.core.observational.record import ObservationConfig
from desktop_app.core.observational.snippet import build_snippet
from desktop_app.core.observational.status import status_fields
from tests.golden.operations_replay import WALL_CLOCK, EngineError, ReplayedEngine, scope_of

if TYPE_CHECKING:
    from pathlib import Path

# Texts that depend on the engine's language: that the call fails and what it leaves is checked.
UNREADABLE = "unmarshal active observations: "


def run(engine: ReplayedEngine, step: dict[str, Any]) -> dict[str, Any]:
    """Carry out one step; return the results that the engine reports for such a call."""
    engine.set_clock(step["now"])
    call = step["call"]
    if call == "sql":
        engine.run_sql(step["sql"])
        return {}
    if call == "restart":
        engine.restart()
        return {}
    try:
        return CALLS[call](engine, step)
    except EngineError as error:
        return {"error": str(error)}
    except DamagedError:
        return {"error": UNREADABLE}
    except RefusedError:
        return {"error": "unsupported export format"}


def _observe(engine: ReplayedEngine, step: dict[str, Any]) -> dict[str, Any]:
    outcome = engine.observe(step)
    return {
        "observed": outcome is not None and outcome.observed,
        "reflected": outcome is not None and outcome.reflected,
        "status": _status(engine, step),
    }


def _mutate(engine: ReplayedEngine, step: dict[str, Any]) -> dict[str, Any]:
    (engine.reflect_now if step["call"] == "reflect_now" else engine.set_enabled)(step)
    return {"status": _status(engine, step)}


def _status(engine: ReplayedEngine, step: dict[str, Any]) -> dict[str, Any]:
    return status_fields(engine.record(scope_of(step)))


def _export(engine: ReplayedEngine, step: dict[str, Any]) -> dict[str, Any]:
    record = engine.record(scope_of(step))
    export_format = resolve_format(step["format_arg"])
    content = export_record(record, export_format)
    return {
        "format": str(export_format),
        "bytes": len(content),
        "content": content.decode(),
    }


CALLS = {
    "observe": _observe,
    "reflect_now": _mutate,
    "enable": _mutate,
    "disable": _mutate,
    "status": lambda engine, step: {"status": _status(engine, step)},
    "snippet": lambda engine, step: {"snippet": build_snippet(engine.record(scope_of(step))).text},
    "export": _export,
}
RESULTS = ("error", "observed", "reflected", "status", "snippet", "format", "bytes", "content")


def expected_results(step: dict[str, Any]) -> dict[str, Any]:
    results = {name: step[name] for name in RESULTS if name in step}
    for beginning in (UNREADABLE, "unsupported export format"):
        if results.get("error", "").startswith(beginning) and "NaN" not in results["error"]:
            results["error"] = beginning
    return results


def expected_rows(step: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    wall_clock = format_column(WALL_CLOCK)
    return {
        table: [
            {name: wall_clock if value == "WALL_CLOCK" else value for name, value in row.items()}
            for row in rows
        ]
        for table, rows in step["db"].items()
    }


def first_difference(path: Path, case: dict[str, Any]) -> str | None:
    engine = ReplayedEngine(
        path, enabled=case["default_enabled"], config=ObservationConfig(**case["default_config"])
    )
    for number, step in enumerate(case["steps"], start=1):
        results = run(engine, step)
        if results != expected_results(step):
            return f"{case['case']} step {number}: {results} instead of {expected_results(step)}"
        if engine.rows() != expected_rows(step):
            return f"{case['case']} step {number}: {engine.rows()} instead of {step['db']}"
    return None


def test_every_scenario_leaves_the_engines_rows_after_each_step(golden_vectors, tmp_path):
    cases = golden_vectors("operations")
    wrong = [first_difference(tmp_path / f"{case['case']}.db", case) for case in cases]

    assert [difference for difference in wrong if difference] == []
    assert (len(cases), sum(len(case["steps"]) for case in cases)) == (37, 136)
