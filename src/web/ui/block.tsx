import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import panel from './panel.module.css'
import styles from './block.module.css'

interface Props {
  title: string
  /** A sentence below the title that describes the content. */
  lead?: ReactNode
  /** Controls to the right of the title. */
  controls?: ReactNode
  children: ReactNode
}

/** A report on its own surface with title, description and controls. */
export function Block({ title, lead, controls, children }: Props) {
  return (
    <section className={panel.panel} data-inset>
      <div className={styles.head}>
        <div>
          <h2 className={panel.heading}>{title}</h2>
          {lead && (
            <Text maw="60ch" mt={2} c="dimmed" fz="sm">
              {lead}
            </Text>
          )}
        </div>
        {controls}
      </div>
      {children}
    </section>
  )
}
