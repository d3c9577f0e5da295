import type { ReactNode } from 'react'
import { inCurrency } from '#shared/money.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { InvoiceTotals as Totals } from '../contract.ts'
import { useInvoiceTotals } from './hooks.ts'
import styles from './invoice-totals.module.css'

/** What is owed and how old it is, as far as the external system reports it. */
export function InvoiceTotals() {
  const { data, error } = useInvoiceTotals()
  if (error) return <p className={styles.note}>The totals could not be loaded: {error.message}</p>
  if (!data)
    return (
      <output className={styles.totals} aria-label="Loading">
        <Skeleton height="4.25rem" />
      </output>
    )
  return data.map((totals) => <CurrencyTotals key={totals.currency} totals={totals} />)
}

function CurrencyTotals({ totals }: { totals: Totals[number] }) {
  const { currency, open, credits, overdue, paid, ages, unknown, asOf } = totals
  const money = (amount: number) => inCurrency(amount, currency)
  const isKnown = asOf !== null || open !== 0 || credits.invoices > 0 || paid > 0
  return (
    <section className={styles.totals} aria-label={`Totals in ${currency}`}>
      {isKnown ? (
        <dl className={styles.figures}>
          <Figure word="Open">{money(open)}</Figure>
          {credits.invoices > 0 && (
            <Figure word="Credit notes, taken off" isSmall>
              {money(credits.amount)}
              <span className={styles.count}>{credits.invoices}</span>
            </Figure>
          )}
          <Figure word="Overdue" tone={overdue > 0 ? 'bad' : undefined}>
            {money(overdue)}
          </Figure>
          <Figure word="Paid, last 12 months">{money(paid)}</Figure>
          {ages.some(({ amount }) => amount > 0) &&
            ages.slice(1).map(({ label, amount, invoices }) => (
              <Figure key={label} word={`${label} overdue`} isSmall>
                {amount === 0 ? '–' : money(amount)}
                {invoices > 0 && <span className={styles.count}>{invoices}</span>}
              </Figure>
            ))}
        </dl>
      ) : (
        <p className={styles.note}>Open, overdue and paid are not known yet.</p>
      )}
      {isKnown && (unknown.invoices > 0 || asOf) && (
        <p className={styles.note}>
          {unknown.invoices > 0 &&
            `Unknown for ${unknown.invoices.toLocaleString('en-US')} ${unknown.invoices === 1 ? 'invoice' : 'invoices'} over ${money(unknown.amount)}. `}
          {asOf && `As of ${asOf.slice(0, 10)}.`}
        </p>
      )}
    </section>
  )
}

interface FigureProps {
  word: string
  tone?: 'bad' | undefined
  isSmall?: boolean
  children: ReactNode
}

function Figure({ word, tone, isSmall, children }: FigureProps) {
  return (
    <div className={styles.figure} data-tone={tone} data-small={isSmall}>
      <dt>{word}</dt>
      <dd>{children}</dd>
    </div>
  )
}
