import { type RawBuilder, sql } from 'kysely'
import { ndcNotations } from '#catalog/normalize-ndc.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { gtinsOf } from '#traceability/match-packages.ts'
import type { Purchase } from './recall-shapes.ts'

interface Suspected {
  productId: string
  lots: readonly string[]
  serials?: readonly string[]
}

export interface Recipient {
  businessId: string | null
  /** Only without a business. */
  account: string
  name: string
  /** The lot is on record, in a package or a delivery, or a purchase whose lot is not. */
  basis: 'lot' | 'window'
  purchases: Purchase[]
}

/**
 * Everyone who may have received the products since that day, in one statement whatever their number: by the packages
 * of outbound documents, and by orders and invoices as far as no document has the lots of all their packages. Former
 * customers and accounts without a business are included; drafts that never left are not. A lot in a delivery of the
 * ERP shows who received it, but leaves nobody out: the ERP may write it differently from the label. So do documents
 * without a lot, and those with findings that nobody accepted.
 */
export const findRecipients = async (
  db: Db | Tx,
  { products, since }: { products: readonly Suspected[]; since: string },
): Promise<Recipient[]> => {
  const rows = await targetsOf(db, products)
  return (await recipients(JSON.stringify(rows), since).execute(db)).rows
}

/** With every code that documents and invoices may name them by. */
const targetsOf = async (db: Db | Tx, products: readonly Suspected[]) => {
  const found = await db
    .selectFrom('product')
    .select(['id', 'ndc_key', 'ndc_number', 'gtin', 'is_item_number'])
    .where(
      'id',
      'in',
      products.map(({ productId }) => productId),
    )
    .execute()
  return found.map(({ id, ndc_key: key, ndc_number: number, gtin, is_item_number: isItemNumber }) => {
    const { lots = [], serials = [] } = products.find(({ productId }) => productId === id) ?? {}
    const isNdc = key !== '' && !isItemNumber
    return {
      product_id: id,
      lots,
      serials,
      gtins: [...(gtin ? [gtin.padStart(14, '0')] : []), ...(isNdc ? gtinsOf(key) : [])],
      numbers: [...new Set([...(number ? [number] : []), ...(isNdc ? ndcNotations(key) : [])])],
    }
  })
}

const recipients = (targets: string, since: string): RawBuilder<Recipient> => sql<Recipient>`
  with first as (select ${since}::timestamp at time zone business_zone() as moment), target as materialized (
    select *, lots <> '{}' or serials <> '{}' as is_narrow from jsonb_to_recordset(${targets}::jsonb)
      as target (product_id uuid, lots text[], serials text[], gtins text[], numbers text[])
  ), package as materialized (
    select shipment.business_id, shipment.order_id, product_id, is_narrow,
      lot <> '' and lot_key(lot) in (select lot_key(one) from unnest(lots) one) or upper(serial) in (
        select upper(one) from unnest(serials) one) as is_match,
      lot = '' and lots <> '{}' as is_unknown, accepted_at is not null as is_accepted, count(*)::int as pieces
    from first cross join target
    join trace_package on gtin = any(gtins)
    join trace_shipment shipment on shipment.id = shipment_id and withdrawn_at is null
      and shipment.shipped_at >= first.moment
    join trace_document on trace_document.id = document_id and direction = 'outbound'
    group by 1, 2, 3, 4, 5, 6, 7
  ), traced as materialized (
    select order_id, product_id, sum(pieces) as pieces from package where order_id is not null and is_accepted and not is_unknown group by 1, 2
  ), bought as (
    select business_id, '' as account, '' as ship_name, product_id, pieces,
      case when is_match then 'lot' else 'window' end as basis
    from package where business_id is not null and case when is_narrow then is_match or is_unknown else order_id is null end
    union all
    select business_id, case when business_id is null then bill_to_party_id::text else '' end, ship_full_name,
      line.product_id, quantity - cancelled_quantity,
      case when exists (
        select from delivery cross join jsonb_array_elements(items) item
        where order_erp_ids @> array[sales_order.erp_id] and is_shipped
          and item ->> 'orderId' = sales_order.erp_id
          and item ->> 'productId' = any(numbers)
          and item ->> 'lot' <> '' and lot_key(item ->> 'lot') in (select lot_key(one) from unnest(lots) one)
      ) then 'lot' else 'window' end
    from target
    join order_line line on line.product_id = target.product_id
    join sales_order on sales_order.id = line.order_id
    left join traced on traced.order_id = line.order_id and traced.product_id = line.product_id
    where greatest(created_at, shipped_at, delivered_at) >= (select moment from first) and deleted_at is null
      and (not is_cancelled or shipped_at is not null)
      and erp_state not in ('waiting', 'held') and quantity > cancelled_quantity
      and (business_id is not null or bill_to_party_id <> '')
      and (not is_narrow or coalesce(traced.pieces, 0) < quantity - cancelled_quantity)
    union all
    select business.id, case when business.id is null then party_id::text else '' end, '', product_id,
      ceil(coalesce(line.quantity, 0))::int, 'window'
    from target
    join invoice_line line on line.product_number = any(numbers)
    join invoice on invoice.id = line.invoice_id
    left join lateral (
      select id from business
      where coalesce(nullif(account_number, ''), claimed_account_number) = invoice.party_id and status <> 'requested'
      order by deleted_at is null desc, id desc limit 1
    ) business on true
    where order_id is null and invoice_date >= ${since}::date and not is_cancellation and not is_credit
      and cancelled_by is null and party_id <> ''
  ), by_product as (
    select business_id, account, product_id, sum(pieces)::int as pieces, min(basis) as basis,
      max(ship_name) as ship_name
    from bought group by business_id, account, product_id
  )
  select business_id as "businessId", account,
    coalesce(nullif(max(business.name), ''), nullif(max(ship_name), ''), 'Account ' || account) as name,
    min(basis) as basis, json_agg(json_build_object('productId', product_id, 'pieces', pieces)) as purchases
  from by_product left join business on business.id = business_id
  group by business_id, account
  order by name, business_id, account`
