import { Button, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import styles from './import-dialog.module.css'
import { ImportFileStep } from './import-file-step.tsx'
import { ImportMappingStep } from './import-mapping-step.tsx'
import { ImportVerdicts } from './import-verdicts.tsx'
import { saveFile } from '#web/download.ts'
import { reportOf } from './report-file.ts'
import { useImport } from './use-import.ts'

const number = (value: number): string => value.toLocaleString('en-US')

/** Import Products (Excel): file, columns, preview, report. */
export function ImportDialog({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  const wizard = useImport()
  const { state } = wizard
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
        {state.step === 'choose' && <ImportFileStep error={state.error} open={(file) => void wizard.open(file)} />}
        {state.step === 'reading' && (
          <Bar label={`Reading ${state.name}`} done={state.done} total={state.total} unit="" />
        )}
        {state.step === 'map' && (
          <ImportMappingStep
            state={state}
            change={wizard.map}
            go={() => void wizard.preview(state)}
            restart={() => wizard.restart()}
          />
        )}
        {state.step === 'previewing' && (
          <>
            <Bar
              label="Comparing with the catalog; nothing is written"
              done={state.done}
              total={state.total}
              unit=" rows"
            />
            <div className={styles.actions}>
              <Button variant="default" onClick={wizard.backToMapping}>
                Back
              </Button>
            </div>
          </>
        )}
        {state.step === 'preview' && (
          <>
            <ImportVerdicts verdicts={state.plan.verdicts} counts={state.plan.counts} />
            <div className={styles.actions}>
              <Button
                disabled={state.plan.counts.new + state.plan.counts.changed === 0}
                onClick={() => void wizard.write(state.plan)}
              >
                {state.plan.counts.new + state.plan.counts.changed === 0
                  ? 'Nothing to import'
                  : `Import ${number(state.plan.counts.new + state.plan.counts.changed)} products`}
              </Button>
              <Button variant="default" onClick={wizard.backToMapping}>
                Back
              </Button>
              <Button variant="subtle" onClick={() => saveReport(state.plan.verdicts)}>
                Download report
              </Button>
            </div>
          </>
        )}
        {state.step === 'importing' && (
          <>
            <Bar label="Importing" done={state.done} total={state.plan.total} unit=" rows" />
            {state.cut ? (
              <>
                <p role="alert" className={styles.error}>
                  The import stopped after {number(state.done)} rows: {state.cut.error} What was imported so far stays.
                </p>
                <div className={styles.actions}>
                  <Button onClick={() => void wizard.write(state.plan, state.cut?.at)}>Go on</Button>
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
        )}
        {state.step === 'done' && (
          <>
            <output className={styles.lead}>
              Products have been imported: {number(state.applied.counts.new)} new,{' '}
              {number(state.applied.counts.changed)} changed,{' '}
              {number(state.plan.counts.unchanged + state.applied.counts.unchanged)} unchanged,{' '}
              {number(state.plan.counts.refused + state.applied.counts.refused)} refused.
            </output>
            <div className={styles.actions}>
              <Button onClick={leave}>Close</Button>
              <Button
                variant="default"
                onClick={() => saveReport(withRefused(state.plan.verdicts, state.applied.refused))}
              >
                Download report
              </Button>
            </div>
          </>
        )}
      </div>
    </Modal>
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
