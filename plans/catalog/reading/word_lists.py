"""Words that tell something in a seed or a note, by what they tell; plain_words.yaml holds them."""

import re
from functools import cached_property

from plans.records.base import Record

Words = frozenset[str]


class SpellingWords(Record):
    """Words that are read in a way of their own."""

    same_in_plural: Words
    """Words that end like a plural and are none."""
    pronouns: Words
    """What stands between a verb and its particle."""
    particles: Words
    """What goes with a verb: to look up."""
    with_particles: Words
    """Verb forms that mean something else with a particle behind them: "is taken down"."""
    turning_particles: Words
    """What stands behind one of those then."""
    numbers: dict[str, int]
    """What is written in letters."""


class RefusingWords(Record):
    """How a text says what it does not want."""

    negations: Words
    bare: Words
    """Those that refuse by themselves, at the head of a phrase."""
    omitting: Words
    """Verbs that leave out what follows them, in a seed as in a note."""
    other: Words
    """What else refuses."""
    neither: Words
    """Those of the negations that refuse whatever follows."""
    turns: Words
    """Words at which what is refused ends."""
    goes_on: frozenset[tuple[str, str]]
    """Two words after which it does not end: "not with a cart"."""
    past: Words
    """Words after a "no" that tells what is past."""
    restricting: Words
    """Words after a negation that refuses nothing: "not only a list"."""
    describing: Words
    """Words before a "no" that tells how things are: "there is no search yet"."""
    demanding: Words
    """Unless one of these stands before."""
    no_matter: Words
    """Words after a "no" that refuses nothing."""
    denies: Words
    """What refuses before a word of wanting alone."""
    to_want: Words
    to_have: Words
    """What is not wanted where a "to" follows: "no need to have"."""
    before_a_thing: Words
    """What stands after "but not", besides articles."""
    in_two_words: frozenset[tuple[str, str]]
    """Two words that refuse together."""
    barely: Words
    """What may stand between a refusal and what it refuses."""
    not_needed: re.Pattern[str]
    """After a phrase: "ratings are not needed", "comment-free", "Ratings? No thanks"."""
    rest_of_list: re.Pattern[str]
    """After a comma: entries of one or two words up to an "or"."""
    joins: Words
    """What joins refused things."""
    prepositions: Words
    """With a noun before one of these it is that noun which is refused: "no limit on ratings"."""
    narrowing: Words
    """Words after a refused thing that say which of its kind are meant."""
    denying: Words
    """Words before a refusal that take it back: "I cannot live without a search"."""

    @cached_property
    def all(self) -> Words:
        """Words that refuse, and so are no wishes themselves."""
        return self.negations | self.omitting | self.other


class DismissingWords(Record):
    """How an order takes a thing out, and what nobody shall do."""

    dismissals: Words
    """Verbs that take out what follows them, where they are orders."""
    before_an_order: Words
    all_of: Words
    """What stands behind such a verb."""
    able: Words
    """Words before a comma after which a verb goes on telling what people do: "can add, edit, remove the plants"."""
    cannot: Words
    where: Words
    """What a "cannot" is said of: an app "where you cannot comment"."""
    from_now: Words
    """Words of a text that tells how things are, and not how they are to be."""
    clause_ends: re.Pattern[str]
    """Where what nobody shall do ends."""


class ForbiddingWords(Record):
    """How a text says what nobody shall do, and what shall not be."""

    behind: re.Pattern[str]
    """After a thing: "must not be there", "is forbidden"."""
    before: re.Pattern[str]
    """Up to what is forbidden: "nobody should be able to edit or "."""
    part_of_object: re.Pattern[str]
    """A word of what something is done to: deleting a film."""
    joined: re.Pattern[str]
    """Another thing of which the same is said: "ratings and comments"."""
    to_all: re.Pattern[str]
    """Words of that by which it is forbidden to everybody."""
    complaint: re.Pattern[str]
    """Words of that by which it may rather tell what fails so far: nobody can."""
    complained_of: Words
    """Stems of what nobody wants to forbid and everybody misses."""
    harmless: re.Pattern[str]
    """What may stand behind a refusal and narrows nothing: "at all"."""
    some: re.Pattern[str]
    """What stands behind a refusal that holds for some, or at times."""
    partly: Words
    """Words behind what is forbidden that say of which things alone, besides those of_some."""
    heads: re.Pattern[str]
    """What may stand in a clause before the first of several refused things."""
    conditions: re.Pattern[str]
    """Words of a clause that tells when or why something is so."""
    clause_ends: re.Pattern[str]
    """Where such a clause ends."""
    denying: re.Pattern[str]
    """Words that deny something, whatever it may be."""


class CommandingWords(Record):
    """What a reviewer's note tells the author to do with what stands beside."""

    wants: Words
    """Words after which something is wanted."""
    out: Words
    """Words after which it is not, besides dismissals and what omits."""
    away: Words
    """Words after which it is not either, where an "out" goes with them."""
    exchange: Words
    """Words after which the first of two things goes, and the other comes."""
    given: Words
    """What stands before the other."""
    counting: Words
    """Those that speak of the very next word alone."""
    before: Words
    """Words before a command."""
    objects: Words
    """What stands after one, besides articles."""


class WishingWords(Record):
    """What tells of a word for a feature whether it asks for it."""

    before_nouns: Words
    """Words before a noun, besides articles."""
    owning: Words
    """Words before a noun that say which one is meant."""
    held: Words
    """Words, besides articles, before a device that somebody holds: "without my phone"."""
    signing_up: Words
    of_accounts: Words
    """Words of a sentence in which "sign up" makes an account."""
    lending: Words
    """Words by which things are lent."""
    before_what_is_on: Words
    """Words before what somebody signs up for."""
    formats: Words
    """Files that are imported or exported."""
    heads: Words
    """Served words that are the head of what the word before them names: a shopping list."""
    doing: Words
    """Verbs for what people do with things, most of which the catalog does not know."""
    who: re.Pattern[str]
    """A question in plain words that the seed wants answered: "who has which one"."""
    clauses: re.Pattern[str]
    """Where a clause ends."""


class NamingWords(Record):
    """What points at the name of a product, and at what it is about."""

    called: re.Pattern[str]
    """Words after which stands what the product is called."""
    loose_ends: re.Pattern[str]
    """What such a name never ends with."""
    firm: re.Pattern[str]
    """Words after which stands what the app is about."""
    listed: re.Pattern[str]
    """Words after which stands, in so many words, what is listed."""
    loose: re.Pattern[str]
    """Words after which may stand what the app is about, or any part of it."""
    kept: re.Pattern[str]
    """A noun in the singular before the place where such things are sold, lent or kept."""
    counted: re.Pattern[str]
    """Words after which stands a noun in the plural, of whatever weight."""
    service: re.Pattern[str]
    """A trade: "dog walking business"."""
    single: re.Pattern[str]
    """Words after which stands what the app is about, in the singular."""
    headed: re.Pattern[str]
    """A noun in the singular before a word for what is made: a lost pet board."""
    qualities: tuple[str, ...]
    """Endings of words that say how something is: a colourful page."""
    abstract: tuple[str, ...]
    """Endings of nouns of which there are no several: an honesty shop sells no honesties."""
    in_oe: Words
    """Plurals of words that end in "oe"."""
    in_fe: Words
    """Plurals of words that end in "fe"."""
    doers: tuple[str, ...]
    """Endings of words for people, who are no things: coffee drinkers."""
