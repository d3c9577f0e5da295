import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useUser } from '#web/session.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { menuEntriesFor } from './routes.tsx'
import styles from './page-links.module.css'

const WaitingCount = lazyPart(() =>
  import('#purchasing/web/approvals/waiting-count.tsx').then((module) => module.WaitingCount),
)

/** The side menu's entries as a bar from 1024 pixels; entries that don't fit are only in the menu. */
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
