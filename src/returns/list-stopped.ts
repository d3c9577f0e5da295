import { sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'
import { returnName } from './return-words.ts'

const mostReturns = 50

/** Open returns with this product, oldest first, for the case that stops it: a lot that is not known is among them. */
export const stoppedReturns = async (
  db: Db,
  { productId, lots }: { productId: string; lots: readonly string[] },
): Promise<{ _id: string; name: string; customer: string; lot: string; quantity: number }[]> => {
  const { rows } = await sql<{
    _id: string
    number: number
    isAuthorized: boolean
    customer: string
    lot: string
    quantity: number
  }>`
    select request.id as "_id", request.number, authorized_at is not null as "isAuthorized", business.name as customer,
      line.lot, coalesce(received_quantity, quantity) as quantity
    from return_line line join return_request request on request.id = line.return_id
      join business on business.id = request.business_id
    where line.product_id = ${productId} and closed_at is null
      and (${lots.length} = 0 or trim(line.lot) = ''
        or lot_key(line.lot) in (select lot_key(one) from unnest(${lots}::text[]) one))
    order by requested_at, request.id, line_no limit ${mostReturns}`.execute(db)
  return rows.map(({ number, isAuthorized, ...row }) => ({ ...row, name: returnName({ number, isAuthorized }) }))
}
