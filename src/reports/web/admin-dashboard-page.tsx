import * as z from 'zod/mini'
import { businessToday } from '#web/business-day.ts'
import { useUser } from '#web/session.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { useAddress } from '#web/use-address.ts'
import { firstReportYear, reportYears, salesRanges } from '../contract.ts'
import { AttentionPanel } from './attention-panel.tsx'
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

/** The dashboard settings kept in the URL, so that a view can be shared. */
const Shown = z.object({
  year: Year,
  customerYear: Year,
  range: z.catch(z._default(z.pipe(z.coerce.number(), z.literal([...salesRanges])), 365), 365),
  /** NDC of the reported product. */
  product: z.catch(z._default(z.string().check(z.maxLength(100)), ''), ''),
})

export function AdminDashboardPage() {
  const user = useUser()
  const [{ year, customerYear, product, range }, show] = useAddress(Shown)
  const change = (patch: Partial<z.infer<typeof Shown>>) => show(patch, { keepScroll: true })
  return (
    <>
      <PageHeading title="Admin Dashboard" lead={user && `Hello, ${user.name}`} />
      <ContinueCheckout />
      <SummaryTiles />
      <div className={styles.columns}>
        <div className={styles.wide}>
          <AttentionPanel />
        </div>
        <div className={styles.wide}>
          <SalesPanel range={range} setRange={(chosen) => change({ range: chosen })} />
        </div>
        <div className={styles.wide}>
          <OrderMap />
        </div>
        <div className={styles.trio}>
          <InvoiceOverviewPanel />
          <TopProducts year={year} setYear={(chosen) => change({ year: chosen })} />
          <TopCustomers year={customerYear} setYear={(chosen) => change({ customerYear: chosen })} />
        </div>
        <div className={styles.wide}>
          <ProductReport ndc={product} choose={(ndc) => change({ product: ndc })} />
        </div>
      </div>
    </>
  )
}
