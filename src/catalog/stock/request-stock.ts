import { sql } from 'kysely'
import type { Viewer } from '../resolve-viewer.ts'
import { isVisibleTo } from '../filter-visible.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { Answer } from '#shared/endpoint.ts'
import type { inventory } from './contract.ts'

const maxRequests = 500
const requestDays = 90

/** A repeated request keeps its position, takes the new quantity, and is extended to 90 days from now. */
export const requestStock = (
  db: Db,
  { params: { id: productId }, body: { quantity }, user: { _id: userId } }: CallOf<typeof inventory.request>,
  viewer: Viewer,
): Promise<void> =>
  transaction(db, async (tx) => {
    // A share lock prevents stock from arriving between this check and the request.
    const product = await tx
      .selectFrom('product')
      .select(['count_in_stock', 'is_non_stocked'])
      .where('id', '=', productId)
      .where('is_published', '=', true)
      .where('deleted_at', 'is', null)
      .where(visibleTo(viewer))
      .forShare()
      .executeTakeFirstOrThrow(() => notFound('Product'))
    if (product.is_non_stocked) throw new Refusal(409, 'This is a special order item. You can order it at any time.')
    if (product.count_in_stock >= quantity)
      throw new Refusal(409, `There are ${product.count_in_stock.toLocaleString('en-US')} in stock now.`, {
        countInStock: product.count_in_stock,
      })
    await refuseTooMany(tx, userId, productId)
    const endsAt = sql<Date>`now() + make_interval(days => ${requestDays})`
    await tx
      .insertInto('stock_request')
      .values({ user_id: userId, product_id: productId, quantity, ends_at: endsAt })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'product_id']).doUpdateSet({
          quantity,
          ends_at: endsAt,
          asked_at: sql<Date>`case when stock_request.ends_at > now() then stock_request.asked_at else now() end`,
        }),
      )
      .execute()
  })

const refuseTooMany = async (tx: Tx, userId: string, productId: string): Promise<void> => {
  const { others } = await tx
    .selectFrom('stock_request')
    .select(({ fn }) => fn.countAll<string>().as('others'))
    .where('user_id', '=', userId)
    .where('product_id', '<>', productId)
    .where('ends_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow()
  if (Number(others) >= maxRequests)
    throw new Refusal(409, `You can have ${maxRequests} stock notifications. Remove some in your profile first.`)
}

export const endRequest = async (db: Db, { params, user }: CallOf<typeof inventory.endRequest>): Promise<void> => {
  await requestsThatEnd(db).where('user_id', '=', user._id).where('product_id', '=', params.id).execute()
}

/** Ends the requests for deleted products. */
export const endRequestsFor = async (tx: Tx, productIds: readonly string[]): Promise<void> => {
  if (productIds.length > 0) await requestsThatEnd(tx).where('product_id', 'in', productIds).execute()
}

const requestsThatEnd = (db: Db | Tx) =>
  db
    .updateTable('stock_request')
    .set({ ends_at: sql<Date>`now()`, risen_at: null })
    .where('ends_at', '>', sql<Date>`now()`)

export const listStockRequests = (db: Db, userId: string, viewer: Viewer): Promise<Answer<typeof inventory.requests>> =>
  db
    .selectFrom('stock_request')
    .innerJoin('product', 'product.id', 'product_id')
    .select([
      'product_id as productId',
      'name',
      'slug',
      'quantity',
      'count_in_stock as countInStock',
      'asked_at as askedAt',
      'ends_at as endsAt',
    ])
    .where('user_id', '=', userId)
    .where('ends_at', '>', sql<Date>`now()`)
    // Requests for unpublished products are hidden until the product is published again.
    .where('is_published', '=', true)
    .where(visibleTo(viewer))
    .orderBy('asked_at', 'desc')
    .orderBy('product_id')
    .limit(maxRequests)
    .execute()

const visibleTo = ({ user, seesRestricted }: Viewer) =>
  isVisibleTo(sql`${user?.businessId ?? null}::uuid`, sql`${seesRestricted}::boolean`)
