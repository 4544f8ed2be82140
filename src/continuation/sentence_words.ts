/** The words by which `mention.ts` tells a sentence about a skill from a request. Lower case, plain apostrophes. */
import { type WordSet, wordSet } from "../base/word_set.ts";

/** Verbs that are no skill's first argument, unless a question follows (`can you…`). */
const FINITE = wordSet(`
  is isn't isnt are aren't arent was wasn't wasnt were weren't werent has hasn't hasnt ain't aint had hadn't hadnt
  does doesn't doesnt dosent did didn't didnt can't cant cannot can could couldn't couldnt will won't wont would
  wouldn't wouldnt should shouldn't shouldnt must mustn't mustnt shall shan't ought may might needn't ist sind war
  waren hat hatte kann muss soll sollte wird wurde est était sont peut doit es está fue puede debe ha è sta era é
  foi não let came went ran broke shown took gave made kept became overwrote rewrote undid redid misread overran
  overtook withdrew hung said thought saw knew got left sat lost ate blew crept threw began wrote stood found felt
  held fell flew forgot froze grew heard hid led lay rose shook spoke spent stuck taught told understood woke won
  stole swore tore sent meant dealt taking failing hanging crashing breaking eating missing losing being having
  getting kommt geht fehlt läuft funktioniert bleibt gibt schlägt macht hängt fonctionne marche plante échoue
  funciona falla falló sigue tarda funzionava funziona falha built lief gab nie не нет sang shone sprang drew drove
  chose brought bought slept swept wore spun hurt cost burnt darf bricht stürzt wartet dauert braucht ne n'est n'a
  reste restent niet är inte ikke değil non aber deve devem deveria должен должна должны musi powinien dovrebbe
  devrait debería paid laid responde responden printing running leaking writing`);
/** The base of verbs whose third person is hardly ever a noun in the plural. */
const VERBS = wordSet(`
  matter trigger deliver render consider enter register offer suffer answer cover differ refer recover discover
  remember wander bother alter filter order mention bring sing bang hang cling run return fail work come go break
  show take give make keep stay happen follow wait need want look seem see get lose handle use crash stop start open
  close say do let call pass reuse share contain expect include ignore produce print remain begin end hold manage
  damage encourage engage cause ensure require measure capture notice prevent supply stall deny carry try apply rely
  worry deal signal reveal steal heal borrow allow grow slow throw play delay pay display obey destroy gather prefer
  infer defer hover lower refactor honor hinder linger mirror envision provision belong block exit misbehave behave
  retry complain freeze loop explode die panic choke abort quit refuse reject accept succeed react respond reply
  agree help hurt burn leak shrink rise sleep flicker stutter lag drift bail vanish disappear poll fork spawn
  validate emit resolve delete compile parse execute generate send receive connect listen write read load save sync
  encrypt compress raise catch expire cancel finish complete replace create push pull reset detect find
  collect unlock verify modify append prepend rewrite overwrite`);
/** Of verbs that two names have in common: `/handoff and /commit are`. */
const OF_TWO = wordSet(`
  agree are aren't were weren't have both all need get share do don't look seem work fail differ contradict conflict
  overlap import belong depend clash use run sind waren haben sont ont son`);
/** They may stand between a subject and its verb. */
const ADVERBS = wordSet(`
  also still just only never always already then now often sometimes usually really actually probably maybe again
  itself alone therefore thus hence afterwards meanwhile today yesterday tho though simply silently suddenly
  currently each both all too even almost rarely hardly longer nonetheless however alike barely nearly finally
  apparently obviously clearly randomly occasionally first instead not nicht noch encore toujours todavía aún ainda
  ancora jeszcze nog ещё еще пока henüz`);
/** After these every word in -s is a verb. */
const VERBAL =
  /^(?:never|always|still|already|often|longer|itself|rarely|(?:some|usual|silent|sudden).*)$/;
/** What messages of commits begin with: `fixes the login`. */
const MESSAGES = wordSet(`
  add fix update remove change rename refactor move close bump drop improve revert document merge`);
/** No verbs, though they end like one in the past. */
const ADJECTIVES = wordSet(`
  staged unstaged detailed related unrelated generated needed untracked tracked formatted combined separated limited
  simplified modified deleted planned approved agreed finished unfinished completed required shared mixed advanced
  based rebased squashed automated speed need feed seed embed bed red exceed proceed indeed hundred nested cached
  redacted broken-down reviewed tested unsigned amended`);
