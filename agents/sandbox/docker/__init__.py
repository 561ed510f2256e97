"""The provider `docker`: a container for each sandbox, by the docker client, wherever its daemon runs."""
