import { Text } from '@mantine/core'
import facts from '#web/ui/facts.module.css'
import { inCurrency, toCents, toDollars } from '#shared/money.ts'
import { momentWords } from '#web/ui/day.tsx'
import styles from './credit-line.module.css'
import { useCreditLimit } from './use-credit-limit.ts'

/** The credit limit and the remaining credit, next to an order in dollars; nothing if the ERP reports no limit. */
export function CreditLine({ total = 0, of }: { total?: number; of?: string }) {
  const { data: credit } = useCreditLimit(of)
  if (!credit) return null
  const { limit, left, orderedSince, currency, saidAt } = credit
  const over = left !== null && currency === 'USD' ? toDollars(toCents(total) - toCents(left)) : 0
  return (
    <section className={styles.credit} aria-label="Credit">
      <dl className={`${facts.facts} ${facts.amounts}`}>
        <div>
          <dt>Credit limit</dt>
          <dd>{inCurrency(limit, currency)}</dd>
        </div>
        {left !== null && (
          <div>
            <dt>Credit available</dt>
            <dd>{inCurrency(left, currency)}</dd>
          </div>
        )}
      </dl>
      {over > 0 && (
        <Text inherit mt={6} fw={550}>
          This order is {inCurrency(over, currency)} over your available credit.
        </Text>
      )}
      <Text mt={4} c="dimmed" fz="sm">
        As of {momentWords(saidAt)}
        {left !== null && orderedSince !== null && orderedSince > 0 && (
          <>, less {inCurrency(orderedSince, currency)} ordered since</>
        )}
      </Text>
    </section>
  )
}
