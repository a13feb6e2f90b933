"""The page of the doctor over a workspace that was made ill."""

from __future__ import annotations

import pytest
from doctor_window import DoctorWindow, make_ill


@pytest.fixture
def patient(golden_workspace):
    return make_ill(golden_workspace("fresh-database"))


@pytest.fixture
def page(driver, patient):
    return DoctorWindow(driver, patient.root)
