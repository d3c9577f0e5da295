import type { SubstituteInErp } from '#fulfillment/erp-line.ts'
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

/** The exceptions for substitutes that need the buyer's consent. A substitute of unknown kind is one of them. */
export const checkSubstitutes = async (tx: Tx, orders: readonly Replaced[]) => {
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
  return replacing.flatMap(({ known, order, replaced }) =>
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
        ]
        if (reasons.length === 0) return []
        return {
          key: `substitute ${known.id} ${lineNo} ${substitute.productId}`,
          orderId: known.id,
          message: `The ERP substituted ${name} with ${substitute.name} (${substitute.productId}) on order ${order.id} without consent: ${reasons.join(', ')}. Ask the buyer before it ships.`,
        }
      })
    }),
  )
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
