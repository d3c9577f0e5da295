import type { Db } from '#platform/db/tables.ts'

/** What only some may see, by the numbers of the restrictions; 0 stands for none. */
export interface Restrictions {
  /** By their ids. */
  numbers: ReadonlyMap<string, number>
  /** Of products, by their ids. */
  products: ReadonlyMap<string, number>
  /** Of categories, by their names. */
  categories: ReadonlyMap<string, number>
}

export const noRestrictions: Restrictions = { numbers: new Map(), products: new Map(), categories: new Map() }

/** The restrictions that are for somebody; a stamp tells one such set from every other. */
export interface Open {
  stamp: string
  ids: ReadonlySet<string>
}

export interface Restricted {
  /** The numbers by slot, and by the number of a category. */
  ofSlot: Int32Array
  ofCategory: Int32Array
  /** All that only some may see. */
  slots: number[]
}

/** Read whole: restrictions are few beside products, and change seldom. */
export const readRestrictions = async (db: Db): Promise<Restrictions> => {
  const rows = await db.selectFrom('restriction').select(['id', 'product_id', 'category']).execute()
  const numbered = rows.map((row, at) => ({ ...row, number: at + 1 }))
  return {
    numbers: new Map(numbered.map(({ id, number }) => [id, number])),
    products: new Map(numbered.flatMap(({ product_id: id, number }) => (id === null ? [] : [[id, number]]))),
    categories: new Map(numbered.flatMap(({ category, number }) => (category === null ? [] : [[category, number]]))),
  }
}
