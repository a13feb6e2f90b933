"""The engine's configuration: layers, values, and what the server makes of them."""
