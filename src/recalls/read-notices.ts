import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { visibleOwner } from '#customers/business/own-records.ts'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { OwnRecall, OwnRecallDetail } from './contract.ts'
import { firstProduct, recallPageOf, pageSize, recalledProducts, repliesOf } from './queries.ts'
import type { Purchase } from './recall-shapes.ts'

type Row = z.input<typeof OwnRecall> & {
  recipientId: string
  purchases: Purchase[]
  reason: string
  instructions: string
  soldSince: string
}

/** Sent recalls that the caller's business was notified of. */
const ownRecalls = async (db: Db, user: Caller, { page = 1, id = null }: { page?: number; id?: string | null }) => {
  const { rows } = await sql<Row>`
    select recall.id as "_id", firm, class, reply_by::text as "replyBy", sent_at as "sentAt",
      status = 'closed' as "isClosed", replied_at as "repliedAt", recipient.id as "recipientId", purchases, reason,
      instructions, sold_since::text as "soldSince", ${firstProduct}
    from notice_recipient recipient join recall on recall.id = recall_id
    where turn = 'recall' and business_id = ${visibleOwner(user).businessId}::uuid
      and (${id}::uuid is null or recall.id = ${id}::uuid)
    order by sent_at desc, recall.id limit ${pageSize + 1} offset ${(page - 1) * pageSize}`.execute(db)
  return rows
}

export const pageOfOwnRecalls = async (db: Db, user: Caller, page: number) =>
  recallPageOf(await ownRecalls(db, user, { page }))

export const ownRecallById = async (db: Db, user: Caller, id: string): Promise<z.input<typeof OwnRecallDetail>> => {
  const [row] = await ownRecalls(db, user, { id })
  if (!row) throw notFound('Recall')
  const [products, replies] = await Promise.all([recalledProducts(db, id), repliesOf(db, row.recipientId)])
  return { ...row, products, replies }
}
