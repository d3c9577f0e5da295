import { type DragEvent, type ReactNode, useState } from 'react'
import { Callout } from '#web/ui/callout.tsx'
import styles from './import-dialog.module.css'

interface Props {
  error: string
  open: (files: readonly File[]) => void
  /** Which files are accepted, and a button to choose them. */
  children: ReactNode
}

/** A drop target for files, with the error of the last ones. */
export function DropZone({ error, open, children }: Props) {
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    open([...event.dataTransfer.files])
  }
  return (
    <>
      {error && <Callout tone="bad">{error}</Callout>}
      <div
        className={styles.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        {children}
      </div>
    </>
  )
}
