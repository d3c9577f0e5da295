import { Button } from '@mantine/core'
import { LoadFailed } from '#web/ui/query-states.tsx'
import { Status } from '#web/ui/status.tsx'
import type { Verification } from '../contract.ts'
import styles from './chain-note.module.css'
import { useVerification } from './hooks.ts'

/** Whether anyone tampered with the trail, computed anew from its first entry on. */
export function ChainNote() {
  const { data, error, isFetching, refetch } = useVerification()
  if (error && !data) return <LoadFailed error={error} retry={() => void refetch()} />
  return (
    <div className={styles.note}>
      <output>{data ? <Verdict verification={data} /> : 'Checking the chain of entries…'}</output>
      <Button size="compact-xs" variant="default" loading={isFetching} onClick={() => void refetch()}>
        Check again
      </Button>
    </div>
  )
}

function Verdict({ verification }: { verification: Verification }) {
  const { isIntact, sealed, unsealed, brokenAt, head } = verification
  const count = `${sealed.toLocaleString('en-US')} ${sealed === 1 ? 'entry' : 'entries'}`
  if (!isIntact)
    return (
      <span className={styles.words}>
        <Status tone="bad">Chain broken</Status> The entry at place {brokenAt?.toLocaleString('en-US')} is not what was
        recorded. Everything before it is.
      </span>
    )
  return (
    <span className={styles.words}>
      <Status tone="good">Chain intact</Status>
      <span>
        {count} checked{unsealed > 0 && `, ${unsealed.toLocaleString('en-US')} just recorded`}
        {head && (
          <span title={head}>
            , last hash <code>{head.slice(0, 12)}…</code>
          </span>
        )}
      </span>
    </span>
  )
}
