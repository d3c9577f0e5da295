import { sql } from 'kysely'
import { substituteKey } from '#fulfillment/resolve-substitute.ts'
import type { SubstituteInErp } from '#fulfillment/erp-line.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Row, Tx } from '#platform/db/tables.ts'
import type { ExistingOrder } from './existing-orders.ts'
import { productsOf } from './import-orders.ts'

export interface ReplacedLine {
  lineNo: number
  name: string
  substitutes: readonly SubstituteInErp[]
}

interface Replaced {
  known: ExistingOrder
  order: { id: string }
  replaced: readonly ReplacedLine[]
}

const columns = ['order_id', 'line_no', 'line.cold_status', 'line.dea_schedule'] as const

/**
 * Ends the questions about withdrawn substitutes, and asks the buyer about new ones that need consent; returns the
 * exceptions for staff. A substitute of unknown kind is one of them.
 */
export const checkSubstitutes = async (tx: Tx, orders: readonly Replaced[]) => {
  await endWithdrawn(
    tx,
    orders.map(({ known }) => known.id),
  )
  const replacing = orders.filter(({ replaced }) => replaced.length > 0)
  if (replacing.length === 0) return []
  const ids = replacing.map(({ known }) => known.id)
  const lines = await tx
    .selectFrom('order_line as line')
    .leftJoin('product', 'product.id', 'line.product_id')
    .where('order_id', 'in', ids)
    .select(columns)
    .select([
      'product.cold_status as product_cold_status',
      'product.dea_schedule as product_dea_schedule',
      'product.strength',
      'product.dosage_form',
    ])
    .execute()
  const refusing = await tx
    .selectFrom('sales_order')
    .innerJoin('business', 'business.id', 'sales_order.business_id')
    .where('sales_order.id', 'in', ids)
    .where('equivalents_refused_for', 'is not', null)
    .select('sales_order.id')
    .execute()
  const found = await productsOf(
    tx,
    replacing.flatMap(({ replaced }) => replaced.flatMap(({ substitutes }) => substitutes.map((one) => one.productId))),
  )
  const asked = replacing.flatMap(({ known, order, replaced }) =>
    replaced.flatMap(({ lineNo, name, substitutes }) => {
      const line = lines.find((one) => one.order_id === known.id && one.line_no === lineNo)
      return substitutes.flatMap((substitute) => {
        const reasons = [
          ...(refusing.some(({ id }) => id === known.id) ? ['the business wants no substitutes'] : []),
          ...consentReasons(
            {
              cold_status: line?.cold_status ?? line?.product_cold_status ?? '',
              dea_schedule: line?.dea_schedule ?? line?.product_dea_schedule ?? '',
              strength: line?.strength ?? '',
              dosage_form: line?.dosage_form ?? '',
            },
            found.get(substitute.productId) ?? null,
          ),
        ].join(', ')
        return reasons === '' || substitute.quantity <= 0
          ? []
          : [
              {
                id: newId(),
                known,
                order,
                lineNo,
                name,
                substitute,
                found: found.get(substitute.productId) ?? null,
                reasons,
              },
            ]
      })
    }),
  )
  await askBuyer(tx, asked)
  return asked.map(({ id, known, order, name, substitute, reasons }) => ({
    key: substituteKey(id),
    orderId: known.id,
    message: `The ERP substituted ${name} with ${substitute.name} (${substitute.productId}) on order ${order.id} without consent: ${reasons}. Ask the buyer before it ships: the order page waits for the answer.`,
  }))
}

interface Asked {
  id: string
  known: ExistingOrder
  lineNo: number
  substitute: SubstituteInErp
  found: { cold_status: string; dea_schedule: string } | null
  reasons: string
}

const askBuyer = async (tx: Tx, asked: readonly Asked[]): Promise<void> => {
  if (asked.length === 0) return
  const rows = asked.map(({ id, known, lineNo, substitute: { item, productId, name, quantity }, found, reasons }) => ({
    id,
    order_id: known.id,
    line_no: lineNo,
    item,
    slug: productId,
    name,
    quantity,
    cold_status: found?.cold_status ?? null,
    dea_schedule: found?.dea_schedule ?? null,
    reasons,
  }))
  await tx.insertInto('substitute_answer').values(rows).execute()
}

/** An answer covers the product and the pieces that it was asked for, no others. */
const endWithdrawn = async (tx: Tx, orderIds: readonly string[]): Promise<void> => {
  await sql`
    update substitute_answer asked set ended_at = now()
    where order_id = any(${orderIds}::uuid[]) and ended_at is null and not exists (
      select from order_line line, jsonb_array_elements(line.erp_item -> 'substitutes') one
      where line.order_id = asked.order_id and line.line_no = asked.line_no and one ->> 'item' = asked.item
        and one ->> 'productId' = asked.slug and (one ->> 'quantity')::numeric <= asked.quantity)`.execute(tx)
}

type Facts = Pick<Row<'product'>, 'cold_status' | 'dea_schedule' | 'strength' | 'dosage_form'>

/** Why the buyer must agree; empty if the substitute is known to be the same strength and form. */
export const consentReasons = (ordered: Facts, substitute: Facts | null): string[] => {
  if (!substitute) return ['the substitute is not in the catalog']
  const isSame = (one: string, other: string) =>
    one !== '' && one.replace(/\s+/g, ' ').trim().toLowerCase() === other.replace(/\s+/g, ' ').trim().toLowerCase()
  const reasons: readonly (readonly [applies: boolean, reason: string])[] = [
    [ordered.dea_schedule !== '' || substitute.dea_schedule !== '', 'controlled substance'],
    [ordered.cold_status !== '' || substitute.cold_status !== '', 'refrigerated or frozen'],
    [!isSame(ordered.strength, substitute.strength), 'another or unknown strength'],
    [!isSame(ordered.dosage_form, substitute.dosage_form), 'another or unknown form'],
  ]
  return reasons.flatMap(([applies, reason]) => (applies ? [reason] : []))
}
