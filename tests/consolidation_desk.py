"""Files of a workspace to consolidate, and a model server that answers about them."""

from __future__ import annotations

from desktop_app.core.ledger.consolidation_accepting import Acceptance
from desktop_app.core.models.settings import ModelSettings
from desktop_app.services.jobs import JobContext
from desktop_app.services.ledger.consolidating import (
    Wish,
    accepted_consolidation,
    consolidate_with_model,
    consolidation_sending,
    prepare,
)
from desktop_app.services.ledger.reading import find_ledgers
from desktop_app.services.workspace import open_editor, open_models

ANSWER = """\
# Support desk memory

## People and roles
- Ana is the support lead and approves macros; reach her at ana@example.com or 555-0142.
- Jonas owns the webhook service; he is away 2026-06-22 to 2026-07-03, Mira covers.
- The billing queue is staffed 08:00-18:00 Europe/Berlin, Monday to Friday.

## Product decisions
- Since 2026-05-11 invoices use the number format LB-YYYY-NNNNNN; INV-NNNN stay valid.
- Proration is computed per day, not per second (decided 2026-04-28, ticket #4471).
- CSV export is limited to 50,000 rows; larger exports go through the reports API.
- Refunds above 5,000 EUR need finance sign-off in writing.

## Customer handling
- Brightwater Clinics (account 20988) is under a data processing addendum.
- Customers on the Legacy-2 plan keep the old price until 2026-12-31.
- The office cat is called Minka.
"""


class Desk:
    """The files of a workspace, and a model server that answers about them."""

    def __init__(self, root, files, server, bucket=""):
        self.root, self.files, self.server = root, files, server
        self.bucket = next(
            one for ledger in find_ledgers(files) for one in ledger.buckets if one.name == bucket
        )
        self.access = open_models(files)
        self.editor = open_editor(files)
        self.context = JobContext()

    def prepared(self, **wish):
        return prepare(self.files, self.bucket, Wish(**wish), self.context)

    def sending(self, prepared):
        self.access.choose(ModelSettings("Custom", self.server.url, "test-model"))
        return consolidation_sending(prepared, self.access, self.access.choice())

    def asked(self, *steps, **wish):
        prepared = self.prepared(**wish)
        sending = self.sending(prepared)
        self.server.script(steps)
        return consolidate_with_model(prepared, self.access, sending, self.context)

    def accepted(self, proposal, **how):
        plan = accepted_consolidation(self.files, proposal, self.context, Acceptance(**how))
        return self.editor.apply(plan.change, self.context)
