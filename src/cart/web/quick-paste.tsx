import { Button, FileButton, Textarea } from '@mantine/core'
import { type ClipboardEvent, type DragEvent, useState } from 'react'
import { matchColumns } from '#product-import/match-columns.ts'
import { startReader } from '#product-import/web/sheet-reader.ts'
import { csvLine } from '#shared/write-csv.ts'
import { saveFile } from '#web/download.ts'
import { mostQuickLines } from '../contract.ts'
import { lineOf, readLines, type WrittenLine } from '../read-lines.ts'
import styles from './quick-order.module.css'

export function PastePanel({ add }: { add: (lines: WrittenLine[]) => void }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const open = async (file: File | null | undefined) => {
    if (!file) return
    setProblem('')
    try {
      add(await linesOf(file))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'This file could not be read.')
    }
  }
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    void open(event.dataTransfer.files[0])
  }
  const check = () => {
    add(readLines(text))
    setText('')
  }
  // Whole lines are looked at as they come: they can be mended below, and nothing is in the cart yet.
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain')
    if (text.trim() !== '' || !/\S[\r\n]+\s*\S/.test(pasted)) return
    event.preventDefault()
    add(readLines(pasted))
  }
  return (
    <div onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <Textarea
        label="Or paste lines"
        description="One line each: code and quantity, in either order, with any separator. At most 1,000."
        placeholder={'00002-7510-01, 12\n3  SUP-10032'}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={1_000_000}
        value={text}
        error={problem || undefined}
        onChange={(event) => setText(event.currentTarget.value)}
        onPaste={paste}
      />
      <div className={styles.tools}>
        <Button disabled={text.trim() === ''} onClick={check}>
          Check lines
        </Button>
        <FileButton onChange={(file) => void open(file)} accept=".csv,.txt,.xlsx,.xls,text/csv">
          {(props) => (
            <Button variant="default" {...props}>
              From a file
            </Button>
          )}
        </FileButton>
        <Button variant="subtle" onClick={saveTemplate}>
          Template
        </Button>
      </div>
    </div>
  )
}

const saveTemplate = () => saveFile(csvLine(['NDC', 'Quantity']), 'text/csv', 'quick-order.csv')

const mostBytes = 1_000_000

/** A sheet's columns by their headers; without headers, what its first cells say. */
const linesOf = async (file: File): Promise<WrittenLine[]> => {
  if (file.size > mostBytes) throw new Error('A file for a quick order has at most 1 MB.')
  if (file.type.startsWith('text/') || /\.(?:csv|txt)$/i.test(file.name)) return readLines(await file.text())
  const reader = startReader()
  try {
    const { sheets, likeliest } = await reader.open(file, () => {})
    const sheet = sheets[likeliest]
    const headerRow = sheet?.headerRow ?? -1
    const known = matchColumns(sheet?.first[headerRow] ?? []).map((field) =>
      field === 'ndcNumber' || field === 'countInStock' ? field : null,
    )
    const isNamed = known.includes('ndcNumber')
    // Without headers the first columns are carried under names that do not matter.
    await reader.choose(likeliest, isNamed ? headerRow : -1, isNamed ? known : ['ndcNumber', 'name', 'countInStock'])
    const { rows } = await reader.rows(0, mostQuickLines)
    return rows.map(([, ...cells]) => lineOf(cells.map((cell) => String(cell ?? ''))))
  } finally {
    reader.close()
  }
}
