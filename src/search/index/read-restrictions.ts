import type { Db } from '#platform/db/tables.ts'

/** Restriction numbers of products and categories; 0 means unrestricted. */
export interface Restrictions {
  /** By audience id. */
  numbers: ReadonlyMap<string, number>
  /** By product id. */
  products: ReadonlyMap<string, number>
  /** By category name. */
  categories: ReadonlyMap<string, number>
}

export const noRestrictions: Restrictions = { numbers: new Map(), products: new Map(), categories: new Map() }

/** The stamp identifies the set in cache keys. */
export interface StampedIds {
  stamp: string
  ids: ReadonlySet<string>
}

export interface Restricted {
  /** Restriction numbers by slot and by category number. */
  ofSlot: Int32Array
  ofCategory: Int32Array
  /** Slots of all restricted products. */
  slots: number[]
}

/** Reads all restrictions: they are few and change rarely. */
export const readRestrictions = async (db: Db): Promise<Restrictions> => {
  const rows = await db
    .selectFrom('audience')
    .select(['id', 'kind', 'subject'])
    .where('kind', 'in', ['product', 'category'])
    .where('rule', '<>', 'all')
    .execute()
  const numbered = rows.map((row, at) => ({ ...row, number: at + 1 }))
  const numbersOf = (kind: string) =>
    new Map(numbered.filter((row) => row.kind === kind).map(({ subject, number }) => [subject, number]))
  return {
    numbers: new Map(numbered.map(({ id, number }) => [id, number])),
    products: numbersOf('product'),
    categories: numbersOf('category'),
  }
}
