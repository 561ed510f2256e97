"""Commands that heed Ctrl-C, or ignore it, whatever these tests were started from: in the background a shell has it
ignored.
"""

HEEDING = ("env", "--default-signal=INT")
"""Before a command that is to heed it."""
IGNORING = ("env", "--ignore-signal=INT")
"""Before one that is to ignore it."""
