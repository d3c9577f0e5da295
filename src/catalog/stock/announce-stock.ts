import { sql } from 'kysely'
import { type MarkedLine, nameWithMarks } from '../line-words.ts'
import { isVisibleTo } from '../filter-visible.ts'
import { composeEmail, facts, link } from '#mail/compose-email.ts'
import { queueMail } from '#mail/send-mail.ts'
import type { Config } from '#platform/config.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import { nameInText } from '#shared/show-strengths.ts'

export const stockKind = 'inventory.announce-stock'
const notifiedPerBatch = 100

interface Movement {
  productId: string
  quantity: number
}

/**
 * Must be called with every movement that can increase stock, after the counts were updated and with the product rows
 * locked. Marks the requests that the new stock covers and the old did not, and queues their notifications.
 */
export const noteRises = async (tx: Tx, movements: readonly Movement[]): Promise<void> => {
  const rises = movements.filter(({ quantity }) => quantity > 0)
  if (rises.length === 0) return
  const { rows } = await sql<{ productId: string }>`
    with marked as (
      update stock_request set risen_at = now()
      from unnest(
        ${rises.map(({ productId }) => productId)}::uuid[], ${rises.map(({ quantity }) => quantity)}::int[]
      ) as rise (product_id, quantity)
      join product on product.id = rise.product_id
      where stock_request.product_id = rise.product_id and ends_at > now() and risen_at is null
        and stock_request.quantity <= product.count_in_stock
        and stock_request.quantity > product.count_in_stock - rise.quantity
      returning rise.product_id
    )
    select distinct product_id as "productId" from marked`.execute(tx)
  // Jobs have no deduplication keys: a job that is running may have missed requests marked after it read them.
  if (rows.length > 0) await enqueue(tx, ...rows.map((payload) => ({ kind: stockKind, payload: { ...payload } })))
}

/** Sends the notifications that were held back while the products were unpublished or on hold. */
export const notePublished = async (tx: Tx, productIds: readonly string[]): Promise<void> => {
  if (productIds.length === 0) return
  const { rows } = await sql<{ productId: string }>`
    select distinct product_id as "productId" from stock_request
    where product_id = any(${productIds}::uuid[]) and risen_at is not null and ends_at > now()`.execute(tx)
  if (rows.length > 0) await enqueue(tx, ...rows.map((payload) => ({ kind: stockKind, payload: { ...payload } })))
}

/** Emails the users whose requests were marked, oldest request first. Those no longer satisfied are skipped. */
export const announceStock = async (db: Db, config: Config, productId: string): Promise<void> => {
  while ((await transaction(db, (tx) => notifyBatch(tx, config, productId))) === notifiedPerBatch);
}

interface Due extends MarkedLine {
  isTold: boolean
  email: string
  name: string
  product: string
  slug: string
  wanted: number
  countInStock: number
}

const notifyBatch = async (tx: Tx, { BUSINESS_TIME_ZONE: zone, PUBLIC_URL }: Config, productId: string) => {
  const { rows } = await sql<Due>`
    with due as (
      select stock_request.user_id, asked_at, email, person.name, product.name as product, slug,
        cold_status as "coldStatus", dea_schedule as "deaSchedule",
        stock_request.quantity as wanted, count_in_stock as "countInStock",
        ends_at > now() and count_in_stock >= stock_request.quantity
          and not is_non_stocked and product.deleted_at is null
          and ${isVisibleTo(sql`person.business_id`, sql`person.is_sales_rep`)}
          and person.is_active and not person.is_admin and person.deleted_at is null
          and (notified_at is null or (notified_at at time zone ${zone})::date < (now() at time zone ${zone})::date)
          as "isTold"
      from stock_request
      join product on product.id = stock_request.product_id
      join user_account person on person.id = stock_request.user_id
      where stock_request.product_id = ${productId}::uuid and risen_at is not null
        and (is_published and not is_on_hold or product.deleted_at is not null)
      order by asked_at, stock_request.user_id limit ${notifiedPerBatch}
      for update of stock_request
    ), settled as (
      update stock_request set risen_at = null, notified_at = case when "isTold" then now() else notified_at end
      from due where stock_request.user_id = due.user_id and product_id = ${productId}::uuid
    )
    select * from due order by asked_at, user_id`.execute(tx)
  for (const due of rows) if (due.isTold) await queueMail(tx, inStockEmail(due, PUBLIC_URL))
  return rows.length
}

export const inStockEmail = ({ email, name, product, slug, wanted, countInStock, ...marks }: Due, publicUrl: string) =>
  composeEmail({ email, name }, `Back in stock: ${nameInText(product)}`, [
    `You asked to be notified when ${wanted === 1 ? 'this product is' : `${pieces(wanted)} of this product are`} in stock.`,
    facts([
      ['Product', nameWithMarks(product, marks)],
      ['In stock now', pieces(countInStock)],
    ]),
    link(publicUrl, 'View product', `/product/${encodeURIComponent(slug)}`),
    'We can’t reserve it for you, so order soon. If it sells out and comes back, we’ll email you again, at most once a day. Turn these emails off on the product page or in your profile.',
  ])

const pieces = (count: number): string => count.toLocaleString('en-US')
