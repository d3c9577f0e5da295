import type { IndexedProduct } from './index-products.ts'

/** A product as the index takes it: published, in stock, and nothing else unless said. */
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
  price: 0,
  rating: 0,
  numReviews: 0,
  timesBought: 0,
  createdAt: 0,
  isPublished: true,
  isCold: false,
  isInStock: true,
  isUnpictured: false,
  ...facts,
})
