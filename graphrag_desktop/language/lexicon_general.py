"""Nouns of general English that name no subject of a collection when they stand alone: data, not rules.

Unlike those of `VAGUE` they make good heads of phrases: a "force" is nothing to look up, an "air force" is.
"""

from functools import cache

from graphrag_desktop.language.lexicon import VAGUE, words
from graphrag_desktop.language.words import singular

GENERAL = words(
    """
    acceptance accordance account accuracy acquisition activity adaptation adequacy adjustment admission
    adoption advancement advice affection agency agenda agent aid allowance alternative ambition analysis
    anticipation anybody anyone apology appearance application appointment appreciation appropriateness approval
    argument arm array article assembly assertion assessment asset assignment association assumption atmosphere
    attachment audience availability average avoidance awareness background backing balance band base batch
    being belief bottom box brb bunch burden button call capability caution century certainty characteristic
    charge check choosing city clarity close closing colleague column combination comfort command comment
    commitment communication community comparison competence completion complexity compliance component
    composition comprehension compromise concentration concept conception concern concession confirmation
    confusion conjunction consciousness consensus consistency constraint construction container continuation
    contrast contribution control convenience conversation conviction copy core corner correction cost
    counterpart courage creation criterion custom deadline dedication definition delay demonstration denial
    deployment depth description designation destination determination devotion diagram diligence dimension
    disadvantage discretion discussion display distance distinction distribution district division document
    doing dozen draft drive duration ease edge efficiency element elimination emphasis encouragement engagement
    enjoyment enthusiasm entity entry error essence estimate ethic evaluation evening everybody everyone
    excellence exclusion excuse execution exertion expense explanation exploration exposure expression extension
    face facility factor fall familiarity fault feedback finding finish fit flow focus folk following force
    formula frame framework frequency fulfillment function functioning gain gap gentleness glance goal goodness
    gratitude growth guarantee guess guidance guide habit half halt handle handling happening height hello help
    hey highlight hmm home image imagination impact implementation implication impression improvement impulse
    inability incentive incident inclination inclusion indication information ingredient initiative input inside
    insight inspiration instruction instrument integrity intensity intent interaction interpretation
    interruption intervention introduction invitation involvement journey judgement justification keeping key
    kindness landscape latter launch layer learning leave link live living location logic lol maintenance making
    man match material maximum meaning mechanism middle midst mistake mix mixture mode moderation modification
    momentum mood morale nobody noise nope norm notice notion objective obligation observation obstacle
    occurrence offer okay opening operator option organisation orientation origin outline output outset outside
    overview owner package pain pair panel partner passage patience pause peak perception performance permission
    persistence personality perspective phase phenomenon philosophy phrase picture piece plenty poem pointing
    popularity portrait posing possession post practise praise precaution precision preference preparation
    presence presentation preservation pressure prevention pride priority procedure processing profession
    program programme progression prosperity public pursuit quantity quarter quest queue race radius rank rating
    ratio reach reaction reader reality realization rear reception recognition record recovery reduction refusal
    region registration regret reliance relief reminder removal repetition replacement representation
    representative reputation requirement rescue residence resource respect response restraint restriction
    retention return revelation reward rhythm rise rotation round route routine row rule rumour run sake sample
    scale scenario schedule scheme score search seat secret segment selection self sentence separation sequence
    setting settlement shape shift shock shoulder show signal significance silence similarity simplicity skill
    sky somebody someone soul speaking specification speed split square standing status stay stop strain
    stranger stream stress stretch style substance substitute succession suffering suit sun surface surprise
    surrounding survival suspicion sympathy symptom table tactic tail target taste technique tension thanks
    theme thx title tone topic touch track transformation transition transmission treatment trip trouble try ugh
    uncertainty undertaking unity usage use user utility utilization validity variation version vicinity
    vigilance vigor vision vitality volume wait walk want warning watch weakness weekend welcome whole will
    willingness wisdom wonder wording working worry worth wow writer writing yeah yep
    """
)

