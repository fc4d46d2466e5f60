"""Writing a record at the table: a state machine without a terminal, and a terminal on top of it."""
