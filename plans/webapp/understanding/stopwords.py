"""Words that carry no wish of their own."""

STOPWORDS = frozenset(
    """
    a about above actually after again all almost already also always am an and another any anybody anyone anything
    are around as ask at away back be because been before being best better between big bit both but by can cannot
    cool could currently day days did do does doing done down each easily easy either else enough etc even ever every
    everybody everyone everything few finally fine first for friendly from fun fresh get gets getting give go goes
    going good got great had happy has have having he hello help her here hey hi him his how however i idea if in
    instead into is it its just keep kind know large last later least less let lets like little ll long look looking
    looks lot lots love made main make makes making many maybe me mean might mine modern more most mostly much must my
    name need needed needs never new next nice nicely no nobody not nothing now of off often oh ok old on once one
    ones only open or other others our out over own per perhaps people place pls please possible pretty put quick
    quickly quite rather re ready real really right run said same say see seem several she should show simple since
    small so some somebody someone something sometimes soon sort still stuff such sure take than thank thanks that the
    their them then there these they thing things think this those though time times to today together too try turn
    two u under until up us use used user users using ve very via want wanted wants was way we well were what when
    where which while who whole whose why will wish with within without wonderful work works would write year years
    yes yet you your m s t d
    app application web webapp website site page build create develop design develop implement provide support
    include includes including allow allows able feature features functionality interface responsive
    """.split()
)
COMMON_PLURALS = frozenset(
    """
    things people users customers clients friends days hours minutes weeks months years options details words ways
    lots kids children parents colleagues guests members visitors readers results dates times numbers names
    features pages buttons fields forms icons images pictures colours colors styles skills needs ideas plans goals
    items entries records lists tables charts rows columns cards tabs settings preferences tools apps websites
    products services categories types kinds sorts tags labels parts sections steps levels prices sizes values
    thanks others this its has was does is news always perhaps besides towards unless across cross
    students teachers employees colleagues managers owners sellers buyers housemates neighbours cousins
    requests questions answers comments reviews ratings likes votes messages emails notifications reminders
    functions requirements effects animations transitions backgrounds themes modes files folders documents
    """.split()
)
