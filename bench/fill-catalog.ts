import { addProducts } from '../src/catalog/add-products.ts'
import type { Db } from '../src/platform/db/tables.ts'
import { readFacts } from '../demo/make-facts.ts'

/** Adds all packages of the file, or the first `most`, to the catalog as published products; returns their number. */
export const fillCatalog = async (db: Db, csvPath: string, most = Infinity): Promise<number> => {
  const facts = readFacts(csvPath)
  const seen = new Set<string>()
  const products = facts
    .filter(({ ndc11 }) => !seen.has(ndc11) && seen.add(ndc11))
    .slice(0, most)
    .map((fact, index) => ({
      name: [fact.brand, fact.strength, fact.form].filter(Boolean).join(' ').slice(0, 300),
      ndc_number: fact.ndc11,
      manufacturer: fact.labeler,
      generic_name: fact.generic.slice(0, 500),
      brand: fact.brand.slice(0, 200),
      category: fact.category,
      description: fact.package,
      image: '/pictures/carton-none.svg',
      price: Number(fact.price) || 1,
      count_in_stock: 1_000_000,
      unit_of_measure: fact.uom,
      cold_status: { REFRIGERATED: 'Refrigerated', FROZEN: 'Frozen' }[fact.cold] ?? '',
      is_published: true,
      created_at: new Date(Date.UTC(2024, 0, 1) + index * 60_000),
    }))
  await addProducts(db, products)
  return products.length
}
