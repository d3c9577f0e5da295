import { ErpError } from '../gateway/erp.ts'
import { salesOrderSet } from './mapping.ts'
import { quote, rowsOf } from './odata.ts'
import type { ErpSession } from './session.ts'

/** One order as it is now, with these relations. */
export const readCurrentOrder = async (
  session: ErpSession,
  objectId: string,
  $expand: string,
  signal: AbortSignal | undefined,
) => {
  const body = await session.read(
    salesOrderSet,
    { $filter: `ObjectID eq ${quote(objectId)}`, $top: '1', $expand },
    signal,
  )
  const [order] = rowsOf(body)
  if (!order) throw new ErpError('rejected', 'The ERP no longer has this order.')
  return order
}
