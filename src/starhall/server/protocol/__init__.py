"""What goes over the wire: every message of the hall as a typed struct.

Server, tests and docs share these types; the browser's TypeScript follows them. A client is sent
only what its seat may see. Global plies never leave the server (they would reveal how often
others decide in secret): a seat counts its own answers, and frames are numbered per observer.
"""
