import '@mantine/core/styles/Menu.css'
import { ActionIcon, Menu } from '@mantine/core'
import { EllipsisVertical } from 'lucide-react'
import styles from './row-menu.module.css'

interface Act {
  label: string
  press: () => void
  /** For irreversible actions. */
  isDestructive?: boolean
}

/** A menu of less frequent row actions. */
export function RowMenu({ of, said, acts }: { of: string; said?: string; acts: readonly Act[] }) {
  return (
    <Menu position="bottom-end" shadow="md" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" className={styles.button} aria-label={`Actions: ${of}`}>
          <EllipsisVertical size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {said && <Menu.Label className={styles.said}>{said}</Menu.Label>}
        {acts.map(({ label, press, isDestructive = false }) => (
          <Menu.Item
            key={label}
            className={`${styles.item} ${isDestructive ? styles.destructive : ''}`}
            onClick={press}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
