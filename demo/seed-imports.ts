import { sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'
import { beginImport } from '../src/imports/begin-import.ts'
import { applyNextRows, continueImport } from '../src/imports/apply-import.ts'
import type { NewImport } from '../src/imports/import-shapes.ts'
import { addRows } from '../src/imports/store-import.ts'
import type { DemoBusiness } from './businesses.ts'
import type { DemoProduct } from './products.ts'

interface File extends Pick<NewImport, 'kind' | 'fileName'> {
  fields: string[]
  rows: (string | number)[][]
  daysAgo: number
  /** Checked and not applied yet, stopped after the first rows, or applied. */
  phase: 'ready' | 'stopped' | 'done'
}

/** Imports by the admin: two that finished, one that was stopped, and one with a price that needs an answer. */
export const seedImports = async (
  db: Db,
  { products, businesses }: { products: readonly DemoProduct[]; businesses: readonly DemoBusiness[] },
): Promise<void> => {
  const { _id } = await db
    .selectFrom('user_account')
    .select('id as _id')
    .where('email', '=', 'admin@demo.example')
    .executeTakeFirstOrThrow()
  for (const file of filesOf(products, businesses)) await importFile(db, { _id }, file)
}

const filesOf = (products: readonly DemoProduct[], businesses: readonly DemoBusiness[]): File[] => {
  const sold = products.filter(({ isPublished, dummyNDC, price }) => isPublished && !dummyNDC && price > 5)
  const creams = sold.filter(({ category }) => category === 'Dermatology').slice(0, 40)
  const drops = sold.filter(({ category }) => category === 'Ophthalmic & Otic').slice(0, 25)
  const [one, other] = businesses.filter(({ trade }) => trade === 'hospital').slice(1)
  const pricesFor = (business: DemoBusiness | undefined, count: number, factor: number) =>
    sold
      .filter((_, at) => at % 7 === 3)
      .slice(0, count)
      .map(({ ndcNumber, price }) => [ndcNumber, business?.accountID ?? '', (price * factor).toFixed(2)])
  const prices = { kind: 'prices', fields: ['NDC Number', 'Customer', 'Price'] } as const
  return [
    {
      kind: 'products',
      fileName: 'Dermatology price update.xlsx',
      fields: ['NDC Number', 'Price'],
      // Every fifth price is the same as before, and one row has no readable NDC.
      rows: [
        ...creams.map(({ ndcNumber, price }, at) => [ndcNumber, (at % 5 === 0 ? price : price * 1.03).toFixed(2)]),
        ['see note', '12.00'],
      ],
      daysAgo: 9,
      phase: 'done',
    },
    {
      ...prices,
      fields: [...prices.fields],
      fileName: 'Hospital contract prices.csv',
      rows: pricesFor(one, 60, 0.93),
      daysAgo: 5,
      phase: 'done',
    },
    {
      ...prices,
      fields: [...prices.fields],
      fileName: 'Hospital contract prices 2.csv',
      rows: pricesFor(other, 240, 0.94),
      daysAgo: 2,
      phase: 'stopped',
    },
    {
      kind: 'products',
      fileName: 'Eye and ear price update.csv',
      fields: ['NDC Number', 'Price'],
      // One price has its decimal point in the wrong place.
      rows: drops.map(({ ndcNumber, price }, at) => [ndcNumber, (price * (at === 4 ? 100 : 1.02)).toFixed(2)]),
      daysAgo: 0,
      phase: 'ready',
    },
  ]
}

const importFile = async (
  db: Db,
  user: { _id: string },
  { kind, fileName, fields, rows, daysAgo, phase }: File,
): Promise<void> => {
  const begun = { kind, fileName, fingerprint: fileName, rowCount: rows.length, publish: true, elevenDigits: false }
  const id = await beginImport(db, {
    user,
    body: { ...begun, countedAt: null, productId: null, userId: null, priceListId: null },
  })
  const numbered = rows.map((cells, at) => [at + 2, ...cells])
  await addRows(db, { user, params: { id }, body: { start: 0, fields, rows: numbered } })
  const began = sql<Date>`now() - make_interval(days => ${daysAgo}::int)`
  const row = db.updateTable('import').where('id', '=', id)
  if (phase === 'ready') {
    await row.set({ created_at: began }).execute()
    return
  }
  await row.set({ state: 'applying', acted_by: user._id, created_at: began, started_at: began }).execute()
  if (phase === 'stopped') await applyNextRows(db, id)
  else await continueImport(db, id)
  await row.set(phase === 'stopped' ? { state: 'stopped' } : { finished_at: began }).execute()
}
