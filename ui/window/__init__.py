"""The frame of the window: header, scope head, panes, pages, menus."""
