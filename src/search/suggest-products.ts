import type { Answer } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/tables.ts'
import { type catalogue, everything, ProductSearch } from '#catalogue/contract.ts'
import type { Viewer } from '#catalogue/know-viewer.ts'
import { searchText, type TextMemory } from './search-text.ts'

const most = 8

/** The best hits for what was typed so far; a single letter would find half the catalogue. */
export const suggestProducts = async (
  db: Db,
  text: string,
  viewer: Viewer,
  memory: TextMemory,
): Promise<Answer<typeof catalogue.suggest>> => {
  if (text === everything || text.length < 2) return { products: [], meant: '' }
  const { products, meant } = await searchText(db, { ...ProductSearch.parse({}), query: text }, viewer, memory)
  return { products: products.slice(0, most), meant }
}
