"""Changes a whole scope."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from desktop_app.cli.changing import Changer
from desktop_app.cli.reading import engine_argument, wanted_ids
from desktop_app.core.engine_config import DEFAULTS
from desktop_app.core.errors import RefusedError
from desktop_app.core.scope import Scope
from desktop_app.services.editing import scope_actions as actions
from desktop_app.services.editing.plans import readable

if TYPE_CHECKING:
    from argparse import Namespace

    from desktop_app.cli.terminal import Terminal
    from desktop_app.services.editing.plans import Intent, Plan
    from desktop_app.services.harness_source import HarnessSource
    from desktop_app.services.snapshot import ScopeSnapshot

LIMITS = ("observe_min_tokens", "snippet_max_tokens", "reflect_threshold_tokens")


def run(options: Namespace, terminal: Terminal) -> int:
    """Change what was asked for."""
    changer = Changer(options, terminal)
    if options.create:
        source = changer.reader.sources[0]
        return changer.carry_out(source, _create(changer, options, source))
    source, snapshot = changer.scope()
    intent = changer.intent(source)
    if options.delete:
        rows = changer.editor(source).scope_rows(snapshot.memory_id)
        return changer.carry_out(source, actions.delete_scope(snapshot, rows, intent))
    if options.rename:
        return changer.carry_out(source, _rename(changer, source, snapshot, options.rename))
    return changer.carry_out(source, _settings(options, snapshot, intent))


def _create(changer: Changer, options: Namespace, source: HarnessSource) -> Plan:
    view = source.config.view
    tokens = view.tokens if view else DEFAULTS
    ids = wanted_ids(options)
    if changer.editor(source).scope_rows(ids.memory_id).record is not None:
        raise RefusedError(f"There is a scope “{ids.memory_id}” already.", "Nothing was written.")
    enabled = options.enable or (not options.disable and bool(view and view.default_enabled))
    return actions.create_scope(
        ids, tokens, changer.intent(source), enabled=enabled, mode=source.mode
    )


def _rename(
    changer: Changer, source: HarnessSource, snapshot: ScopeSnapshot, names: list[str]
) -> Plan:
    editor = changer.editor(source)
    scope = Scope(*map(engine_argument, names))
    rows, target = editor.scope_rows(snapshot.memory_id), editor.scope_rows(scope.memory_id)
    return actions.rename_scope(snapshot, rows, scope, target, changer.intent(source))


def _settings(options: Namespace, snapshot: ScopeSnapshot, intent: Intent) -> Plan:
    if options.enable or options.disable:
        return actions.switch_scope(snapshot, intent, enabled=options.enable)
    given = {name: getattr(options, name) for name in LIMITS}
    wanted = {name: value for name, value in given.items() if value is not None}
    _, record = readable(snapshot)
    return actions.set_limits(snapshot, replace(record.config, **wanted), intent)
