import { Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import panel from './panel.module.css'
import styles from './block.module.css'

interface Props {
  title: string
  /** A sentence below the title that describes the content. */
  lead?: ReactNode
  /** Controls to the right of the title. */
  controls?: ReactNode
  /** On phones only the title shows until it is pressed. */
  foldsOnPhone?: boolean
  /** Unfolded from the start. */
  isOpen?: boolean
  children: ReactNode
}

/** A report on its own surface with title, description and controls. */
export function Block({ title, lead, controls, foldsOnPhone = false, isOpen = false, children }: Props) {
  const isPhone = useMediaQuery('(max-width: 639px)', false, { getInitialValueInEffect: false })
  const description = lead && (
    <Text maw="60ch" mt={2} c="dimmed" fz="sm">
      {lead}
    </Text>
  )
  const heading = <h2 className={panel.heading}>{title}</h2>
  if (foldsOnPhone && isPhone)
    return (
      <section className={panel.panel} data-inset>
        <details data-printed open={isOpen || undefined}>
          <summary className={styles.summary}>{heading}</summary>
          <div className={styles.head}>
            <div>{description}</div>
            {controls}
          </div>
          {children}
        </details>
      </section>
    )
  return (
    <section className={panel.panel} data-inset>
      <div className={styles.head}>
        <div>
          {heading}
          {description}
        </div>
        {controls}
      </div>
      {children}
    </section>
  )
}
