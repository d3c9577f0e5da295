import { useState } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'
import * as z from 'zod/mini'
import { BackorderedLines } from '#fulfillment/web/backordered-lines.tsx'
import { TightBudgets } from '#purchasing/web/budgets/tight-budgets.tsx'
import { WaitingRequests } from '#purchasing/web/approvals/waiting-requests.tsx'
import { Reorder } from '#reordering/web/habits/reorder.tsx'
import { ApiError } from '#web/api-error.ts'
import { useCustomer } from '#web/ordering-for.ts'
import { useUser } from '#web/session.ts'
import { Block } from '#web/ui/block.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { MySummary } from '../contract.ts'
import { BuyerFigures } from './buyer-figures.tsx'
import { ContinueCheckout } from './continue-checkout.tsx'
import { DashboardFoot } from './dashboard-foot.tsx'
import styles from './dashboard.module.css'
import { FigureTileSkeleton } from './figure-tile.tsx'
import { useMySummary } from './hooks.ts'
import { MyCustomers } from './my-customers.tsx'
import { OpenOrders } from './open-orders.tsx'
import { SpendPanel } from './spend-panel.tsx'
import { SummaryNotFound } from './summary-tiles.tsx'

export function UserDashboardPage() {
  const user = useUser()
  const query = useMySummary(user?._id ?? '')
  const customer = useCustomer()
  const isBuyer = !user?.isAdmin && !user?.isSalesRep
  const [greeting] = useState(() => greetingAt(new Date().getHours()))
  return (
    <>
      <PageHeading
        title="User Dashboard"
        lead={user && [`${greeting}, ${user.name}`, user.companyName].filter(Boolean).join(' · ')}
      />
      <div className={styles.stack}>
        <ContinueCheckout />
        {user?.isSalesRep && <MyCustomers />}
        {isBuyer && <WaitingRequests />}
        {(!user?.isSalesRep || customer) &&
          (isMissing(query.error) ? (
            <SummaryNotFound />
          ) : (
            <QueryStates query={query} skeleton={<HomeSkeleton isBuyer={isBuyer} />}>
              {(answer) => <Home answer={answer} isBuyer={isBuyer} />}
            </QueryStates>
          ))}
      </div>
    </>
  )
}

const greetingAt = (hour: number): string => {
  if (hour >= 5 && hour < 12) return 'Good morning'
  return hour >= 12 && hour < 18 ? 'Good afternoon' : 'Good evening'
}

const isMissing = (error: Error | null): boolean => error instanceof ApiError && error.status === 404

/** Staff have no figures of their own; while they order for a customer, they reorder for that business. */
function Home({ answer, isBuyer }: { answer: unknown; isBuyer: boolean }) {
  const user = useUser()
  const customer = useCustomer()
  const read = z.safeParse(MySummary, answer)
  if (!read.success) return <SummaryNotFound />
  const summary = read.data
  return (
    <>
      {isBuyer && <BuyerFigures summary={summary} />}
      {user?.buyingRole === 'manager' && <TightBudgets />}
      {(isBuyer || customer) && <Reorder due={summary.due} regulars={summary.buyAgain} favorites={summary.favProd} />}
      {!user?.isSalesRep && (
        <>
          <div className={styles.columns}>
            <OpenOrders openOrders={summary.openOrders} />
            {isBuyer && <SpendPanel spend={summary.spend} />}
          </div>
          {isBuyer && <BackorderedLines />}
          <DashboardFoot summary={summary} isBuyer={isBuyer} />
        </>
      )}
    </>
  )
}

/** As high as the page, to avoid layout shift. */
function HomeSkeleton({ isBuyer }: { isBuyer: boolean }) {
  const user = useUser()
  return (
    <div className={styles.stack} aria-busy="true">
      {isBuyer && (
        <div className={styles.tiles}>
          {[1, 2, 3, 4].map((tile) => (
            <FigureTileSkeleton key={tile} />
          ))}
        </div>
      )}
      {(isBuyer || user?.isSalesRep) && (
        <Block title="Reorder">
          <Skeleton height="20rem" />
        </Block>
      )}
      {!user?.isSalesRep && (
        <div className={styles.columns}>
          <Block title="Open orders" foldsOnPhone>
            <Skeleton height="16rem" />
          </Block>
          {isBuyer && (
            <Block title="Spend by month" foldsOnPhone>
              <Skeleton height="16rem" />
            </Block>
          )}
        </div>
      )}
    </div>
  )
}
