"""The sandbox's /etc: names of its users and of itself, and of this machine what programs cannot do without."""

from agents.sandbox.bubblewrap.namespaces import INNER_USER
from plans.records.sandboxing import HOME

FILES = {
    "passwd": f"root:x:0:0:root:/root:/bin/sh\nuser:x:{INNER_USER}:{INNER_USER}:user:{HOME}:/bin/sh\n"
    "nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n",
    "group": f"root:x:0:\nuser:x:{INNER_USER}:\nnogroup:x:65534:\n",
    "hosts": "127.0.0.1 localhost sandbox\n::1 localhost\n",
    "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
    "resolv.conf": "",
}
"""Name → text. Without them `localhost` has no address and users have no names."""
SHOWN = (
    "/etc/alternatives",
    "/etc/ssl/certs",
    "/etc/ssl/openssl.cnf",
    "/etc/ca-certificates",
    "/etc/pki/tls/certs",
    "/etc/ld.so.cache",
    "/etc/fonts",
    "/etc/mime.types",
)
"""Shown as they are, where they are: nothing in them is anybody's secret."""
