import { Link } from '@tanstack/react-router'
import { asDollars } from '#shared/money.ts'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { reportYears, type TopCustomer } from '../contract.ts'
import { Block } from '#web/ui/block.tsx'
import styles from './figures-table.module.css'
import { useTopCustomers } from './hooks.ts'
import { ShareBar } from './share-bar.tsx'
import { YearSelect } from './year-select.tsx'

interface Props {
  year: number
  setYear: (year: number) => void
}

const [runningYear] = reportYears()

export function TopCustomers({ year, setYear }: Props) {
  const query = useTopCustomers(year)
  return (
    <Block
      title="Customer Based"
      lead={`The customers with the most sales, and the change against ${year === runningYear ? 'the same time a year ago' : year - 1}.`}
      controls={<YearSelect label="Year of the biggest customers" year={year} onChange={setYear} />}
    >
      <QueryStates query={query} skeleton={<Skeleton height="14rem" />}>
        {(customers) =>
          customers.length === 0 ? (
            <p className={styles.none}>Nobody ordered in {year}.</p>
          ) : (
            <CustomerTable customers={customers} isStale={query.isPlaceholderData} />
          )
        }
      </QueryStates>
    </Block>
  )
}

function CustomerTable({ customers, isStale }: { customers: TopCustomer[]; isStale: boolean }) {
  const most = customers[0]?.sales ?? 0
  return (
    <table className={styles.table} data-stale={isStale || undefined} aria-label="Biggest customers">
      <thead>
        <tr>
          <th scope="col" className={styles.words}>
            Customer
          </th>
          <th scope="col">Change</th>
          <th scope="col">Sales</th>
        </tr>
      </thead>
      <tbody>
        {customers.map((customer) => (
          <tr key={customer._id}>
            <td className={styles.words}>
              <CustomerName customer={customer} />
              <span className={styles.sub}>
                {customer.orders.toLocaleString('en-US')} {customer.orders === 1 ? 'order' : 'orders'}
              </span>
              <ShareBar part={customer.sales} whole={most} />
            </td>
            <td>{changeOf(customer)}</td>
            <td className={styles.total}>{asDollars(customer.sales)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Orders typed in the ERP for accounts without a user here are summed up in one line. */
function CustomerName({ customer: { _id, companyName } }: { customer: TopCustomer }) {
  if (_id === '') return <span className={styles.name}>Accounts without a portal user</span>
  return (
    <Link to="/admin/customer/$id" params={{ id: _id }} className={styles.name}>
      {companyName || 'Deleted account'}
    </Link>
  )
}

const changeOf = ({ sales, salesBefore }: TopCustomer): string => {
  if (salesBefore === 0) return 'none before'
  const percent = Math.round(((sales - salesBefore) / salesBefore) * 100)
  return percent === 0 ? '±0 %' : `${percent > 0 ? '+' : '−'}${Math.abs(percent).toLocaleString('en-US')} %`
}
