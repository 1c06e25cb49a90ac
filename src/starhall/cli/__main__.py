"""`python -m starhall.cli` is `starhall`."""

from starhall.cli import main

if __name__ == "__main__":
    main()
