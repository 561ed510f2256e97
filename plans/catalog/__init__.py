"""What catalogs of every family share: features that go together, what a plan leaves of them, what seeds ask for."""
