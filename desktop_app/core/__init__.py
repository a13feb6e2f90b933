"""Values and rules: pure, without files, SQL, Qt or a clock."""
