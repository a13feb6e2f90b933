"""A workspace to make ill."""

from __future__ import annotations

import pytest

from tests.doctor_patient import Patient


@pytest.fixture
def patient(golden_workspace):
    return Patient(golden_workspace("fresh-database"))
