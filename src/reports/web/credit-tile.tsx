import { Landmark } from 'lucide-react'
import { useCreditLimit } from '#billing/web/invoices/use-credit-limit.ts'
import { inCurrency } from '#shared/money.ts'
import { momentWords } from '#web/ui/day.tsx'
import { FigureTile } from './figure-tile.tsx'

/** The remaining credit: the last reported limit less orders since; hidden if no limit was reported. */
export function CreditTile() {
  const { data: credit } = useCreditLimit()
  if (!credit) return null
  const { limit, left, orderedSince, currency, saidAt } = credit
  const icon = <Landmark size={16} />
  const since = left !== null && orderedSince ? `, less ${inCurrency(orderedSince, currency)} ordered since` : ''
  const said = `as of ${momentWords(saidAt)}${since}`
  if (left === null)
    return (
      <FigureTile title="Credit limit" icon={icon} value={inCurrency(limit, currency)}>
        {said}
      </FigureTile>
    )
  return (
    <FigureTile title="Credit available" icon={icon} value={inCurrency(left, currency)}>
      of {inCurrency(limit, currency)}, {said}
    </FigureTile>
  )
}
