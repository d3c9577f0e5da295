import { sql } from 'kysely'
import { act, type RecordEntry, refuseStale } from '#platform/act.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { grouped } from '#shared/number-words.ts'
import type { recalls } from './contract.ts'
import { findRecipients, type Recipient } from './find-recipients.ts'
import { addRecipients } from './queue-notices.ts'
import type { RecallFields } from './recall-shapes.ts'
import { lockRecalled, reconcileProducts } from './reconcile-products.ts'
import type { Splitting } from './quarantine/reconcile-orders.ts'

export const addRecall = (db: Db, call: CallOf<typeof recalls.add>): Promise<string> =>
  act(db, call, async ({ tx, actor, record }) => {
    const id = newId()
    await tx
      .insertInto('recall')
      .values({ id, created_by: actor._id, ...columnsOf(call.body) })
      .execute()
    await writeProducts(tx, id, call.body)
    await record('recall drafted', ['recall', id], { after: call.body })
    return id
  })

export const changeRecall = (db: Db, call: CallOf<typeof recalls.change>): Promise<void> =>
  act(db, call, async ({ tx, record }) => {
    const recall = await lockRecall(tx, call.params.id, call.body.__v)
    if (recall.status !== 'draft') throw new Refusal(409, 'A recall that was sent can’t be changed.')
    await write(tx, recall, columnsOf(call.body.recall))
    await tx.deleteFrom('recall_product').where('recall_id', '=', recall.id).execute()
    await writeProducts(tx, recall.id, call.body.recall)
    await record('recall draft changed', ['recall', recall.id], { after: call.body.recall })
  })

/** Its products go with it; the trail keeps what it was. The database refuses to delete any other recall. */
export const removeDraft = (db: Db, call: CallOf<typeof recalls.remove>): Promise<void> =>
  act(db, call, async ({ tx, record }) => {
    const { status, id, firm, reason } = await lockRecall(tx, call.params.id, call.query.__v)
    if (status !== 'draft') throw new Refusal(409, 'A recall that was sent can’t be deleted.')
    const products = await tx
      .selectFrom('recall_product')
      .select(['product_id', 'lots'])
      .where('recall_id', '=', id)
      .execute()
    await tx.deleteFrom('recall').where('id', '=', id).execute()
    await record('recall draft deleted', ['recall', id], { before: { firm, reason, products } })
  })

/** Notifies each recipient once: the recipients, the stop of sales and the job of the emails are one transaction. */
export const sendRecall = (db: Db, splitting: Splitting, call: CallOf<typeof recalls.send>): Promise<number> =>
  changing(db, call, async ({ tx, recall, productIds, record }) => {
    if (recall.status !== 'draft') throw new Refusal(409, 'This recall was sent already.')
    const recipients = await recipientsOfRecall(tx, recall)
    if (recipients.length !== call.body.recipients)
      throw new Refusal(
        409,
        `The list has ${grouped(recipients.length)} recipients now, not ${grouped(call.body.recipients)}. Check it again.`,
        { recipients: recipients.length },
      )
    if (recipients.length === 0) throw new Refusal(409, 'No one bought these products since this day.')
    await write(tx, recall, { status: 'sent', sent_at: new Date(), sent_by: call.user._id })
    await addRecipients(tx, { recallId: recall.id, caseId: null, turn: 'recall' }, recipients)
    await record('recall sent', ['recall', recall.id], { after: { recipients: recipients.length } })
    await reconcileProducts(tx, splitting, { ids: productIds, by: call })
    return recipients.length
  })

export const closeRecall = (db: Db, splitting: Splitting, call: CallOf<typeof recalls.close>): Promise<void> =>
  changing(db, call, async ({ tx, recall, productIds, record }) => {
    if (recall.status !== 'sent') throw new Refusal(409, 'Only a sent recall can be closed, once.')
    const { conclusion } = call.body
    await write(tx, recall, { status: 'closed', closed_at: new Date(), closed_by: call.user._id, conclusion })
    await record('recall closed', ['recall', recall.id], { after: { conclusion } })
    await reconcileProducts(tx, splitting, { ids: productIds, by: call })
  })

export const recipientsOfRecall = async (
  db: Db | Tx,
  { id, sold_since: since }: Pick<Row<'recall'>, 'id' | 'sold_since'>,
): Promise<Recipient[]> => {
  const products = await db.selectFrom('recall_product').selectAll().where('recall_id', '=', id).execute()
  return findRecipients(db, {
    products: products.map(({ product_id: productId, lots }) => ({ productId, lots })),
    since,
  })
}

interface Change {
  tx: Tx
  recall: Row<'recall'>
  productIds: string[]
  record: RecordEntry
}

type Changing = CallOf<typeof recalls.send> | CallOf<typeof recalls.close>

/** Locks the products before the recall, in the order of all acts; a draft that changed in between is refused. */
const changing = <T>(db: Db, call: Changing, change: (change: Change) => Promise<T>): Promise<T> =>
  act(db, call, async ({ tx, record }) => {
    const { id } = call.params
    const products = await tx.selectFrom('recall_product').select('product_id').where('recall_id', '=', id).execute()
    const productIds = products.map(({ product_id: productId }) => productId)
    if (productIds.length === 0) throw notFound('Recall')
    await lockRecalled(tx, productIds)
    const recall = await lockRecall(tx, id, call.body.__v)
    return change({ tx, recall, productIds, record })
  })

const lockRecall = async (tx: Tx, id: string, opened: number): Promise<Row<'recall'>> => {
  const recall = await tx
    .selectFrom('recall')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('Recall'))
  refuseStale('This recall', { opened, version: recall.version })
  return recall
}

const write = async (tx: Tx, { id }: Row<'recall'>, values: Partial<Row<'recall'>>): Promise<void> => {
  await tx
    .updateTable('recall')
    .set({ ...values, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

const writeProducts = async (tx: Tx, recallId: string, { products }: RecallFields): Promise<void> => {
  const ids = products.map(({ productId }) => productId)
  const found = await tx.selectFrom('product').select('id').where('id', 'in', ids).execute()
  if (found.length < ids.length) throw new Refusal(400, 'One of these products does not exist.', { field: 'products' })
  await tx
    .insertInto('recall_product')
    .values(products.map(({ productId, lots }) => ({ recall_id: recallId, product_id: productId, lots })))
    .execute()
}

const columnsOf = (recall: RecallFields) => ({
  firm: recall.firm,
  firm_reference: recall.firmReference,
  class: recall.class,
  depth: recall.depth,
  level: recall.level,
  level_percent: recall.levelPercent,
  reason: recall.reason,
  instructions: recall.instructions,
  sold_since: recall.soldSince,
  reply_by: recall.replyBy,
  stops_sales: recall.stopsSales,
})
