import { TextLink } from '#web/ui/button-link.tsx'
import { Money } from '#web/ui/money.tsx'
import { Text } from '@mantine/core'
import type { PriceDifference } from '../contract.ts'
import { FactsTable } from './facts-table.tsx'
import { timeOf } from './time-of.ts'

/** Orders for which the ERP's net amount is not the one the customer was shown. */
export function DifferenceTable({ differences }: { differences: PriceDifference[] }) {
  if (differences.length === 0)
    return <Text c="dimmed">The ERP’s amounts are those that the customers were shown.</Text>
  return (
    <FactsTable
      caption="Price differences"
      titles={['Order', 'Customer', 'Placed', 'Portal', 'ERP', 'Difference']}
      rows={differences.map(({ _id, orderIdSap, companyName, createdAt, portal, erp }) => ({
        key: _id,
        cells: [
          <TextLink key="order" to="/order/$id" params={{ id: _id }}>
            {orderIdSap ?? 'Order'}
          </TextLink>,
          companyName,
          timeOf(createdAt),
          <Money key="portal" amount={portal} />,
          <Money key="erp" amount={erp} />,
          <Money key="difference" amount={Math.round((erp - portal) * 100) / 100} />,
        ],
      }))}
    />
  )
}
