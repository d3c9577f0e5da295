import type { App } from '#platform/feature.ts'
import { csvOf } from '#platform/http/csv.ts'
import { countHeader, writeCount } from '#shared/filters.ts'
import { audit } from './contract.ts'
import { entriesOf, idsOfEntries, pageOfEntries } from './queries.ts'
import { verifyTrail } from './verify-trail.ts'

export const auditRoutes = ({ serve, serveFile, db }: App): void => {
  serve(audit.entries, async ({ query }, reply) => {
    const { rows, count } = await pageOfEntries(db, query)
    void reply.header(countHeader, writeCount(count))
    return rows
  })

  serveFile(audit.csv, async ({ query }) => ({
    type: 'text/csv; charset=utf-8',
    name: 'audit-trail.csv',
    content: csvOf({
      titles: [
        'Position',
        'At (UTC)',
        'Actor',
        'Actor email',
        'On behalf of',
        'Action',
        'Record',
        'Record id',
        'Name',
        'Before',
        'After',
        'IP',
        'Request id',
      ],
      ids: await idsOfEntries(db, query),
      read: (ids) => entriesOf(db, ids),
      values: ({
        position,
        at,
        actor,
        onBehalfOf,
        action,
        entity,
        entityId,
        entityName,
        before,
        after,
        ip,
        requestId,
      }) => [
        position,
        new Date(at).toISOString(),
        actor?.name ?? '',
        actor?.email ?? '',
        onBehalfOf?.companyName ?? '',
        action,
        entity,
        entityId,
        entityName,
        before ? JSON.stringify(before) : '',
        after ? JSON.stringify(after) : '',
        ip ?? '',
        requestId ?? '',
      ],
    }),
  }))

  serve(audit.verification, () => verifyTrail(db))
}
