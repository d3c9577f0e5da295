import { Box, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import panel from '#web/ui/panel.module.css'
import { inCurrency } from '#shared/money.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { momentWords } from '#web/ui/day.tsx'
import type { InvoiceFilter, InvoiceTotals as Totals } from '../../invoices/contract.ts'
import { figureFilters } from '../../invoices/figure-shapes.ts'
import { useInvoiceTotals } from './use-invoice-totals.ts'
import styles from './invoice-totals.module.css'

/** When the ERP last reported payments, in one line with the age of the list. */
export function PaymentsAge() {
  const { data = [] } = useInvoiceTotals()
  const [oldest] = data.flatMap(({ asOf }) => asOf ?? []).toSorted()
  return oldest && <span>Payments as of {momentWords(oldest)}</span>
}

/** What is owed and how old it is, according to the ERP. */
export function InvoiceTotalsPanel() {
  const { data, error } = useInvoiceTotals()
  const isNarrow = useMediaQuery('screen and (max-width: 767px)', undefined, { getInitialValueInEffect: false })
  if (error)
    return (
      <Text mt={6} c="dimmed" fz="sm">
        The totals could not be loaded: {error.message}
      </Text>
    )
  if (!data)
    return (
      <Box component="output" display="block" mb={8} aria-label="Loading">
        <Skeleton height={isNarrow ? '2.25rem' : '3.625rem'} />
      </Box>
    )
  if (!isNarrow) return data.map((totals) => <CurrencyTotals key={totals.currency} totals={totals} />)
  return data.map((totals) => (
    <details key={totals.currency} className={styles.fold}>
      <summary>
        Open <strong>{inCurrency(totals.open, totals.currency)}</strong> · Overdue{' '}
        <strong data-bad={totals.overdue > 0 || undefined}>{inCurrency(totals.overdue, totals.currency)}</strong>
      </summary>
      <CurrencyTotals totals={totals} />
    </details>
  ))
}

function CurrencyTotals({ totals }: { totals: Totals[number] }) {
  const { currency, open, credits, overdue, paid, since, ages, unknown, asOf } = totals
  const of = (filter: InvoiceFilter): InvoiceFilter => ({ ...filter, currency })
  const money = (amount: number) => inCurrency(amount, currency)
  const isKnown = asOf !== null || open !== 0 || credits.invoices > 0 || paid > 0
  return (
    <Box component="section" mb={8} aria-label={`Totals in ${currency}`}>
      {isKnown ? (
        <dl className={`${panel.surface} ${styles.figures}`}>
          <Figure word="Open" filter={of(figureFilters.open)}>
            {money(open)}
          </Figure>
          {credits.invoices > 0 && (
            <Figure word="Credit notes, deducted" isSmall filter={of(figureFilters.credits)}>
              {money(credits.amount)}
              <span className={styles.count}>{credits.invoices}</span>
            </Figure>
          )}
          <Figure word="Overdue" tone={overdue > 0 ? 'bad' : undefined} filter={of(figureFilters.overdue)}>
            {money(overdue)}
          </Figure>
          <Figure word="Paid, last 12 months" filter={of(figureFilters.paid(since))}>
            {money(paid)}
          </Figure>
          {ages.some(({ amount }) => amount > 0) &&
            ages.slice(1).map(({ label, amount, invoices, filter }) => (
              <Figure key={label} word={`${label} overdue`} isSmall filter={filter}>
                {amount === 0 ? '–' : money(amount)}
                {invoices > 0 && <span className={styles.count}>{invoices}</span>}
              </Figure>
            ))}
          {unknown.invoices > 0 && (
            <Figure word="Not yet reported" isSmall filter={of(figureFilters.unknown(since))}>
              {money(unknown.amount)}
              <span className={styles.count}>{unknown.invoices.toLocaleString('en-US')}</span>
            </Figure>
          )}
        </dl>
      ) : (
        <Text mt={6} c="dimmed" fz="sm">
          Open, overdue and paid amounts are not known yet.
        </Text>
      )}
    </Box>
  )
}

interface FigureProps {
  word: string
  tone?: 'bad' | undefined
  isSmall?: boolean
  /** Opens the list of the invoices behind the figure. */
  filter: InvoiceFilter
  children: ReactNode
}

function Figure({ word, tone, isSmall, filter, children }: FigureProps) {
  return (
    <div className={styles.figure} data-tone={tone} data-small={isSmall}>
      <dt>
        <Link to="." search={{ query: filter }} className={styles.behind}>
          {word}
        </Link>
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
