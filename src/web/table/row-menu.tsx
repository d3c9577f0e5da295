import '@mantine/core/styles/Menu.css'
import { ActionIcon, Menu, type MenuItemProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import { EllipsisVertical } from 'lucide-react'
import { type ComponentPropsWithRef, useRef } from 'react'
import { useIsReadOnly } from '../read-only.ts'
import styles from './row-menu.module.css'

type Act = { label: string } & (
  | {
      press: () => void
      /** For irreversible actions. */
      isDestructive?: boolean
    }
  | { to: string; search?: Record<string, string> }
)

/** A menu of less frequent row actions. */
export function RowMenu({ of, said, acts }: { of: string; said?: string; acts: readonly Act[] }) {
  const isReadOnly = useIsReadOnly()
  const target = useRef<HTMLButtonElement>(null)
  // Read-only users may follow links.
  const open = isReadOnly ? acts.filter((act) => 'to' in act) : acts
  if (open.length === 0) return null
  return (
    <Menu position="bottom-end" shadow="md" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon ref={target} variant="subtle" color="gray" className={styles.button} aria-label={`Actions: ${of}`}>
          <EllipsisVertical size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {said && <Menu.Label className={styles.said}>{said}</Menu.Label>}
        {open.map((act) =>
          'to' in act ? (
            <ItemLink key={act.label} className={styles.item} to={act.to} search={act.search ?? {}}>
              {act.label}
            </ItemLink>
          ) : (
            <Menu.Item
              key={act.label}
              className={`${styles.item} ${act.isDestructive ? styles.destructive : ''}`}
              onClick={() => {
                // The entry goes with the menu, and a dialog returns the focus to where it was.
                target.current?.focus()
                act.press()
              }}
            >
              {act.label}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

type ItemLinkProps = MenuItemProps & Omit<ComponentPropsWithRef<'a'>, keyof MenuItemProps>

/** Its own role replaces that of a link. */
const ItemLink = createLink((props: ItemLinkProps) => <Menu.Item component="a" {...props} />)
