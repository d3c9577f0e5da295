import { ActionIcon, Button } from '@mantine/core'
import { X } from 'lucide-react'
import text from '#web/ui/text.module.css'
import { grouped } from '#shared/number-words.ts'
import type { LeftOut } from '../order-sheet/read-order-sheet.ts'
import type { OrderSource } from './quick-draft.ts'
import styles from './quick-order.module.css'
import type { OrderSourceReader } from './use-order-source.ts'
import type { QuickOrder } from './use-quick-order.ts'

/** Labels for rows that were left out. */
export const leftOutWords: Record<LeftOut['what'], string> = {
  header: 'Header',
  hiddenRow: 'Hidden row',
  hiddenColumn: 'Hidden column',
  otherSheet: 'Sheet not read',
  hiddenSheet: 'Hidden sheet not read',
  pastLimit: 'Past the limit of 1,000 lines',
  noCode: 'No code',
  notOrdered: 'No quantity',
}

interface Props {
  order: QuickOrder
  reader: OrderSourceReader
}

/** A note for each file and list: what was read and what was left out. */
export function QuickSources({ order, reader }: Props) {
  return order.sources.map((source) => {
    const count = order.lines.filter((line) => line.source === source.id).length
    if (!isWorthSaying(source, count)) return null
    return (
      <SourceNote
        key={source.id}
        source={source}
        count={count}
        reader={reader}
        dismiss={() => order.dismiss(source.id)}
      />
    )
  })
}

/** Once its lines are in the cart, the note stays only for sheets that were not read. */
const isWorthSaying = ({ quantityColumn, leftOut, lineCount }: OrderSource, count: number): boolean => {
  if (count === 0 && lineCount > 0) return leftOut.some(({ what }) => what === 'otherSheet')
  return lineCount === 0 || quantityColumn !== '' || leftOut.length > 0
}

interface NoteProps {
  source: OrderSource
  count: number
  reader: OrderSourceReader
  dismiss: () => void
}

function SourceNote({ source, count, reader, dismiss }: NoteProps) {
  const { name, quantityColumn, leftOut, sheets } = source
  const canChange = sheets.some(({ rows }) => rows.some(({ cells }) => cells.length > 1))
  return (
    <section className={styles.source} aria-label={name}>
      <p className={styles.sourceName}>
        <strong>{name}</strong>
        {sheets.length > 1 && `, sheet “${sheets[source.sheet]?.name ?? ''}”`}:{' '}
        {source.lineCount === 0 ? 'no lines to order were found' : linesIn(count)}
        {quantityColumn && `. Quantity from column “${quantityColumn}”`}
      </p>
      {canChange && (
        <Button size="compact-sm" variant="default" onClick={() => void reader.ask(source)}>
          Change columns
        </Button>
      )}
      <ActionIcon variant="subtle" color="gray" aria-label={`Dismiss the note about ${name}`} onClick={dismiss}>
        <X size={16} aria-hidden />
      </ActionIcon>
      {leftOut.length > 0 && <LeftOutList source={source} reader={reader} />}
    </section>
  )
}

const maxShown = 50

function LeftOutList({ source, reader }: { source: OrderSource; reader: OrderSourceReader }) {
  const groups = Map.groupBy(source.leftOut, ({ what }) => what)
  return (
    <details className={styles.leftOut}>
      <summary>
        {grouped(source.leftOut.length)} left out:{' '}
        {[...groups].map(([what, all]) => `${leftOutWords[what].toLowerCase()} ${grouped(all.length)}`).join(', ')}
      </summary>
      {[...groups].map(([what, all]) => (
        <div key={what}>
          <h3 className={styles.kind}>{leftOutWords[what]}</h3>
          <ul className={text.bullets}>
            {all.slice(0, maxShown).map((one, at) => (
              <li key={`${one.at} ${at}`}>
                {one.at > 0 && <span className={text.dimmed}>Row {one.at}</span>} {one.text.replaceAll('\t', ' · ')}{' '}
                {one.sheet !== undefined && source.sheets.length > 0 && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    onClick={() => void reader.ask(source, one.sheet)}
                    aria-label={`Read sheet ${one.text}`}
                  >
                    Read this sheet
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {all.length > maxShown && <p>and {grouped(all.length - maxShown)} more, all of them in the download</p>}
        </div>
      ))}
    </details>
  )
}

const linesIn = (count: number): string => (count === 1 ? '1 line' : `${grouped(count)} lines`)
