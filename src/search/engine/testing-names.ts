import { wordsOf } from '#catalogue/cut-words.ts'
import { formulaOf, keyOf } from './cut-formula.ts'
import { findProducts } from './find-products.ts'
import { type IndexedProduct, makeIndex, type ProductIndex, putProduct } from './index-products.ts'
import { unfiltered } from './match-filters.ts'
import { drugNames, nameKey } from './read-drug-names.ts'

export interface NamedProduct extends Pick<IndexedProduct, 'id' | 'name' | 'brand' | 'genericName'> {}

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

export const firstPage = (index: ProductIndex, text: string): string[] =>
  findProducts(index, { text, filters: unfiltered(false), order: 'newest' }).part(0, 12)

/** Hits of a name's first page that neither are called so nor are the same drug. */
export const otherDrugs = (
  index: ProductIndex,
  products: ReadonlyMap<string, NamedProduct>,
  name: string,
): NamedProduct[] => {
  const isDrug = drugTest(name)
  return firstPage(index, name)
    .map((id) => products.get(id))
    .filter((product) => product !== undefined)
    .filter((product) => !isDrug(product))
}

const drugTest = (name: string): ((product: NamedProduct) => boolean) => {
  const asked = partsOf(name)
  const generics = genericsOf(name)
  return ({ name: called, brand, genericName }) => {
    const words = new Set(partsOf(`${called} ${brand} ${genericName}`))
    if (asked.every((word) => words.has(word))) return true
    return [keyOf(formulaOf(genericName || brand)), ...genericsOf(brand)].some((generic) => generics.has(generic))
  }
}

const genericsOf = (brand: string): Set<string> => {
  const { generics } = drugNames().all.get(nameKey(wordsOf(brand))) ?? { generics: [] }
  return new Set([...generics].map((generic) => keyOf(formulaOf(generic))))
}

/** The words of a name, in full and without what it is mixed with or put up as. */
const partsOf = (name: string): string[] =>
  nameKey(wordsOf(name))
    .split(' ')
    .filter((word) => word !== 'and')
