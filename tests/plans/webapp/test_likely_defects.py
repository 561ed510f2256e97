"""Defects that apps of agents are likely to have, each told by a task: one entry, one row, one page is not enough."""

import pytest

from plans.webapp.catalog.library import WebCatalog

DEFECTS = [
    ("search", "whole-title", "narrow", "the whole title alone is found"),
    ("search", "beginning-only", "narrow", "the beginning of a title alone is found"),
    ("cart", "first-line-only", "total", "the total is that of one line"),
    ("cart", "all-removed", "remove", "removing one line empties the cart"),
    ("cart", "other-removed", "remove", "the wrong line leaves the cart"),
    ("coupon", "first-line-only", "apply", "the discount is that of one line"),
    ("coupon", "discount-for-two", "apply", "the discount is taken off two pieces at most"),
    ("filter", "limit-forgotten", "both", "the second filter takes the first away"),
    ("filter", "last-of-kind", "kind", "some entries of a kind are not listed for it"),
    ("filter", "first-kinds-alone", "kind", "the first kinds can be chosen, and no others"),
    ("filter", "limit-all-or-nothing", "both", "beside a kind the limit leaves all of it or none"),
    ("sort", "page-alone", "amount", "each page is sorted by itself"),
    ("sort", "first-letter-alone", "title", "titles are sorted by their first letter"),
    ("sort", "typed-in", "title", "the alphabetical order does not take in what is added"),
    ("statistics", "lowest-zero", "right", "the lowest value begins at 0"),
    ("statistics", "total-for-highest", "right", "the highest value is a sum"),
    ("statistics", "first-left-out", "right", "the total leaves one entry out"),
    ("statistics", "sample-data", "right", "the figures do not follow what is added or deleted"),
    ("statistics", "same-mean", "limit", "the averages of the table are wrong"),
    ("statistics", "first-line-alone", "groups", "one line of the table follows what is added, the others do not"),
    ("statistics", "lines-typed-in", "groups", "the table does not follow what is deleted"),
    ("statistics", "first-group-alone", "limit", "the first group can be looked at alone, and no other"),
    ("statistics", "choice-typed-in", "limit", "the figures of one group do not follow what is added"),
    ("chart", "first-bar-alone", "right", "one bar follows what is added, the others do not"),
    ("chart", "averages-drawn-once", "switch", "the averages do not follow what is added"),
    ("chart", "sample-data", "right", "the bars do not follow what is added or deleted"),
    ("chart", "wrong-mean", "switch", "the averages of the chart are wrong"),
    ("edit", "first-for-all", "form", "every button edits the first entry"),
    ("edit", "all-at-once", "save", "one change goes to every entry"),
    ("delete", "first-instead", "several", "the first entry goes, whichever is chosen"),
    ("delete", "place-in-view", "several", "in a narrowed list the wrong entry goes"),
    ("comments", "latest-only", "add", "a new comment replaces the one before"),
    ("comments", "shared", "own", "a comment stands at every entry"),
    ("ratings", "all-rated", "rate", "one rating is given to every entry"),
    ("favourites", "all-marked", "mark", "one heart marks every entry"),
    ("favourites", "latest-only", "only", "a new favourite replaces the one before"),
    ("favourites", "latest-heart", "only", "a marked heart looks unmarked when one comes back"),
    ("favourites", "stays-red", "unmark", "an unmarked heart looks marked"),
    ("paging", "overlap", "turn", "the next page repeats an entry"),
    ("undo", "one-step", "steps", "the latest change alone can be taken back"),
    ("undo", "deletions-only", "steps", "what was added cannot be taken back"),
    ("browse", "amount-alone", "facts", "entries lack what the list has to say of them beside the amount"),
    ("kanban", "first-moves", "control", "every card moves the first of its column"),
    ("kanban", "first-column-only", "control", "a control works in the first column alone"),
    ("kanban", "copy-on-move", "control", "a moved card stands in two columns"),
    ("kanban", "lying-heading", "columns", "a heading says another number than that of the cards beneath"),
    ("kanban", "drop-anywhere", "drag", "the next column gets the card, wherever it is dropped"),
    ("kanban", "moves-once", "whole", "a card moves once and never again"),
    ("create", "spelling-alone", "twice", "a duplicate in its own spelling is taken"),
    ("create", "capitals-refused", "twice", "capitals stand for duplicates"),
    ("cart", "charges-for-two", "total", "two pieces at most are charged for"),
    ("filter", "exclusive-but-highest", "limit", "an amount that equals the limit is left out, but for the highest"),
    ("quiz", "always-zero", "result", "right answers are not counted in the end"),
    ("quiz", "first-is-right", "feedback", "the first answer is the right one, whatever it says"),
    ("quiz", "all-right", "feedback", "every answer is right"),
    ("quiz", "answers-counted", "result", "clicks are counted in place of right answers"),
    ("timer", "no-seconds", "runs", "the seconds stand still"),
    ("wizard", "nameless", "check", "one of the fields of a step is not checked"),
    ("keyboard", "greedy-slash", "typing", "one of the keys acts in a field"),
    ("booking", "every-item", "book", "one booking blocks all entries"),
    ("booking", "days-alike", "conflict", "one booking blocks its time on every day"),
    ("booking", "dateless", "book", "a booking does not say for which day it is"),
    ("import", "same-amount", "add", "every line gets the values of the first"),
    ("import", "below-zero", "report", "an amount below 0 is imported"),
    ("persistence", "saved-once", "again", "what is added after a reload is lost"),
    ("persistence", "favourites-lost", "kept", "favourites are lost by a reload"),
]  # fmt: skip
"""Feature, mutant, the task that tells it, and what is wrong. The release gate proves each in a browser."""


@pytest.mark.parametrize(("feature", "mutant", "task", "wrong"), DEFECTS)
def test_a_likely_defect_is_planted_where_a_task_tells_it(
    library: WebCatalog, feature: str, mutant: str, task: str, wrong: str
):
    planted = {one.id: one.task for one in library.features[feature].mutants}
    assert planted.get(mutant) == task, wrong
