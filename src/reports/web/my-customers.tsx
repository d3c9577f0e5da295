import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { chooseCustomer } from '#web/ordering-for.ts'
import { Block } from '#web/ui/block.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Status } from '#web/ui/status.tsx'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { Day } from '#web/ui/day.tsx'
import type { MyCustomer } from '../contract.ts'
import dashboard from './dashboard.module.css'
import styles from './figures.module.css'
import { useMyCustomers } from './hooks.ts'

const warnDays = 30

/** The customers a sales rep orders for; a click starts working for one of them. */
export function MyCustomers() {
  const query = useMyCustomers()
  return (
    <div className={dashboard.first}>
      <QueryStates query={query} skeleton={<Skeleton height="9rem" />}>
        {({ count, customers }) => (
          <Block
            title="Your customers"
            lead={
              customers.length < count
                ? `${customers.length} of the ${count} you ordered for in the last year. Those that need attention come first.`
                : 'Customers you ordered for in the last year. Those that need attention come first.'
            }
          >
            <ListTable
              caption="Your customers"
              columns={columns}
              rows={customers}
              rowKey={({ _id }) => _id}
              empty={{
                icon: <Users size={28} strokeWidth={1.5} />,
                title: 'No customers yet',
                text: 'Choose a customer above. Customers you order for are listed here.',
              }}
            />
          </Block>
        )}
      </QueryStates>
    </div>
  )
}

const columns: ListColumn<MyCustomer>[] = [
  {
    title: 'Customer',
    isName: true,
    cell: (customer) => (
      <>
        <Anchor component="button" type="button" inherit ta="left" onClick={() => chooseCustomer(customer)}>
          {customer.companyName || `${customer.name} ${customer.lastName}`.trim()}
        </Anchor>
        <span className={styles.sub}>{customer.accountID}</span>
      </>
    ),
  },
  {
    title: 'Last order',
    cell: ({ lastOrderAt, quietDays }) => (
      <>
        <Day at={lastOrderAt} />
        {quietDays !== null && (
          <span className={styles.sub}>
            <Status tone="notice">No order in {quietDays} days</Status>
          </span>
        )}
      </>
    ),
  },
  {
    title: 'Open',
    cell: (customer) => (
      <>
        <OpenOrders customer={customer} />
        {customer.lateOrders > 0 && (
          <span className={styles.sub}>
            <Status tone="bad">{customer.lateOrders} late</Status>
          </span>
        )}
      </>
    ),
  },
  { title: 'License', cell: (customer) => <License customer={customer} /> },
]

/** Opens the business's open orders and starts working for the customer. Zero is not a link. */
function OpenOrders({ customer }: { customer: MyCustomer }) {
  const { companyName, openOrders } = customer
  if (openOrders === 0) return <>0</>
  return (
    <Link
      to="/orderhistory"
      search={{ query: { stage: 'open' } }}
      onClick={() => chooseCustomer(customer)}
      aria-label={`${companyName}: ${openOrders} open orders`}
    >
      {openOrders}
    </Link>
  )
}

function License({ customer: { licenseEnds, licenseDaysLeft } }: { customer: MyCustomer }) {
  if (licenseEnds === null || licenseDaysLeft === null) return <>–</>
  if (licenseDaysLeft > warnDays) return <Day at={licenseEnds} />
  return (
    <Status tone={licenseDaysLeft < 0 ? 'bad' : 'notice'}>
      {licenseDaysLeft < 0 ? 'Expired' : 'Expires'} <Day at={licenseEnds} />
    </Status>
  )
}
