"""The numbers of one project that is tried by weighted evaluation tasks, whatever it is submitted as.

For a project with evaluation tasks t of weight w_t (by level: presence 1, functionality 2, robustness 3), each with n_t
expected outcomes:

- Task Pass Rate       TPR = Σ w_t [t passed] / Σ w_t, over all planned tasks;
- Criteria Pass Rate   CPR = Σ (w_t / n_t) · (what the outcomes of t earned) / Σ w_t, where a passed outcome earns 1
                       and a failed one its points of the points that there were, which a family may give in part;
- completed            all of its tasks passed; the Project Completion Rate is the share of such projects;
- attempted            tasks that were tried / planned: a blocked one was not, and of one that is unresolved without
                       a try nobody knows;
- state at a round     the verdicts of that round's submission alone;
- cumulative           a task or outcome counts as passed once it passed in any round so far;
- repaired             at a round: tasks not passed the round before and passed at it; regressed: the reverse.
                       Unresolved at either round, a task is neither: nobody knows whether it had passed.

Every rate is an interval over what was planned, `low` with unresolved verdicts as not passed and `high` with them as
passed. Blocked is decided: it did not pass. The rate over decided parts alone, and their share, stand beside. A project
with an unresolved task and no failed one is undecided. A round that was not judged is unresolved throughout.

For web apps this follows Asuka-Bench (arXiv 2606.05920), which names the three rates, the DAG, the rounds and the
attempted share, its headline being cumulative; its formulas were not to be read. The weights by level, the formula of
the Criteria Pass Rate, reporting state beside cumulative, what is repaired and regressed, and the treatment of what
could not be decided are ours. An outcome of a web app earns all of its point or nothing.

PRDBench (arXiv 2510.24358) gives each criterion 0, 1 or 2 points, and a project the mean of its points over 2. Its
criterion is an evaluation task with one outcome here, which earns its points over 2: so the Criteria Pass Rate is
PRDBench's score of the project where all tasks weigh the same, as published ones do. Those of our catalog weigh by
level. The Task Pass Rate takes a criterion for passed at 2 points alone. PRDBench divides by the criteria that a report
happens to hold, and leaves a project without a report out of its mean; here what was planned is what is divided by.
"""

from collections.abc import Iterable, Sequence

from plans.records.criteria import Criteria
from plans.records.run import Changes, Credit, ProjectScore, ProjectStanding, share, whole
from plans.records.verdict import Judgement, Status


class ProjectMetrics:
    """Implements plans.contracts.runs.Metrics for the families of projects."""

    def standing(self, criteria: Criteria, judgement: Judgement | None) -> ProjectStanding:
        """How a judgement leaves the planned tasks; without one, all are unresolved."""
        verdicts = {verdict.task: verdict for verdict in judgement.tasks} if judgement else {}
        tasks: dict[str, Status] = {}
        outcomes: dict[str, tuple[Credit, ...]] = {}
        for task in criteria.tasks:
            verdict = verdicts.get(task.id)
            known = {o.outcome: Credit(o.status, o.credit) for o in verdict.outcomes} if verdict else {}
            tasks[task.id] = verdict.status if verdict else Status.UNRESOLVED
            outcomes[task.id] = tuple(known.get(o.id, whole(Status.UNRESOLVED)) for o in task.outcomes)
        tried = frozenset(
            id
            for id, verdict in verdicts.items()
            if verdict.status in (Status.PASSED, Status.FAILED)
            or (verdict.status is Status.UNRESOLVED and verdict.attempts > 0)
        )
        return ProjectStanding(tasks=tasks, outcomes=outcomes, tried=tried)

    def cumulative(self, standings: Sequence[ProjectStanding]) -> ProjectStanding:
        """The best of several rounds: passed once passed, else unresolved once unresolved, else as it stands last."""
        last = standings[-1]
        return ProjectStanding(
            tasks={id: _best(s.tasks[id] for s in standings) for id in last.tasks},
            outcomes={
                id: tuple(
                    _best_credit(credits)
                    for credits in zip(*(s.outcomes[id] for s in standings), strict=True)
                )
                for id in last.outcomes
            },
            tried=frozenset[str]().union(*(s.tried for s in standings)),
        )

    def project_score(self, criteria: Criteria, stands: ProjectStanding) -> ProjectScore:
        """The numbers of a project whose tasks stand so."""
        statuses = list(stands.tasks.values())
        return ProjectScore(
            task_pass_rate=share((task.weight, whole(stands.tasks[task.id])) for task in criteria.tasks),
            criteria_pass_rate=share(
                (task.weight / len(task.outcomes), credit)
                for task in criteria.tasks
                for credit in stands.outcomes[task.id]
            ),
            completed=share([(1.0, whole(_completed(statuses)))]),
            attempted=share((1.0, whole(_attempt(stands, id))) for id in stands.tasks),
        )

    def changes(self, before: ProjectStanding, now: ProjectStanding) -> Changes:
        """Repaired: passed now and not before; regressed: the reverse; neither where either is unresolved."""
        known = [
            (before.tasks[id], status)
            for id, status in now.tasks.items()
            if Status.UNRESOLVED not in (before.tasks[id], status)
        ]
        return Changes(
            repaired=sum(then is not Status.PASSED and status is Status.PASSED for then, status in known),
            regressed=sum(then is Status.PASSED and status is not Status.PASSED for then, status in known),
        )


def _completed(statuses: Sequence[Status]) -> Status:
    """A project has passed when all tasks have; a failed task settles that it has not, whatever is unresolved."""
    if any(status in (Status.FAILED, Status.BLOCKED) for status in statuses):
        return Status.FAILED
    return Status.UNRESOLVED if Status.UNRESOLVED in statuses else Status.PASSED


def _attempt(stands: ProjectStanding, task: str) -> Status:
    """Whether the task was tried; of one that was never judged, or whose prerequisites are unresolved, it is open."""
    if task in stands.tried:
        return Status.PASSED
    return Status.UNRESOLVED if stands.tasks[task] is Status.UNRESOLVED else Status.FAILED


def _best_credit(credits: Sequence[Credit]) -> Credit:
    """What was earned once stays earned, in part too."""
    return Credit(_best(credit.status for credit in credits), max(credit.earned for credit in credits))


def _best(statuses: Iterable[Status]) -> Status:
    seen = list(statuses)
    if Status.PASSED in seen:
        return Status.PASSED
    return Status.UNRESOLVED if Status.UNRESOLVED in seen else seen[-1]
