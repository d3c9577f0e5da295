import { Button, FileButton, Textarea } from '@mantine/core'
import { type ClipboardEvent, type DragEvent, useState } from 'react'
import { csvLine } from '#shared/write-csv.ts'
import { saveFile } from '#web/download.ts'
import styles from './quick-order.module.css'
import type { OrderSourceReader } from './use-order-source.ts'

interface Props {
  reader: OrderSourceReader
  text: string
  setText: (text: string) => void
}

export function PastePanel({ reader, text, setText }: Props) {
  const [problem, setProblem] = useState('')
  const readText = async (pasted: string) => {
    // Text that could not be read stays in the field.
    setText(pasted)
    const failed = await reader.readText(pasted)
    setProblem(failed ?? '')
    if (failed === null) setText('')
  }
  const readFile = async (file: File | null | undefined) => {
    if (!file) return
    setProblem('')
    setProblem((await reader.readFile(file)) ?? '')
  }
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    void readFile(event.dataTransfer.files[0])
  }
  const review = () => {
    const { length } = text
    if (length > maxLetters)
      return setProblem(
        `This text has ${length.toLocaleString('en-US')} characters; the limit is 1,000,000. Paste it in parts.`,
      )
    void readText(text)
  }
  // Pasted lines are read immediately: they can be fixed below and are not in the cart yet.
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain')
    if (text.trim() !== '' || pasted.length > maxLetters || !/\S[\r\n]+\s*\S/.test(pasted)) return
    event.preventDefault()
    void readText(pasted)
  }
  return (
    <div onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <Textarea
        label="Or paste lines"
        description="One line each: code and quantity, in either order, with any separator. Up to 1,000 lines."
        placeholder={'00002-7510-01, 12\n3  SUP-10032'}
        autosize
        minRows={3}
        maxRows={12}
        value={text}
        error={problem || undefined}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setProblem('')
        }}
        onPaste={paste}
      />
      <div className={styles.tools}>
        <Button disabled={text.trim() === ''} loading={reader.isReading} onClick={review}>
          Review lines
        </Button>
        <FileButton onChange={(file) => void readFile(file)} accept=".csv,.txt,.xlsx,.xls,text/csv">
          {(props) => (
            <Button variant="default" {...props}>
              Upload file
            </Button>
          )}
        </FileButton>
        <Button variant="subtle" onClick={saveTemplate}>
          Download template
        </Button>
        <span className={styles.fact}>Excel or CSV, up to 5 MB</span>
      </div>
    </div>
  )
}

const maxLetters = 1_000_000

const saveTemplate = () => saveFile(csvLine(['NDC', 'Order Qty']), 'text/csv', 'quick-order.csv')
