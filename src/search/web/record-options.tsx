import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Building2, ClipboardList, ReceiptText, UserRound } from 'lucide-react'
import { useId } from 'react'
import { type FoundRecord, readRecordText } from '#shared/found-record.ts'
import { chooseCustomer } from '#web/ordering-for.ts'
import { useUser } from '#web/session.ts'
import { kindWords, listBehind, pageOf } from './record-links.ts'
import styles from './record-options.module.css'
import type { Options } from './search-box-options.ts'
import shared from './search-options.module.css'
import type { RecordGroup } from './use-records.ts'

const icons = { order: ClipboardList, invoice: ReceiptText, customer: Building2, person: UserRound }

interface Props {
  groups: readonly RecordGroup[]
  typed: string
  options: Options
  /** Called when a customer to work for is chosen. */
  chosen: () => void
}

/** Records among the suggestions, grouped by kind with headings. */
export function RecordOptions({ groups, typed, options, chosen }: Props) {
  return groups.map((group) => <Group key={group.kind} group={group} typed={typed} options={options} chosen={chosen} />)
}

function Group({
  group: { kind, records, isMore },
  typed,
  options,
  chosen,
}: Omit<Props, 'groups'> & { group: RecordGroup }) {
  const id = useId()
  const isAdmin = useUser()?.isAdmin === true
  const { text } = readRecordText(typed)
  const list = isMore ? listBehind(kind, text, isAdmin) : null
  return (
    <div {...options.group(id)}>
      <Text id={id} role="presentation" pt={8} pb={2} px="xs" c="dimmed" fz="xs" fw={620}>
        {kindWords[kind]}
      </Text>
      {records.map((record) => (
        <RecordOption key={record._id} record={record} isAdmin={isAdmin} options={options} chosen={chosen} />
      ))}
      {list && (
        <Link
          to={list.to}
          search={list.search}
          className={`${shared.option} ${styles.all}`}
          {...options.option(`record-all-${kind}`)}
        >
          All {kindWords[kind].toLowerCase()} with “{text}”
        </Link>
      )}
    </div>
  )
}

interface OptionProps {
  record: FoundRecord
  isAdmin: boolean
  options: Options
  chosen: () => void
}

function RecordOption({ record, isAdmin, options, chosen }: OptionProps) {
  const { kind, _id, title, detail, customer } = record
  const Icon = icons[kind]
  const option = options.option(`record-${kind}-${_id}`)
  const page = pageOf(record, isAdmin)
  const shown = (
    <>
      <Icon size={16} aria-hidden />
      <span className={styles.title}>{page === null ? `Order for ${title}` : title}</span>
      <span className={styles.detail}>{detail}</span>
    </>
  )
  if (page !== null)
    return (
      <Link to={page} className={`${shared.option} ${styles.option}`} {...option}>
        {shown}
      </Link>
    )
  const choose = () => {
    if (customer) chooseCustomer(customer)
    chosen()
  }
  return (
    <button type="button" className={`${shared.option} ${styles.option}`} {...option} onClick={choose}>
      {shown}
    </button>
  )
}
