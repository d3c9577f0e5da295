import { ClipboardList } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useMayOrder, viewerNote } from '#web/for-buyers.tsx'
import { useCustomer } from '#web/ordering-for.ts'
import { useScans } from '#web/scans.ts'
import { useUser } from '#web/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { isCaseCode } from '../order-sheet/code-cell.ts'
import { OrderColumnQuestion } from './quick-columns.tsx'
import { EntryRow } from './quick-entry.tsx'
import { QuickLines } from './quick-lines.tsx'
import styles from './quick-order.module.css'
import { QuickSources } from './quick-sources.tsx'
import { ListTools, QuickSummary, UnitQuestions } from './quick-summary.tsx'
import { type OrderSourceReader, useOrderSource } from './use-order-source.ts'
import { useQuickOrder } from './use-quick-order.ts'
import { Button, FileButton, Textarea } from '@mantine/core'
import { csvLine } from '#shared/write-csv.ts'
import { saveFile } from '#web/download.ts'

/** For a case code the number is not a number of packages, so the line is added without a quantity. */
const asTyped = (code: string, quantity: string): Parameters<ReturnType<typeof useQuickOrder>['add']>[0] =>
  isCaseCode(code) ? { code, quantity: '', said: quantity, problem: 'caseCode' } : { code, quantity }

/** Each buyer has their own list; staff have one per customer. */
export function QuickOrderPage() {
  const [user, customer] = [useUser(), useCustomer()]
  const whose = `${user?._id ?? ''} ${customer?._id ?? ''}`
  return useMayOrder() ? <QuickOrderScreen key={whose} whose={whose} /> : <QuickOrderForViewers />
}

/** Viewers get a note instead of a form whose lines would be refused. */
function QuickOrderForViewers() {
  return (
    <>
      <PageHeading title="Quick Order" />
      <EmptyState icon={<ClipboardList size={28} strokeWidth={1.5} />} title="You can’t place orders">
        {viewerNote()}
      </EmptyState>
    </>
  )
}

function QuickOrderScreen({ whose }: { whose: string }) {
  const order = useQuickOrder(whose)
  const reader = useOrderSource(order)
  const [text, setText] = useState('')
  const [isFiltered, setFiltered] = useState(false)
  useScannedLine(reader.readScan)
  const { question } = reader
  const cancel = () => {
    // Put the pasted text back.
    if (question?.source.text && text === '') setText(question.source.text)
    reader.cancel()
  }
  return (
    <>
      <PageHeading title="Quick Order" lead="Type, scan, paste or upload NDCs and quantities, then review them.">
        <ButtonLink variant="default" to="/cart">
          Cart
        </ButtonLink>
      </PageHeading>
      <div className={styles.entry}>
        <EntryRow
          add={({ code, quantity, product }) => order.add(product ? { code, quantity } : asTyped(code, quantity))}
        />
        <PastePanel reader={reader} text={text} setText={setText} />
      </div>
      {question && <OrderColumnQuestion question={question} reader={reader} cancel={cancel} />}
      <QuickSources order={order} reader={reader} />
      {order.lines.length + order.sources.length > 0 && <ListTools order={order} />}
      {order.lines.length > 0 && (
        <>
          <UnitQuestions order={order} />
          <QuickLines order={order} isFiltered={isFiltered} />
          <QuickSummary order={order} isFiltered={isFiltered} setFiltered={setFiltered} />
        </>
      )}
      {order.lines.length === 0 && !question && (
        <EmptyState icon={<ClipboardList size={28} strokeWidth={1.5} />} title="No lines yet">
          Enter an NDC, item number or UPC, or scan a package. Press Enter to go to the next field.
        </EmptyState>
      )}
    </>
  )
}

/** Adds one package per scan, wherever the focus is. */
const useScannedLine = (scan: (code: string) => unknown): void => {
  const latest = useRef(scan)
  useEffect(() => {
    latest.current = scan
  })
  useScans(useCallback((code: string) => void latest.current(code), []))
}

interface Props {
  reader: OrderSourceReader
  text: string
  setText: (text: string) => void
}

function PastePanel({ reader, text, setText }: Props) {
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
