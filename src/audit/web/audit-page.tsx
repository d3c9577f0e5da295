import { Button } from '@mantine/core'
import { ScrollText } from 'lucide-react'
import { useMemo, useState } from 'react'
import { DataTable } from '#web/table/data-table.tsx'
import { tableAddress, useTable, countedQueryOf, type Table } from '#web/table/use-table.ts'
import { momentWords } from '#web/ui/day.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { LoadFailed } from '#web/ui/query-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { ListTable } from '#web/table/list-table.tsx'
import { auditList, type AuditRow, type TrailVerification, audit } from '../contract.ts'
import { asText, auditColumns, changesOf, personName, RecordName, nameOfField } from './audit-columns.tsx'
import styles from './audit-page.module.css'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { callAddress } from '#web/api-address.ts'
import { download } from '#web/download.ts'

const address = tableAddress(auditList, ['ip'])

export function AuditPage() {
  const table = useTable(address)
  const query = useEntries(table)
  const [shown, setShown] = useState<AuditRow | null>(null)
  const columns = useMemo(() => auditColumns(setShown), [])
  return (
    <>
      <PageHeading title="Audit Trail" lead="Who changed what and when, with the values before and after." />
      <ChainNote />
      <DataTable
        name="audit"
        caption="Audit trail"
        columns={columns}
        rowKey={({ _id }) => _id}
        table={table}
        query={query}
        csv={() => saveTrail(table)}
        empty={{ icon: <ScrollText size={28} strokeWidth={1.5} />, title: 'No entries yet' }}
      />
      <EntryDialog entry={shown} close={() => setShown(null)} />
    </>
  )
}

/** Shows whether the trail was tampered with, by verifying it from the first entry. */
function ChainNote() {
  const { data, error, isFetching, refetch } = useVerification()
  if (error && !data) return <LoadFailed error={error} retry={() => void refetch()} />
  return (
    <div className={styles.note}>
      <output>
        {data ? <Verdict verification={data} /> : 'Verifying the trail…'}
        {data?.warnings.map((warning) => (
          <span key={warning} className={styles.words}>
            <Status tone="notice">Not sealed</Status> {warning}
          </span>
        ))}
      </output>
      <Button size="compact-xs" variant="default" loading={isFetching} onClick={() => void refetch()}>
        Verify again
      </Button>
    </div>
  )
}

function Verdict({ verification }: { verification: TrailVerification }) {
  const { isIntact, sealed, unsealed, reason, head } = verification
  const count = `${sealed.toLocaleString('en-US')} ${sealed === 1 ? 'entry' : 'entries'}`
  if (!isIntact)
    return (
      <span className={styles.words}>
        <Status tone="bad">Trail altered</Status> {reason}
      </span>
    )
  return (
    <span className={styles.words}>
      <Status tone="good">Trail intact</Status>
      <span>
        {count} checked{unsealed > 0 && `, ${unsealed.toLocaleString('en-US')} not sealed yet`}
        {head && (
          <span title={head}>
            , last hash <code>{head.slice(0, 12)}…</code>
          </span>
        )}
      </span>
    </span>
  )
}

/** All details of an entry, with before and after values side by side. */
function EntryDialog({ entry, close }: { entry: AuditRow | null; close: () => void }) {
  // Keeps the last entry visible while the dialog fades out.
  const [shown, setShown] = useState(entry)
  if (entry && entry !== shown) setShown(entry)
  return (
    <Dialog isOpen={entry !== null} title={shown?.action ?? ''} size="xl" close={close}>
      {shown && <Entry entry={shown} />}
    </Dialog>
  )
}

function Entry({ entry }: { entry: AuditRow }) {
  const { at, actor, onBehalfOf, entity, ip, requestId, position } = entry
  const changes = changesOf(entry)
  return (
    <>
      <dl className={styles.facts}>
        <dt>Time</dt>
        <dd>
          {momentWords(at)} ({at})
        </dd>
        <dt>User</dt>
        <dd>{actor ? `${personName(actor)} (${actor.email})` : 'The portal'}</dd>
        {onBehalfOf && (
          <>
            <dt>On behalf of</dt>
            <dd>
              {onBehalfOf.companyName || personName(onBehalfOf)} ({onBehalfOf.email})
            </dd>
          </>
        )}
        <dt>Record</dt>
        <dd>
          {entity} <RecordName entry={entry} />
        </dd>
        <dt>From</dt>
        <dd>
          {ip ?? 'the portal (automatic)'}
          {requestId && `, request ${requestId}`}
        </dd>
        <dt>Entry number</dt>
        <dd>{position === null ? 'not sealed yet' : position.toLocaleString('en-US')}</dd>
      </dl>
      {changes.length > 0 && (
        <ListTable
          caption="Changes"
          rows={changes}
          rowKey={({ field }) => field}
          columns={[
            { title: 'Field', isName: true, cell: ({ field }) => <span title={field}>{nameOfField(field)}</span> },
            { title: 'Before', cell: ({ field, before }) => (before === undefined ? '–' : asText(before, field)) },
            { title: 'After', cell: ({ field, after }) => (after === undefined ? '–' : asText(after, field)) },
          ]}
        />
      )}
    </>
  )
}

type AuditTable = Table<(typeof auditList.filters)[number], (typeof auditList.sorts)[number]>

const useEntries = ({ sent }: AuditTable) => useQuery(countedQueryOf(audit.entries, { query: sent }))

const saveTrail = ({ sent }: AuditTable): Promise<void> =>
  download(callAddress(audit.csv.path, { query: sent }), 'audit-trail.csv')

const useVerification = () => useQuery({ ...queryOf(audit.verification), staleTime: 60_000 })
