"""What several processes share that serve one database: the news, and who is connected."""
