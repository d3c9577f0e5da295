import { splitWords } from '#catalog/split-words.ts'
import { isCategory, labelledWords } from '../lexicon/common-names.ts'
import { slipsBetween } from './correct-spelling.ts'
import { type Formula, formulaKey, formulaOf, haveSameSalts, saltNames } from '../lexicon/parse-formula.ts'
import type { IndexedProduct, ProductIndex } from '../index/index-products.ts'
import { drugNames, nameKey, soldAs } from '../lexicon/read-drug-names.ts'
import { type Route, routeOf } from '../lexicon/read-route.ts'
import { firstPage } from './testing-index.ts'

export interface ScoredProduct extends Pick<IndexedProduct, 'id' | 'name' | 'brand' | 'genericName' | 'category'> {}

export interface ScoredAnswer {
  hits: ScoredProduct[]
  /** Hits that neither have the name nor are the same drug. */
  others: ScoredProduct[]
  /** Whether a product has the name or is the drug. */
  isCarried: boolean
}

/** Searches for a name and scores the first page of results. */
export const scorerOf = (index: ProductIndex, products: readonly ScoredProduct[]): ((name: string) => ScoredAnswer) => {
  const byId = new Map(products.map((product) => [product.id, product]))
  const known = new Map(products.map((product) => [product, factsOf(product)]))
  const called = new Set(products.flatMap(({ brand, genericName }) => [rawOf(brand), rawOf(genericName)]))
  const carried = Map.groupBy(
    [...known].flatMap(([{ name }, { formulas }]) => {
      const route = routeOf(splitWords(name))
      return formulas.map((formula) => ({ formula, route }))
    }),
    ({ formula }) => formulaKey(formula),
  )
  return (name) => {
    const hits = firstPage(index, name).flatMap((id) => byId.get(id) ?? [])
    const asked = questionOf(name)
    const isSingle =
      asked.isSubstance &&
      // Biosimilars are specific products, which may be carried only in a mixture.
      !ofBiosimilar.test(name) &&
      (carried.get(formulaKey(asked.formula)) ?? []).some(
        ({ formula, route }) =>
          haveSameSalts(formula, asked.formula) &&
          (route === '' || asked.routes.length === 0 || asked.routes.includes(route)),
      )
    const isBrand = called.has(rawOf(name))
    const isRight = (product: ScoredProduct, at: number): boolean => {
      const facts = known.get(product)
      if (!facts) return false
      if (isWhole(asked, facts) || facts.formulas.some((one) => isSameGeneric(asked, one))) return true
      // Exact names must rank before others, and the drug alone before mixtures.
      if (at === 0 && (isBrand || isSingle) && !facts.formulas.every((one) => isOnlyWithin(asked.formula, one)))
        return false
      if (asked.isSubstance && facts.formulas.some((one) => hasAll(asked, one))) return true
      // A salt name alone does not identify a drug.
      if (!asked.words.every((word) => saltNames.has(word)) && isCalled(asked, facts)) return true
      return isCategory(product.category, splitWords(name))
    }
    return {
      hits,
      others: hits.filter((product, at) => !isRight(product, at)),
      isCarried: isBrand || isSingle,
    }
  }
}

const rawOf = (name: string): string => splitWords(name).join(' ')

interface Facts {
  /** Words of brand and name. */
  names: string[][]
  generic: string[]
  /** From the generic name and from the brand. */
  formulas: Formula[]
}

const factsOf = ({ name, brand, genericName }: ScoredProduct): Facts => {
  const [own, called] = [genericName, brand].map((text) => formulaOf(text.replace(ofBiosimilar, '')))
  // A brand such as `Zinc` for zinc chloride omits the salt and must not match zinc sulfate.
  const isShort =
    own && called && formulaKey(own).startsWith(formulaKey(called)) && own.salts.length > called.salts.length
  return {
    names: [brand, name].map(partsOf).filter((words) => words.length > 0),
    generic: partsOf(genericName),
    formulas: [own, isShort ? undefined : called].filter(
      (formula) => formula !== undefined && formulaKey(formula) !== '',
    ) as Formula[],
  }
}

