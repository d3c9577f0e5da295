import { Button } from '@mantine/core'
import { CreditCard } from 'lucide-react'
import { asDollars } from '#shared/money.ts'
import { ForBuyers } from '#web/for-buyers.tsx'
import { payInvoicesPage } from '../../payments/invoice-payment-shapes.ts'
import { useInvoicesQuote } from './hooks.ts'

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
