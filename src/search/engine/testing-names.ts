import { wordsOf } from '#catalogue/cut-words.ts'
import { isCategory, labelledWords } from './common-names.ts'
import { slipsBetween } from './correct-spelling.ts'
import { formulaOf, isOtherAsSalt, keyOf, saltNames } from './cut-formula.ts'
import { findProducts } from './find-products.ts'
import { type IndexedProduct, makeIndex, type ProductIndex, putProduct } from './index-products.ts'
import { unfiltered } from './match-filters.ts'
import { drugNames, nameKey } from './read-drug-names.ts'

export interface NamedProduct extends Pick<IndexedProduct, 'id' | 'name' | 'brand' | 'genericName' | 'category'> {}

/** Names drawn by seed, each once. */
export const drawNames = (names: readonly string[], seed: number, count: number): string[] => {
  const left = [...new Set(names)].toSorted()
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(Math.floor(random() * left.length), 1)[0] ?? '',
  )
}

export const indexOf = (products: readonly IndexedProduct[]): ProductIndex => {
  const index = makeIndex()
  for (const product of products) putProduct(index, product)
  return index
}

const firstPage = (index: ProductIndex, text: string): string[] =>
  findProducts(index, { text, filters: unfiltered(false), order: 'newest' }).part(0, 12)

/** A name's first page, and of it what neither is called so nor is the same drug. */
export const answerTo = (
  index: ProductIndex,
  products: ReadonlyMap<string, NamedProduct>,
  name: string,
): { hits: NamedProduct[]; others: NamedProduct[] } => {
  const hits = firstPage(index, name).flatMap((id) => products.get(id) ?? [])
  const isDrug = drugTest(name)
  return { hits, others: hits.filter((product) => !isDrug(product)) }
}

const drugTest = (name: string): ((product: NamedProduct) => boolean) => {
  const asked = partsOf(name)
  const generics = genericsOf(name)
  return ({ name: called, brand, genericName, category }) => {
    const text = `${called} ${brand} ${genericName}`
    const words = new Set([...partsOf(text), ...wordsOf(text.replaceAll('-', ' '))])
    if (words.has(asked.join(''))) return true
    const isFree = !isOtherAsSalt(formulaOf(genericName || brand))
    if (asked.every((word) => words.has(word) || isSlipOf(word, words) || (isFree && isSalt(word)))) return true
    if (isCategory(category, wordsOf(name))) return true
    return [keyOf(formulaOf(genericName || brand)), ...genericsOf(brand)].some((generic) => generics.has(generic))
  }
}

const genericsOf = (brand: string): Set<string> => {
  const { generics } = drugNames().all.get(nameKey(wordsOf(brand))) ?? { generics: [] }
  return new Set([...generics].map((generic) => keyOf(formulaOf(generic))))
}

/** Some labels are misspelt: a long word is what it is a slip away from, and two where no name of the market has it. */
const isSlipOf = (word: string, words: ReadonlySet<string>): boolean =>
  [...words].some((other) => slipsBetween(word, other, 2) <= mostSlips(word))

const mostSlips = (word: string): number =>
  word.length > 6 && !drugNames().hasWord(word) ? 2 : word.length > 8 ? 1 : 0

const isSalt = (word: string): boolean => saltNames.has(word) || isSlipOf(word, saltNames)

/** The words of a name, in full and without what it is mixed with or put up as. */
const partsOf = (name: string): string[] =>
  nameKey(labelledWords(wordsOf(name)))
    .split(' ')
    .filter((word) => word !== 'and' && word !== '%')
