import { Button, FileButton } from '@mantine/core'
import { Images } from 'lucide-react'
import { DropZone } from './drop-zone.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Callout } from '#web/ui/callout.tsx'
import styles from './import-dialog.module.css'
import { ImportView } from './import-view.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { usePictures } from './use-pictures.ts'

interface Props {
  isOpen: boolean
  close: () => void
}

/** Imports pictures by their file names: choose, compare with the catalog, send; the server applies them. */
export function PictureDialog({ isOpen, close }: Props) {
  const { state, open, restart } = usePictures()
  const leave = () => {
    // An upload in progress continues behind the closed dialog. What has arrived is in the list of imports.
    if (state.step === 'choose' || (state.step === 'sent' && !state.isSending)) restart()
    close()
  }
  return (
    <Dialog isOpen={isOpen} title="Import pictures" isWorkspace close={leave}>
      <div className={styles.body}>
        {state.step === 'choose' && <ChooseFiles error={state.error} open={(files) => void open(files)} />}
        {state.step === 'reading' && <output className={styles.lead}>Reading file names…</output>}
        {state.step === 'sent' && (
          <>
            {state.error && (
              <Callout tone="bad">{state.error} Choose the same files again. Only missing pictures are sent.</Callout>
            )}
            {state.others > 0 && (
              <Callout tone="warning">
                {state.others === 1 ? 'One file is' : `${state.others} files are`} not pictures and skipped.
              </Callout>
            )}
            {state.isSending && (
              <ProgressBar label="Sending pictures" done={state.done} total={state.total} unit=" pictures" />
            )}
            <ImportView id={state.id} close={leave} {...(!state.isSending && { back: restart })} />
          </>
        )}
      </div>
    </Dialog>
  )
}

function ChooseFiles({ error, open }: { error: string; open: (files: readonly File[]) => void }) {
  return (
    <>
      <DropZone error={error} open={open}>
        <Images size={28} strokeWidth={1.5} aria-hidden />
        <p>Drop pictures or a ZIP archive of them here, or</p>
        <FileButton multiple onChange={open} accept=".zip,application/zip,image/png,image/jpeg,image/webp">
          {(props) => (
            <Button {...props} data-autofocus>
              Choose files
            </Button>
          )}
        </FileButton>
        <p className={styles.note}>PNG, JPEG or WebP, at most 5 MB each and 5,000 at a time</p>
      </DropZone>
      <p className={styles.note}>
        Name each file after its product’s NDC or item number, such as 00093-7214-98.jpg. You can review the matches
        before anything changes.
      </p>
    </>
  )
}
