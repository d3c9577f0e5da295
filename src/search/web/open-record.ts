import type { QueryClient } from '@tanstack/react-query'
import { catalog } from '#catalog/contract.ts'
import { isSameNumber, meantRecord, readRecordText } from '#shared/found-record.ts'
import { queryOf } from '#web/api.ts'
import { session } from '#web/session.ts'
import { listBehind, pageOf } from './record-links.ts'
import { recordsOf } from './use-records.ts'

interface Place {
  to: string
  search?: Record<string, unknown>
}

const longestWait = 1_500
/** Reuses the results that the suggestions fetched a moment ago. */
const once = { staleTime: 30_000, retry: false }

/**
 * The record page for a complete number entered with Enter; null to search for products. Numbers that also match a
 * product are searched.
 */
export const placeOfNumber = async (client: QueryClient, typed: string): Promise<Place | null> => {
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), longestWait)
  })
  return Promise.race([find(client, typed), late]).catch(() => null)
}

const find = async (client: QueryClient, typed: string): Promise<Place | null> => {
  const { text } = readRecordText(typed)
  const { records } = await client.fetchQuery({ ...recordsOf(typed), ...once })
  const meant = meantRecord(records)
  if (meant === null) return null
  const { products } = await client.fetchQuery({
    ...queryOf(catalog.suggest, { query: { query: typed } }),
    ...once,
  })
  if (products.some(({ ndcNumber }) => isSameNumber(ndcNumber, text))) return null
  const isAdmin = session().user?.isAdmin === true
  if (typeof meant === 'string') return listBehind(meant, text, isAdmin)
  const to = pageOf(meant, isAdmin)
  return to === null ? null : { to }
}
