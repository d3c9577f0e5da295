import { businessDay } from '#shared/business-day.ts'
import type { App } from '#platform/feature.ts'
import { excessRightsOf } from '#platform/db/check-role.ts'
import { type CsvColumns, csvFile } from '#platform/http/csv.ts'
import { countHeader, writeCount } from '#shared/filters.ts'
import { audit } from './contract.ts'
import { readHeads } from './save-heads.ts'
import { entriesOf, idsOfEntries, pageOfEntries } from './queries.ts'
import { keyIsMissing, trailKeys } from './trail-keys.ts'
import { verifyTrail } from './verify-trail.ts'

export const auditRoutes = ({ serve, serveFile, db, config }: App): void => {
  const keys = trailKeys(config)
  const today = () => businessDay(config.BUSINESS_TIME_ZONE)

  serve(audit.entries, async ({ query }, reply) => {
    const { rows, count } = await pageOfEntries(db, query, today())
    void reply.header(countHeader, writeCount(count))
    return rows
  })

  serveFile(audit.csv, async ({ query }) =>
    csvFile('audit-trail.csv', {
      columns,
      ids: await idsOfEntries(db, query, today()),
      read: (ids) => entriesOf(db, ids),
    }),
  )

  serve(audit.verification, async () => ({
    ...(await verifyTrail(db, { keys, heads: await readHeads(config) })),
    warnings: [keys.length === 0 ? keyIsMissing : null, await excessRightsOf(db)].filter((warning) => warning !== null),
  }))
}

const columns: CsvColumns<Awaited<ReturnType<typeof entriesOf>>[number]> = {
  Position: ({ position }) => position,
  'At (UTC)': ({ at }) => new Date(at).toISOString(),
  Actor: ({ actor }) => actor?.name ?? '',
  'Actor email': ({ actor }) => actor?.email ?? '',
  'On behalf of': ({ onBehalfOf }) => onBehalfOf?.companyName ?? '',
  Action: ({ action }) => action,
  Record: ({ entity }) => entity,
  'Record id': ({ entityId }) => entityId,
  Name: ({ entityName }) => entityName,
  Before: ({ before }) => (before ? JSON.stringify(before) : ''),
  After: ({ after }) => (after ? JSON.stringify(after) : ''),
  IP: ({ ip }) => ip ?? '',
  'Request id': ({ requestId }) => requestId ?? '',
}
