"""The numbers of one Python project, after PRDBench (arXiv 2510.24358); plans/project_metrics.py has the formulas.

PRDBench gives each criterion 0, 1 or 2 points, and a project the mean of its points over 2. Its criterion is an
evaluation task with one outcome here, which earns its points over 2: so the Criteria Pass Rate is PRDBench's score of
the project where all tasks weigh the same, as published ones do. Those of our catalog weigh by level, so that a robust
program is told from one that shows a menu. The Task Pass Rate takes a criterion for passed at 2 points alone, and gives
nothing for 1.

PRDBench divides by the criteria that a report happens to hold, and leaves a project without a report out of its mean.
Here what was planned is what is divided by, and what nobody could decide makes an interval of the rate.
"""

from plans.project_metrics import ProjectMetrics


class PythonProjectMetrics(ProjectMetrics):
    """Implements plans.contracts.runs.Metrics."""
