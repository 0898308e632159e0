"""`python -m neuroevo`: the same as the command `neuroevo`."""

from neuroevo.cli import main

if __name__ == "__main__":
    main()
