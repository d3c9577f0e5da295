import {
  BadgeCheck,
  Banknote,
  ClipboardList,
  Heart,
  Landmark,
  ReceiptText,
  RotateCcw,
  Sparkles,
  TriangleAlert,
  Truck,
} from 'lucide-react'
import * as z from 'zod/mini'
import { Offers } from '#reordering/web/habits/offers.tsx'
import { asDollars, inCurrency, toCents, toDollars } from '#shared/money.ts'
import { ApiError } from '#web/api-error.ts'
import { useUser } from '#web/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { PageSkeleton } from '#web/ui/skeleton.tsx'
import { MySummary } from '../contract.ts'
import { ContinueCheckout } from './continue-checkout.tsx'
import styles from './dashboard.module.css'
import { monthDayWords } from '#shared/day-words.ts'
import { businessDayWords, dayIn, momentWords } from '#web/ui/day.tsx'
import { FigureTile } from './figure-tile.tsx'
import { useMySummary } from './hooks.ts'
import { MyCustomers } from './my-customers.tsx'
import { OpenOrders } from './open-orders.tsx'
import { SpendPanel } from './spend-panel.tsx'
import { SummaryNotFound } from './summary-tiles.tsx'
import { useCreditLimit } from '#billing/web/invoices/use-credit-limit.ts'

export function UserDashboardPage() {
  const user = useUser()
  const query = useMySummary(user?._id ?? '')
  return (
    <>
      <PageHeading title="User Dashboard" lead={user && `Hello, ${user.name}`}>
        <ButtonLink variant="default" to="/search">
          Product Catalog
        </ButtonLink>
      </PageHeading>
      <ContinueCheckout />
      {user?.isSalesRep && <MyCustomers />}
      {isMissing(query.error) ? (
        <SummaryNotFound />
      ) : (
        <QueryStates query={query} skeleton={<PageSkeleton />}>
          {(answer) => <Dashboard answer={answer} isBuyer={!user?.isAdmin && !user?.isSalesRep} />}
        </QueryStates>
      )}
    </>
  )
}

const isMissing = (error: Error | null): boolean => error instanceof ApiError && error.status === 404

function Dashboard({ answer, isBuyer }: { answer: unknown; isBuyer: boolean }) {
  const read = z.safeParse(MySummary, answer)
  if (!read.success) return <SummaryNotFound />
  const summary = read.data
  return (
    <>
      {isBuyer && <LicenseNotice license={summary.license} />}
      <MyTiles summary={summary} isBuyer={isBuyer} />
      <div className={styles.columns}>
        <div className={styles.stack}>
          <Offers
            title="Buy again"
            isChoice
            lead="Products you ordered more than once, with the last quantity."
            icon={<RotateCcw size={28} strokeWidth={1.5} />}
            empty="Products you order more than once appear here."
            products={summary.buyAgain.map((product) => ({
              ...product,
              reason: (
                <>
                  In {product.orders} recent {product.orders === 1 ? 'order' : 'orders'}. Last ordered{' '}
                  {monthDayWords(dayIn(product.lastAt))}.
                </>
              ),
              quantity: product.lastQuantity,
            }))}
          />
        </div>
        <div className={styles.stack}>
          <OpenOrders openOrders={summary.openOrders} />
          <Offers
            title="Suggested Products"
            lead="Due for reorder, plus items often bought with yours."
            icon={<Sparkles size={28} strokeWidth={1.5} />}
            empty="No suggestions yet. They are based on what you order regularly."
            products={summary.products}
          />
        </div>
        <div className={styles.wide}>
          <Offers
            title="Favorite Products"
            icon={<Heart size={28} strokeWidth={1.5} />}
            empty="Click the heart on a product in the catalog to add it here."
            products={summary.favProd}
            isGrid
          />
        </div>
        {isBuyer && (
          <div className={styles.wide}>
            <SpendPanel spend={summary.spend} />
          </div>
        )}
      </div>
    </>
  )
}

const openOnly = { query: { stage: 'open' } }

/** Canceled orders are listed but not counted. */
const counted = { query: { stage: 'notCanceled' } }
/** Within these months. */
const countedIn = (first = '', last = '') => ({ query: { ...counted.query, createdAt: `${first} to ${last}` } })

const count = (value: number) => value.toLocaleString('en-US')

/** Staff who order for others have no spending of their own. */
function MyTiles({ summary, isBuyer }: { summary: MySummary; isBuyer: boolean }) {
  const { inv, orders, openOrders, spend } = summary
  const spent = toDollars(spend.reduce((cents, { amount }) => cents + toCents(amount), 0))
  const thisMonth = spend.at(-1)?.amount ?? 0
  return (
    <div className={styles.tiles}>
      <FigureTile title="All Invoices" icon={<ReceiptText size={16} />} value={count(inv)} to="/MyInvoices" />
      <FigureTile
        title="Total Orders"
        icon={<ClipboardList size={16} />}
        value={count(orders)}
        to="/orderhistory"
        search={counted}
      />
      <FigureTile
        title="Open orders"
        icon={<Truck size={16} />}
        value={count(openOrders.count)}
        to="/orderhistory"
        search={openOnly}
      />
      {isBuyer && (
        <FigureTile
          title="Spent in 12 months"
          icon={<Banknote size={16} />}
          value={asDollars(spent)}
          to="/orderhistory"
          search={countedIn(spend[0]?.month, spend.at(-1)?.month)}
        >
          {asDollars(thisMonth)} this month
        </FigureTile>
      )}
      {isBuyer && <CreditTile />}
    </div>
  )
}

const warnDays = 60

/** Orders ship only to licensed businesses, so an expiring license is announced early. */
function LicenseNotice({ license: { expires, daysLeft } }: { license: MySummary['license'] }) {
  if (expires === null || daysLeft === null) return null
  if (daysLeft > warnDays)
    return (
      <p className={styles.valid}>
        <BadgeCheck size={16} aria-hidden /> Your license is valid through {businessDayWords(expires)}.
      </p>
    )
  return (
    <p className={styles.notice} data-tone={daysLeft < 0 ? 'bad' : 'notice'} role="note">
      <TriangleAlert size={18} aria-hidden />
      <span>
        {daysLeft < 0
          ? `Your license expired on ${businessDayWords(expires)}. New orders go on hold until you send us the renewed license.`
          : `Your license expires ${inDays(daysLeft)}, on ${businessDayWords(expires)}. Send us the renewed license to avoid delays.`}
      </span>
    </p>
  )
}

const inDays = (days: number): string => {
  if (days === 0) return 'today'
  return days === 1 ? 'tomorrow' : `in ${days} days`
}

/** The remaining credit: the last reported limit less orders since; hidden if no limit was reported. */
function CreditTile() {
  const { data: credit } = useCreditLimit()
  if (!credit) return null
  const { limit, left, orderedSince, currency, saidAt } = credit
  const icon = <Landmark size={16} />
  const since = left !== null && orderedSince ? `, less ${inCurrency(orderedSince, currency)} ordered since` : ''
  const said = `as of ${momentWords(saidAt)}${since}`
  if (left === null)
    return (
      <FigureTile title="Credit limit" icon={icon} value={inCurrency(limit, currency)}>
        {said}
      </FigureTile>
    )
  return (
    <FigureTile title="Credit available" icon={icon} value={inCurrency(left, currency)}>
      of {inCurrency(limit, currency)}, {said}
    </FigureTile>
  )
}