/** What follows a verb and no noun. */
const OBJECTS = wordSet(`
  a an the its their our your my no every nothing anything everything something it them us me him itself twice fine
  forever nowhere faster slower slowly quickly halfway badly correctly wrong up out away off down back both
  nonetheless anyway properly again this these those he she two three four five six several more less some most`);
/** What follows a noun in the plural and is no object, nor itself a noun. */
const LIGHT = wordSet(`
  of in on for to from with without under per by at as and or but only first last too here there now later
  separately before after since until where when that which who if because so not next between across plus vs via
  into about using please then we you i they inside outside instead like unless while than over within against what
  how why all one none everyone whoever whatever everything time`);
/** Nouns in the plural, beside those that `NOUN_ENDS` knows. */
const NOUNS = wordSet(`
  tests docs notes files steps changes fixes updates details cases news ops windows releases bugs goals risks links
  tags names rules lines lists tables tools types keys rows limits points parts plans specs tasks todos things ways
  ideas issues events hooks jobs logs metrics branches patches diffs commits merges deps modules classes methods
  routes tokens prompts paths repos scripts skills commands columns fields forms flags icons labels menus modes
  models objects params results roles schemas scopes sizes sources stages states strings styles tabs templates texts
  themes threads times titles topics traces trees units urls values variants vars views weeks days hours minutes
  months years words zones facts estimates examples gaps highlights hints interfaces leftovers lessons levels locks
  loops milestones mocks nits others outputs phases pieces problems pros cons proposals reasons reports requests
  reviews secrets shortcuts sketches slides stubs symbols tips typos basics benchmarks bits redirects timeouts
  thanks bounds caches calls charts checks chunks clients comments concerns configs conflicts contracts versions
  deadlines defaults designs drafts edges edits elements epics exports extras fixtures fonts blanks assets utils
  libs args props refs envs enums opts secs mins postgres kubernetes jenkins hashes indexes regexes boxes statuses
  aliases headers apis`);
/** Ends of nouns in the plural; verbs that end so as well are below `VERBS`. */
const NOUN_ENDS = /(?:ion|ment|ing|er|or|ty|ie|nce|age|ist|ness|ure|al|ow|ay|oy|ey)s$/;
/** Of these, those that stand before another noun: `docs folder`, `users table`. */
const MODIFIERS =
  /^(?:docs|tests|settings|notes|files|news|ops|windows|releases|details|sales)$|(?:ion|er|or)s$/;
/** What has a name in front of it: `the /commit page`. */
export const THINGS = wordSet(`
  hash hashes request requests operation operations page pages button command commands skill skills route routes
  endpoint endpoints screen tab link url handler icon entry hook hooks job jobs script scripts flow half output
  phase stage count access freeze rights policy`);
/** What is said of a step: `/orchestrate pending`. */
const STATES = wordSet(`
  pending done open missing broken untouched blocked stuck ready gone dead outstanding incomplete unfinished fine ok
  green red slow slower unclear unknown optional mandatory obsolete deprecated disabled impossible offen nicht no
  bad good better worse faster amber untested fertig kaputt cassé terminé flaky shaky buggy weird odd so-so useless`);
/** With these a phrase may stand between a subject and its verb: `/commit with conflicts is…`. */
const PREPOSITIONS =
  /^(?:with|without|outside|inside|in|on|from|under|via|of|at|behind|as|during|after|before)$/;
const ASKING =
  /^(?:is|are|do|does|can|could|should|would|will|must|may|might) (?:you|we|i|it|they|this|there)$/;
const PAST_TIME =
  /\b(?:last (?:time|week|night|month|year|run)|yesterday|ago|twice|this morning)\b/;

