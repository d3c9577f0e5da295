import { sql } from 'kysely'
import { act, type RecordEntry, refuseStale } from '#platform/act.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { findRecipients, type Recipient } from '../find-recipients.ts'
import { addRecipients, notifiedRecipients } from '../queue-notices.ts'
import { lockRecalled, reconcileProducts } from '../reconcile-products.ts'
import type { suspectCases } from './contract.ts'
import type { Splitting } from './reconcile-orders.ts'

export const openCase = (db: Db, splitting: Splitting, call: CallOf<typeof suspectCases.open>): Promise<string> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { productId, lots, serials, stopsSales, reason, soldSince, sample } = call.body
    await lockRecalled(tx, [productId])
    const id = newId()
    await tx
      .insertInto('suspect_case')
      .values({
        id,
        product_id: productId,
        lots,
        serials,
        stops_sales: stopsSales,
        reason,
        sold_since: soldSince,
        sample,
        opened_by: actor._id,
      })
      .execute()
    await record('suspect case opened', ['suspect case', id], {
      after: { product: productId, lots, serials, stopsSales, reason, soldSince },
    })
    await reconcileProducts(tx, splitting, { ids: [productId], by: call })
    return id
  })

export const addCaseNote = (db: Db, call: CallOf<typeof suspectCases.addNote>): Promise<void> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { id } = call.params
    await tx
      .selectFrom('suspect_case')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => notFound('Case'))
    await tx
      .insertInto('suspect_note')
      .values({ id: newId(), case_id: id, author_id: actor._id, text: call.body.text })
      .execute()
    await record('note added', ['suspect case', id], { after: { text: call.body.text } })
  })

/** Cleared ends the holds. Illegitimate notifies everyone who may have received it, and the product stays on hold. */
export const concludeCase = (db: Db, splitting: Splitting, call: CallOf<typeof suspectCases.conclude>): Promise<void> =>
  changing(db, call, async ({ tx, suspect, record }) => {
    const { outcome, conclusion, sample } = call.body
    if (suspect.outcome) throw new Refusal(409, 'This case is concluded already.')
    await write(tx, suspect, {
      outcome,
      conclusion,
      ...(sample && { sample }),
      concluded_at: new Date(),
      concluded_by: call.user._id,
      ...(outcome === 'cleared' && { ended_at: new Date(), ended_by: call.user._id }),
    })
    await record(`suspect case ${outcome}`, ['suspect case', suspect.id], { after: { conclusion, sample } })
    if (outcome === 'illegitimate') await notify(tx, suspect, 'illegitimate', await recipientsOf(tx, suspect))
    await reconcileProducts(tx, splitting, { ids: [suspect.product_id], by: call })
  })

/** The same recipients get the end of the notice, so that no one waits for it in vain. */
export const endCase = (db: Db, splitting: Splitting, call: CallOf<typeof suspectCases.end>): Promise<void> =>
  changing(db, call, async ({ tx, suspect, record }) => {
    const { fdaReference, note } = call.body
    if (suspect.outcome !== 'illegitimate' || suspect.ended_at)
      throw new Refusal(409, 'Only the open notification of an illegitimate product can be ended.')
    if (fdaReference === '')
      throw new Refusal(400, 'Enter FDA’s number of the notification.', { field: 'fdaReference' })
    await write(tx, suspect, { fda_reference: fdaReference, ended_at: new Date(), ended_by: call.user._id })
    await record('suspect notification ended', ['suspect case', suspect.id], { after: { fdaReference, note } })
    const notified = await notifiedRecipients(tx, { recallId: null, caseId: suspect.id, turn: 'illegitimate' })
    await notify(tx, suspect, 'ended', notified)
    await reconcileProducts(tx, splitting, { ids: [suspect.product_id], by: call })
  })

type Suspect = Row<'suspect_case'>

export const recipientsOf = (db: Db | Tx, { product_id, lots, serials, sold_since }: Suspect): Promise<Recipient[]> =>
  findRecipients(db, { products: [{ productId: product_id, lots, serials }], since: sold_since })

const notify = (tx: Tx, { id }: Suspect, turn: 'illegitimate' | 'ended', recipients: Recipient[]): Promise<void> =>
  addRecipients(tx, { recallId: null, caseId: id, turn }, recipients)

interface Change {
  tx: Tx
  suspect: Suspect
  record: RecordEntry
}

type Changing = CallOf<typeof suspectCases.conclude> | CallOf<typeof suspectCases.end>

/** Locks the product before the case, in the order of all acts. */
const changing = (db: Db, call: Changing, change: (change: Change) => Promise<void>): Promise<void> =>
  act(db, call, async ({ tx, record }) => {
    const { id } = call.params
    const found = await tx.selectFrom('suspect_case').select('product_id').where('id', '=', id).executeTakeFirst()
    if (!found) throw notFound('Case')
    await lockRecalled(tx, [found.product_id])
    const suspect = await tx
      .selectFrom('suspect_case')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    refuseStale('This case', { opened: call.body.__v, version: suspect.version })
    await change({ tx, suspect, record })
  })

const write = async (tx: Tx, { id }: Suspect, values: Partial<Suspect>): Promise<void> => {
  await tx
    .updateTable('suspect_case')
    .set({ ...values, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}
