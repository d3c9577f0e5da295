import type * as z from 'zod/mini'
import { asDollars } from '#shared/money.ts'
import { type FoundRecord, isSameNumber } from '#shared/found-record.ts'
import { canceledWord } from '#shared/release-status.ts'
import { dayOf } from '#shared/wire.ts'
import type { Db } from '#platform/db/tables.ts'
import { type FindRecords, maxFound } from '#platform/http/record-finder.ts'
import type { OrderRow } from '../order-shapes.ts'
import { whoseOrders } from './find-owner.ts'
import { pageOfOrders } from './list-orders.ts'

/** By order, PO or tracking number or portal reference: all orders for admins, otherwise the caller's own. */
export const findOrders =
  (db: Db): FindRecords =>
  async (caller, { text, kinds }) => {
    if (kinds && !kinds.includes('order')) return []
    const whose = caller.isAdmin ? null : await whoseOrders(db, caller, null)
    const wanted = { whose, forBusiness: caller.isAdmin ? null : (caller.orderingFor?.businessId ?? null) }
    const page = { filter: {}, today: '', product: null, sort: '-createdAt', page: 1, pageSize: maxFound } as const
    const { rows } = await pageOfOrders(db, { ...page, ...wanted, numbered: { text, isWhole: true } })
    const others =
      rows.length < maxFound
        ? await pageOfOrders(db, { ...page, ...wanted, numbered: { text, isWhole: false } })
        : { rows: [] }
    const found = new Map([...rows, ...others.rows].map((row) => [row._id, row]))
    return [...found.values()].slice(0, maxFound).map((row) => recordOf(row, text))
  }

const recordOf = (row: z.input<typeof OrderRow>, text: string): FoundRecord => {
  const { _id, orderIdSap, purchaseOrder, trackingCode, customer, createdAt, totalPrice, canceled } = row
  const parcel = trackingCode.split(',').find((number) => isSameNumber(number, text))
  const isOwn = isSameNumber(_id, text) || isSameNumber(orderIdSap ?? '', text)
  const facts = [
    purchaseOrder && `PO ${purchaseOrder}`,
    parcel && `Tracking ${parcel.trim()}`,
    dayOf(createdAt),
    asDollars(totalPrice),
    customer.companyName || customer.name,
    canceled && canceledWord,
  ]
  return {
    kind: 'order',
    _id,
    title: orderIdSap ? `Order ${orderIdSap}` : 'Order without a number yet',
    detail: facts.filter(Boolean).join(' · '),
    fit: isOwn ? 'own' : isSameNumber(purchaseOrder, text) || parcel ? 'other' : 'part',
  }
}
