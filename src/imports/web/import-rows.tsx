import { Checkbox, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { asDollars } from '#shared/money.ts'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { PageNumbers } from '#web/ui/page-numbers.tsx'
import { useChosen } from '#web/form/use-chosen.ts'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Status, type Tone } from '#web/ui/status.tsx'
import { Picture } from '#files/web/picture.tsx'
import { ActButton } from '#web/ui/act-button.tsx'
import type { PageOfRows } from '../contract.ts'
import { type Import, type ImportRow, importRowsPerPage } from '../import-shapes.ts'
import { useImportRows, useSelectRows } from './hooks.ts'
import styles from './import-dialog.module.css'

type Kind = PageOfRows['show']

const always = ['new', 'changed', 'unchanged', 'refused'] as const

const names: Record<Kind, string> = {
  new: 'New',
  changed: 'Changed',
  unchanged: 'Unchanged',
  refused: 'Rejected',
  noted: 'Needs review',
  partial: 'Unread cells',
  kept: 'Not undone',
  unpictured: 'Without picture',
}
const tones: Record<ImportRow['verdict'], Tone> = {
  new: 'good',
  changed: 'notice',
  unchanged: 'neutral',
  refused: 'bad',
}

/** What each row would do or did; rows that need attention come first. */
export function ImportRows({ one }: { one: Import }) {
  const counts: Record<Kind, number> = {
    ...one.counts,
    refused: one.counts.refused + one.result.refused,
    kept: one.kept,
    unpictured: one.pictures.failed,
  }
  const kinds = ([...always, 'noted', 'partial', 'kept', 'unpictured'] as const).filter(
    (kind) => always.some((one) => one === kind) || counts[kind] > 0,
  )
  const [kind, setKind] = useState<Kind>(
    () =>
      (['kept', 'noted', 'partial', 'refused', 'changed', 'new', 'unchanged'] as const).find(
        (kind) => counts[kind] > 0,
      ) ?? 'new',
  )
  const [page, setPage] = useState(1)
  const query = useImportRows(one._id, { show: kind, page })
  return (
    <>
      <fieldset className={styles.filters}>
        <VisuallyHidden component="legend">Show rows</VisuallyHidden>
        {kinds.map((each) => (
          <button
            key={each}
            type="button"
            className={styles.filter}
            aria-pressed={each === kind}
            onClick={() => {
              setKind(each)
              setPage(1)
            }}
          >
            {names[each]} {counts[each].toLocaleString('en-US')}
          </button>
        ))}
      </fieldset>
      <QueryStates query={query}>
        {({ rows, count }) => (
          <>
            {rows.length === 0 ? (
              <p className={styles.note}>No rows with this result.</p>
            ) : (
              <>
                {kind === 'noted' && one.state === 'ready' && <TakeAll one={one} />}
                <Rows rows={rows} one={one} />
              </>
            )}
            <PageNumbers page={page} pages={Math.ceil(count / importRowsPerPage)} goTo={setPage} />
          </>
        )}
      </QueryStates>
    </>
  )
}

const isOfPrices = (of: Import['kind']): boolean => of === 'prices' || of === 'list'

/** Rows that need review are skipped until a user selects them. */
function TakeAll({ one: { _id: id, counts, taken } }: { one: Import }) {
  const take = useSelectRows()
  const isAll = taken === counts.noted
  return (
    <div className={styles.actions}>
      <p className={styles.note}>
        These rows are skipped unless you select them: {number(taken)} of {number(counts.noted)} selected.
      </p>
      <ActButton
        variant="default"
        size="xs"
        loading={take.isPending}
        onClick={() => take.mutate({ params: { id }, body: { rows: 'all', isTaken: !isAll } })}
      >
        {isAll ? 'Clear selection' : `Select all ${number(counts.noted)}`}
      </ActButton>
    </div>
  )
}

function TakeRow({ id, one: { row, isTaken = false } }: { id: string; one: ImportRow }) {
  const take = useSelectRows()
  const [isChosen, choose] = useChosen(isTaken)
  return (
    <Checkbox
      aria-label={`Import row ${row}`}
      checked={isChosen}
      onChange={({ currentTarget: { checked } }) => {
        choose(checked)
        take.mutate({ params: { id }, body: { rows: [row], isTaken: checked } }, { onError: () => choose(null) })
      }}
    />
  )
}

const number = (value: number): string => value.toLocaleString('en-US')

function Rows({ rows, one: { _id: id, kind: of, state } }: { rows: ImportRow[]; one: Import }) {
  const canTake = state === 'ready' && rows.some(({ isTaken }) => isTaken !== undefined)
  const columns: ListColumn<ImportRow>[] = [
    {
      title: of === 'customers' ? 'Company Name' : 'Material Description',
      isName: true,
      cell: (one) => (
        <span className={styles.name}>
          {canTake && one.isTaken !== undefined && <TakeRow id={id} one={one} />}
          <span>{one.name}</span>
        </span>
      ),
    },
    {
      title: 'Result',
      phone: 'beside',
      cell: ({ isTaken, verdict }) =>
        isTaken === false && state !== 'ready' ? (
          <Status tone="neutral">Skipped</Status>
        ) : (
          <Status tone={tones[verdict]}>{names[verdict]}</Status>
        ),
    },
    { title: 'Row', phone: 'start', isTitledOnPhone: true, cell: ({ row }) => row },
    {
      title: of === 'customers' ? 'Account ID' : 'NDC',
      phone: 'middle',
      cell: ({ ndcNumber }) => ndcNumber,
    },
    ...(of === 'prices' || of === 'customers'
      ? [
          {
            title: of === 'prices' ? 'Customer' : 'Email',
            phone: 'middle' as const,
            cell: ({ customer }: ImportRow) => customer,
          },
        ]
      : []),
    ...(isOfPrices(of)
      ? [
          {
            title: 'List price',
            phone: 'middle' as const,
            isTitledOnPhone: true,
            cell: ({ listPrice }: ImportRow) => listPrice !== undefined && asDollars(listPrice),
          },
        ]
      : []),
    { title: 'Details', phone: 'end', cell: (one) => <What one={one} /> },
  ]
  return (
    // A table that is taller than its window can be scrolled by keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
    <section className={styles.scroll} tabIndex={0} aria-label="Rows of the sheet" data-inset>
      <ListTable caption="Rows of the sheet" columns={columns} rows={rows} rowKey={({ row }) => row} />
    </section>
  )
}

function What({
  one: { reason, changes = [], notes = [], unread = [], difference, kept, picture },
}: {
  one: ImportRow
}) {
  if (reason) return reason
  return (
    <ul>
      {changes.map(({ field, before, after, why }) => (
        <li key={field}>
          {field}: {before && <Before value={before} />} {after || 'none'}
          {why && !picture && ` (${why})`}
          {difference !== undefined && ` (${percent(difference)} vs. list price)`}
        </li>
      ))}
      {[...notes, ...unread.map((why) => `${why} It is not changed.`), kept ?? '', picture?.problem ?? '']
        .filter(Boolean)
        .map((note) => (
          <li key={note} className={styles.remark}>
            {note}
          </li>
        ))}
    </ul>
  )
}

/** Shows a picture instead of its address. */
function Before({ value }: { value: string }) {
  if (!/^\/(?:uploads|pictures)\//.test(value)) return <span className={styles.before}>{value}</span>
  return (
    <span className={styles.picture}>
      <Picture src={value} alt="The current picture" />
    </span>
  )
}

const percent = (value: number): string => `${value > 0 ? '+' : value < 0 ? '−' : '±'}${Math.abs(value).toFixed(1)}%`