NO_SUBJECT = words(
    """
    agreement bill board cent centimeter centimetre chair fund gallon gram hectare inch kilogram letter liter litre meter
    metre millimeter millimetre north ounce payment product row south witness
    """
)
"""Units, directions, and things of which every desk has many: no subject alone, though a question may be about one."""

_ASKING = words(
    """
    accept accomplish accuse achieve acquire act add address admit adopt advise affect afford agree aim alarm
    allow alter announce annoy answer anticipate apply appoint approve argue arise arrange arrive ascertain ask
    assess assist assume attempt attract avoid await back become begin behave believe belong benefit blame
    bother bring build call care carry cause cease challenge change choose claim collaborate come commit compare
    complain conceal concern conclude condemn confirm connect consider consist contain continue contribute
    control convince cope correct cost count create criticise criticize cut deal debate decide declare decline
    decrease defend delay deliver demand deny depend describe deserve design detect determine develop differ
    disagree disappear discover discuss dispute distinguish do doubt drop emerge employ enable encourage end
    enjoy ensure enter establish evaluate examine exclude exist expand expect experience explain explore express
    extend face fail fall favor favour fear feel fight figure find fix focus follow forget form gain gather get
    give go grow handle happen hear help hide hold hope identify ignore imagine impose improve include increase
    indicate influence inform insist intend involve join judge justify keep know lack last lead learn leave let
    lie like limit link list live look lose love maintain make manage matter mean mention mind miss move neglect
    notice object observe obtain occur offer oppose organise organize overcome overlook owe participate perform
    permit persuade place plan play please point possess praise prefer prepare prevent proceed produce promise
    promote propose protect prove provide pursue put question raise reach react realise realize receive
    recognise recognize recommend reduce refer refuse regard reject relate rely remain remember remind remove
    reply require resist resolve respond restrict result return reveal rise run say see seek seem send serve
    settle shape share show solve speak start state stay stop strengthen struggle succeed suffer suggest support
    suppose surround survive suspect take talk tell tend threaten tolerate treat try turn understand undertake
    urge use view visit vote wait want warn welcome win wish wonder work worry
    arose became began begun believed bought brought built came caught chose chosen could dealt did done drew
    drove fallen fell felt fought found gave given gone got gotten grew grown heard held hid hidden hurt kept
    knew known laid lay led left lent lost made meant met paid put ran risen rose said saw seen sent shown sold
    sought spent spoke spoken stood taken taught thought told took tried tries trying understood went won wore
    written wrote
    actually aftermath allegedly already always apparently aspect attitude background category certain
    circumstance common complaint complete consequence criticism current development different difficult
    disagreement dispute event eventually exact exactly fate feature final finally former fully gradually
    happening idea important incident individual initial initially instance interesting involved key kind likely
    local main mainly major manner many matter modern mostly motive necessary never notable occurrence often
    original other outcome overall part particular particularly people person plan possible previous primarily
    primary probably public really reason recent recently relationship relevant response responsible role
    serious side significant similar single situation sort specific story strange strong successful supposed
    thing topic total type typical typically unusual usual usually various way whole wrong
    """
)
"""Verbs, their irregular forms, and other words that questions are made with; seldom what they are about."""


@cache
def is_asking(word: str) -> bool:
    """Whether a question may be made with the word on any subject: in another form too, ignored for ignore."""
    return word in _ASKING or singular(word) in _EVERYWHERE or _without_ending(word) in _ASKING


_EVERYWHERE = _ASKING | GENERAL | VAGUE


def _without_ending(word: str) -> str:
    """The verb of a regular form: stopped, tries, using."""
    for ending, instead in (("ies", "y"), ("ied", "y"), ("ing", ""), ("ing", "e"), ("ed", ""), ("ed", "e"), ("es", "")):
        base = word.removesuffix(ending) + instead
        if word.endswith(ending) and base in _ASKING:
            return base
        if word.endswith(ending) and len(base) > 3 and base[-1] == base[-2] and base[:-1] in _ASKING:
            return base[:-1]
    return ""
