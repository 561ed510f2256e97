"""Sandboxes of Inspect AI and of packages for it (docker, k8s, cloud), behind the extra `inspect`."""
