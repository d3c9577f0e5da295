import { Anchor, Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { BadgeCheck, BellOff, CirclePause, ReceiptText, Users } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { chooseCustomer } from '#web/ordering-for.ts'
import { Block } from '#web/ui/block.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { TextLink } from '#web/ui/button-link.tsx'
import { inCurrency } from '#shared/money.ts'
import { useAddress } from '#web/use-address.ts'
import { Status } from '#web/ui/status.tsx'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { Day } from '#web/ui/day.tsx'
import { type CustomerMatter, customerMatters, type MyCustomer } from '../contract.ts'
import dashboard from './dashboard.module.css'
import { FigureTile, FigureTileSkeleton } from './figure-tile.tsx'
import styles from './figures.module.css'
import { useMyCustomers } from './hooks.ts'

const warnDays = 30

const Shown = z.object({ show: z.catch(z._default(z.enum(customerMatters), 'all'), 'all') })

/** The customers a sales rep orders for; a click starts working for one of them. */
export function MyCustomers() {
  const [{ show }] = useAddress(Shown)
  const query = useMyCustomers(show)
  const isPhone = useMediaQuery('(max-width: 639px)', false, { getInitialValueInEffect: false })
  const [isWhole, setIsWhole] = useState(false)
  return (
    <QueryStates query={query} skeleton={<CustomersSkeleton />}>
      {({ counts, overdue, customers }) => (
        <>
          <Figures counts={counts} overdue={overdue} />
          <Block
            title="Your customers"
            lead={leadOf(counts, show, customers.length)}
            controls={show !== 'all' && <TextLink to="/user-dashboard">Show all {counts.all}</TextLink>}
          >
            <ListTable
              caption="Your customers"
              columns={columns}
              rows={isWhole ? customers : customers.slice(0, isPhone ? 8 : undefined)}
              isStale={query.isPlaceholderData}
              rowKey={({ _id }) => _id}
              empty={
                show === 'all'
                  ? {
                      icon: <Users size={28} strokeWidth={1.5} />,
                      title: 'No customers yet',
                      text: 'Choose a customer above. Customers you order for are listed here.',
                    }
                  : { icon: <BadgeCheck size={28} strokeWidth={1.5} />, title: 'No customers in this list' }
              }
            />
            {isPhone && !isWhole && customers.length > 8 && (
              <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setIsWhole(true)}>
                List all {customers.length}
              </Button>
            )}
          </Block>
        </>
      )}
    </QueryStates>
  )
}

const leadOf = (counts: Record<CustomerMatter, number>, show: CustomerMatter, listed: number): string => {
  const all = counts[show]
  const some = listed < all ? `${listed} of ${all} customers. ` : ''
  if (show !== 'all') return `${some}${matters[show].lead}`
  return `${some}Ordered for in the last year, those that owe the most first.`
}

const matters = {
  quiet: { title: 'Silent', icon: <BellOff size={16} />, lead: 'No order for much longer than usual.' },
  license: { title: 'License ending', icon: <BadgeCheck size={16} />, lead: 'License expired or ends within 30 days.' },
  held: { title: 'Orders on hold', icon: <CirclePause size={16} />, lead: 'Orders wait for a renewed license.' },
  overdue: { title: 'Overdue', icon: <ReceiptText size={16} />, lead: 'Invoices are past their due date.' },
}

type Overdue = NonNullable<MyCustomer['overdue']>

const customersWords = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'customer' : 'customers'}`

/** How many customers need attention; each figure filters the table below. */
function Figures({ counts, overdue }: { counts: Record<CustomerMatter, number>; overdue: Overdue[] }) {
  const owing = customersWords(counts.overdue)
  const { title, icon, lead } = matters.overdue
  return (
    <div className={dashboard.tiles}>
      <FigureTile
        title={title}
        icon={icon}
        value={
          counts.overdue > 0 ? overdue.map(({ amount, currency }) => inCurrency(amount, currency)).join(' + ') : owing
        }
        to="/user-dashboard"
        search={{ show: 'overdue' }}
        tone={counts.overdue > 0 ? 'bad' : undefined}
      >
        {counts.overdue > 0 ? owing : lead}
      </FigureTile>
      {(['quiet', 'license', 'held'] as const).map((matter) => (
        <FigureTile
          key={matter}
          title={matters[matter].title}
          icon={matters[matter].icon}
          value={`${counts[matter]} ${counts[matter] === 1 ? 'customer' : 'customers'}`}
          to="/user-dashboard"
          search={{ show: matter }}
          tone={counts[matter] > 0 ? 'notice' : undefined}
        >
          {matters[matter].lead}
        </FigureTile>
      ))}
    </div>
  )
}

function CustomersSkeleton() {
  return (
    <div className={dashboard.stack} aria-busy="true">
      <div className={dashboard.tiles}>
        {[1, 2, 3, 4].map((tile) => (
          <FigureTileSkeleton key={tile} />
        ))}
      </div>
      <Block title="Your customers">
        <ListTable
          caption="Your customers"
          columns={columns}
          rows={undefined}
          rowKey={({ _id }) => _id}
          expected={12}
        />
      </Block>
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
    phone: 'start',
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
    phone: 'middle',
    isTitledOnPhone: true,
    cell: (customer) => (
      <>
        <OpenOrders customer={customer} />
        {customer.lateOrders > 0 && (
          <span className={styles.sub}>
            <Status tone="bad">{customer.lateOrders} late</Status>
          </span>
        )}
        {customer.heldOrders > 0 && (
          <span className={styles.sub}>
            <Status tone="notice">{customer.heldOrders} on hold</Status>
          </span>
        )}
      </>
    ),
  },
  { title: 'License', phone: 'end', cell: (customer) => <License customer={customer} /> },
  {
    title: 'Overdue',
    align: 'right',
    phone: 'beside',
    cell: ({ overdue }) =>
      overdue ? <span className={styles.bad}>{inCurrency(overdue.amount, overdue.currency)}</span> : '–',
  },
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
  if (licenseDaysLeft > warnDays)
    return (
      <span className={styles.notOnPhone}>
        <Day at={licenseEnds} />
      </span>
    )
  return (
    <Status tone={licenseDaysLeft < 0 ? 'bad' : 'notice'}>
      {licenseDaysLeft < 0 ? 'Expired' : 'Expires'} <Day at={licenseEnds} />
    </Status>
  )
}
