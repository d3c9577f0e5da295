import { Button, NativeSelect } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { OrderReading } from '../order-sheet/read-order-sheet.ts'
import { columnName } from '../order-sheet/source-sheet.ts'
import styles from './quick-columns.module.css'
import type { OrderSourceReader, SourceQuestion } from './use-order-source.ts'

const roles = ['', 'code', 'quantity', 'unit'] as const
type Role = (typeof roles)[number]

const choices: { value: Role; label: string }[] = [
  { value: '', label: '—' },
  { value: 'code', label: 'Code' },
  { value: 'quantity', label: 'Quantity' },
  { value: 'unit', label: 'Unit' },
]

interface Props {
  question: SourceQuestion
  reader: OrderSourceReader
  cancel: () => void
}

/** Shows the first five rows with a role menu above each column, for files with ambiguous columns. */
export function OrderColumnQuestion({ question, reader, cancel }: Props) {
  const { source, reading } = question
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={styles.question} aria-labelledby="columns-title">
      <h2 id="columns-title" ref={heading} tabIndex={-1} className={styles.title}>
        Which columns are the code and the quantity?
      </h2>
      <p className={styles.lead}>
        <strong>{source.name}</strong> can be read in more than one way.{' '}
        {source.sheets.length > 1 ? 'Choose the sheet and set the columns' : 'Set the columns'}, then review the lines.
        {reading.signature !== '' && ' We’ll use the same columns for files with these headers.'}
      </p>
      {source.sheets.length > 1 && (
        <NativeSelect
          className={styles.sheet}
          label="Sheet"
          data={source.sheets.map(({ name, isHidden, rows }, at) => ({
            value: String(at),
            label: `${name}${isHidden ? ', hidden' : ''} (${rows.length.toLocaleString('en-US')} rows)`,
          }))}
          value={String(reading.sheet)}
          onChange={(event) => void reader.turnTo(Number(event.currentTarget.value))}
        />
      )}
      <Columns key={reading.sheet} question={question} reader={reader} cancel={cancel} />
    </section>
  )
}

function Columns({ question: { source, reading }, reader, cancel }: Props) {
  const [columns, setColumns] = useState<(Role | undefined)[]>(() => rolesOf(reading))
  const [problem, setProblem] = useState('')
  const hidden = source.sheets[reading.sheet]?.hiddenColumns ?? []
  const width = Math.min(
    maxShown,
    Math.max(reading.headers.length, ...reading.preview.map(({ cells }) => cells.length)),
  )
  const shown = Array.from({ length: width }, (_, at) => at)
  // Each column has one role, and each role one column.
  const set = (column: number, role: Role) =>
    setColumns((now) => shown.map((at) => (at === column ? role : now[at] === role ? '' : now[at])))
  const at = (role: Role) => {
    const column = columns.indexOf(role)
    return column < 0 ? null : column
  }
  const code = at('code')
  const quantity = at('quantity')
  const use = async () => {
    if (code !== null) setProblem((await reader.answer({ code, quantity, unit: at('unit') })) ?? '')
  }
  return (
    <>
      {/* A wide table scrolls and must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above */}
      <section className={styles.scroll} tabIndex={0} aria-label="First rows">
        <table className={styles.table}>
          <thead>
            <tr>
              {shown.map((column) => (
                <th key={column} scope="col">
                  <NativeSelect
                    size="xs"
                    aria-label={`Column ${columnName(column)}${reading.headers[column] ? `, ${reading.headers[column]}` : ''}`}
                    data={choices}
                    value={columns[column] ?? ''}
                    onChange={(event) => set(column, roles.find((role) => role === event.currentTarget.value) ?? '')}
                  />
                  <span className={styles.header}>
                    {reading.headers[column] || columnName(column)}
                    {hidden.includes(column) && ' (hidden)'}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {reading.preview.map((row) => (
              <tr key={row.at}>
                {shown.map((column) => (
                  <td key={column} data-role={columns[column] || undefined}>
                    {row.cells[column]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {(problem !== '' || code === null) && (
        <p role="alert" className={styles.problem}>
          {problem || 'Choose the column with the codes.'}
        </p>
      )}
      {code !== null && quantity === null && (
        <p className={styles.lead}>
          Choose the column with the quantities. Without one, you enter a quantity on each line.
        </p>
      )}
      <div className={styles.actions}>
        <Button disabled={code === null} loading={reader.isReading} onClick={() => void use()}>
          Use these columns
        </Button>
        <Button variant="default" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </>
  )
}

const maxShown = 40

/** A quantity column that is only a guess is not preselected, so that one click cannot confirm a wrong one. */
const rolesOf = ({ columns, isSure }: Pick<OrderReading, 'columns' | 'isSure'>): Role[] => {
  const found: Role[] = []
  if (columns) found[columns.code] = 'code'
  if (columns && isSure && columns.quantity !== null) found[columns.quantity] = 'quantity'
  if (columns && columns.unit !== null) found[columns.unit] = 'unit'
  return Array.from(found, (role) => role ?? '')
}
