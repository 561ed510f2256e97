"""Files that commands wrote, held against those that are expected."""
