import { ClipboardList } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
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
import { PastePanel } from './quick-paste.tsx'
import { QuickSources } from './quick-sources.tsx'
import { ListTools, QuickSummary, UnitQuestions } from './quick-summary.tsx'
import { useOrderSource } from './use-order-source.ts'
import { useQuickOrder } from './use-quick-order.ts'

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
        {viewerNote}
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
      <PageHeading
        title="Quick Order"
        lead="Type, scan, paste or upload NDCs and quantities. Review them before they go in your cart."
      >
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
