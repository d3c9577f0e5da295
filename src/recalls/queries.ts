import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Condition } from '#platform/db/conditions.ts'
import type { Db } from '#platform/db/tables.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { RecallDetail, RecallRow, RecipientRow } from './contract.ts'
import { type RecalledProduct, type RecallReply, shareOfLevel } from './recall-shapes.ts'

export const pageSize = 50

/** The rows of a page, which were read with one more to know whether others follow. */
export const recallPageOf = <R>(rows: readonly R[]): { rows: R[]; hasMore: boolean } => ({
  rows: rows.slice(0, pageSize),
  hasMore: rows.length > pageSize,
})

export const firstProduct = sql`
  (select product.name from recall_product join product on product.id = product_id
    where recall_id = recall.id order by product.name, product.id limit 1) as product,
  (select count(*)::int from recall_product where recall_id = recall.id) as "productCount"`

export const pageOfRecalls = async (db: Db, page: number) => {
  const { rows } = await sql<z.input<typeof RecallRow>>`
    select recall.id as "_id", firm, firm_reference as "firmReference", class, status, reply_by::text as "replyBy",
      sent_at as "sentAt", closed_at as "closedAt", ${firstProduct}, total.recipients, total.replied
    from (select * from recall order by created_at desc, id limit ${pageSize + 1} offset ${(page - 1) * pageSize}) recall,
      lateral (select count(*)::int as recipients, count(replied_at)::int as replied
        from notice_recipient where recall_id = recall.id) total
    order by created_at desc, recall.id`.execute(db)
  return recallPageOf(rows)
}

export const recallById = async (db: Db, id: string): Promise<z.input<typeof RecallDetail>> => {
  const recall = await db
    .selectFrom('recall')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Recall'))
  const [products, figures, totals] = await Promise.all([recalledProducts(db, id), figuresOf(db, id), totalsOf(db, id)])
  const share = shareOfLevel({ level: recall.level, levelPercent: recall.level_percent })
  return {
    _id: id,
    firm: recall.firm,
    firmReference: recall.firm_reference,
    class: recall.class,
    status: recall.status,
    replyBy: recall.reply_by,
    sentAt: recall.sent_at,
    closedAt: recall.closed_at,
    depth: recall.depth,
    level: recall.level,
    levelPercent: recall.level_percent,
    reason: recall.reason,
    instructions: recall.instructions,
    soldSince: recall.sold_since,
    stopsSales: recall.stops_sales,
    products,
    ...figures,
    toCheck: Math.ceil((figures.recipients * share) / 100),
    totals,
    conclusion: recall.conclusion,
    __v: recall.version,
  }
}

export const recalledProducts = async (db: Db, recallId: string): Promise<RecalledProduct[]> => {
  const { rows } = await sql<RecalledProduct>`
    select product_id as "productId", name, ndc_number as "ndcNumber", strength, pack_size as "packSize", manufacturer,
      dea_schedule as "deaSchedule", cold_status as "coldStatus", lots
    from recall_product join product on product.id = product_id where recall_id = ${recallId}
    order by name, product_id`.execute(db)
  return rows
}

type Figures = Pick<RecallDetail, 'recipients' | 'queued' | 'withoutEmail' | 'replied' | 'called' | 'checked'>

const hasCall = sql`exists (select from recall_call where recipient_id = recipient.id)`

const figuresOf = async (db: Db, recallId: string): Promise<Figures> => {
  const { rows } = await sql<Figures>`
    select count(*)::int as recipients, count(queued_at)::int as queued, count(replied_at)::int as replied,
      (count(*) filter (where queued_at is not null and mail_count = 0))::int as "withoutEmail",
      (count(*) filter (where ${hasCall}))::int as called,
      (count(*) filter (where replied_at is not null or ${hasCall}))::int as checked
    from notice_recipient recipient where recall_id = ${recallId}`.execute(db)
  return rows[0] ?? { recipients: 0, queued: 0, replied: 0, withoutEmail: 0, called: 0, checked: 0 }
}

