import { NativeSelect } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { businessToday } from '#web/business-day.ts'
import type { ReactNode } from 'react'
import { asDollars } from '#shared/money.ts'
import { Block } from '#web/ui/block.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TableHead } from '#web/ui/table-head.tsx'
import { reportYears, type TopCustomer } from '../contract.ts'
import styles from './figures-table.module.css'
import { useTopCustomers, useTopProducts } from './hooks.ts'

interface Props {
  year: number
  setYear: (year: number) => void
}

export function TopProducts(props: Props) {
  return (
    <TopList
      title="Time Based (Top 5)"
      lead="The best-selling products of a year."
      yearLabel="Year of the top 5 products"
      none={`No sales in ${props.year}.`}
      caption="Top 5 products"
      titles={['Product ID', 'Total quantity']}
      query={useTopProducts(props.year)}
      row={({ _id, ndcNumber, name, slug, totalQuantity }, { totalQuantity: most }) => (
        <tr key={_id}>
          <td className={styles.words}>
            <Link to="/product/$slug" params={{ slug }} className={styles.name}>
              {ndcNumber || slug}
            </Link>
            <span className={styles.sub}>{name}</span>
            <ShareBar part={totalQuantity} whole={most} />
          </td>
          <td className={styles.total}>{totalQuantity.toLocaleString('en-US')}</td>
        </tr>
      )}
      {...props}
    />
  )
}

const years = reportYears(businessToday())

export function TopCustomers(props: Props) {
  const { year } = props
  return (
    <TopList
      title="Customer Based"
      lead={`Customers with the most sales, and the change from ${year === years[0] ? 'the same time a year ago' : year - 1}.`}
      yearLabel="Year of the largest customers"
      none={`No orders in ${year}.`}
      caption="Largest customers"
      titles={['Customer', 'Change', 'Sales']}
      query={useTopCustomers(year)}
      row={(customer, { sales: most }) => (
        <tr key={customer._id}>
          <td className={styles.words}>
            <CustomerName customer={customer} />
            <span className={styles.sub}>
              <OrdersOf customer={customer} year={year} />
            </span>
            <ShareBar part={customer.sales} whole={most} />
          </td>
          <td>{changeOf(customer)}</td>
          <td className={styles.total}>{asDollars(customer.sales)}</td>
        </tr>
      )}
      {...props}
    />
  )
}

/** Orders entered in the ERP for accounts without a portal user are combined in one row. */
function CustomerName({ customer: { _id, companyName } }: { customer: TopCustomer }) {
  if (_id === '') return <span className={styles.name}>Accounts without a portal user</span>
  return (
    <Link to="/admin/customer/$id" params={{ id: _id }} className={styles.name}>
      {companyName || 'Deleted account'}
    </Link>
  )
}

/** Links to the counted orders. */
function OrdersOf({ customer: { business, orders }, year }: { customer: TopCustomer; year: number }) {
  const words = `${orders.toLocaleString('en-US')} ${orders === 1 ? 'order' : 'orders'}`
  if (business === '') return words
  return (
    <Link to="/admin/orders" search={{ query: { business, createdAt: String(year), stage: 'notCanceled' } }}>
      {words}
    </Link>
  )
}

const changeOf = ({ sales, salesBefore }: TopCustomer): string => {
  if (salesBefore === 0) return '0 before'
  const percent = Math.round(((sales - salesBefore) / salesBefore) * 100)
  return percent === 0 ? '±0%' : `${percent > 0 ? '+' : '−'}${Math.abs(percent).toLocaleString('en-US')}%`
}

interface TopListProps<R> extends Props {
  title: string
  lead: string
  yearLabel: string
  /** Shown for a year without data. */
  none: string
  caption: string
  titles: readonly string[]
  query: UseQueryResult<R[]>
  row: (one: R, first: R) => ReactNode
}

/** The top entries of a year, largest first. */
function TopList<R>(props: TopListProps<R>) {
  const { title, lead, yearLabel, none, caption, titles, query, row, year, setYear } = props
  const chooser = (
    <NativeSelect
      size="xs"
      aria-label={yearLabel}
      data={years.map(String)}
      value={String(year)}
      onChange={(event) => setYear(Number(event.currentTarget.value))}
    />
  )
  return (
    <Block title={title} lead={lead} controls={chooser}>
      <QueryStates query={query} skeleton={<Skeleton height="14rem" />}>
        {([first, ...others]) =>
          first === undefined ? (
            <p className={styles.none}>{none}</p>
          ) : (
            <table className={styles.table} data-stale={query.isPlaceholderData || undefined} aria-label={caption}>
              <TableHead titles={titles} first={styles.words} />
              <tbody>{[first, ...others].map((one) => row(one, first))}</tbody>
            </table>
          )
        }
      </QueryStates>
    </Block>
  )
}

/** A bar proportional to the largest figure; the figure itself is next to it. */
function ShareBar({ part, whole }: { part: number; whole: number }) {
  return (
    <span className={styles.track} aria-hidden="true">
      <span className={styles.bar} style={{ width: `${whole > 0 ? Math.max(1, (part / whole) * 100) : 0}%` }} />
    </span>
  )
}
