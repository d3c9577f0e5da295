import { Stack } from '@mantine/core'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { asDollars, inCurrency, toCents, toDollars } from '#shared/money.ts'
import { ListTable } from '#web/table/list-table.tsx'
import { ButtonLink, TextLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { invoicesPaid, type InvoicesQuote } from '../../payments/invoice-payment-shapes.ts'
import { figureFilters } from '../../invoices/figure-shapes.ts'
import { useInvoiceTotals } from '../invoices/use-invoice-totals.ts'
import { useInvoicesQuote, useInvoicesTarget } from './hooks.ts'
import { mayLoadHere } from './pay-link.tsx'
import { PayOnline } from './pay-online.tsx'
import { Callout } from '#web/ui/callout.tsx'
import styles from './pay-invoices-page.module.css'

/** One payment of the invoices chosen in the list. */
export function PayInvoicesPage() {
  const [ids] = useState(() => (new URLSearchParams(location.search).get('ids') ?? '').split(',').filter(Boolean))
  return (
    <>
      <PageHeading title="Pay invoices">
        <ButtonLink variant="default" to="/MyInvoices">
          Back
        </ButtonLink>
      </PageHeading>
      {ids.length === 0 ? <NothingChosen /> : <Chosen ids={ids} />}
    </>
  )
}

function Chosen({ ids }: { ids: readonly string[] }) {
  const [paid, setPaid] = useState<InvoicesQuote | null>(null)
  const query = useInvoicesQuote(ids)
  if (paid) return <Paid quote={paid} />
  return (
    <QueryStates query={query} missing={<NothingChosen />}>
      {(quote) => <Quote quote={quote} done={() => setPaid(quote)} />}
    </QueryStates>
  )
}

function Quote({ quote, done }: { quote: InvoicesQuote; done: () => void }) {
  const target = useInvoicesTarget(quote, done)
  return (
    <div className={styles.columns}>
      {quote.refusals.length > 0 && (
        <Callout tone="warning" title="Not part of this payment">
          {quote.refusals.map((words) => (
            <div key={words}>{words}</div>
          ))}
        </Callout>
      )}
      {quote.shares.length > 0 && <Shares quote={quote} />}
      {quote.offered.length > 0 && mayLoadHere && (
        <Panel title="Payment">
          <PayOnline key={target.amount} target={target} payments={quote} />
        </Panel>
      )}
      {quote.offered.length === 0 && <p>These invoices can’t be paid online.</p>}
    </div>
  )
}

function Paid({ quote }: { quote: InvoicesQuote }) {
  return (
    <Stack maw="40rem">
      <Callout tone="good" title={invoicesPaid}>
        <output>They will show as paid once posted.</output>
      </Callout>
      <Shares quote={quote} />
    </Stack>
  )
}

function Shares({ quote: { shares, total } }: { quote: InvoicesQuote }) {
  return (
    <Panel title="Pays the open amount of each invoice">
      <ListTable
        caption="Pays the open amount of each invoice"
        rows={[...shares, { invoiceID: '', amount: total }]}
        rowKey={({ invoiceID }) => invoiceID}
        columns={[
          {
            title: 'Invoice',
            isName: true,
            cell: ({ invoiceID }) =>
              invoiceID ? (
                <TextLink to="/viewInvoice/$id" params={{ id: invoiceID }}>
                  {invoiceID}
                </TextLink>
              ) : (
                'Total'
              ),
          },
          {
            title: 'Open',
            align: 'right',
            cell: ({ invoiceID, amount }) => (invoiceID ? asDollars(amount) : <strong>{asDollars(amount)}</strong>),
          },
        ]}
      />
    </Panel>
  )
}

/** Opened without invoices: what is open, and the way to it. */
function NothingChosen() {
  const { data: totals = [] } = useInvoiceTotals()
  const owed = totals.flatMap(({ currency, ages }) => {
    const count = ages.reduce((sum, { invoices }) => sum + invoices, 0)
    const amount = toDollars(ages.reduce((sum, age) => sum + toCents(age.amount), 0))
    return count > 0 ? [`${inCurrency(amount, currency)} open on ${count} ${count === 1 ? 'invoice' : 'invoices'}`] : []
  })
  return (
    <EmptyState icon={<ReceiptText size={28} strokeWidth={1.5} />} title="No invoices selected">
      {owed.length > 0 && <p>You have {owed.join(' and ')}. Select the ones to pay, then press Pay selected.</p>}
      <ButtonLink
        variant="default"
        to="/MyInvoices"
        search={owed.length > 0 ? { query: figureFilters.owed, sort: 'dueDate' } : {}}
      >
        {owed.length > 0 ? 'View open invoices' : 'View invoices'}
      </ButtonLink>
    </EmptyState>
  )
}