/** The first words of a clause have the name before them for subject; `isJoined`: `and` joins it to another. */
export function isPredicate(words: readonly string[], isJoined: boolean): boolean {
  const [head = "", second = ""] = words;
  if (head === "for" && /^(?:examples?|reference|inspiration|comparison)$/.test(second)) {
    return true;
  }
  if (isJoined && (OF_TWO.has(head) || VERBS.has(head))) return true;
  const start = THINGS.has(head) || isCompound(head, second) ? 1 : phraseEnd(words);
  let at = start;
  while (at < words.length - 1 && isAdverb(words[at]!, words[at + 1]!)) at++;
  const [word = "", next = "", third = ""] = words.slice(at);
  // `/plan-adhoc can you…` asks the skill.
  if (FINITE.has(word) || word.endsWith("yor")) return at > 0 || !ASKING.test(`${word} ${next}`);
  if (/^do(?:n't|nt)$/.test(word)) return isForm(next, VERBS);
  if (word === "need" && next === "not" || next === "" && isState(word)) return true;
  if (word.endsWith("t") && /^(?:noch|nicht|schon|wieder)$/.test(next)) return true;
  if (/^not?$/.test(words[at - 1] ?? "") && /^(?:good|use|problem|fun)$/.test(word)) return true;
  const isLetters = word.length >= 4 && /^\p{L}+$/u.test(word);
  if (!isLetters || /^un.*[^s]$|[sui]s$|wards$|[ajq]s$/.test(word)) return false;
  const isMessage = isForm(word, MESSAGES);
  const isOfIt = /^(?:it|them|nothing|everything)$/.test(next);
  if (word.endsWith("ed")) {
    if (word === "signed" && next === "") return false;
    if (isOfIt || OBJECTS.has(next) && !isMessage || PAST_TIME.test(words.join(" "))) return true;
    if (isMessage || ADJECTIVES.has(word)) return /^(?:at|by|from|its)$/.test(next);
    return !next.endsWith("s");
  }
  if (!word.endsWith("s")) return false;
  const isHow = /^(?:twice|automatically)$/.test(next) || next === "by" && third === "default";
  // `fixes the login` is the message of a commit, `removes the file` is not.
  if (isMessage && OBJECTS.has(next) && !/^(?:fix|clos)es$/.test(word)) return true;
  if (isMessage) return isOfIt || isHow || next === "too" && /^(?:early|late)$/.test(third);
  if (at > start && VERBAL.test(words[at - 1]!)) return true;
  if (isForm(word, VERBS)) return word !== "runs" || !/^\d/.test(next);
  // Alone, an unknown word is more likely a noun: `/commit trends`.
  if (next === "" && at === start) return false;
  if (!isPlural(word) && next !== "and") return true;
  if (next === "too") return /^(?:much|many|long|late)$/.test(third);
  return OBJECTS.has(next) || !MODIFIERS.test(word) && !LIGHT.has(next) && /^[a-z]/.test(next);
}

function isAdverb(word: string, next: string): boolean {
  return ADVERBS.has(word) || word.endsWith("ly") ||
    word === "no" && (!next.endsWith("s") || FINITE.has(next));
}

export function isVerb(word: string): boolean {
  return FINITE.has(word) || isForm(word, VERBS) || word.endsWith("ed") && !ADJECTIVES.has(word);
}

export function isState(word: string): boolean {
  return STATES.has(word) || /^un\w+ed$/.test(word);
}

/** A noun in the plural, or what begins the message of a commit. */
export function isPlural(word: string): boolean {
  return NOUNS.has(word) || NOUN_ENDS.test(word) || isForm(word, MESSAGES);
}

/** `example is`: a noun in the singular that no article makes a subject of its own. */
function isCompound(head: string, verb: string): boolean {
  return FINITE.has(verb) && /^[a-z-]{3,}$/.test(head) && !/s$|ing$|^every|body$/.test(head) &&
    !LIGHT.has(head) && !OBJECTS.has(head) && !ADVERBS.has(head);
}

/** How many words a phrase between a subject and its verb has: `with conflicts`. */
function phraseEnd(words: readonly string[]): number {
  if (!PREPOSITIONS.test(words[0] ?? "")) return 0;
  // `after tests are green` has a subject of its own, `after that is` has not.
  const [first = "", second = ""] = words;
  const isLong = !/^(?:after|before|as)$/.test(first) || /^(?:that|this|input)$/.test(second);
  const verb = words.findIndex((word, at) =>
    at > 0 && !/^(?:called|named)$/.test(word) &&
    (FINITE.has(word) || at > 1 && (isForm(word, VERBS) || VERBAL.test(word)))
  );
  const subject = words[verb - 1] ?? "";
  const isOther = verb > 1 && !/^(?:that|this)$/.test(subject) &&
    (LIGHT.has(subject) || OBJECTS.has(subject));
  return verb < 1 || verb > (isLong ? 4 : 1) || isOther ? 0 : verb;
}

/** Whether a word in -s or -ed is made of one of some bases: `tries`, `passes`, `dropped`. */
function isForm(word: string, bases: WordSet): boolean {
  const base = /^(.*?)(?:s|ed)$/.exec(word)?.[1] ?? "";
  const single = base.at(-1) === base.at(-2) ? base.slice(0, -1) : base;
  return [base, `${base}e`, base.replace(/e$/, ""), base.replace(/ie?$/, "y"), single]
    .some((one) => bases.has(one));
}
