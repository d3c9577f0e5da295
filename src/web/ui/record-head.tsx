import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './page-heading.module.css'
import { useTitle } from './page-heading.tsx'

interface Props {
  /** The page's title, such as `Edit Customer`. */
  title: string
  /** The record's name; undefined while it loads. */
  name: string | undefined
  /** Number, status and place, beside the name. */
  marks?: ReactNode
  /** Figures in one line. */
  facts?: readonly ReactNode[]
  /** Actions at the right edge. */
  children?: ReactNode
}

/** The head of a record's pages: what it is, its name and its figures. Empty lines reserve the height while it loads. */
export function RecordHead({ title, name, marks, facts, children }: Props) {
  useTitle(title)
  return (
    <div className={styles.head}>
      <div className={styles.text}>
        <Text component="h1" c="dimmed" fz="xs" fw={550}>
          {title}
        </Text>
        <Group gap="2px 12px">
          <h2 className={styles.title}>{name ?? '\u00a0'}</h2>
          {marks}
        </Group>
        {facts && (
          <Text component="p" c="dimmed" mt={4} mih="1.5em">
            {facts.flatMap((fact, at) => (at === 0 ? [fact] : [' · ', fact]))}
          </Text>
        )}
      </div>
      {children && <Group gap="xs">{children}</Group>}
    </div>
  )
}
