import { Button, Text } from '@mantine/core'
import { Status } from '#web/ui/status.tsx'
import styles from './check-panel.module.css'
import { useErpCheck } from './hooks.ts'

const tones = { good: 'good', warning: 'notice', problem: 'bad' } as const
const words = { good: 'Good', warning: 'Mind', problem: 'Problem' } as const

/** Asks the tenant, on demand, what it lacks. */
export function CheckPanel() {
  const check = useErpCheck()
  return (
    <div className={styles.panel}>
      <Text c="dimmed">Asks the ERP for every service, field and right that the portal uses. It changes nothing.</Text>
      <Button variant="default" loading={check.isPending} onClick={() => check.mutate({})} className={styles.button}>
        Check the connection
      </Button>
      <ul className={styles.list} aria-live="polite">
        {check.data?.map(({ level, text }) => (
          <li key={text}>
            <Status tone={tones[level]}>{words[level]}</Status> {text}
          </li>
        ))}
      </ul>
    </div>
  )
}
