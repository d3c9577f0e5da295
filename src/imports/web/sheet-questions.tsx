import { Checkbox, NativeSelect, Radio, TextInput } from '@mantine/core'
import type { SheetField } from '../import-fields.ts'
import styles from './import-dialog.module.css'
import type { SheetSummary } from './sheet-worker.ts'
import type { Mapping, MapState } from './use-import.ts'

interface QuestionProps {
  mapping: Mapping
  headers: readonly string[]
  names: Partial<Record<SheetField, string>>
  change: (mapping: Mapping) => void
}

/** Asks which of several matching columns to use for a field. */
export function ColumnQuestions({ mapping, headers, names, change }: QuestionProps) {
  const answer = (field: SheetField, column: number | null) =>
    change({
      ...mapping,
      fields: Array.from({ length: Math.max(headers.length, mapping.fields.length) }, (_, at) =>
        at === column ? field : (mapping.fields[at] ?? null),
      ),
      questions: mapping.questions.filter((one) => one.field !== field),
    })
  return mapping.questions.map(({ field, columns }) => (
    <NativeSelect
      key={field}
      label={`Which column is ${names[field] ?? field}?`}
      data={[
        { value: '', label: 'Choose a column' },
        ...columns.map((at) => ({ value: String(at), label: headers[at] ?? '' })),
        { value: 'none', label: 'None' },
      ]}
      value=""
      onChange={({ currentTarget: { value } }) =>
        value !== '' && answer(field, value === 'none' ? null : Number(value))
      }
    />
  ))
}

interface LeftOutProps {
  sheet: SheetSummary
  others: readonly SheetSummary[]
  takesHidden: boolean
  takeHidden: (takesHidden: boolean) => void
}

const count = (number: number, one: string): string =>
  `${number.toLocaleString('en-US')} ${one}${number === 1 ? '' : 's'}`

/** What is left out of the file, apart from the columns listed below. */
export function LeftOutOfSheet({ sheet, others, takesHidden, takeHidden }: LeftOutProps) {
  const { hiddenRows, hiddenColumns, columnsPast } = sheet
  const said = [
    ...(others.length > 0 ? [`Not imported: ${others.map(nameOf).join(', ')}.`] : []),
    ...(hiddenColumns.length > 0
      ? [`${count(hiddenColumns.length, 'column')} hidden in the file, not imported unless you choose it below.`]
      : []),
    ...(columnsPast > 0 ? [`${count(columnsPast, 'column')} after the 80th can’t be imported.`] : []),
  ]
  return (
    <>
      {said.map((sentence) => (
        <p key={sentence} className={styles.note}>
          {sentence}
        </p>
      ))}
      {hiddenRows > 0 && (
        <Checkbox
          label={`Import ${count(hiddenRows, 'hidden row')}`}
          description="Skipped by default because they are hidden in the file."
          checked={takesHidden}
          onChange={({ currentTarget: { checked } }) => takeHidden(checked)}
        />
      )}
    </>
  )
}

const nameOf = ({ name, count: rows, isHidden }: SheetSummary): string =>
  `sheet “${name}” (${count(rows, 'row')}${isHidden ? ', hidden' : ''})`

interface StockProps {
  state: MapState
  change: (patch: Partial<MapState>) => void
}

/** How a stock column is applied: orders placed after the file was made must not be undone. */
export function StockMeaning({ state: { stock, countedAt }, change }: StockProps) {
  return (
    <Radio.Group
      label="Count In Stock"
      value={stock}
      onChange={(value) => change({ stock: value === 'set' ? 'set' : 'since' })}
    >
      <Radio mt="xs" value="since" label="Stock when the file was created: keep later orders and corrections" />
      {stock === 'since' && (
        <TextInput
          mt="xs"
          ml="xl"
          maw={280}
          type="datetime-local"
          step={1}
          label="File created"
          value={localOf(countedAt)}
          onChange={(event) => {
            const date = new Date(event.currentTarget.value)
            if (!Number.isNaN(date.getTime())) change({ countedAt: date.toISOString() })
          }}
        />
      )}
      <Radio mt="xs" value="set" label="Stock now: set to the file’s numbers" />
    </Radio.Group>
  )
}

/** Whole seconds in the user's time zone, as the browser's field formats them. */
const localOf = (moment: string): string => {
  const date = new Date(moment)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}
