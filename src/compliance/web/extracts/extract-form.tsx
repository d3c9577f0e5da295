import { Button, Checkbox, FileInput, NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useMemo, useState } from 'react'
import { businessToday } from '#web/business-day.ts'
import { DayField } from '#web/form/day-field.tsx'
import { FormActions } from '#web/form/form-actions.tsx'
import formStyles from '#web/form/form.module.css'
import { LimitedInput } from '#web/form/limited-text.tsx'
import { errorOf } from '#web/form/use-checked-form.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { boardKinds } from '../../extracts/contract.ts'
import { type ExtractColumn, extractFields } from '../../extracts/match-columns.ts'
import { type DayOrder, dayOrders, findDayOrder, findShortYears } from '../../extracts/read-board-day.ts'
import { kindWords } from '../licenses/license-words.ts'
import { fetchKeys, useCompareExtract } from './hooks.ts'
import { datesOf, type ExtractFile, readExtract, rowsToSend } from './read-rows.ts'

const columnWords: Record<ExtractColumn, string> = {
  number: 'License number',
  name: 'Name',
  address: 'Address',
  city: 'City',
  zip: 'ZIP code',
  status: 'Status',
  expiresOn: 'Expiration date',
}
const requiredColumns: readonly ExtractColumn[] = ['number', 'expiresOn']

const kinds = boardKinds.map((value) => ({ value, label: kindWords[value] }))

const orderWords: Record<DayOrder, string> = {
  'month first': 'Month first: March 4',
  'day first': 'Day first: April 3',
}