interface Params {
  words: string[]
  formula: Formula
  /** Whether it is a substance rather than a brand. */
  isSubstance: boolean
  /** Drugs sold under this brand. */
  sold: Formula[]
  /** Routes of a brand; products with other routes are wrong answers. */
  routes: readonly Route[]
}

/** `pegfilgrastim-cbqv` is pegfilgrastim. */
const ofBiosimilar = /-[a-z]{4}$/i

const questionOf = (typed: string): Params => {
  const name = typed.replaceAll(/[a-z]{6,}/gi, saltOf)
  const drug = soldAs(splitWords(typed)) ?? soldAs(splitWords(name))
  const formula = formulaOf(name.replace(ofBiosimilar, ''))
  const sold = [...(drug?.generics ?? [])].map((generic) => formulaOf(generic.replace(ofBiosimilar, '')))
  const isGeneric =
    formula.substances.length > 1 && formula.substances.every((one) => drugNames().all.get(one)?.isSubstance)
  return {
    words: partsOf(typed),
    formula,
    isSubstance: !drug || isGeneric || drug.isSubstance || sold.some((one) => formulaKey(one) === formulaKey(formula)),
    sold,
    routes: drug && !drug.isSubstance ? drug.routes : [],
  }
}

const isWhole = ({ words }: Params, { names, generic }: Facts): boolean =>
  [...names, generic].some((own) => own.join('') === words.join(''))

/** Whether all words are in the names. */
const isCalled = ({ words }: Params, { names, generic }: Facts): boolean => {
  const own = new Set([...names.flat(), ...generic])
  return words.every((word) => own.has(word))
}

/**
 * Whether the product only shares words with the query, like `aluminum hydroxide` for aluminum, rather than being a
 * mixture that contains it.
 */
const isOnlyWithin = ({ substances }: Formula, own: Formula): boolean =>
  !substances.some((one) => own.substances.includes(one))

const isSameGeneric = ({ formula, sold, isSubstance }: Params, own: Formula): boolean =>
  [...(isSubstance ? [formula] : []), ...sold].some(
    (one) => formulaKey(one) === formulaKey(own) && haveSameSalts(one, own),
  )

/** Whether the product has all the substances, with the same salts. */
const hasAll = ({ formula }: Params, own: Formula): boolean => {
  const words = new Set([...formulaKey(own).split(' '), ...own.salts])
  const has = (word: string) => words.has(word) || [...words].some((other) => isSlip(word, other))
  const isSame =
    formula.salts.length === 0 || own.substances.length > formula.substances.length || haveSameSalts(formula, own)
  return isSame && formulaKey(formula).split(' ').every(has)
}

/** Whether two words differ by a typo or two and one of them is not on the market: some labels contain misspellings. */
const isSlip = (one: string, other: string): boolean =>
  (!drugNames().hasWord(one) || !drugNames().hasWord(other)) && slipsBetween(one, other, 2) <= (one.length > 6 ? 2 : 0)

/** Words of a name with abbreviations expanded and dashes split. */
const partsOf = (name: string): string[] =>
  nameKey(labelledWords(splitWords(name).flatMap((word) => word.split('-'))))
    .split(' ')
    .filter((word) => word !== '' && word !== 'and' && word !== 'with' && word !== '%')

/** Corrects one wrong letter in a salt; a different ending is a different salt. */
const saltOf = (word: string): string => {
  const near = [...saltNames].filter((salt) => salt.slice(-3) === word.slice(-3).toLowerCase())
  const isName = saltNames.has(word.toLowerCase()) || drugNames().all.has(word.toLowerCase())
  return isName ? word : (near.find((salt) => slipsBetween(word.toLowerCase(), salt, 1) === 1) ?? word)
}
