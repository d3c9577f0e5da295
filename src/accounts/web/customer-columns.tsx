import { Button } from '@mantine/core'
import { Status, type Tone } from '#web/ui/status.tsx'
import type { Column } from '#web/table/columns.ts'
import { RowLink } from '#web/table/row-link.tsx'
import type { customerList, CustomerRow } from '../account-shapes.ts'
import styles from './customer-columns.module.css'
import type { CustomerAct } from './customer-dialog.tsx'
import { UserStatus } from './user-status.tsx'

type Sort = (typeof customerList.sorts)[number]
type Ask = (act: CustomerAct, customer: CustomerRow) => void

const licenseTones: Record<CustomerRow['licenseState'], [tone: Tone, word: string] | null> = {
  none: null,
  valid: null,
  expiring: ['notice', 'Expiring'],
  expired: ['bad', 'Expired'],
}

export const customerColumns = (ask: Ask): Column<CustomerRow, Sort>[] => [
  {
    key: 'company',
    title: 'Company',
    sort: 'company',
    isName: true,
    filter: { key: 'company', label: 'company' },
    cell: ({ _id, companyName, email }) => (
      <RowLink to="/admin/customer/$id" params={{ id: _id }} title={companyName || email}>
        {companyName || email}
      </RowLink>
    ),
  },
  {
    key: 'name',
    title: 'Contact',
    sort: 'name',
    filter: { key: 'name', label: 'contact' },
    cell: ({ name, lastName }) => `${name} ${lastName}`,
  },
  {
    key: 'email',
    title: 'Email',
    sort: 'email',
    filter: { key: 'email', label: 'email' },
    cell: ({ email }) => <span title={email}>{email}</span>,
  },
  {
    key: 'account',
    title: 'Account ID',
    sort: 'account',
    width: '7.5rem',
    filter: { key: 'account', label: 'account ID' },
    cell: ({ accountID }) => accountID || '–',
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
    title: 'License until',
    sort: 'license',
    width: '11.5rem',
    filter: {
      key: 'license',
      label: 'license',
      options: [
        ['expiring', 'Expiring in 30 days'],
        ['expired', 'Expired'],
        ['valid', 'Valid'],
        ['none', 'No date'],
      ],
    },
    cell: (row) => <License row={row} />,
  },
  {
    key: 'createdAt',
    title: 'Since',
    sort: 'createdAt',
    width: '7rem',
    cell: ({ createdAt }) => createdAt.slice(0, 10),
  },
  {
    key: 'status',
    title: 'Status',
    width: '7rem',
    filter: {
      key: 'status',
      label: 'status',
      options: [
        ['waiting', 'Waiting'],
        ['active', 'Active'],
      ],
    },
    cell: (row) => <UserStatus user={row} />,
  },
  {
    key: 'actions',
    title: 'Actions',
    width: '14rem',
    isActions: true,
    cell: (row) => <Actions row={row} ask={ask} />,
  },
]

function License({ row }: { row: CustomerRow }) {
  const tone = licenseTones[row.licenseState]
  return (
    <span className={styles.license}>
      {row.licenseExpiryDate ?? 'No date'}
      {tone && <Status tone={tone[0]}>{tone[1]}</Status>}
    </span>
  )
}

const acts: Record<'waiting' | 'active', [act: CustomerAct, label: string][]> = {
  waiting: [
    ['accept', 'Accept'],
    ['reject', 'Reject'],
  ],
  active: [
    ['convert', 'Convert to sales rep'],
    ['delete', 'Delete'],
  ],
}

function Actions({ row, ask }: { row: CustomerRow; ask: Ask }) {
  return (
    <span className={styles.actions}>
      {acts[row.isActive ? 'active' : 'waiting'].map(([act, label]) => (
        <Button
          key={act}
          size="compact-xs"
          variant={act === 'accept' ? 'filled' : 'default'}
          aria-label={`${label}: ${row.companyName || row.email}`}
          onClick={() => ask(act, row)}
        >
          {label}
        </Button>
      ))}
    </span>
  )
}
