import { NativeSelect } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { businessToday } from '#web/business-day.ts'
import { asDollars } from '#shared/money.ts'
import { Block } from '#web/ui/block.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type ListColumn, ListTable, RowLink } from '#web/table/list-table.tsx'
import { reportYears, type TopCustomer } from '../contract.ts'
import styles from './figures.module.css'
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
      query={useTopProducts(props.year)}
      columns={[
        {
          title: 'Product ID',
          isName: true,
          width: '100%',
          cell: ({ ndcNumber, name, slug }) => (
            <>
              <RowLink to="/product/$slug" params={{ slug }}>
                {ndcNumber || slug}
              </RowLink>
              <span className={styles.sub}>{name}</span>
            </>
          ),
        },
        {
          title: 'Total quantity',
          align: 'right',
          cell: ({ totalQuantity }) => <strong>{totalQuantity.toLocaleString('en-US')}</strong>,
        },
      ]}
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
      lead={`The most sales, compared with ${year === years[0] ? 'the same time a year ago' : year - 1}.`}
      yearLabel="Year of the largest customers"
      none={`No orders in ${year}.`}
      caption="Largest customers"
      query={useTopCustomers(year)}
      columns={[
        {
          title: 'Customer',
          isName: true,
          width: '100%',
          cell: (customer) => (
            <>
              <CustomerName customer={customer} />
              <span className={styles.sub}>
                <OrdersOf customer={customer} year={year} />
              </span>
            </>
          ),
        },
        {
          title: 'Sales',
          align: 'right',
          cell: (customer) => (
            <>
              <strong>{asDollars(customer.sales)}</strong>
              <span className={styles.sub}>{changeOf(customer)}</span>
            </>
          ),
        },
      ]}
      {...props}
    />
  )
}

/** Orders entered in the ERP for accounts without a portal user are combined in one row. */
function CustomerName({ customer: { _id, companyName } }: { customer: TopCustomer }) {
  if (_id === '') return <>Accounts without a portal user</>
  return (
    <RowLink to="/admin/customer/$id" params={{ id: _id }}>
      {companyName || 'Deleted account'}
    </RowLink>
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
  if (salesBefore <= 0) return ''
  const percent = Math.round(((sales - salesBefore) / salesBefore) * 100)
  return percent === 0 ? '±0%' : `${percent > 0 ? '+' : '−'}${Math.abs(percent).toLocaleString('en-US')}%`
}

interface TopListProps<R extends { _id: string }> extends Props {
  title: string
  lead: string
  yearLabel: string
  /** Shown for a year without data. */
  none: string
  caption: string
  query: UseQueryResult<R[]>
  columns: ListColumn<R>[]
}

/** The top entries of a year, largest first. */
function TopList<R extends { _id: string }>(props: TopListProps<R>) {
  const { title, lead, yearLabel, none, caption, query, columns, year, setYear } = props
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
    <Block title={title} lead={lead} controls={chooser} foldsOnPhone>
      <QueryStates query={query} skeleton={<Skeleton height="20rem" />}>
        {(rows) => (
          <ListTable
            caption={caption}
            columns={columns}
            rows={rows}
            rowKey={({ _id }) => _id}
            isStale={query.isPlaceholderData}
            empty={{ title: none }}
          />
        )}
      </QueryStates>
    </Block>
  )
}
