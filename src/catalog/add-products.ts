import { sql } from 'kysely'
import { transaction } from '#platform/db/connect.ts'
import type { Db, NewRow, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { splitWords } from './split-words.ts'
import { noteCatalogChange } from './note-change.ts'
import { dashedNdc, ndcKey } from './normalize-ndc.ts'
import { formOf } from './name-form.ts'

type Columns = NewRow<'product'>

/** A product to insert, in database column names. The NDC may be in any notation. */
export type NewProduct = Pick<Columns, 'name'> & Partial<Omit<Columns, 'ndc_key' | 'form' | 'version' | 'deleted_at'>>

const rowsPerStatement = 1_000

/** Defaults of the product columns. Every row of a multi-row insert needs all columns. */
const blank = {
  ndc_number: '',
  manufacturer: '',
  generic_name: '',
  category: '',
  brand: '',
  description: '',
  strength: '',
  dosage_form: '',
  route: '',
  pack_size: '',
  pack_unit: '',
  dea_schedule: '',
  schedule_source: '',
  drug_family: '',
  is_list_one: false,
  dispensing: '',
  gtin: '',
  image: '',
  images: [],
  unit_of_measure: '',
  cold_status: '',
  price: 0,
  count_in_stock: 0,
  rating: 0,
  num_reviews: 0,
  times_bought: 0,
  version: 1,
  is_item_number: false,
  is_non_stocked: false,
  is_published: false,
  is_allocated: false,
  is_on_hold: false,
  created_at: 'now',
  updated_at: 'now',
}

/** Passes all rows as one JSON parameter: binding every cell of a thousand rows costs more than the insert. */
const insert = (tx: Tx, rows: NewRow<'product'>[]) => {
  // Lists the columns explicitly so that a column added by a later release gets its database default.
  const columns = [...new Set([...Object.keys(blank), ...rows.flatMap((row) => Object.keys(row))])]
  const named = (row: string) => sql.join(columns.map((column) => sql.ref(row + column)))
  return sql`
    insert into product (${named('')})
    select ${named('next.')} from json_populate_record(null::product, ${JSON.stringify(blank)}::json) as blank,
      json_populate_recordset(blank, ${JSON.stringify(rows)}::json) as next`.execute(tx)
}

/**
 * Inserts many products in one transaction, each with a slug and its opening stock movement. `changedIds` are products
 * that the same transaction changed; one catalog change is logged for all of them at the end.
 */
export const addProducts = (
  db: Db | Tx,
  products: NewProduct[],
  changedIds: string[] = [],
): Promise<{ _id: string; slug: string }[]> =>
  transaction(db as Db, async (tx) => {
    const rows: { id: string; slug: string }[] = []
    for (const batch of batches(products)) {
      const completed = await withSlugs(tx, batch.map(complete))
      await insert(tx, completed)
      const stocked = completed.filter(({ count_in_stock: count = 0 }) => count > 0)
      if (stocked.length > 0) await tx.insertInto('stock_movement').values(stocked.map(firstStock)).execute()
      rows.push(...completed)
    }
    if (rows.length > 0) await noteCatalogChange(tx, [...changedIds, ...rows.map(({ id }) => id)])
    return rows.map(({ id, slug }) => ({ _id: id, slug }))
  })

/** The default slug of a product: its NDC or item number, or else its name. */
export const slugOf = ({ name, ndc_number: number = '' }: Pick<NewProduct, 'name' | 'ndc_number'>): string => {
  const key = ndcKey(number)
  if (key) return dashedNdc(key)
  return plainOf(number) || plainOf(name) || 'product'
}

const plainOf = (text: string): string =>
  splitWords(text)
    .join('-')
    .replaceAll(/[^a-z0-9-]+/g, '')
    .replaceAll(/-{2,}/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 100)

const complete = (product: NewProduct) => ({
  ...product,
  id: product.id ?? newId(),
  slug: product.slug ?? slugOf(product),
  ...derivedColumnsOf(product),
})

/** Appends the end of the id to slugs that are taken, either in the database or by an earlier row. */
export const withSlugs = async <R extends { id: string; slug: string }>(tx: Tx, rows: R[]): Promise<R[]> => {
  const wanted = rows.map(({ slug }) => slug)
  const existing = await tx
    .selectFrom('product')
    .select('slug')
    .where('slug', '=', sql<string>`any(${wanted}::text[])`)
    .where('deleted_at', 'is', null)
    .execute()
  const taken = new Set(existing.map(({ slug }) => slug))
  return rows.map((row) => {
    const slug = taken.has(row.slug) ? `${row.slug}-${row.id.slice(-8)}` : row.slug
    taken.add(slug)
    return { ...row, slug }
  })
}

const firstStock = ({
  id,
  count_in_stock: count = 0,
}: Pick<Columns, 'id' | 'count_in_stock'>): NewRow<'stock_movement'> => ({
  id: newId(),
  product_id: id,
  quantity: count,
  reason: 'initial',
  order_id: null,
})

const batches = <T>(all: T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / rowsPerStatement) }, (_, at) =>
    all.slice(at * rowsPerStatement, (at + 1) * rowsPerStatement),
  )

interface Named {
  name: string
  ndc_number?: string | undefined
  is_item_number?: boolean | undefined
  dosage_form?: string | undefined
}

/** Columns derived from other columns of the row. Every write of a product must include them. */
export const derivedColumnsOf = ({ name, ndc_number = '', is_item_number = false, dosage_form = '' }: Named) => ({
  ndc_key: is_item_number ? '' : ndcKey(ndc_number),
  form: formOf(dosage_form) || formOf(name),
})
