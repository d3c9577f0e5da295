import { sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { Answer } from '#shared/endpoint.ts'
import { type AllocationRule, type allocations, type BusinessAllocation, allocationsPerPage } from './contract.ts'
import { boughtSince, cap, monthIn } from './count-allocations.ts'

interface Params {
  page: number
  timeZone: string
}

type Listed = Answer<typeof allocations.list>

export const listAllocations = async (db: Db, asked: Params): Promise<Listed> => {
  const { page, timeZone } = asked
  const { rows } = await sql<Listed['allocations'][number] & { count: number }>`
    with ${monthIn(timeZone)}, shown as (
      select allocation.*, product.name, product.ndc_number, count(*) over ()::int as count
      from allocation join product on product.id = allocation.product_id
      order by product.name, product.id limit ${allocationsPerPage} offset ${(page - 1) * allocationsPerPage}
    ), ${boughtSince(sql`order_line.product_id in (select product_id from shown)`)}
    select product_id as "productId", name, ndc_number as "ndcNumber", mode, share_percent as "sharePercent", fixed, floor,
      coalesce((select sum(used) from bought where bought.product_id = shown.product_id), 0)::int as used,
      (select count(*) from allocation_exception one where one.product_id = shown.product_id)::int as exceptions, count
    from shown order by name, product_id`.execute(db)
  // Past the last page there are no rows to carry the count.
  const { count } = rows[0] ?? (page > 1 ? await listAllocations(db, { ...asked, page: 1 }) : { count: 0 })
  return { allocations: rows, count }
}

type OfProduct = Answer<typeof allocations.ofProduct>

export const allocationOf = async (
  db: Db,
  { productId, page, timeZone }: Params & { productId: string },
): Promise<OfProduct> => {
  const { rows: found } = await sql<AllocationRule & OfProduct['product'] & { until: string; isAllocated: boolean }>`
    with ${monthIn(timeZone)}
    select id as "_id", name, ndc_number as "ndcNumber", until, mode, share_percent as "sharePercent", fixed, floor,
      mode is not null as "isAllocated"
    from product cross join month left join allocation on allocation.product_id = product.id
    where id = ${productId}::uuid and deleted_at is null`.execute(db)
  const [one] = found
  if (!one) throw notFound('Product')
  const { _id, name, ndcNumber, until, isAllocated, mode, sharePercent, fixed, floor } = one
  const rule = isAllocated ? { mode, sharePercent, fixed, floor } : null
  return { product: { _id, name, ndcNumber }, rule, until, ...(await businessesOf(db, { productId, page, timeZone })) }
}

const businessesOf = async (
  db: Db,
  asked: Params & { productId: string },
): Promise<Pick<OfProduct, 'businesses' | 'count'>> => {
  const { productId, page, timeZone } = asked
  const { rows } = await sql<BusinessAllocation & { count: number }>`
    with ${monthIn(timeZone)}, ${boughtSince(sql`order_line.product_id = ${productId}::uuid`)}
    select business.id as "businessId", business.name, business.account_number as "accountNumber",
      round(coalesce(bought.before, 0) / 3.0)::int as average, coalesce(${cap}, 0) as cap,
      coalesce(bought.used, 0) as used, greatest(0, coalesce(${cap}, 0) - coalesce(bought.used, 0)) as left,
      exception.quantity as exception, count(*) over ()::int as count
    from (select business_id from bought where business_id is not null
      union select business_id from allocation_exception where product_id = ${productId}::uuid) known
    join business on business.id = known.business_id
    left join bought on bought.business_id = known.business_id
    left join allocation allocated on allocated.product_id = ${productId}::uuid
    left join (select business_id, quantity as exception, quantity from allocation_exception
      where product_id = ${productId}::uuid) exception on exception.business_id = known.business_id
    order by coalesce(bought.used, 0) desc, business.name, business.id
    limit ${allocationsPerPage} offset ${(page - 1) * allocationsPerPage}`.execute(db)
  const { count } = rows[0] ?? (page > 1 ? await businessesOf(db, { ...asked, page: 1 }) : { count: 0 })
  return { businesses: rows, count }
}
