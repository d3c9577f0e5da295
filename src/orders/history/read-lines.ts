import { sql } from 'kysely'
import type { PriceSource } from '#catalog/price-shapes.ts'
import type { LineInErp } from '#fulfillment/erp-line.ts'
import type { LineSchedule } from '#fulfillment/evaluate-line.ts'
import type { SubstituteState } from '#fulfillment/list-parcels.ts'
import type { OrderLine } from '../order-shapes.ts'

export type RecordedLine = Omit<
  OrderLine,
  'page' | 'priceSource' | 'canceledQuantity' | 'outcome' | 'substitutes' | 'note' | 'stateSchedule'
> & {
  page: string | null
  priceSource: PriceSource | null
  canceledQuantity: number | null
  note: string | null
  /** As stored, such as `CV KY`. */
  stateSchedule: string | null
}

export interface ReportedLine extends RecordedLine {
  schedule: LineSchedule | null
  inErp: LineInErp | null
  answers: SubstituteState[] | null
}

/** The lines of `sales_order` with what the ERP reports about them. */
export const linesOf = sql<ReportedLine[]>`coalesce((
  select json_agg(json_build_object(
    '_id', coalesce(line.product_id::text, ''), 'name', line.name, 'slug', line.slug,
    'page', case when product.deleted_at is null then product.slug end, 'image', line.image,
    'quantity', line.quantity, 'canceledQuantity', nullif(line.cancelled_quantity, 0), 'price', line.price, 'isNonStocked', line.is_non_stocked, 'shipMethod', line.ship_method,
    'coldStatus', coalesce(line.cold_status, product.cold_status, ''),
    'deaSchedule', coalesce(line.dea_schedule, product.dea_schedule, ''),
    'stateSchedule', line.state_schedule,
    'priceSource', line.price_source, 'note', nullif(line.buyer_note, ''), 'schedule', line.erp_schedule,
    'inErp', line.erp_item, 'answers', (
      select json_agg(json_build_object('item', item, 'answer', coalesce(answer, 'waiting')))
      from substitute_answer where order_id = line.order_id and line_no = line.line_no and ended_at is null
    )
  ) order by line.line_no)
  from order_line line left join product on product.id = line.product_id where line.order_id = sales_order.id), '[]')`
