import { isOfName, labelOf } from './expand-word.ts'
import { wordsOf } from '#catalogue/cut-words.ts'

/** What a drug consists of, whatever the notation: in the order of the alphabet, with what the label adds apart. */
export interface Formula {
  substances: readonly string[]
  /** `hydrochloride`, `succinate`; some labels leave them out. */
  salts: readonly string[]
}

/** `Metoprolol Succinate ER` consists of metoprolol, as a succinate. */
export const formulaOf = (generic: string, cut = wordsOf): Formula => {
  const substances = new Set<string>()
  const salts = new Set<string>()
  for (const part of generic.split(betweenSubstances)) {
    const words = cut(part)
      .map(labelOf)
      .flatMap((word) => word.split(' '))
      // `glycol-3350` is written `glycol 3350`, too.
      .map((word) => word.replace(/(?<=[a-z]{5})-\d+$/, ''))
      .filter((word) => isOfName(word) && !fillers.has(word))
    const names = words.filter((word) => !saltNames.has(word))
    // Potassium chloride is nothing but a salt.
    substances.add((names.length > 0 ? names : words).join(' '))
    if (names.length > 0) for (const word of words) if (saltNames.has(word)) salts.add(word)
  }
  substances.delete('')
  return { substances: [...substances].toSorted(), salts: [...salts].toSorted() }
}

/** Drugs with the same substances whose salts do not contradict each other are one generic. */
export const keyOf = ({ substances }: Formula): string =>
  substances
    .flatMap((substance) => substance.split(' '))
    .toSorted()
    .join(' ')

export const haveSameSalts = (one: Formula, other: Formula): boolean => {
  const [some, more] = one.salts.length < other.salts.length ? [one, other] : [other, one]
  const isWithin = some.salts.every((salt) => more.salts.includes(salt))
  return isWithin && (!isOtherAsSalt(one) || estersOf(some).length === estersOf(more).length)
}

/** The acid makes the product, not its metal. */
const estersOf = ({ salts }: Formula): string[] => salts.filter((salt) => salt !== 'sodium' && salt !== 'disodium')

const inSet = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Their tablets, depots and injections differ by the ester: a label that names none is none of an ester. */
const othersAsSalts = inSet(
  'betamethasone dexamethasone estradiol fluphenazine haloperidol hydrocortisone methylprednisolone norethindrone ' +
    'olanzapine prednisolone testosterone',
)

export const isOtherAsSalt = ({ substances }: Formula): boolean =>
  substances.some((one) => one.split(' ').some((word) => othersAsSalts.has(word)))

/** The salt or ester that a label adds to the name that everybody uses. */
export const saltNames = inSet(
  'acetate acetonide alafenamide aspartate axetil besylate bisulfate bitartrate bromide butyrate calcium carbonate ' +
    'chloride cilexetil citrate cypionate decanoate dipropionate disodium disoproxil enanthate ethylsuccinate fumarate ' +
    'furoate gluconate hyclate hydrobromide hydrochloride lactate lactobionate magnesium maleate medoxomil mesylate ' +
    'mononitrate nitrate oxalate pamoate phosphate phosphates pivoxil potassium propionate proxetil saccharate sodium stearate ' +
    'succinate sulfate sulfates tartrate tosylate tromethamine valerate xinafoate',
)

/** What a label says beside the substances. */
const fillers = inSet(
  '% anhydrous dihydrate hemihydrate monohydrate trihydrate usp nf for inj sterile percent modified micronized human ' +
    'recombinant prescription dental sugar free preservative strength extra maximum regular adult adults children childrens',
)

/** A dash parts substances where a salt or a space stands before it: `docusate sodium-sennosides`, but `povidone-iodine`. */
const betweenSubstances = new RegExp(
  String.raw`[,;/+&]|\b(?:and|with|in)\b|\s-\s|-(?<=\b(?:${[...saltNames].join('|')}|hcl|hbr)-)(?![a-z]{4}\b)`,
  'i',
)
