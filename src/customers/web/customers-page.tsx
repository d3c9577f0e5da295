import { Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useMemo, useState } from 'react'
import { FilterShortcuts } from '#web/table/filter-shortcuts.tsx'
import { DataTable } from '#web/table/data-table.tsx'
import { type Column, tableAddress, useTable } from '#web/table/use-table.ts'
import { dayWords } from '#shared/day-words.ts'
import { asDollars } from '#shared/money.ts'
import { useWholeWidth } from '#web/display.ts'
import { RowMenu } from '#web/table/row-menu.tsx'
import { businessDayWords, Day } from '#web/ui/day.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Status } from '#web/ui/status.tsx'
import { RowLink } from '#web/table/list-table.tsx'
import { customerList, type CustomerRow } from '../customer-shapes.ts'
import { fullName } from '#shared/full-name.ts'
import { ActButton } from '#web/ui/act-button.tsx'
import { useIsReadOnly } from '#web/read-only.ts'
import { type PendingAction, type CustomerAction, CustomerDialog } from './customer-dialog.tsx'
import { LicenseStatus, Overdue } from './customer-marks.tsx'
import { saveCustomers, useCustomers } from './hooks.ts'
import styles from './customers-page.module.css'
import { useOrderFor } from './use-order-for.ts'
import { UserStatus } from './user-status.tsx'

const address = tableAddress(customerList, ['name', 'state', 'note'])

const shortcuts = [
  { label: 'Pending', key: 'status', value: 'waiting' },
  { label: 'License expiring in 30 days', key: 'license', value: 'expiring' },
] as const

export function CustomersPage() {
  const isReadOnly = useIsReadOnly()
  const table = useTable(address)
  const query = useCustomers(table)
  const [asked, setAsked] = useState<PendingAction | null>(null)
  const { email = '' } = table.state.query
  const columns = useMemo(() => customerColumns((act, customer) => setAsked({ act, customer }), email), [email])
  useWholeWidth()

  return (
    <>
      <PageHeading title="Customer Maintenance" lead="Review requests, renew licenses and edit customers.">
        {!isReadOnly && (
          <ButtonLink size="xs" variant="default" to="/admin/imports" search={{ begin: 'customers' }}>
            Import customers
          </ButtonLink>
        )}
      </PageHeading>
      <DataTable
        name="customers"
        caption="Customers"
        columns={columns}
        rowKey={({ _id }) => _id}
        table={table}
        query={query}
        csv={() => saveCustomers(table, 'csv')}
        xlsx={() => saveCustomers(table, 'xlsx')}
        empty={{
          icon: <Users size={28} strokeWidth={1.5} />,
          title: 'No customers yet',
          text: <p>Import your customers, or wait for account requests. Both appear here.</p>,
        }}
      >
        <FilterShortcuts table={table} shortcuts={shortcuts} />
      </DataTable>
      <CustomerDialog asked={asked} close={() => setAsked(null)} />
    </>
  )
}

type Sort = (typeof customerList.sorts)[number]
type Ask = (act: CustomerAction, customer: CustomerRow) => void

const licenseOptions: [value: string, label: string][] = [
  ['expiring', 'Expiring in 30 days'],
  ['expired', 'Expired'],
  ['valid', 'Valid'],
  ['none', 'No date'],
  ['ending', 'Expired or expiring'],
  ['due', 'Expired, expiring or no date'],
]
const statusOptions: [value: string, label: string][] = [
  ['waiting', 'Pending'],
  ['active', 'Active'],
]

const customerColumns = (ask: Ask, sought: string): Column<CustomerRow, Sort>[] => [
  {
    key: 'company',
    title: 'Company',
    sort: 'company',
    isName: true,
    filter: { key: 'company', label: 'company' },
    cell: ({ _id, companyName, email }) => (
      <RowLink to="/admin/customer/$id" params={{ id: _id }} search={{ tab: 'overview' }}>
        {companyName || email}
      </RowLink>
    ),
  },
  {
    key: 'name',
    title: 'People',
    sort: 'name',
    filter: { key: 'name', label: 'person' },
    cell: (row) => <People row={row} />,
  },
  {
    key: 'email',
    title: 'Email',
    isUnbroken: true,
    sort: 'email',
    filter: { key: 'email', label: 'email' },
    cell: (row) => <Email row={row} sought={sought.trim().toLowerCase()} />,
  },
  {
    key: 'account',
    phone: 'start',
    title: 'Account ID',
    sort: 'account',
    width: '6.5rem',
    filter: { key: 'account', label: 'account ID' },
    cell: ({ accountID, isClaim }) => (
      <span className={styles.state}>
        {accountID || '–'}
        {isClaim && <Status tone="notice">Claimed</Status>}
      </span>
    ),
  },
  {
    key: 'state',
    title: 'State',
    width: '5rem',
    filter: { key: 'state', label: 'state' },
    cell: ({ shipto_state }) => shipto_state || '–',
  },
  {
    key: 'license',
    title: 'License expires',
    isUnbroken: true,
    sort: 'license',
    width: '7.5rem',
    filter: { key: 'license', label: 'license', options: licenseOptions },
    cell: (row) => <License row={row} />,
  },
  {
    key: 'lastOrder',
    title: 'Last order',
    isSpare: true,
    phone: 'middle',
    isTitledOnPhone: true,
    width: '6.5rem',
    cell: ({ lastOrderAt }) => (lastOrderAt ? <Day at={lastOrderAt} /> : 'Never'),
  },
  {
    key: 'sales',
    title: 'Sales, 12 months',
    isSpare: true,
    align: 'right',
    width: '7.5rem',
    cell: ({ salesOfYear }) => asDollars(salesOfYear),
  },
  {
    key: 'overdue',
    phone: 'beside',
    title: 'Overdue',
    align: 'right',
    width: '6rem',
    cell: ({ overdue }) => <Overdue amounts={overdue} />,
  },
  {
    key: 'note',
    title: 'Last note',
    width: '14rem',
    cell: ({ lastNote }) => (lastNote ? <span title={noteWords(lastNote)}>{lastNote.text}</span> : '–'),
  },
  {
    key: 'createdAt',
    isRoomy: true,
    title: 'Customer since',
    sort: 'createdAt',
    width: '7rem',
    cell: ({ createdAt }) => <Day at={createdAt} />,
  },
  {
    key: 'status',
    title: 'Status',
    phone: 'end',
    width: '6rem',
    filter: { key: 'status', label: 'status', options: statusOptions },
    // Most are active, so only the others are marked.
    cell: (row) => !row.isActive && <UserStatus user={row} isCustomer />,
  },
  {
    key: 'actions',
    title: 'Actions',
    width: '6.5rem',
    isActions: true,
    cell: (row) => <Actions row={row} ask={ask} />,
  },
]

