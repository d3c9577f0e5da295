import { Link } from '@tanstack/react-router'
import { BadgeCheck, Landmark, ReceiptText, Truck } from 'lucide-react'
import { figureFilters } from '#billing/invoices/figure-shapes.ts'
import { useCreditLimit } from '#billing/web/invoices/use-credit-limit.ts'
import { useInvoiceTotals } from '#billing/web/invoices/use-invoice-totals.ts'
import { dayWords, weekdayWords } from '#shared/day-words.ts'
import { inCurrency } from '#shared/money.ts'
import { ForBuyers } from '#web/for-buyers.tsx'
import { businessDayWords } from '#web/ui/day.tsx'
import type { MySummary } from '../contract.ts'
import styles from './dashboard.module.css'
import { FigureTile, FigureTileSkeleton } from './figure-tile.tsx'

/** What to do: pay, expect, spend and renew. A figure that is not known is left out. */
export function BuyerFigures({ summary: { openOrders, license } }: { summary: MySummary }) {
  return (
    <div className={styles.tiles}>
      <OwedTile />
      <OpenOrdersTile openOrders={openOrders} />
      <CreditTile />
      <LicenseTile license={license} />
    </div>
  )
}

/** What is overdue, or else what is open, in the currency in which most is. */
function OwedTile() {
  const { data, isPending } = useInvoiceTotals()
  if (isPending) return <FigureTileSkeleton />
  const totals = data?.toSorted((one, other) => other.overdue - one.overdue || other.open - one.open)[0]
  if (!totals || (totals.asOf === null && totals.open === 0)) return null
  const { currency, overdue, open, ages } = totals
  const icon = <ReceiptText size={16} />
  const filtered = (filter: { payment: string }) => ({ query: { ...filter, currency } })
  if (overdue <= 0)
    return (
      <FigureTile
        title="To pay"
        icon={icon}
        value={inCurrency(open, currency)}
        to="/MyInvoices"
        search={filtered(figureFilters.open)}
      >
        Nothing is overdue
      </FigureTile>
    )
  const count = ages.slice(1).reduce((sum, { invoices }) => sum + invoices, 0)
  return (
    <FigureTile
      title="Overdue"
      icon={icon}
      value={inCurrency(overdue, currency)}
      to="/MyInvoices"
      search={filtered(figureFilters.overdue)}
      tone="bad"
    >
      {count.toLocaleString('en-US')} {count === 1 ? 'invoice' : 'invoices'}
      <ForBuyers>
        {' · '}
        <Link to="/MyInvoices" search={filtered(figureFilters.overdue)}>
          Pay →
        </Link>
      </ForBuyers>
    </FigureTile>
  )
}

function OpenOrdersTile({ openOrders: { count, nextArrival } }: { openOrders: MySummary['openOrders'] }) {
  return (
    <FigureTile
      title="Orders on the way"
      icon={<Truck size={16} />}
      value={count.toLocaleString('en-US')}
      to="/orderhistory"
      search={{ query: { stage: 'open' } }}
    >
      {nextArrival && `Next expected ${weekdayWords(nextArrival)}`}
    </FigureTile>
  )
}

/** The remaining credit: the last reported limit less orders since. */
function CreditTile() {
  const { data: credit, isPending } = useCreditLimit()
  if (isPending) return <FigureTileSkeleton />
  if (!credit) return null
  const { limit, left, orderedSince, currency, saidAt } = credit
  const since = left !== null && orderedSince ? `, less ${inCurrency(orderedSince, currency)} ordered since` : ''
  const said = `as of ${businessDayWords(saidAt)}${since}`
  return (
    <FigureTile
      title={left === null ? 'Credit limit' : 'Credit available'}
      icon={<Landmark size={16} />}
      value={inCurrency(left ?? limit, currency)}
      to="/MyInvoices"
      tone={left !== null && left <= 0 ? 'bad' : undefined}
    >
      {left === null ? said : `of ${inCurrency(limit, currency)}, ${said}`}
    </FigureTile>
  )
}

const warnDays = 60

/** Orders ship only to licensed businesses, so an expiring license is announced early. */
function LicenseTile({ license: { expires, daysLeft } }: { license: MySummary['license'] }) {
  if (expires === null || daysLeft === null) return null
  const [title, tone, note] = licenseWords(daysLeft)
  return (
    <FigureTile title={title} icon={<BadgeCheck size={16} />} value={dayWords(expires)} to="/profile" tone={tone}>
      {note}
    </FigureTile>
  )
}

const licenseWords = (daysLeft: number): [title: string, tone?: 'bad' | 'notice', note?: string] => {
  if (daysLeft < 0) return ['License expired', 'bad', 'New orders go on hold until you send us the renewed license.']
  if (daysLeft > warnDays) return ['License valid through']
  return [
    'License expires',
    'notice',
    `Your license expires ${inDays(daysLeft)}. Send us the renewed license to avoid delays.`,
  ]
}

const inDays = (days: number): string => {
  if (days === 0) return 'today'
  return days === 1 ? 'tomorrow' : `in ${days} days`
}
