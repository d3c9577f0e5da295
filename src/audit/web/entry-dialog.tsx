import { useState } from 'react'
import { Dialog } from '#web/ui/dialog.tsx'
import type { AuditRow } from '../contract.ts'
import { moment, nameOf } from './audit-columns.tsx'
import { asText, changesOf } from './changes-of.ts'
import styles from './entry-dialog.module.css'
import { RecordName } from './record-name.tsx'

interface Props {
  entry: AuditRow | null
  close: () => void
}

/** Everything an entry holds, before beside after. */
export function EntryDialog({ entry, close }: Props) {
  // What was shown last stays readable while the dialog fades out.
  const [shown, setShown] = useState(entry)
  if (entry && entry !== shown) setShown(entry)
  return (
    <Dialog isOpen={entry !== null} title={shown?.action ?? ''} size="xl" close={close}>
      {shown && <Entry entry={shown} />}
    </Dialog>
  )
}

function Entry({ entry }: { entry: AuditRow }) {
  const { at, actor, onBehalfOf, entity, ip, requestId, position } = entry
  const changes = changesOf(entry)
  return (
    <>
      <dl className={styles.facts}>
        <dt>When</dt>
        <dd>
          {moment.format(new Date(at))} ({at})
        </dd>
        <dt>Who</dt>
        <dd>{actor ? `${nameOf(actor)} (${actor.email})` : 'The portal'}</dd>
        {onBehalfOf && (
          <>
            <dt>On behalf of</dt>
            <dd>
              {onBehalfOf.companyName || nameOf(onBehalfOf)} ({onBehalfOf.email})
            </dd>
          </>
        )}
        <dt>Record</dt>
        <dd>
          {entity} <RecordName entry={entry} />
        </dd>
        <dt>From</dt>
        <dd>
          {ip ?? 'the portal itself'}
          {requestId && `, request ${requestId}`}
        </dd>
        <dt>Place in the chain</dt>
        <dd>{position === null ? 'sealed in a moment' : position.toLocaleString('en-US')}</dd>
      </dl>
      {changes.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                <td>{before === undefined ? '–' : asText(before)}</td>
                <td>{after === undefined ? '–' : asText(after)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  )
}
