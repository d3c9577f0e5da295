import { Button, FileButton } from '@mantine/core'
import { FileSpreadsheet } from 'lucide-react'
import { useState, type DragEvent } from 'react'
import styles from './import-dialog.module.css'
import { saveTemplate } from './save-template.ts'

interface Props {
  error: string
  open: (file: File) => void
}

export function ImportFileStep({ error, open }: Props) {
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const [file] = event.dataTransfer.files
    if (file) open(file)
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
        <FileSpreadsheet size={28} strokeWidth={1.5} aria-hidden />
        <p>Drop a spreadsheet here, or</p>
        <FileButton onChange={(file) => file && open(file)} accept=".xlsx,.xls,.csv,text/csv">
          {(props) => <Button {...props}>Choose a file</Button>}
        </FileButton>
        <p className={styles.note}>.xlsx and .xls up to 10 MB, .csv up to 120 MB</p>
      </div>
      <div className={styles.actions}>
        <Button variant="subtle" size="xs" onClick={() => void saveTemplate()}>
          Download a template
        </Button>
        <p className={styles.note}>
          Rows with a known NDC change that product; all others are new. Nothing is deleted.
        </p>
      </div>
    </>
  )
}
