import { formOf } from '#catalog/name-form.ts'
import { ndcKey } from '#catalog/normalize-ndc.ts'
import type { PackageFacts } from '../../../demo/make-facts.ts'
import type { DemoProduct } from '../../../demo/products.ts'
import { type IndexedProduct, makeIndex, type ProductIndex, putInIndex } from '../index/index-products.ts'
import { numbersFrom } from '#shared/testing-chance.ts'
import { searchIndex } from './find-products.ts'
import { unfiltered } from './match-filters.ts'

/** A published, in-stock product for the index, with empty defaults. */
export const indexedProduct = (
  facts: Pick<IndexedProduct, 'id' | 'name'> & Partial<IndexedProduct>,
): IndexedProduct => ({
  brand: '',
  genericName: '',
  ndcNumber: '',
  ndcKey: '',
  category: '',
  manufacturer: '',
  form: '',
  schedule: '',
  strength: '',
  price: 0,
  rating: 0,
  numReviews: 0,
  timesBought: 0,
  createdAt: 0,
  isPublished: true,
  storage: '',
  pack: '',
  isInStock: true,
  isUnpictured: false,
  ...facts,
})

/** The published demo products, as indexed products. */
export const indexedDemo = (products: readonly DemoProduct[]): IndexedProduct[] =>
  products
    .filter(({ isPublished }) => isPublished)
    .map((product, at) =>
      indexedProduct({
        id: String(at),
        name: product.name,
        brand: product.brand,
        genericName: product.generic,
        manufacturer: product.manufacturer,
        category: product.category,
        ndcNumber: product.ndcNumber,
        ndcKey: product.dummyNDC ? '' : ndcKey(product.ndcNumber),
        form: formOf(product.name),
        schedule: product.dea,
        strength: product.strength,
        price: product.price,
        isInStock: product.isNonStocked || product.countInStock > 0,
        storage: product.coldStatus,
        createdAt: at,
      }),
    )

/** Packages from a facts file, as indexed products. */
export const indexedPackages = (facts: readonly PackageFacts[]): IndexedProduct[] =>
  facts.map(({ ndc11, brand, generic, labeler, strength, form, category }) => {
    const name = [brand, strength, form].filter(Boolean).join(' ').slice(0, 300)
    return indexedProduct({
      id: ndc11,
      name,
      brand: brand.slice(0, 200),
      genericName: generic.slice(0, 500),
      manufacturer: labeler,
      category,
      ndcNumber: ndc11,
      ndcKey: ndc11.replaceAll('-', ''),
      form: formOf(name),
    })
  })

/** Draws distinct names by seed. */
export const drawNames = (names: readonly string[], seed: number, count: number): string[] => {
  const left = [...new Set(names)].toSorted()
  const random = numbersFrom(seed)
  return Array.from(
    { length: Math.min(count, left.length) },
    () => left.splice(Math.floor(random() * left.length), 1)[0] ?? '',
  )
}

export const indexOf = (products: readonly IndexedProduct[]): ProductIndex => {
  const index = makeIndex()
  for (const product of products) putInIndex(index, product)
  return index
}

export const firstPage = (index: ProductIndex, text: string): string[] =>
  searchIndex(index, { text, filters: unfiltered(false), order: 'newest' }).part(0, 12)
