import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { useMemo, useState } from 'react'
import { asDollars } from '#shared/money.ts'
import { DataTable } from '#web/table/data-table.tsx'
import { type Column, tableAddress, useTable, countedQueryOf, type Table } from '#web/table/use-table.ts'
import { momentWords } from '#web/ui/day.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { LoadFailed } from '#web/ui/query-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { ListTable } from '#web/table/list-table.tsx'
import { auditList, type AuditPerson, type AuditRow, type TrailVerification, audit } from '../contract.ts'
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
  const columns = useMemo(() => columnsWith(setShown), [])
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
        empty={{
          icon: <ScrollText size={28} strokeWidth={1.5} />,
          title: 'No entries yet',
          text: 'Every change appears here.',
        }}
      />
      <EntryDialog entry={shown} close={() => setShown(null)} />
    </>
  )
}

const maxShown = 2

const personName = (person: AuditPerson): string => person.name || person.email

const columnsWith = (show: (entry: AuditRow) => void): Column<AuditRow, (typeof auditList.sorts)[number]>[] => [
  {
    key: 'at',
    phone: 'start',
    title: 'Time',
    sort: 'at',
    width: '12.5rem',
    filter: { key: 'at', label: 'day', kind: 'days', lean: 'past' },
    cell: ({ at }) => (
      <time dateTime={at} title={at}>
        {momentWords(at)}
      </time>
    ),
  },
  {
    key: 'actor',
    phone: 'beside',
    title: 'User',
    filter: { key: 'actor', label: 'person' },
    cell: ({ actor, onBehalfOf }) => (
      <span title={actor?.email}>
        {actor ? personName(actor) : 'The portal'}
        {onBehalfOf && ` for ${onBehalfOf.companyName || personName(onBehalfOf)}`}
      </span>
    ),
  },
  {
    key: 'action',
    title: 'Action',
    isName: true,
    filter: { key: 'action', label: 'action' },
    cell: ({ action }) => action,
  },
  {
    key: 'entity',
    isRoomy: true,
    title: 'Type',
    width: '7rem',
    filter: { key: 'entity', label: 'kind' },
    cell: ({ entity }) => entity,
  },
  {
    key: 'record',
    title: 'Record',
    width: '15rem',
    filter: { key: 'record', label: 'record', placeholder: 'Name, order or id' },
    cell: (entry) => (
      <span className={`${styles.names} ${styles.record}`}>
        <RecordName entry={entry} />
      </span>
    ),
  },
  {
    key: 'change',
    title: 'Change',
    cell: (entry) => <Change entry={entry} />,
  },
  { key: 'ip', title: 'IP address', width: '8rem', cell: ({ ip }) => ip ?? '–' },
  {
    key: 'actions',
    title: 'Details',
    width: '5.5rem',
    isActions: true,
    cell: (entry) => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Details: ${entry.action}, ${momentWords(entry.at)}`}
        onClick={() => show(entry)}
      >
        Details
      </Button>
    ),
  },
]

function Change({ entry }: { entry: AuditRow }) {
  // The Record column already shows the business by name.
  const changes = changesOf(entry).filter(({ field }) => field !== 'businessId')
  const shown = changes.slice(0, maxShown)
  const words = shown.map(wordsOf)
  const more = changes.length - shown.length
  return (
    <span className={styles.change} title={words.join('\n')}>
      {words.join(', ')}
      {more > 0 && ` and ${more} more`}
    </span>
  )
}

const wordsOf = ({ field, before, after }: FieldChange): string =>
  before === undefined
    ? `${nameOfField(field)} ${asText(after, field)}`
    : `${nameOfField(field)} ${asText(before, field)} to ${asText(after, field)}`

/** `Count in stock` for `count_in_stock` and `countInStock`, so that both spellings of a field look the same. */
const nameOfField = (field: string): string => {
  const words = field
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replace(/^is /, '')
    .replace(/^(bill|ship)to /, '$1-to ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

interface FieldChange {
  field: string
  /** Undefined if the field was absent before. */
  before: unknown
  after: unknown
}

/** The changed fields of an entry. */
const changesOf = ({ before, after }: Pick<AuditRow, 'before' | 'after'>): FieldChange[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((field) => ({
    field,
    before: before?.[field],
    after: after?.[field],
  }))

/** Other fields, such as a PO number, may only look like a date. */
const isDateField = /(?:date|day|at|on|until|valid_?from|valid_?to)$/i
const isIsoDate = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))?$/

const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0')

/** Formats a value for reading. */
const asText = (value: unknown, field = ''): string => {
  if (field === 'price' && typeof value === 'number') return asDollars(value)
  if (typeof value === 'string' && isDateField.test(field) && isIsoDate.test(value)) return unbroken(momentWords(value))
  if (value === undefined || value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}

/** The entry's record, linked if it has a page. */
function RecordName({ entry }: { entry: AuditRow }) {
  const { entity, entityId: id, entityName } = entry
  const name = entityName || (id ? `${id.slice(0, 8)}…` : '–')
  if (entity === 'sales order' && id)
    return (
      <Link to="/order/$id" params={{ id }} title={id}>
        {entityName ? `Order ${entityName}` : name}
      </Link>
    )
  if ((entity === 'product' || entity === 'contract price') && id)
    return (
      <Link to="/admin/product/$id" params={{ id }} title={entityName}>
        {name}
      </Link>
    )
  return <span title={id}>{name}</span>
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
