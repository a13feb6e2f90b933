"""Finding text in decoded memory."""
