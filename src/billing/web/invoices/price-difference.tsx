import { asDollars } from '#shared/money.ts'
import { useUser } from '#web/session.ts'
import type { PriceDifference } from '../../invoices/contract.ts'
import { Callout } from '#web/ui/callout.tsx'

/** Warns buyers and staff, on the order and its invoice, that the ERP billed a different price. */
export function PriceDifferenceNote({ difference }: { difference: PriceDifference }) {
  const isAdmin = useUser()?.isAdmin ?? false
  if (!difference) return null
  const { ordered, invoiced } = difference
  const off = `${asDollars(Math.abs(invoiced - ordered))} ${invoiced > ordered ? 'more' : 'less'}`
  return (
    <Callout tone="warning" role="note" title="Invoice total differs from your order">
      The goods were ordered for {asDollars(ordered)} and invoiced for {asDollars(invoiced)}, {off}.{' '}
      {isAdmin
        ? 'Correct the price in the ERP, or explain it to the customer.'
        : 'Contact us before paying if this looks wrong.'}
    </Callout>
  )
}
