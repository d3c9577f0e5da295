import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { asDollars } from '#shared/money.ts'
import type { Column } from '#web/table/use-table.ts'
import { momentWords } from '#web/ui/day.tsx'
import type { auditList, AuditRow, AuditPerson } from '../contract.ts'
import styles from './audit-page.module.css'

const maxShown = 2

export const personName = (person: AuditPerson): string => person.name || person.email

export const auditColumns = (show: (entry: AuditRow) => void): Column<AuditRow, (typeof auditList.sorts)[number]>[] => [
  {
    key: 'at',
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
    title: 'User',
    filter: { key: 'actor', label: 'person' },
    cell: ({ actor, onBehalfOf }) => (
      <span className={styles.names} title={actor?.email}>
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
    title: 'Type',
    width: '8rem',
    filter: { key: 'entity', label: 'kind' },
    cell: ({ entity }) => entity,
  },
  {
    key: 'record',
    title: 'Record',
    filter: { key: 'record', label: 'record', placeholder: 'Name, order or id' },
    cell: (entry) => (
      <span className={styles.names}>
        <RecordName entry={entry} />
      </span>
    ),
  },
  {
    key: 'change',
    title: 'Change',
    width: '20rem',
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
        size="compact-xs"
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
export const nameOfField = (field: string): string => {
  const words = field
    .replaceAll('_', ' ')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replace(/^is /, '')
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
export const changesOf = ({ before, after }: Pick<AuditRow, 'before' | 'after'>): FieldChange[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].map((field) => ({
    field,
    before: before?.[field],
    after: after?.[field],
  }))

/** Other fields, such as a PO number, may only look like a date. */
const isDateField = /(?:date|day|at|on|until|valid_?from|valid_?to)$/i
const isIsoDate = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))?$/

/** Formats a value for reading. */
export const asText = (value: unknown, field = ''): string => {
  if (field === 'price' && typeof value === 'number') return asDollars(value)
  if (typeof value === 'string' && isDateField.test(field) && isIsoDate.test(value)) return momentWords(value)
  if (value === undefined || value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}

/** The entry's record, linked if it has a page. */
export function RecordName({ entry }: { entry: AuditRow }) {
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
