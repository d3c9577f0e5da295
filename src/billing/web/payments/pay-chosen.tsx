import { Button } from '@mantine/core'
import { CreditCard } from 'lucide-react'
import { asDollars } from '#shared/money.ts'
import { ForBuyers } from '#web/for-buyers.tsx'
import { payInvoicesPage } from '../../payments/invoice-payment-shapes.ts'
import { useInvoicesQuote } from './hooks.ts'

/** To the page that pays what is chosen, with the sum of what is open; nothing where nothing of it can be paid online. */
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
