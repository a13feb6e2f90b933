"""Use cases: blocking, cancellable, without Qt."""
