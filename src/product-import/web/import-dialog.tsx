import { Button, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import styles from './import-dialog.module.css'
import { ImportFileStep } from './import-file-step.tsx'
import { ImportMappingStep } from './import-mapping-step.tsx'
import { ImportVerdicts } from './import-verdicts.tsx'
import { saveFile } from '#web/download.ts'
import type { Plan } from './run-import.ts'
import { type ImportState, useImport } from './use-import.ts'
import { byteOrderMark, csvLine } from '#shared/write-csv.ts'
import type { RowVerdict } from '../contract.ts'

const number = (value: number): string => value.toLocaleString('en-US')

/** Import Products (Excel): file, columns, preview, report. */
export function ImportDialog({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const wizard = useImport()
  const isNarrow = useMediaQuery('(max-width: 767px)') ?? false
  const leave = () => {
    if (wizard.isWriting) return
    wizard.restart()
    close()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={leave}
      title="Import Products (Excel)"
      size="min(60rem, 94vw)"
      fullScreen={isNarrow}
      closeOnClickOutside={false}
      closeOnEscape={!wizard.isWriting}
      closeButtonProps={{ 'aria-label': 'Close', disabled: wizard.isWriting }}
    >
      <div className={styles.body}>
        <Step wizard={wizard} leave={leave} />
      </div>
    </Modal>
  )
}

interface StepProps {
  wizard: Wizard
  leave: () => void
}

type Wizard = ReturnType<typeof useImport>

function Step({ wizard, leave }: StepProps) {
  const { state } = wizard
  switch (state.step) {
    case 'choose':
      return <ImportFileStep error={state.error} open={(file) => void wizard.open(file)} />
    case 'reading':
      return <Bar label={`Reading ${state.name}`} done={state.done} total={state.total} unit="" />
    case 'map':
      return (
        <ImportMappingStep
          state={state}
          change={wizard.map}
          go={() => void wizard.preview(state)}
          restart={() => wizard.restart()}
        />
      )
    case 'previewing':
      return (
        <>
          <Bar
            label="Comparing with the catalog; nothing is written"
            done={state.done}
            total={state.total}
            unit=" rows"
          />
          <div className={styles.actions}>
            <BackButton wizard={wizard} />
          </div>
        </>
      )
    case 'preview':
      return <Preview wizard={wizard} plan={state.plan} />
    case 'importing':
      return <Importing wizard={wizard} leave={leave} state={state} />
    case 'done':
      return <Done leave={leave} state={state} />
  }
}

function BackButton({ wizard }: { wizard: Wizard }) {
  return (
    <Button variant="default" onClick={wizard.backToMapping}>
      Back
    </Button>
  )
}

function Preview({ wizard, plan }: { wizard: Wizard; plan: Plan }) {
  const count = plan.counts.new + plan.counts.changed
  return (
    <>
      <ImportVerdicts verdicts={plan.verdicts} counts={plan.counts} />
      <div className={styles.actions}>
        <Button disabled={count === 0} onClick={() => void wizard.write(plan)}>
          {count === 0 ? 'Nothing to import' : `Import ${number(count)} products`}
        </Button>
        <BackButton wizard={wizard} />
        <Button variant="subtle" onClick={() => saveReport(plan.verdicts)}>
          Download report
        </Button>
      </div>
    </>
  )
}

type StateAt<S extends ImportState['step']> = Extract<ImportState, { step: S }>

function Importing({ wizard, leave, state: { plan, done, cut } }: StepProps & { state: StateAt<'importing'> }) {
  return (
    <>
      <Bar label="Importing" done={done} total={plan.total} unit=" rows" />
      {cut ? (
        <>
          <p role="alert" className={styles.error}>
            The import stopped after {number(done)} rows: {cut.error} What was imported so far stays.
          </p>
          <div className={styles.actions}>
            <Button onClick={() => void wizard.write(plan, cut.at)}>Go on</Button>
            <Button variant="default" onClick={leave}>
              Close
            </Button>
          </div>
        </>
      ) : (
        <div className={styles.actions}>
          <Button variant="default" onClick={wizard.stop}>
            Stop
          </Button>
          <p className={styles.note}>Keep this window open. Buyers go on ordering meanwhile.</p>
        </div>
      )}
    </>
  )
}

function Done({ leave, state: { plan, applied } }: { leave: () => void; state: StateAt<'done'> }) {
  return (
    <>
      <output className={styles.lead}>
        Products have been imported: {number(applied.counts.new)} new, {number(applied.counts.changed)} changed,{' '}
        {number(plan.counts.unchanged + applied.counts.unchanged)} unchanged,{' '}
        {number(plan.counts.refused + applied.counts.refused)} refused.
      </output>
      <div className={styles.actions}>
        <Button onClick={leave}>Close</Button>
        <Button variant="default" onClick={() => saveReport(withRefused(plan.verdicts, applied.refused))}>
          Download report
        </Button>
      </div>
    </>
  )
}

type Verdicts = Parameters<typeof reportOf>[0]

const withRefused = (verdicts: Verdicts, refused: Verdicts): Verdicts => {
  const late = new Map(refused.map((one) => [one.row, one]))
  return verdicts.map((one) => late.get(one.row) ?? one)
}

const saveReport = (verdicts: Verdicts): void => saveFile(reportOf(verdicts), 'text/csv', 'import-report.csv')

function Bar({ label, done, total, unit }: { label: string; done: number; total: number; unit: string }) {
  const percent = total > 0 ? Math.floor((done / total) * 100) : 0
  return (
    <div className={styles.progress}>
      <p className={styles.note}>
        <output>{label}</output>
        <span>{unit ? `${number(done)} of ${number(total)}${unit}` : `${percent} %`}</span>
      </p>
      <progress className={styles.bar} value={done} max={total || 1} aria-label={label} />
    </div>
  )
}

/** What became of every row, as a CSV. */
const reportOf = (verdicts: RowVerdict[]): string =>
  byteOrderMark +
  [
    ['Row', 'Verdict', 'NDC Number', 'Material Description', 'What'],
    ...verdicts.map(({ row, verdict, ndcNumber, name, reason, changes = [] }) => [
      row,
      verdict,
      ndcNumber,
      name,
      reason ?? changes.map(({ field, before, after }) => `${field}: ${before || '(empty)'} → ${after}`).join('; '),
    ]),
  ]
    .map(csvLine)
    .join('')