/** The users of the business who fit in a row, each linked to their own page. */
function People({ row }: { row: CustomerRow }) {
  const shown = row.people.slice(0, 2)
  return (
    <Stack component="span" gap={0} align="flex-start">
      {shown.map((person) => (
        <Person key={person._id} person={person} />
      ))}
      <MorePeople row={row} shown={shown.length} />
    </Stack>
  )
}

function MorePeople({ row: { _id, countPeople }, shown }: { row: CustomerRow; shown: number }) {
  if (countPeople <= shown) return null
  return (
    <Link to="/admin/customer/$id" params={{ id: _id }} search={{ tab: 'people' }} className={styles.person}>
      and {countPeople - shown} more
    </Link>
  )
}

function Person({ person }: { person: CustomerRow['people'][number] }) {
  return (
    <Link
      to="/admin/customer/$id"
      params={{ id: person._id }}
      className={styles.person}
      data-inactive={!person.isActive || undefined}
    >
      {fullName(person)}
    </Link>
  )
}

/** The first user of the business or, if the list is filtered by email, the one whom the filter found. */
function Email({ row, sought }: { row: CustomerRow; sought: string }) {
  const person = row.people.find(({ email }) => email.toLowerCase().includes(sought)) ?? row.people[0]
  return (
    <Stack component="span" gap={0} align="flex-start">
      {person && (
        <>
          <span className={styles.contact}>
            <Person person={person} />
            <MorePeople row={row} shown={1} />
          </span>
          <span className={styles.email} title={person.email}>
            {person.email}
          </span>
        </>
      )}
      {!row.isEmailProven && <Status tone="notice">Address not confirmed</Status>}
    </Stack>
  )
}

function License({ row }: { row: CustomerRow }) {
  return (
    <span className={styles.state}>
      {row.licenseExpiryDate ? dayWords(row.licenseExpiryDate) : 'No date'}
      <LicenseStatus state={row.licenseState} />
    </span>
  )
}

const noteWords = ({ text, author, createdAt }: NonNullable<CustomerRow['lastNote']>): string =>
  `${author}, ${businessDayWords(createdAt)}: ${text}`

/** Pending requests have buttons; other actions are in a menu. */
function Actions({ row, ask }: { row: CustomerRow; ask: Ask }) {
  const name = row.companyName || row.email
  const orderFor = useOrderFor()(row)
  const to = `/admin/customer/${row._id}`
  if (row.isActive)
    return (
      <RowMenu
        of={name}
        {...(row.lastNote && { said: noteWords(row.lastNote) })}
        acts={[
          { label: 'Edit', to },
          { label: 'Prices', to: `/admin/customerprices/${row._id}` },
          { label: 'Orders', to, search: { tab: 'orders' } },
          { label: 'Invoices', to, search: { tab: 'invoices' } },
          ...(orderFor ? [{ label: 'Order for them', press: orderFor }] : []),
          { label: 'Convert to sales rep', press: () => ask('convert', row) },
          { label: 'Delete', press: () => ask('delete', row), isDestructive: true },
        ]}
      />
    )
  return (
    <>
      <ActButton
        size="compact-sm"
        className={styles.answer}
        aria-label={`Accept: ${name}`}
        onClick={() => ask('accept', row)}
      >
        Accept
      </ActButton>
      <ActButton
        size="compact-sm"
        variant="default"
        className={styles.answer}
        aria-label={`Reject: ${name}`}
        onClick={() => ask('reject', row)}
      >
        Reject
      </ActButton>
    </>
  )
}
