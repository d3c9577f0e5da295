import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { addressOf } from '#web/api-address.ts'
import { download } from '#web/download.ts'
import { countedQueryOf, type Table } from '#web/table/use-table.ts'
import { audit, type auditList } from '../contract.ts'

type AuditTable = Table<(typeof auditList.filters)[number], (typeof auditList.sorts)[number]>

export const useEntries = ({ sent }: AuditTable) => useQuery(countedQueryOf(audit.entries, { query: sent }))

export const saveTrail = ({ sent }: AuditTable): Promise<void> =>
  download(addressOf(audit.csv.path, { query: sent }), 'audit-trail.csv')

export const useVerification = () => useQuery({ ...queryOf(audit.verification), staleTime: 60_000 })
