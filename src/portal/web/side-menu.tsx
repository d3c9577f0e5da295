import { Drawer, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useDeferredValue, useEffect, useRef } from 'react'
import { users } from '#customers/contract.ts'
import { greeting } from './greeting.ts'
import { WaitingCount } from '#purchasing/web/approvals/waiting-count.tsx'
import { ErpActions } from '#erp/web/erp-actions.tsx'
import { queryOf } from '#web/api.ts'
import { useUser } from '#web/session.ts'
import { menuEntriesFor } from './routes.tsx'
import tag from '#web/ui/tag.module.css'
import styles from './side-menu.module.css'

export function SideMenu({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const user = useUser()
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
            <ul className={styles.list}>
              {menuEntriesFor(user).map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} className={styles.entry} activeProps={{ 'aria-current': 'page' }} onClick={close}>
                    <Text span inherit flex={1}>
                      {label}
                    </Text>
                    {to === '/admin/customers' && user && <Waiting email={user.email} />}
                    {to === '/approvals' && <WaitingCount />}
                    <ChevronRight size={16} aria-hidden className={styles.chevron} />
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          {user?.isAdmin && <ErpActions close={close} />}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

/** Number of customers waiting for approval; hidden if zero. */
function Waiting({ email }: { email: string }) {
  const { data } = useQuery({ ...queryOf(users.notifications, { params: { email } }), staleTime: 30_000 })
  if (!data?.inActiveCustomers) return null
  return (
    <span className={tag.tag} title="Customers waiting for approval">
      {data.inActiveCustomers}
    </span>
  )
}
