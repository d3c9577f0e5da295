import { Button } from '@mantine/core'
import { CreditCard } from 'lucide-react'
import { asDollars } from '#shared/money.ts'
import { ForBuyers } from '#web/for-buyers.tsx'
import { payInvoicesPage } from '../../payments/invoice-payment-shapes.ts'
import { useInvoicesQuote } from './hooks.ts'
import styles from './payment-panel.module.css'

/** Links to the payment page with the open total of the chosen invoices; renders nothing if none can be paid online. */
export function PayChosen({ chosen }: { chosen: ReadonlySet<string> }) {
  return (
    <ForBuyers>
      <PayButton chosen={chosen} />
    </ForBuyers>
  )
}

function PayButton({ chosen }: { chosen: ReadonlySet<string> }) {
  const ids = [...chosen]
  const { data: quote } = useInvoicesQuote(ids)
  if (ids.length === 0 || !quote || quote.offered.length === 0) return null
  return (
    <Button component="a" size="xs" href={payInvoicesPage(ids)} leftSection={<CreditCard size={14} aria-hidden />}>
      Pay selected ({asDollars(quote.total)})
    </Button>
  )
}

interface PayInvoiceProps {
  invoiceId: string
  /** Shown until the server has confirmed the open amount. */
  amount: number
}

/** Links to the payment page of one invoice, if it can be paid online. */
export function PayInvoice({ invoiceId, amount }: PayInvoiceProps) {
  const { data: quote, isPending } = useInvoicesQuote([invoiceId])
  if (!isPending && !quote?.offered.length) return null
  return (
    <Button
      component="a"
      className={styles.closed}
      // Reserves the button's space until the answer is known, to avoid a layout shift.
      data-pending={isPending || undefined}
      href={payInvoicesPage([invoiceId])}
      leftSection={<CreditCard size={16} aria-hidden />}
    >
      Pay {asDollars(quote?.total ?? amount)}
    </Button>
  )
}
