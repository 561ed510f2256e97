"""What the stories about the graph share."""

import os

# As the command does, before LangGraph is imported: it reads this once.
os.environ.update(LANGGRAPH_STRICT_MSGPACK="true", LANGSMITH_TRACING="false", LANGCHAIN_TRACING_V2="false")
