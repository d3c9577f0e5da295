/** Verbs that a domain's file name may start with; review adds new ones, so that each action has one name. */
export const verbs: ReadonlySet<string> = new Set(
  `add announce apply approve archive arrange assign attach begin cache call cancel change check clear close compact
  compare complete compose compute confirm connect control convert correct count create delete deliver derive
  describe draw encode end escape evaluate expand expire export fetch filter find finish guard handle hash import
  index invite join label link list lock mail make map mark match measure monitor name normalize note notify offer open
  parse paste pay place preload promise protect prove purge queue rank read receive recognize reconcile record
  refresh refuse relate release remove replace replay report request require reserve reset resolve restrict retry revert
  review run save seal select send set shape show sign simulate sort split store submit suggest summarize sync take
  throttle tokenize total trace update verify write`.split(/\s+/),
)

/** The last word of a declaration file's name. */
export const endings: ReadonlySet<string> = new Set(
  `accounts brands businesses cache cell challenge codes columns condition cookie customers fields fit form headers
  hooks hosts keys kind kinds labels limits line margins marks name names orders party policy price problems quantity
  records shapes sheet terms text texts types words`.split(/\s+/),
)

/** Vague verbs, with their replacements (docs/decisions/0021). */
export const retiredVerbs: Readonly<Record<string, string>> = {
  admit: 'start',
  ask: 'call, request or submit',
  claim: 'lock or reserve',
  cut: 'tokenize, parse or match',
  follow: 'sync',
  hold: 'reserve, pause or block',
  judge: 'check, validate, evaluate or score',
  keep: 'save, cache, buffer or throttle',
  knock: 'call',
  know: 'recognize, resolve or read',
  leaf: 'paginate',
  notice: 'track',
  raise: 'report',
  remember: 'cache or store',
  seen: 'visible',
  settle: 'resolve or reconcile',
  sum: 'total',
  tell: 'notify',
  unseen: 'hidden',
  walk: 'scan',
  wish: 'set',
}

/** Words that no name may contain. */
export const retiredWords: Readonly<Record<string, string>> = {
  borne: 'has',
  door: 'sign-in method',
  doors: 'sign-in methods',
  fate: 'outcome',
  judged: 'checked',
  lull: 'idle',
  told: 'notified',
  trouble: 'issue',
  troubles: 'issues',
  twin: 'duplicate',
  twins: 'duplicates',
  unhurried: 'throttled',
}

/** Names that say nothing about their meaning. */
const retiredNames: ReadonlySet<string> = new Set(
  'Asked Asking Doer Doing Fact Given Held Kept Known Told Truth Wanted'.split(' '),
)

/** `placeOrder`, `PlaceOrder` and `place-order` consist of the same two words. */
export const wordsIn = (name: string): string[] =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => word.toLowerCase())

/** Why the name is retired, as a sentence; null if it is fine. */
export const retiredIn = (name: string): string | null => {
  if (retiredNames.has(name)) return `${name} says nothing about its meaning`
  const [first = '', ...others] = wordsIn(name)
  // A hook is named by its action: `useTellHolder`.
  const verb = first === 'use' ? (others[0] ?? '') : first
  const instead = retiredVerbs[verb]
  if (instead !== undefined) return `"${verb}" is retired: write ${instead}`
  const word = [first, ...others].find((one) => one in retiredWords)
  return word === undefined ? null : `"${word}" is retired: write ${retiredWords[word]}`
}
