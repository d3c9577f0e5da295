import { type DragEvent, type ReactNode, useState } from 'react'
import styles from './import-dialog.module.css'

interface Props {
  error: string
  open: (files: readonly File[]) => void
  /** What may be dropped, and the button for who chooses it instead. */
  children: ReactNode
}

/** Where files are let go of, with what was wrong with the last ones. */
export function DropZone({ error, open, children }: Props) {
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    open([...event.dataTransfer.files])
  }
  return (
    <>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
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
