"""Which model is asked, where it is, and which key it gets."""
