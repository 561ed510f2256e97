"""The provider `bubblewrap`: namespaces, seccomp filter, quota and control group, without a daemon and without root."""
