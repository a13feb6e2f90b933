"""The windows of Memloupe: the only package that knows Qt."""
