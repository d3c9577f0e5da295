import '@mantine/core/styles/Tooltip.css'
import { Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import {
  Archive,
  BadgeCheck,
  ClipboardList,
  LayoutDashboard,
  type LucideIcon,
  Megaphone,
  Package,
  PackageX,
  Palette,
  ReceiptText,
  RefreshCw,
  ScanBarcode,
  ScrollText,
  ShieldAlert,
  Store,
  Tags,
  Truck,
  UserCog,
} from 'lucide-react'
import { useId } from 'react'
import { type PageEntry, railGroups } from './menu-entries.ts'
import styles from './rail.module.css'
import { useCurrentPage, whenExact } from './use-current-page.ts'
import { WaitingCustomers } from './waiting-customers.tsx'
import { WaitingReturns } from './waiting-returns.tsx'

const icons: Partial<Record<PageEntry['to'], LucideIcon>> = {
  '/admin/dashboard': LayoutDashboard,
  '/admin/orders': ClipboardList,
  '/admin/invoices': ReceiptText,
  '/admin/returns': PackageX,
  '/admin/customers': Store,
  '/admin/pricelists': Tags,
  '/admin/products': Package,
  '/admin/licenses': BadgeCheck,
  '/admin/trace': ScanBarcode,
  '/admin/retention': Archive,
  '/admin/reviews': ShieldAlert,
  '/admin/users': UserCog,
  '/admin/ordermethods': Truck,
  '/admin/brand': Palette,
  '/admin/sync': RefreshCw,
  '/admin/recalls': Megaphone,
  '/admin/audit': ScrollText,
}

/** The pages of an admin beside the page, from 1024 pixels; below 1280 pixels as icons. */
export function Rail() {
  return (
    <nav className={styles.rail} aria-label="Portal pages">
      {railGroups.map(({ title, entries }) => (
        <RailGroup key={title ?? ''} title={title} entries={entries} />
      ))}
    </nav>
  )
}

function RailGroup({ title, entries }: { title: string | undefined; entries: readonly PageEntry[] }) {
  const id = useId()
  return (
    <>
      {title && (
        <p id={id} className={styles.title}>
          {title}
        </p>
      )}
      <ul aria-labelledby={title && id}>
        {entries.map((entry) => (
          <li key={entry.to}>
            <RailLink entry={entry} />
          </li>
        ))}
      </ul>
    </>
  )
}

function RailLink({ entry }: { entry: PageEntry }) {
  const { markOf } = useCurrentPage()
  const isNarrow = useMediaQuery('(max-width: 1279px)', undefined, { getInitialValueInEffect: false })
  const Icon = icons[entry.to]
  return (
    <Tooltip
      label={entry.label}
      position="right"
      disabled={!isNarrow}
      events={{ hover: true, focus: true, touch: false }}
    >
      <Link to={entry.to} className={styles.link} {...whenExact} aria-current={markOf(entry)}>
        {Icon && <Icon size={18} strokeWidth={1.75} aria-hidden />}
        <span className={styles.label}>{entry.label}</span>
        {entry.to === '/admin/customers' && <WaitingCustomers />}
        {entry.to === '/admin/returns' && <WaitingReturns />}
      </Link>
    </Tooltip>
  )
}
