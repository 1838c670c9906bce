"""`python -m companion`: the same as `tholos`."""

import sys

from companion.cli import main

sys.exit(main())
