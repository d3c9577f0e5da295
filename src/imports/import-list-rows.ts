import type { Row, Tx } from '#platform/db/tables.ts'
import { type Amount, type EntryInput, writeEntries } from '#pricing/write-entries.ts'
import { lockProducts } from '#pricing/write-prices.ts'
import type { ImportChange, ImportKind } from './import-kind.ts'
import { lockChanged, samePrice } from './import-price-rows.ts'
import { entriesNow, entryKey, isSameAmount, checkEntries } from './check-entries.ts'

/** The entries of one price list, by product and quantity. Entries that are not in the file stay. */
export const listKind: ImportKind = {
  firstCounts: false,
  duplicateMessage: samePrice,
  action: 'price list imported',
  check: checkEntries,
  write: async (tx, { rows, how, actorId }) => {
    // The first check finds what to lock; the second one runs under the locks. A list is locked after its products.
    const seen = await checkEntries(tx, rows, how)
    await lockProducts(tx, [...new Set(seen.flatMap(({ wanted }) => wanted?.product_id ?? []))])
    const list = await lockedList(tx, how.priceListId ?? '')
    const judged = await checkEntries(tx, rows, how)
    if (!list) return { judged, changes: [] }
    const wanted = judged.flatMap(({ wanted: one, verdict }) => (one && verdict !== 'unchanged' ? [one] : []))
    const rowOf = new Map(
      judged.flatMap(({ row, wanted: one }) => (one ? [[entryKey(one.product_id, one.from_quantity), row]] : [])),
    )
    const written = await writeEntries(tx, list, wanted, { actorId, request: null })
    const changes = written.map(({ product_id, from_quantity, before, after }): ImportChange => {
      const where = { price_list_id: list.id, from_quantity }
      const row = rowOf.get(entryKey(product_id, from_quantity)) ?? 0
      return { row, product_id, before: { ...(before ?? none) }, after: { ...(after ?? none), ...where } }
    })
    return { judged, changes }
  },
  revert: async (tx, changes, actorId) => {
    await lockChanged(tx, changes)
    const [listId = ''] = changes.flatMap(({ after: { price_list_id: id } }) => (typeof id === 'string' ? id : []))
    const list = await lockedList(tx, listId)
    const now = await entriesNow(
      tx,
      listId,
      changes.map(({ product_id }) => product_id),
    )
    const kept = new Map<number, string>()
    const back: EntryInput[] = []
    for (const { row, product_id, before, after } of changes) {
      const from_quantity = Number(after['from_quantity'])
      const found = now.get(entryKey(product_id, from_quantity)) ?? null
      if (!list) kept.set(row, 'The price list was removed since.')
      else if (isSameAmount(found, amountKept(after)))
        back.push({ product_id, from_quantity, ...amountKept(before ?? {}) })
      else kept.set(row, `The price has changed since. It is now ${inWords(found)}.`)
    }
    if (list) await writeEntries(tx, list, back, { actorId, request: null })
    return kept
  },
}

const none: Amount = { price: null, percent_off: null }

const lockedList = (tx: Tx, id: string): Promise<Row<'price_list'> | undefined> =>
  tx.selectFrom('price_list').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

const amountKept = (kept: Record<string, unknown>): Amount => ({
  price: typeof kept['price'] === 'number' ? kept['price'] : null,
  percent_off: typeof kept['percent_off'] === 'number' ? kept['percent_off'] : null,
})

const inWords = (found: Amount | null): string =>
  found === null ? 'none' : found.percent_off === null ? String(found.price) : `${found.percent_off}% off`
