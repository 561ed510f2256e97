"""What tests came to, and whether that can be believed."""
