import { visibleOwner } from '#customers/business/own-records.ts'
import { act } from '#platform/act.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { recallNotices, recalls } from './contract.ts'
import type { ReplyFields } from './recall-shapes.ts'

/** The reply of the caller's own business; someone else's recall is not found. */
export const saveReply = (db: Db, call: CallOf<typeof recallNotices.reply>): Promise<void> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { id: recallId } = call.params
    const recipientId = await lockRecipient(tx, recallId, { businessId: visibleOwner(call.user).businessId })
    await writeReply(tx, { recallId, recipientId, userId: actor._id, reply: call.body })
    await record('recall reply', ['recall', recallId], { after: { recipient: recipientId, ...call.body } })
  })

export const saveReplyFor = (db: Db, call: CallOf<typeof recalls.replyFor>): Promise<void> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { id: recallId, recipientId } = call.params
    await lockRecipient(tx, recallId, { recipientId })
    await writeReply(tx, { recallId, recipientId, userId: actor._id, reply: call.body })
    await record('recall reply recorded', ['recall', recallId], { after: { recipient: recipientId, ...call.body } })
  })

export const saveCall = (db: Db, call: CallOf<typeof recalls.call>): Promise<void> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { id: recallId, recipientId } = call.params
    await lockRecipient(tx, recallId, { recipientId })
    await tx
      .insertInto('recall_call')
      .values({ id: newId(), recipient_id: recipientId, called_by: actor._id, ...call.body })
      .execute()
    await record('recall call', ['recall', recallId], { after: { recipient: recipientId, ...call.body } })
  })

type Which = { businessId: string | null } | { recipientId: string }

/** Locks the recall in share mode, so that it is not closed in between, and then the recipient. */
const lockRecipient = async (tx: Tx, recallId: string, which: Which): Promise<string> => {
  const recall = await tx.selectFrom('recall').select('status').where('id', '=', recallId).forShare().executeTakeFirst()
  const recipient = await tx
    .selectFrom('notice_recipient')
    .select('id')
    .where('recall_id', '=', recallId)
    .where(({ eb }) =>
      'recipientId' in which ? eb('id', '=', which.recipientId) : eb('business_id', '=', which.businessId),
    )
    .forUpdate()
    .executeTakeFirst()
  if (!recall || !recipient) throw notFound('Recall')
  if (recall.status === 'closed') throw new Refusal(409, 'This recall is closed. Contact us to correct your reply.')
  return recipient.id
}

interface Replying {
  recallId: string
  recipientId: string
  userId: string
  reply: ReplyFields
}

const writeReply = async (tx: Tx, { recallId, recipientId, userId, reply }: Replying): Promise<void> => {
  const { lines, hasNotifiedCustomers, note } = reply
  const products = await tx
    .selectFrom('recall_product')
    .select('product_id')
    .where('recall_id', '=', recallId)
    .execute()
  const given = lines.map(({ productId }) => productId)
  const isComplete =
    given.length === products.length && products.every(({ product_id: productId }) => given.includes(productId))
  if (!isComplete) throw new Refusal(400, 'Enter the quantities of every product of the recall once; 0 for none.')
  await tx
    .insertInto('recall_reply')
    .values({
      id: newId(),
      recipient_id: recipientId,
      replied_by: userId,
      lines: JSON.stringify(lines),
      has_notified_customers: hasNotifiedCustomers,
      note,
    })
    .execute()
  await tx.updateTable('notice_recipient').set({ replied_at: new Date() }).where('id', '=', recipientId).execute()
}
