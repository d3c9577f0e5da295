import { Button, Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { Confirm } from '#web/ui/confirm.tsx'
import styles from './import-dialog.module.css'
import { ImportFileStep } from './import-file-step.tsx'
import { ImportMappingStep } from './import-mapping-step.tsx'
import { ImportView } from './import-view.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { type ImportAbout, useImport } from './use-import.ts'

interface Props {
  isOpen: boolean
  close: () => void
  about: ImportAbout
}

const titles: Record<ImportAbout['of'], string> = {
  products: 'Import Products (Excel)',
  prices: 'Import contract prices',
  list: 'Import prices into this list',
  customers: 'Import customers',
}

/** Imports a spreadsheet: choose the file, map the columns, then review the server's preview. */
export function ImportDialog({ isOpen, close, about }: Props) {
  const wizard = useImport(about)
  const isEdited = wizard.state.step === 'map' && wizard.state.isEdited
  const unsaved = useUnsaved(() => isOpen && isEdited)
  const [isAsking, setIsAsking] = useState(false)
  const isNarrow = useMediaQuery('(max-width: 767px)') ?? false
  const leave = () => {
    setIsAsking(false)
    // An upload in progress continues behind the closed dialog. What has arrived is in the list of imports.
    if (wizard.state.step !== 'sending' && wizard.state.step !== 'reading') wizard.restart()
    close()
  }
  return (
    <Modal
      opened={isOpen}
      onClose={() => (isEdited ? setIsAsking(true) : leave())}
      title={titles[about.of]}
      size="min(60rem, 94vw)"
      fullScreen={isNarrow}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={styles.body}>
        <Step wizard={wizard} about={about} leave={leave} />
      </div>
      {unsaved.question}
      <Confirm
        isOpen={isAsking}
        question="Leave this file?"
        answer="Leave"
        isDestructive
        confirm={leave}
        close={() => setIsAsking(false)}
      >
        <p>Your column choices will be lost.</p>
      </Confirm>
    </Modal>
  )
}

function Step({
  wizard,
  about,
  leave,
}: {
  wizard: ReturnType<typeof useImport>
  about: ImportAbout
  leave: () => void
}) {
  const { state } = wizard
  switch (state.step) {
    case 'choose':
      return <ImportFileStep error={state.error} of={about.of} open={(file) => void wizard.open(file)} />
    case 'reading':
      return <ProgressBar label={`Reading ${state.name}`} done={state.done} total={state.total} unit="" />
    case 'map':
      return (
        <ImportMappingStep
          state={state}
          about={about}
          change={wizard.map}
          go={() => wizard.send(state)}
          restart={() => wizard.restart()}
        />
      )
    case 'sending':
      return (
        <>
          <ProgressBar
            label={`Comparing with ${about.of === 'customers' ? 'the customers' : 'the catalog'}. Nothing is changed`}
            done={state.done}
            total={state.total}
            unit=" rows"
          />
          <div className={styles.actions}>
            <Button variant="default" onClick={wizard.back}>
              Back
            </Button>
            <p className={styles.note}>If this is interrupted, choose the same file to resume.</p>
          </div>
        </>
      )
    case 'sent':
      return <ImportView id={state.id} back={wizard.back} close={leave} />
  }
}
