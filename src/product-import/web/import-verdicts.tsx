import { useState } from 'react'
import { Status, type Tone } from '#web/ui/status.tsx'
import type { RowVerdict } from '../contract.ts'
import { verdicts as kinds } from '../import-shapes.ts'
import styles from './import-dialog.module.css'
import { PageNumbers } from '#web/ui/page-numbers.tsx'
import { TableHead } from '#web/ui/table-head.tsx'
import type { Counts } from './run-import.ts'

type Kind = (typeof kinds)[number]

const names: Record<Kind, string> = { new: 'New', changed: 'Changed', unchanged: 'Unchanged', refused: 'Refused' }
const tones: Record<Kind, Tone> = { new: 'good', changed: 'notice', unchanged: 'neutral', refused: 'bad' }
const rowsAPage = 50

/** What every row would do; those that need eyes come first. */
export function ImportVerdicts({ verdicts, counts }: { verdicts: RowVerdict[]; counts: Counts }) {
  const [kind, setKind] = useState<Kind>(
    () => (['refused', 'changed', 'new', 'unchanged'] as const).find((one) => counts[one] > 0) ?? 'new',
  )
  const [page, setPage] = useState(1)
  const found = verdicts.filter(({ verdict }) => verdict === kind)
  const shown = found.slice((page - 1) * rowsAPage, page * rowsAPage)
  return (
    <>
      <p className={styles.lead}>Nothing has been written yet. This is what the import would do:</p>
      <fieldset className={styles.filters}>
        <legend className={styles.unseen}>Show rows</legend>
        {kinds.map((one) => (
          <button
            key={one}
            type="button"
            className={styles.filter}
            aria-pressed={one === kind}
            onClick={() => {
              setKind(one)
              setPage(1)
            }}
          >
            {names[one]} {counts[one].toLocaleString('en-US')}
          </button>
        ))}
      </fieldset>
      {shown.length === 0 ? (
        <p className={styles.note}>No row is {names[kind].toLowerCase()}.</p>
      ) : (
        // A table that is higher than its window is scrolled, by keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
        <section className={styles.scroll} tabIndex={0} aria-label="Rows of the sheet">
          <table className={`${styles.table} ${styles.verdicts}`}>
            <TableHead titles={['Row', 'Verdict', 'NDC', 'Material Description', 'What']} />
            <tbody>
              {shown.map((one) => (
                <tr key={one.row}>
                  <td>{one.row}</td>
                  <td>
                    <Status tone={tones[one.verdict]}>{names[one.verdict]}</Status>
                  </td>
                  <td>{one.ndcNumber}</td>
                  <td>{one.name}</td>
                  <td>{one.reason ?? <Changes changes={one.changes ?? []} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <PageNumbers page={page} pages={Math.ceil(found.length / rowsAPage)} goTo={setPage} />
    </>
  )
}

function Changes({ changes }: { changes: NonNullable<RowVerdict['changes']> }) {
  return (
    <ul className={styles.changes}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {field}: {before && <span className={styles.before}>{before}</span>} {after}
        </li>
      ))}
    </ul>
  )
}
