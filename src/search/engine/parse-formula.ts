import { isOfName, labelTermOf } from './expand-word.ts'
import { splitWords } from '#catalog/split-words.ts'

/** What a drug consists of, whatever the notation: in the order of the alphabet, with what the label adds apart. */
export interface Formula {
  substances: readonly string[]
  /** `hydrochloride`, `succinate`; some labels leave them out. */
  salts: readonly string[]
}

/** `Metoprolol Succinate ER` consists of metoprolol, as a succinate. */
export const formulaOf = (generic: string, cut = splitWords): Formula => {
  const substances = new Set<string>()
  const salts = new Set<string>()
  for (const part of generic.split(betweenSubstances)) {
    const words = cut(part)
      .map(labelTermOf)
      .flatMap((word) => word.split(' '))
      // `glycol-3350` is written `glycol 3350`, too.
      .map((word) => word.replace(/(?<=[a-z]{5})-\d+$/, ''))
      .filter((word) => isOfName(word) && !fillers.has(word) && !isManner(word))
      .flatMap((word) => word.split(betweenWords))
      .map((word) => word.replace(/(?<=sulfate|phosphate)s$/, ''))
    const isSalt = (word: string, at: number) => saltNames.has(word) && !drugsAsEsters.has(words[at - 1] ?? '')
    const names = words.filter((word, at) => !isSalt(word, at))
    // Potassium chloride is nothing but a salt.
    substances.add((names.length > 0 ? names : words).join(' '))
    if (names.length > 0) for (const word of words.filter(isSalt)) salts.add(word)
  }
  substances.delete('')
  return { substances: [...substances].toSorted(), salts: [...salts].toSorted() }
}

/** Drugs with the same substances whose salts do not contradict each other are one generic. */
export const formulaKey = ({ substances }: Formula): string =>
  substances
    .flatMap((substance) => substance.split(' '))
    .toSorted()
    .join(' ')

export const haveSameSalts = (one: Formula, other: Formula): boolean => {
  const [some, more] = one.salts.length < other.salts.length ? [one, other] : [other, one]
  const isWithin = some.salts.every((salt) => more.salts.includes(salt))
  return isWithin && (!isOtherAsSalt(one) || estersOf(some).length === estersOf(more).length)
}

/** The acid makes the product, not its metal; and of a mixture with neomycin the sulfate is no ester of the steroid. */
const estersOf = ({ salts }: Formula): string[] => salts.filter((salt) => !plainSalts.includes(salt))

const plainSalts = ['sodium', 'disodium', 'sulfate', 'hydrochloride']

const inSet = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Their tablets, depots and injections differ by the ester: a label that names none is none of an ester. */
const othersAsSalts = inSet(
  'betamethasone dexamethasone erythromycin estradiol fluphenazine haloperidol hydrocortisone hydroxyzine methylprednisolone norethindrone ' +
    'olanzapine prednisolone testosterone zinc',
)

export const isOtherAsSalt = ({ substances }: Formula): boolean =>
  substances.some((one) => one.split(' ').some((word) => othersAsSalts.has(word)))

/** The salt or ester that a label adds to the name that everybody uses. */
export const saltNames = inSet(
  'acetate acetonide alafenamide aspartate axetil besylate bisulfate bitartrate bromide butyrate calcium carbonate ' +
    'chloride cilexetil citrate cypionate decanoate dipropionate disodium disoproxil enanthate ethylsuccinate fumarate ' +
    'furoate gluconate hyclate hydrobromide hydrochloride lactate lactobionate magnesium maleate medoxomil mesylate ' +
    'mononitrate nitrate oxalate pamoate phosphate pivoxil potassium propionate proxetil saccharate sodium stearate ' +
    'succinate sulfate tartrate tosylate tromethamine valerate xinafoate',
)

/** What is said behind these makes the drug: isosorbide alone is another than its nitrates, which are two. */
const drugsAsEsters = inSet('isosorbide')

/** Some labels write `varicella zoster`, but `epoetin alfa-epbx` and `xe-133` are written so by all. */
const betweenWords = /(?<=[a-z]{4})-(?=[a-z]{5})/

/** What a label says beside the substances. */
const fillers = inSet(
  '% anhydrous dihydrate hemihydrate monohydrate trihydrate usp nf for inj sterile percent modified micronized human dibasic monobasic tribasic ' +
    'recombinant prescription dental',
)

const manners = inSet(
  'strength extra maximum regular adult adults children childrens sugar dye preservative free emergency weekly monthly',
)

/** What makes no other drug: `childrens`, `extra strength`, `preservative-free`. */
export const isManner = (words: string): boolean =>
  words.split(' ').every((word) => manners.has(word) || word.endsWith('-free'))

/** A dash parts substances where a salt or a space stands before it: `docusate sodium-sennosides`, but `povidone-iodine`. */
const betweenSubstances = new RegExp(
  String.raw`\bw\/(?![wv]\b)|[,;/+&]|\b(?:and|with|in)\b|\s-\s|-(?<=\b(?:${[...saltNames].join('|')}|hcl|hbr)-)(?![a-z]{4}\b)`,
  'i',
)
