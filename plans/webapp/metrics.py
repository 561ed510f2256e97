"""The numbers of one web-app project, after Asuka-Bench (arXiv 2606.05920); plans/project_metrics.py has the formulas.

An outcome earns all of its point or nothing: our judge of web apps gives none in part.

The paper names the three rates, the DAG, the rounds and the attempted share, its headline being cumulative; its
formulas were not to be read. The weights by level, the formula of the Criteria Pass Rate, reporting state beside
cumulative, what is repaired and regressed, and the treatment of what could not be decided are ours.
"""

from plans.project_metrics import ProjectMetrics


class WebAppMetrics(ProjectMetrics):
    """Implements plans.contracts.runs.Metrics."""
