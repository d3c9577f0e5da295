import { Text } from '@mantine/core'
import { inCurrency } from '#shared/money.ts'
import { Status, type Tone } from '#web/ui/status.tsx'
import type { CustomerRow } from '../customer-shapes.ts'

const licenseTones: Record<CustomerRow['licenseState'], [tone: Tone, word: string] | null> = {
  none: null,
  valid: null,
  expiring: ['notice', 'Expiring'],
  expired: ['bad', 'Expired'],
}

/** Empty for a valid license. */
export function LicenseStatus({ state }: { state: CustomerRow['licenseState'] }) {
  const tone = licenseTones[state]
  return tone && <Status tone={tone[0]}>{tone[1]}</Status>
}

/** Amounts in different currencies are not added up. */
export function Overdue({ amounts }: { amounts: CustomerRow['overdue'] }) {
  if (amounts.length === 0) return <>–</>
  return (
    <Text component="strong" inherit c="var(--mantine-color-error)" fw={550}>
      {amounts.map(({ currency, amount }) => inCurrency(amount, currency)).join(', ')}
    </Text>
  )
}