/** Sums of the current replies. */
const totalsOf = async (db: Db, recallId: string): Promise<RecallDetail['totals']> => {
  const { rows } = await sql<RecallDetail['totals'][number]>`
    with recipient as (select id, purchases from notice_recipient where recall_id = ${recallId}),
    bought as (
      select (purchase->>'productId')::uuid as product_id, sum((purchase->>'pieces')::int)::float8 as pieces
      from recipient, jsonb_array_elements(purchases) purchase group by 1
    ), answered as (
      select (line->>'productId')::uuid as product_id, sum((line->>'onHand')::int)::float8 as on_hand,
        sum((line->>'returned')::int)::float8 as returned, sum((line->>'passedOn')::int)::float8 as passed_on
      from recipient, lateral (
        select lines from recall_reply where recipient_id = recipient.id order by id desc limit 1
      ) reply, jsonb_array_elements(lines) line group by 1
    )
    select product.product_id as "productId", coalesce(pieces, 0) as bought, coalesce(on_hand, 0) as "onHand",
      coalesce(returned, 0) as returned, coalesce(passed_on, 0) as "passedOn"
    from recall_product product left join bought using (product_id) left join answered using (product_id)
    where recall_id = ${recallId} order by product.product_id`.execute(db)
  return rows
}

type State = 'all' | 'replied' | 'missing'

const inState: Record<State, Condition> = {
  all: sql<boolean>`true`,
  replied: sql<boolean>`replied_at is not null`,
  missing: sql<boolean>`replied_at is null`,
}

export const pageOfRecipients = async (db: Db, recallId: string, { page, state }: { page: number; state: State }) =>
  recallPageOf(
    await recipientRows(
      db,
      sql<boolean>`recall_id = ${recallId} and ${inState[state]}`,
      sql`limit ${pageSize + 1} offset ${(page - 1) * pageSize}`,
    ),
  )

/** With the person to call, and the sales rep who ordered for the customer last. */
export const recipientRows = async (
  db: Db,
  where: Condition,
  part: RawBuilder<unknown> = sql``,
): Promise<z.input<typeof RecipientRow>[]> => {
  const { rows } = await sql<z.input<typeof RecipientRow>>`
    select recipient.id as "_id", recipient.name, basis, queued_at as "queuedAt", mail_count as "mailCount",
      replied_at as "repliedAt", coalesce(nullif(business.account_number, ''), recipient.account_number) as account,
      coalesce(person.phone, '') as phone, coalesce(person.email, '') as email, coalesce(rep.name, '') as rep,
      (select coalesce(sum((purchase->>'pieces')::int), 0)::float8 from jsonb_array_elements(purchases) purchase) as pieces,
      (select count(*)::int from recall_call where recipient_id = recipient.id) as calls, last_call as "lastCall"
    from (select * from notice_recipient where ${where} order by name, id ${part}) recipient
      left join business on business.id = recipient.business_id
      left join lateral (
        select phone, email from user_account
        where user_account.business_id = recipient.business_id and not is_admin and not is_sales_rep
        order by (deleted_at is null and is_active) desc, phone <> '' desc, id limit 1
      ) person on true
      left join lateral (
        select trim(staff.name || ' ' || staff.last_name) as name
        from sales_order join user_account staff on staff.id = placed_by and staff.is_sales_rep
        where sales_order.business_id = recipient.business_id
        order by sales_order.created_at desc limit 1
      ) rep on true
      left join lateral (
        select json_build_object('at', called_at, 'by', trim(caller.name || ' ' || caller.last_name), 'result', result,
          'note', note) as last_call
        from recall_call join user_account caller on caller.id = called_by
        where recipient_id = recipient.id order by recall_call.id desc limit 1
      ) last on true
    order by recipient.name, recipient.id`.execute(db)
  return rows
}

/** The current one first. */
export const repliesOf = async (db: Db, recipientId: string): Promise<z.input<typeof RecallReply>[]> => {
  const { rows } = await sql<z.input<typeof RecallReply>>`
    select replied_at as "repliedAt", trim(replier.name || ' ' || replier.last_name) as "repliedBy", lines, note,
      has_notified_customers as "hasNotifiedCustomers"
    from recall_reply join user_account replier on replier.id = replied_by
    where recipient_id = ${recipientId} order by recall_reply.id desc limit 100`.execute(db)
  return rows
}

export const recipientById = async (db: Db, { id, recipientId }: { id: string; recipientId: string }) => {
  const recipient = await db
    .selectFrom('notice_recipient')
    .select(['name', 'purchases'])
    .where('id', '=', recipientId)
    .where('recall_id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('Recipient'))
  return { ...recipient, replies: await repliesOf(db, recipientId) }
}
