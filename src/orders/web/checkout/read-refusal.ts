import * as z from 'zod/mini'
import type { ApiError } from '#web/api-error.ts'
import { NotSupplied, OverLimit, Repriced, Unavailable } from '../../order-shapes.ts'

/** The outcome is unknown: the request was neither answered nor refused. */
export const isLost = ({ status }: ApiError): boolean => status === 0 || status === 408 || status >= 500

/** The lines that cannot be supplied, and the stock and limit details of a refusal, or null. */
export const unavailableOf = ({ details }: ApiError): RefusedLines | null => {
  const unavailable = z.safeParse(Unavailable, details['unavailable'])
  const overLimit = z.safeParse(OverLimit, details['overLimit'])
  const notSupplied = z.safeParse(NotSupplied, details['notSupplied'])
  if (!unavailable.success && !overLimit.success && !notSupplied.success) return null
  return {
    ...(unavailable.success ? unavailable.data : { soldOut: [], lowStock: [] }),
    overLimit: overLimit.success ? overLimit.data : [],
    notSupplied: notSupplied.success ? notSupplied.data : [],
  }
}

export interface RefusedLines extends Unavailable {
  overLimit: OverLimit
  notSupplied: NotSupplied
}

/** The price changes of a refusal, or null. */
export const repricedOf = ({ details }: ApiError): Repriced | null => {
  const read = z.safeParse(Repriced, details['repriced'])
  return read.success ? read.data : null
}
