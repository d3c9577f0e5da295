import { Alert } from '@mantine/core'
import { asDollars } from '#shared/money.ts'
import { useUser } from '#web/session.ts'
import type { PriceDifference } from '../../invoices/contract.ts'

/** For buyer and clerk, on the order and on its invoice: the ERP billed another price than was ordered at. */
export function PriceDifferenceNote({ difference }: { difference: PriceDifference }) {
  const isAdmin = useUser()?.isAdmin ?? false
  if (!difference) return null
  const { ordered, invoiced } = difference
  const off = `${asDollars(Math.abs(invoiced - ordered))} ${invoiced > ordered ? 'more' : 'less'}`
  return (
    <Alert color="yellow" role="note" title="The invoice has another price than the order">
      The goods were ordered for {asDollars(ordered)} and invoiced for {asDollars(invoiced)}, {off}.{' '}
      {isAdmin
        ? 'Correct the price in the ERP, or tell the customer why.'
        : 'Ask us before you pay if you do not know why.'}
    </Alert>
  )
}
