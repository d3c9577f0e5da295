import { Button } from '@mantine/core'
import { useState } from 'react'
import { Confirm } from '#web/ui/confirm.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Status } from '#web/ui/status.tsx'
import type { Session } from '../account-shapes.ts'
import formStyles from '#web/form/form.module.css'
import { useEndSession, useSessions, useSignOutEverywhere } from './hooks.ts'
import styles from './sessions-panel.module.css'

export function SessionsPanel() {
  const sessions = useSessions()
  const everywhere = useSignOutEverywhere()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Panel title="Where you are signed in">
      <QueryStates query={sessions} skeleton={<Skeleton height="4rem" />}>
        {(rows) => (
          <ul className={styles.list}>
            {rows.map((row) => (
              <SessionItem key={row._id} row={row} />
            ))}
          </ul>
        )}
      </QueryStates>
      <div className={formStyles.actions}>
        <Button variant="default" onClick={() => setIsAsking(true)}>
          Sign out everywhere
        </Button>
        <p className={formStyles.note}>Ends all sessions, this one too.</p>
      </div>
      <Confirm
        isOpen={isAsking}
        question="Sign out everywhere?"
        answer="Sign out everywhere"
        isPending={everywhere.isPending}
        confirm={() => everywhere.mutate({})}
        close={() => setIsAsking(false)}
      >
        <p>All sessions end at once, this one too. You sign in again with your password.</p>
      </Confirm>
    </Panel>
  )
}

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

function SessionItem({ row }: { row: Session }) {
  const { mutate, isPending } = useEndSession()
  const device = deviceOf(row.userAgent)
  return (
    <li className={styles.item}>
      <span className={styles.device}>
        {device} {row.isCurrent && <Status tone="good">This session</Status>}
      </span>
      <span className={styles.facts}>
        Signed in {moment.format(new Date(row.createdAt))} · last used {moment.format(new Date(row.lastSeenAt))}
        {row.ip && ` · ${row.ip}`}
      </span>
      {!row.isCurrent && (
        <Button
          size="compact-sm"
          variant="default"
          className={styles.end}
          loading={isPending}
          aria-label={`Sign out ${device}, signed in ${moment.format(new Date(row.createdAt))}`}
          onClick={() => mutate({ params: { id: row._id } })}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}

const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** `Firefox on Windows`: enough to know one's own. */
const deviceOf = (userAgent: string): string => {
  const found = (names: readonly (readonly [string, string])[]) => names.find(([mark]) => userAgent.includes(mark))?.[1]
  const [browser, system] = [found(browsers), found(systems)]
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Another program')
}
