import { Link } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { chooseCustomer } from '#web/ordering-for.ts'
import { cardRoles } from '#web/table/card-roles.ts'
import { Block } from '#web/ui/block.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Status } from '#web/ui/status.tsx'
import { TableHead } from '#web/ui/table-head.tsx'
import { Day } from '#web/ui/day.tsx'
import type { MyCustomer } from '../contract.ts'
import dashboard from './dashboard.module.css'
import styles from './figures-table.module.css'
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
            {customers.length === 0 ? (
              <EmptyState icon={<Users size={28} strokeWidth={1.5} />} title="No customers yet">
                Choose a customer above. Customers you order for are listed here.
              </EmptyState>
            ) : (
              <div className={styles.scroll}>
                <table {...cardRoles.table} className={`${styles.table} ${styles.spread}`} aria-label="Your customers">
                  <TableHead titles={['Customer', 'Last order', 'Open', 'License']} first={styles.words} />
                  <tbody {...cardRoles.group}>
                    {customers.map((customer) => (
                      <Row key={customer._id} customer={customer} />
                    ))}
                  </tbody>
                </table>
              </div>
            )}
          </Block>
        )}
      </QueryStates>
    </div>
  )
}

function Row({ customer }: { customer: MyCustomer }) {
  const { companyName, name, lastName, accountID, lastOrderAt, quietDays, lateOrders } = customer
  return (
    <tr {...cardRoles.row}>
      <td {...cardRoles.cell} className={styles.words}>
        <button type="button" className={styles.choose} onClick={() => chooseCustomer(customer)}>
          {companyName || `${name} ${lastName}`.trim()}
        </button>
        <span className={styles.sub}>{accountID}</span>
      </td>
      <td {...cardRoles.cell} data-label="Last order">
        <Day at={lastOrderAt} />
        {quietDays !== null && (
          <span className={styles.sub}>
            <Status tone="notice">No order in {quietDays} days</Status>
          </span>
        )}
      </td>
      <td {...cardRoles.cell} data-label="Open">
        <OpenOrders customer={customer} />
        {lateOrders > 0 && (
          <span className={styles.sub}>
            <Status tone="bad">{lateOrders} late</Status>
          </span>
        )}
      </td>
      <td {...cardRoles.cell} data-label="License">
        <License customer={customer} />
      </td>
    </tr>
  )
}

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
