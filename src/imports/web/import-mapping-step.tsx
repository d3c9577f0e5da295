import { Button, Checkbox, NativeSelect, NumberInput } from '@mantine/core'
import { FormActions } from '#web/form/form-actions.tsx'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { ListTable } from '#web/table/list-table.tsx'
import { fieldsFor, type SheetField } from '../import-fields.ts'
import { canBeJoined } from '../match-columns.ts'
import { Callout } from '#web/ui/callout.tsx'
import styles from './import-dialog.module.css'
import { type ImportAbout, type Mapping, type MapState, mappingOf } from './use-import.ts'
import { ColumnQuestions, LeftOutOfSheet, StockMeaning } from './sheet-questions.tsx'

interface Props {
  state: MapState
  about: ImportAbout
  change: (patch: Partial<MapState>) => void
  go: () => void
  restart: () => void
}

/** Choice of the sheet, the header row, and the field of each column. */
export function ImportMappingStep({ state, about, change, go, restart }: Props) {
  const { opened, mapping } = state
  const { of } = about
  const sheet = opened.sheets[mapping.sheet]
  const headers = sheet?.first[mapping.headerRow] ?? []
  const width = Math.max(0, ...(sheet?.first ?? []).map((row) => row.length))
  const samples = sheet?.first.slice(mapping.headerRow + 1, mapping.headerRow + 4) ?? []
  const problem = problemOf(mapping, about)
  const unsaved = useUnsaved(() => state.isEdited)
  const choices = [
    { value: '', label: 'Not imported' },
    ...Object.entries(fieldsFor[of]).map(([value, label]) => ({ value, label })),
  ]
  const setField = (column: number, field: SheetField | null) =>
    change({
      mapping: {
        ...mapping,
        fields: Array.from({ length: width }, (_, at) => (at === column ? field : (mapping.fields[at] ?? null))),
        questions: mapping.questions.filter((one) => one.field !== field),
      },
    })
  return (
    <>
      {unsaved.question}
      <p className={styles.lead}>
        <strong>{state.file.name}</strong>: check each column.
      </p>
      {state.error && <Callout tone="bad">{state.error}</Callout>}
      <div className={styles.fields}>
        {opened.sheets.length > 1 && (
          <NativeSelect
            label="Sheet"
            data={opened.sheets.map(({ name, count }, at) => ({
              value: String(at),
              label: `${name} (${count.toLocaleString('en-US')} rows)`,
            }))}
            value={String(mapping.sheet)}
            onChange={(event) => change({ mapping: mappingOf(opened, of, Number(event.currentTarget.value)) })}
          />
        )}
        <NumberInput
          label="Header row"
          value={mapping.headerRow + 1}
          min={1}
          max={sheet?.first.length ?? 1}
          allowDecimal={false}
          onChange={(row) =>
            change({ mapping: mappingOf(opened, of, mapping.sheet, Math.max(0, (Number(row) || 1) - 1)) })
          }
        />
      </div>
      <ColumnQuestions
        mapping={mapping}
        headers={headers}
        names={fieldsFor[of]}
        change={(next) => change({ mapping: next })}
      />
      {sheet && (
        <LeftOutOfSheet
          sheet={sheet}
          others={opened.sheets.filter((one) => one !== sheet)}
          takesHidden={mapping.takesHidden}
          takeHidden={(takesHidden) => change({ mapping: { ...mapping, takesHidden } })}
        />
      )}
      <ColumnTable
        hidden={sheet?.hiddenColumns ?? []}
        width={width}
        headers={headers}
        samples={samples}
        fields={mapping.fields}
        choices={choices}
        setField={setField}
      />
      {mapping.fields.includes('countInStock') && <StockMeaning state={state} change={change} />}
      {of === 'products' && (
        <Checkbox
          label="Publish new products with a price if the sheet doesn’t say"
          checked={state.publish}
          onChange={(event) => change({ publish: event.currentTarget.checked })}
        />
      )}
      {problem && <Callout tone="bad">{problem}</Callout>}
      <FormActions cancel={restart} cancelLabel="Another file">
        <Button disabled={problem !== null} onClick={go}>
          Preview
        </Button>
      </FormActions>
    </>
  )
}

interface TableProps {
  hidden: readonly number[]
  width: number
  headers: readonly string[]
  samples: readonly (readonly string[])[]
  fields: readonly (SheetField | null)[]
  choices: { value: string; label: string }[]
  setField: (column: number, field: SheetField | null) => void
}

function ColumnTable({ hidden, width, headers, samples, fields, choices, setField }: TableProps) {
  return (
    // A table that is taller than its window can be scrolled by keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
    <section className={styles.scroll} tabIndex={0} aria-label="Columns of the sheet" data-inset>
      <ListTable
        caption="Columns of the sheet"
        rows={Array.from({ length: width }, (_, column) => ({
          column,
          header: headers[column] || `Column ${column + 1}`,
        }))}
        rowKey={({ column }) => column}
        columns={[
          {
            title: 'Column',
            isName: true,
            cell: ({ column, header }) => (
              <>
                {header}
                {hidden.includes(column) && <span className={styles.sample}>Hidden in the file</span>}
              </>
            ),
          },
          {
            title: 'Example',
            isWide: true,
            cell: ({ column }) =>
              samples.map((row, at) => (
                <span key={at} className={styles.sample}>
                  {row[column]}
                </span>
              )),
          },
          {
            title: 'Imported as',
            isWide: true,
            cell: ({ column, header }) => (
              <NativeSelect
                size="xs"
                aria-label={`Import ${header} as`}
                data={choices}
                value={fields[column] ?? ''}
                onChange={(event) => setField(column, (event.currentTarget.value || null) as SheetField | null)} // the options are fields
              />
            ),
          },
        ]}
      />
    </section>
  )
}

const problemOf = ({ fields, questions }: Mapping, { of, productId, userId }: ImportAbout): string | null => {
  const names = fieldsFor[of]
  const [question] = questions
  if (question) return `Choose the ${names[question.field] ?? question.field} column above.`
  const isOfProducts = of !== 'customers'
  if (!isOfProducts && !fields.includes('email')) return 'Choose the Email column. Customers are matched by it.'
  if (isOfProducts && !fields.includes('ndcNumber') && !productId)
    return 'Choose the NDC Number column. Products are matched by it.'
  if (of === 'prices' && !fields.includes('customer') && !userId)
    return 'Choose the column with the customer’s email or account number.'
  if (of === 'prices' && !fields.includes('price')) return 'Choose the price column.'
  if (of === 'list' && !fields.includes('price') && !fields.includes('percentOff'))
    return 'Choose the column with the price or the percentage off the list price.'
  const twice = fields.find((field, at) => field && !canBeJoined(field) && fields.indexOf(field) !== at)
  return twice
    ? `Two columns are imported as ${names[twice] ?? twice}.${isOfProducts ? ' Only Material Description and Description can be combined from several columns.' : ''}`
    : null
}
