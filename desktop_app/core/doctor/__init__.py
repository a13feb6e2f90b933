"""The doctor: rules that find what is wrong in an engine's file, and what would repair it."""
