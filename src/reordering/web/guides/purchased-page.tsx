import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { SegmentedControl } from '@mantine/core'
import { PackageOpen } from 'lucide-react'
import * as z from 'zod/mini'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { useAddress } from '#web/use-address.ts'
import { purchaseDays } from '../../guides/contract.ts'
import { usePurchases } from './hooks.ts'
import { GuideLines } from './guide-lines.tsx'
import { GuideStates } from './guide-states.tsx'
import { SaveToGuide } from './save-to-guide.tsx'

const Period = z.object({
  days: z.catch(z._default(z.pipe(z.coerce.number(), z.literal(purchaseDays)), 90), 90),
})

const spans = [
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
]

export function PurchasedPage() {
  const [{ days }, setPeriod] = useAddress(Period)
  const purchases = usePurchases(days)
  return (
    <>
      <PageHeading title="Previously Purchased" lead="Products your business ordered, with the last order of each.">
        <SegmentedControl
          aria-label="Period"
          data={spans}
          value={String(days)}
          // The values are those of `spans`.
          onChange={(value) => setPeriod({ days: Number(value) as typeof days })}
        />
      </PageHeading>
      <GuideStates query={purchases}>
        {({ lines, products }) =>
          lines.length === 0 ? (
            <EmptyState icon={<PackageOpen size={28} strokeWidth={1.5} />} title="No orders in this period">
              Products appear here after your business orders them.
            </EmptyState>
          ) : (
            <GuideLines
              key={days}
              label="Previously purchased"
              lines={lines}
              products={products}
              actions={(now) => <SaveToGuide lines={now} />}
            />
          )
        }
      </GuideStates>
    </>
  )
}
