"""Operations and markers as one timeline."""
