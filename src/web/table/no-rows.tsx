import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { EmptyState } from '../ui/empty-state.tsx'
import styles from './data-table.module.css'

interface Props {
  icon?: ReactNode
  title: string
  text?: ReactNode
  isFiltered: boolean
  page: number
  reset: () => void
  goTo: (page: number) => void
}

/** Why there is no row, and the way out. */
export function NoRows({ icon, title, text, isFiltered, page, reset, goTo }: Props) {
  return (
    <div className={styles.none}>
      {page > 1 ? (
        <EmptyState icon={icon} title="There is nothing on this page">
          <Button variant="default" size="xs" onClick={() => goTo(1)}>
            Go to the first page
          </Button>
        </EmptyState>
      ) : isFiltered ? (
        <EmptyState icon={icon} title="Nothing matches these filters">
          <Button variant="default" size="xs" onClick={reset}>
            Clear filters
          </Button>
        </EmptyState>
      ) : (
        <EmptyState icon={icon} title={title}>
          {text}
        </EmptyState>
      )}
    </div>
  )
}
