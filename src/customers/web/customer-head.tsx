import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { dayWords } from '#shared/day-words.ts'
import { fullName } from '#shared/full-name.ts'
import { asDollars } from '#shared/money.ts'
import { RowMenu } from '#web/table/row-menu.tsx'
import { businessDayWords } from '#web/ui/day.tsx'
import { ActButton } from '#web/ui/act-button.tsx'
import { PageTabs } from '#web/ui/page-tabs.tsx'
import { RecordHead } from '#web/ui/record-head.tsx'
import { Status } from '#web/ui/status.tsx'
import { lastSearchOf } from '#web/use-way-back.ts'
import type { CustomerRecord } from '../customer-shapes.ts'
import { CustomerDialog, type PendingAction } from './customer-dialog.tsx'
import { useCustomerRecord } from './hooks.ts'
import { LicenseStatus, Overdue } from './customer-marks.tsx'
import { useOrderFor } from './use-order-for.ts'
import { UserStatus } from './user-status.tsx'

/** The head and the tabs of a customer's pages; the address without a tab is the edit form. */
export function CustomerHead({ id, title }: { id: string; title: string }) {
  const { data: customer } = useCustomerRecord(id)
  const { prices, orders, invoices } = customer?.counts ?? {}
  const to = `/admin/customer/${id}`
  return (
    <>
      <RecordHead
        title={title}
        name={customer && nameOf(customer)}
        marks={customer && <Marks customer={customer} />}
        facts={customer ? factsOf(customer) : []}
      >
        {customer && <Acts customer={customer} />}
      </RecordHead>
      <PageTabs
        label="Customer"
        tabs={[
          { to, search: { tab: 'overview' }, label: 'Overview' },
          { to, label: 'Details' },
          { to, search: { tab: 'people' }, label: 'People', count: customer?.countPeople },
          { to: `/admin/customerprices/${id}`, label: 'Prices', count: prices },
          { to, search: { tab: 'orders' }, label: 'Orders', count: orders },
          { to, search: { tab: 'invoices' }, label: 'Invoices', count: invoices },
          { to, search: { tab: 'ordering' }, label: 'Ordering rules' },
          { to, search: { tab: 'signin' }, label: 'Sign-in' },
        ]}
      />
    </>
  )
}

const nameOf = ({ companyName, email }: CustomerRecord): string => companyName || email

function Marks({ customer }: { customer: CustomerRecord }) {
  const { accountID, isClaim, shipto_city: city, shipto_state: state, countPeople } = customer
  return (
    <>
      {accountID && <span>{accountID}</span>}
      {isClaim && <Status tone="notice">Claimed</Status>}
      <UserStatus user={customer} isCustomer />
      <Text span c="dimmed">
        {[[city, state].filter(Boolean).join(', '), countPeople > 1 ? fullName(customer) : '']
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </>
  )
}

const factsOf = (customer: CustomerRecord) => [
  `${asDollars(customer.salesOfYear)} in 12 months`,
  ...(customer.overdue.length > 0
    ? [
        <span key="overdue">
          <Overdue amounts={customer.overdue} /> overdue
        </span>,
      ]
    : []),
  <span key="license">
    {customer.licenseExpiryDate ? `License to ${dayWords(customer.licenseExpiryDate)}` : 'No license date'}{' '}
    <LicenseStatus state={customer.licenseState} />
  </span>,
  customer.lastOrderAt ? `Last order ${businessDayWords(customer.lastOrderAt)}` : 'No orders yet',
]

/** Accepting a request comes first; acts that remove an account are in the menu. */
function Acts({ customer }: { customer: CustomerRecord }) {
  const [asked, setAsked] = useState<PendingAction | null>(null)
  const navigate = useNavigate()
  const orderFor = useOrderFor()(customer)
  const ask = (act: PendingAction['act']) => setAsked({ act, customer })
  const leave = (id: string) => {
    if (id === customer._id) void navigate({ to: '/admin/customers', search: lastSearchOf('/admin/customers') })
  }
  return (
    <>
      {!customer.isActive && <ActButton onClick={() => ask('accept')}>Accept</ActButton>}
      {orderFor && (
        <ActButton variant="default" onClick={orderFor}>
          Order for them
        </ActButton>
      )}
      <RowMenu
        of={nameOf(customer)}
        acts={
          customer.isActive
            ? [
                { label: 'Convert to sales rep', press: () => ask('convert') },
                { label: 'Delete', press: () => ask('delete'), isDestructive: true },
              ]
            : [{ label: 'Reject', press: () => ask('reject'), isDestructive: true }]
        }
      />
      <CustomerDialog asked={asked} close={() => setAsked(null)} gone={leave} />
    </>
  )
}
