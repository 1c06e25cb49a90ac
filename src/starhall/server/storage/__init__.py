"""What the hall keeps: the schema of its database, the queries, and the writer of the log."""
