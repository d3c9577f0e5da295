import { expect } from '@playwright/test'
import { callAs } from './call-as.ts'
import type { RunningPortal } from './portal.ts'

interface NewProduct {
  name: string
  ndcNumber: string
  /** Without a price, it is a draft. */
  price?: number
}

/**
 * Creates products for one test, in this order, and waits until the search finds them; an item number can replace the
 * NDC.
 */
export const makeProducts = async (portal: RunningPortal, ...products: NewProduct[]): Promise<string[]> => {
  const { call } = await callAs(portal, 'admin@demo.example')
  const ids: string[] = []
  for (const { name, ndcNumber, price } of products) {
    const { _id } = await call<{ _id: string }>('POST', '/api/products')
    const about = {
      name,
      ndcNumber,
      dummyNDC: true,
      description: 'Tablets',
      unitOfMeasure: 'BTL',
      category: 'Journeys',
    }
    const sale = price === undefined ? {} : { price, countInStock: 2_000, isPublished: true }
    await call('PUT', `/api/products/${_id}`, { ...about, ...sale, __v: 1 })
    ids.push(_id)
  }
  // The search index is synced in the background, in the order of the changes.
  const last = products.at(-1)?.ndcNumber
  const search = () => call<{ countProducts: number }>('GET', `/api/products/searchAsAdmin?query=${last}`)
  await expect.poll(async () => (await search()).countProducts).toBe(1)
  return ids
}
