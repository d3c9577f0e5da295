import { Alert, Button } from '@mantine/core'
import { fieldLabels, isUserField, type User } from '../account-shapes.ts'
import styles from '#web/form/form.module.css'

interface Props {
  message: string
  current: User
  mine: Record<string, unknown>
  /** Takes over what is there now; what was typed is given up. */
  load: () => void
  /** Saves what was typed over it. */
  keep: () => void
}

/** Nothing is lost silently: what differs is shown, and the person decides. */
export function StaleAlert({ message, current, mine, load, keep }: Props) {
  const differing = Object.keys(mine)
    .filter(isUserField)
    .filter((field) => (current[field] ?? '') !== String(mine[field]).trim())
  return (
    <Alert color="yellow" role="alert" title={message}>
      <p className={styles.note}>What you typed was not saved. It differs from what is stored now:</p>
      <ul className={styles.differences}>
        {differing.map((field) => (
          <li key={field}>
            <strong>{fieldLabels[field]}</strong>: stored “{current[field]}”, yours “{String(mine[field])}”
          </li>
        ))}
        {differing.length === 0 && <li>Nothing: someone saved the same.</li>}
      </ul>
      <div className={styles.actions}>
        <Button size="compact-sm" variant="default" onClick={load}>
          Load what is stored
        </Button>
        <Button size="compact-sm" variant="default" onClick={keep}>
          Save mine anyway
        </Button>
      </div>
    </Alert>
  )
}
