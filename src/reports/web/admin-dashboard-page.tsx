import { Button } from '@mantine/core'
import { Printer } from 'lucide-react'
import * as z from 'zod/mini'
import { businessToday } from '#web/business-day.ts'
import { useUser } from '#web/session.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { useAddress } from '#web/use-address.ts'
import { firstReportYear, reportYears } from '../contract.ts'
import { breakdownSorts, daysOfRange, dimensions, doubtOfDays, salesRanges } from '../sales-shapes.ts'
import { AttentionPanel } from './attention-panel.tsx'
import { BreakdownPanel } from './breakdown-panel.tsx'
import { ContinueCheckout } from './continue-checkout.tsx'
import styles from './dashboard.module.css'
import { InvoiceOverviewPanel } from './invoice-overview.tsx'
import { OrderMap } from './order-map.tsx'
import { ProductReport } from './product-report.tsx'
import { SalesPanel } from './sales-panel.tsx'
import { SummaryTiles } from './summary-tiles.tsx'
import { TopCustomers, TopProducts } from './top-lists.tsx'

const latest = reportYears(businessToday())[0] ?? firstReportYear
const Year = z.catch(
  z._default(z.coerce.number().check(z.int(), z.gte(firstReportYear), z.lte(latest)), latest),
  latest,
)
const Day = z.catch(z._default(z.union([z.iso.date(), z.literal('')]), ''), '')

/** The dashboard settings kept in the URL, so that a view can be shared. */
const Shown = z.object({
  year: Year,
  customerYear: Year,
  range: z.catch(z._default(z.pipe(z.coerce.number(), z.literal([...salesRanges])), 365), 365),
  /** Days of the user's choice, which replace the range. */
  from: Day,
  to: Day,
  by: z.catch(z._default(z.enum(dimensions), 'rep'), 'rep'),
  sort: z.catch(z._default(z.enum(breakdownSorts), '-sales'), '-sales'),
  /** NDC of the reported product. */
  product: z.catch(z._default(z.string().check(z.maxLength(100)), ''), ''),
})

export function AdminDashboardPage() {
  const user = useUser()
  const [{ year, customerYear, product, range, from, to, by, sort }, show] = useAddress(Shown)
  const change = (patch: Partial<z.infer<typeof Shown>>) => show(patch, { keepScroll: true })
  const today = businessToday()
  const isFree = from !== '' && to !== '' && doubtOfDays({ from, to }, today) === null
  const days = isFree ? { from, to } : daysOfRange(range, today)
  return (
    <div className={styles.report}>
      <PageHeading title="Admin Dashboard" lead={user && `Hello, ${user.name}`}>
        <Button variant="default" leftSection={<Printer size={16} aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
      </PageHeading>
      <ContinueCheckout />
      <SummaryTiles />
      <div className={styles.board}>
        <div className={styles.wide}>
          <AttentionPanel />
        </div>
        <div className={styles.wide}>
          <SalesPanel
            range={isFree ? null : range}
            days={days}
            setRange={(chosen) => change({ range: chosen, from: '', to: '' })}
            setDays={change}
          />
        </div>
        <div className={styles.wide}>
          <BreakdownPanel
            days={days}
            by={by}
            sort={sort}
            setBy={(chosen) => change({ by: chosen })}
            sortBy={(chosen) => change({ sort: chosen })}
          />
        </div>
        <div className={styles.double}>
          <OrderMap />
        </div>
        <InvoiceOverviewPanel />
        <TopProducts year={year} setYear={(chosen) => change({ year: chosen })} />
        <div className={product === '' ? undefined : styles.double}>
          <TopCustomers year={customerYear} setYear={(chosen) => change({ customerYear: chosen })} />
        </div>
        <div className={product === '' ? styles.screenOnly : styles.wide}>
          <ProductReport ndc={product} choose={(ndc) => change({ product: ndc })} />
        </div>
      </div>
    </div>
  )
}
