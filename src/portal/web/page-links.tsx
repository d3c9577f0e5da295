import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useUser } from '#web/session.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { menuEntriesFor } from './menu-entries.ts'
import styles from './page-links.module.css'

const WaitingCount = lazyPart(() => import('#approvals/web/waiting-count.tsx').then((module) => module.WaitingCount))

/** The side menu's entries, in sight from 1024 pixels on; what finds no room there is in the menu still. */
export function PageLinks() {
  const user = useUser()
  if (!user) return null
  return (
    <nav className={styles.bar} aria-label="Portal pages">
      <ul className={styles.list}>
        {menuEntriesFor(user).map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className={styles.link} activeProps={{ 'aria-current': 'page' }}>
              {label}
              {to === '/approvals' && (
                <Suspense>
                  <WaitingCount />
                </Suspense>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
