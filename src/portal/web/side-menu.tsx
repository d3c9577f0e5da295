import { Drawer, Group, Text } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useDeferredValue, useEffect, useRef } from 'react'
import { greeting } from './greeting.ts'
import { WaitingCount } from '#purchasing/web/approvals/waiting-count.tsx'
import { ErpActions } from '#erp/web/erp-actions.tsx'
import { useUser } from '#web/session.ts'
import { morePagesFor, type PageEntry, sideMenuFor } from './menu-entries.ts'
import text from '#web/ui/text.module.css'
import styles from './side-menu.module.css'
import { useCurrentPage, whenExact } from './use-current-page.ts'
import { WaitingCustomers } from './waiting-customers.tsx'
import { WaitingReturns } from './waiting-returns.tsx'

export function SideMenu({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const user = useUser()
  const more = morePagesFor(user)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  // Opens after mounting, so that the drawer can restore the focus when it closes.
  const opened = useDeferredValue(isOpen, false)

  useEffect(() => {
    if (shown.current !== pathname) close()
    shown.current = pathname
  }, [pathname, close])

  return (
    <Drawer.Root opened={opened} onClose={close} size={300}>
      <Drawer.Overlay />
      <Drawer.Content>
        <Group gap={8} justify="space-between" wrap="nowrap" mih={60} px="md">
          <Drawer.Title>
            <Link to={user ? '/profile' : '/signin'} className={styles.greeting} onClick={close}>
              {greeting(user)}
            </Link>
          </Drawer.Title>
          <Drawer.CloseButton aria-label="Close menu" />
        </Group>
        <Drawer.Body>
          <nav aria-label="Main">
            <Entries entries={sideMenuFor(user)} close={close} />
            {more.length > 0 && (
              <section className={styles.more} aria-labelledby="more-pages">
                <h2 id="more-pages">More</h2>
                <Entries entries={more} close={close} />
              </section>
            )}
          </nav>
          {user?.isAdmin && !user.isReadOnly && <ErpActions close={close} />}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

function Entries({ entries, close }: { entries: readonly PageEntry[]; close: () => void }) {
  const { markOf } = useCurrentPage()
  return (
    <ul className={styles.list}>
      {entries.map((entry) => (
        <li key={entry.to}>
          <Link to={entry.to} className={styles.entry} {...whenExact} aria-current={markOf(entry)} onClick={close}>
            <Text span inherit flex={1}>
              {entry.label}
            </Text>
            {entry.to === '/admin/customers' && <WaitingCustomers />}
            {entry.to === '/admin/returns' && <WaitingReturns />}
            {entry.to === '/approvals' && <WaitingCount />}
            <ChevronRight size={16} aria-hidden className={text.dimmed} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
