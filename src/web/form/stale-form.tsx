import { Button } from '@mantine/core'
import { Callout } from '../ui/callout.tsx'
import styles from './form.module.css'
import { changedFields, type Values } from './merge-edits.ts'

interface Props<V extends Values> {
  title: string
  labels: Partial<Record<string, string>>
  /** Initial, edited and currently stored values. */
  base: V
  mine: V
  stored: V
  isWaiting?: boolean
  /** Discards the edits. */
  load: () => void
  /** Saves the edits on top of the stored values. */
  keep: () => void
}

/** Both values of each field in an edit conflict; fields not edited here keep the other person's change. */
export function StaleForm<V extends Values>(props: Props<V>) {
  const { title, labels, base, mine, stored, isWaiting = false, load, keep } = props
  const edited = changedFields(base, mine).filter((field) => labels[field])
  const theirs = changedFields(base, stored).filter((field) => labels[field] && !edited.includes(field))
  const own = edited.filter((field) => changedFields(stored, mine).includes(field))
  return (
    <Callout tone="warning" title={title}>
      <p className={styles.note}>Your changes were not saved. You can apply them to the current version:</p>
      <ul className={styles.differences}>
        {own.map((field) => (
          <li key={field}>
            <strong>{labels[field]}</strong>: current “{said(stored[field])}”, yours “{said(mine[field])}”
          </li>
        ))}
        {theirs.map((field) => (
          <li key={field}>
            <strong>{labels[field]}</strong>: was “{said(base[field])}”, changed by someone else to “
            {said(stored[field])}”
          </li>
        ))}
        {own.length + theirs.length === 0 && <li>No differences: someone else saved the same changes.</li>}
      </ul>
      <div className={styles.actions}>
        <Button size="compact-sm" variant="default" disabled={isWaiting} onClick={keep}>
          Save my changes
        </Button>
        <Button size="compact-sm" variant="default" disabled={isWaiting} onClick={load}>
          Discard my changes
        </Button>
      </div>
    </Callout>
  )
}

const said = (value: string | boolean | undefined): string =>
  typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value ?? '')
