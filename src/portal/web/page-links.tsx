import { Link } from '@tanstack/react-router'
import { WaitingCount } from '#purchasing/web/approvals/waiting-count.tsx'
import { useUser } from '#web/session.ts'
import { pagesFor } from './menu-entries.ts'
import styles from './page-links.module.css'
import { useCurrentPage, whenExact } from './use-current-page.ts'

/** The pages of a customer or sales rep as a bar below the header, from 1024 pixels. */
export function PageLinks() {
  const { markOf } = useCurrentPage()
  return (
    <nav aria-label="Portal pages">
      <ul className={styles.list}>
        {pagesFor(useUser()).map((entry) => (
          <li key={entry.to}>
            <Link to={entry.to} className={styles.link} {...whenExact} aria-current={markOf(entry)}>
              {entry.label}
              {entry.to === '/approvals' && <WaitingCount />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