/** Reads a file in the browser, lets the admin check its columns, and compares it. */
export function ExtractForm() {
  const navigate = useNavigate()
  const compare = useCompareExtract()
  const [facts, setFacts] = useState({ state: '', kind: 'state' as (typeof boardKinds)[number], publishedOn: '' })
  const [file, setFile] = useState<ExtractFile | null>(null)
  const [problem, setProblem] = useState('')
  const [isTried, setIsTried] = useState(false)
  const [isReading, setIsReading] = useState(false)
  const [chosenOrder, setChosenOrder] = useState<DayOrder | null>(null)
  const [isCenturyConfirmed, setIsCenturyConfirmed] = useState(false)
  const state = facts.state.trim().toUpperCase()
  const foundOrder = useMemo(() => (file ? findDayOrder(datesOf(file)) : null), [file])
  const hasShortYears = useMemo(() => file !== null && findShortYears(datesOf(file)), [file])
  const dayOrder = foundOrder ?? chosenOrder

  const open = async (chosen: File | null) => {
    setProblem('')
    setFile(null)
    setChosenOrder(null)
    setIsCenturyConfirmed(false)
    if (!chosen) return
    setIsReading(true)
    try {
      setFile(await readExtract(chosen))
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setIsReading(false)
    }
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    setProblem('')
    if (!file || !/^[A-Z]{2}$/.test(state) || facts.publishedOn === '') return
    if (requiredColumns.some((field) => file.columns[field] < 0) || dayOrder === null) return
    if (hasShortYears && !isCenturyConfirmed) return
    try {
      const rows = rowsToSend(file, state, await fetchKeys(state, facts.kind))
      // A row that cannot match stands for the file if none can.
      const sent = rows.length > 0 ? rows : [{ number: 'none' }]
      compare.mutate(
        {
          body: {
            ...facts,
            state,
            dayOrder,
            hasShortYears,
            fileName: file.name,
            rows: sent,
            rowCount: Math.max(1, file.rows.length),
          },
        },
        { onSuccess: ({ _id }) => void navigate({ to: '/admin/licenses/extract/$id', params: { id: _id } }) },
      )
    } catch (error) {
      setProblem(messageOf(error))
    }
  }

  return (
    <Panel title="Compare an extract">
      <form
        className={formStyles.form}
        noValidate
        aria-label="Compare an extract"
        onSubmit={(event) => void submit(event)}
      >
        {problem && <Callout tone="bad">{problem}</Callout>}
        <div className={formStyles.fields}>
          <FileInput
            label="File of the board"
            description="CSV or Excel, at most 20,000 rows."
            placeholder={isReading ? 'Reading…' : 'Choose a file'}
            required
            accept=".csv,.txt,.xlsx,.xls"
            error={isTried && !file ? 'Choose a file.' : undefined}
            onChange={(chosen) => void open(chosen)}
          />
          <LimitedInput
            label="State"
            description="Two letters, such as MA."
            required
            most={2}
            value={facts.state}
            error={isTried && !/^[A-Z]{2}$/.test(state) ? 'State: two letters, such as MA.' : undefined}
            onChange={({ currentTarget: { value } }) => setFacts({ ...facts, state: value })}
          />
          <NativeSelect
            label="Kind"
            description="The licenses on the list."
            data={kinds}
            value={facts.kind}
            onChange={({ currentTarget: { value } }) =>
              setFacts({ ...facts, kind: boardKinds.find((kind) => kind === value) ?? 'state' })
            }
          />
          <DayField
            label="Date of the extract"
            description="As of which day the list is."
            required
            max={businessToday()}
            value={facts.publishedOn}
            error={
              isTried && facts.publishedOn === '' ? 'Enter the date of the extract.' : errorOf(compare, 'publishedOn')
            }
            onChange={({ currentTarget: { value } }) => setFacts({ ...facts, publishedOn: value })}
          />
        </div>
        {file && <Columns file={file} isTried={isTried} change={setFile} />}
        {file && foundOrder === null && (
          <NativeSelect
            label="Order of day and month"
            description="The dates of this file can be read in two ways, such as 03/04/2027."
            required
            data={[{ value: '', label: 'Choose' }, ...dayOrders.map((value) => ({ value, label: orderWords[value] }))]}
            value={chosenOrder ?? ''}
            error={isTried && dayOrder === null ? 'Choose how the dates are written.' : undefined}
            onChange={({ currentTarget: { value } }) =>
              setChosenOrder(dayOrders.find((order) => order === value) ?? null)
            }
          />
        )}
        {hasShortYears && (
          <Checkbox
            label="Years with two digits are from 2000 to 2099"
            description="Such as 06/30/27 for June 30, 2027."
            checked={isCenturyConfirmed}
            error={isTried && !isCenturyConfirmed ? 'Confirm it, or get a list with full years.' : undefined}
            onChange={({ currentTarget: { checked } }) => setIsCenturyConfirmed(checked)}
          />
        )}
        <FormActions>
          <Button type="submit" loading={compare.isPending || isReading}>
            Compare
          </Button>
        </FormActions>
      </form>
    </Panel>
  )
}

interface ColumnsProps {
  file: ExtractFile
  isTried: boolean
  change: (file: ExtractFile) => void
}

/** The recognized columns, to be corrected. */
function Columns({ file, isTried, change }: ColumnsProps) {
  const { headers, rows, columns } = file
  const choices = [
    { value: '-1', label: 'Not in the file' },
    ...headers.map((header, at) => ({
      value: String(at),
      label: `${header || `Column ${at + 1}`}: ${(rows[0]?.[at] ?? '').slice(0, 30)}`,
    })),
  ]
  return (
    <fieldset className={formStyles.stack}>
      <legend>{`Columns of ${file.name} (${rows.length.toLocaleString('en-US')} rows)`}</legend>
      <div className={formStyles.fields}>
        {extractFields.map((field) => (
          <NativeSelect
            key={field}
            label={columnWords[field]}
            required={requiredColumns.includes(field)}
            data={choices}
            value={String(columns[field])}
            error={isTried && columns[field] < 0 && requiredColumns.includes(field) ? 'Choose its column.' : undefined}
            onChange={({ currentTarget: { value } }) =>
              change({ ...file, columns: { ...columns, [field]: Number(value) } })
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'The file could not be read. Try again.'
