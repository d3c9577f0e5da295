import { Link } from '@tanstack/react-router'
import { useUser } from '#web/session.ts'
import { pagesFor } from './menu-entries.ts'
import styles from './page-tabs.module.css'
import { useCurrentPage, whenExact } from './use-current-page.ts'

/** Pages of one subject, above the heading of each. */
export function PageTabs() {
  const { isTab, isAt } = useCurrentPage()
  const entry = pagesFor(useUser()).find(({ tabs }) => tabs?.some(isAt))
  if (!entry?.tabs) return null
  return (
    <nav aria-label={entry.label}>
      <ul className={styles.tabs}>
        {entry.tabs.map((one) => (
          <li key={one.label}>
            <Link
              to={one.to}
              search={one.tab ? { tab: one.tab } : {}}
              className={styles.tab}
              {...whenExact}
              aria-current={isTab(one) ? 'page' : undefined}
            >
              {one.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
