import { costCenterWords } from '#orders/charge-shapes.ts'
import { fullName } from '#shared/full-name.ts'
import { asDollars, toCents, toDollars } from '#shared/money.ts'
import { Money } from '#web/ui/money.tsx'
import { Status } from '#web/ui/status.tsx'
import type { Budget } from '../../budgets/budget-shapes.ts'

export const subjectOf = ({ person, costCenter }: Budget): string => {
  if (person) return fullName(person)
  return costCenter ? costCenterWords(costCenter) : 'The whole business'
}

export function Left({ budget: { amount, used } }: { budget: Budget }) {
  const left = toDollars(toCents(amount) - toCents(used))
  return left < 0 ? <Status tone="bad">{asDollars(-left)} over</Status> : <Money amount={left} />
}
