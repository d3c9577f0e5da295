import { Button } from '@mantine/core'
import { ClipboardList } from 'lucide-react'
import { Suspense, useCallback, useContext, useEffect, useRef } from 'react'
import { readPieces } from '#shared/read-number.ts'
import { byteOrderMark, csvLine } from '#shared/write-csv.ts'
import { saveFile } from '#web/download.ts'
import { useScans } from '#web/scans.ts'
import { SlotsContext } from '#web/slots.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { EntryRow } from './quick-entry.tsx'
import { PastePanel } from './quick-paste.tsx'
import { QuickLines, wordsOf } from './quick-lines.tsx'
import styles from './quick-order.module.css'
import { type QuickOrder, useQuickOrder } from './use-quick-order.ts'

export function QuickOrderPage() {
  const order = useQuickOrder()
  useScannedLine(order)
  const unsaved = useUnsaved(() => order.lines.length > 0)
  return (
    <>
      <PageHeading
        title="Quick Order"
        lead="Codes and quantities, typed, scanned, pasted or from a file. Nothing is in the cart before you add it."
      >
        <ButtonLink variant="default" to="/cart">
          Cart
        </ButtonLink>
      </PageHeading>
      {unsaved.question}
      <div className={styles.entry}>
        <EntryRow add={(line) => order.add([line])} />
        <PastePanel add={order.add} />
      </div>
      <Summary order={order} />
      {order.lines.length > 0 ? (
        <QuickLines order={order} />
      ) : (
        <EmptyState icon={<ClipboardList size={28} strokeWidth={1.5} />} title="No lines yet">
          An NDC in any notation, an item number, a UPC or what a scanner reads; Enter goes on.
        </EmptyState>
      )}
    </>
  )
}

/** A box that is scanned is one piece, wherever the focus is. */
const useScannedLine = ({ add }: QuickOrder): void => {
  const latest = useRef(add)
  useEffect(() => {
    latest.current = add
  })
  useScans(useCallback((code: string) => latest.current([{ code, quantity: '1' }]), []))
}

function Summary({ order: { lines, good, isChecking, addGood } }: { order: QuickOrder }) {
  const { SaveToGuide } = useContext(SlotsContext)
  const found = lines.flatMap(({ products: [product, another], quantity }) =>
    product && !another ? [{ productId: product._id, quantity: readPieces(quantity) ?? 1 }] : [],
  )
  const others = lines.length - good
  const saveOthers = () =>
    saveFile(
      byteOrderMark +
        csvLine(['Code', 'Quantity', 'Reason']) +
        lines
          .filter(({ verdict }) => verdict !== 'ok' && verdict !== 'specialOrder')
          .map((line) => csvLine([line.code, line.quantity, wordsOf(line)]))
          .join(''),
      'text/csv',
      'quick-order-left.csv',
    )
  return (
    <div className={styles.summary}>
      <output>
        {isChecking
          ? 'Checking …'
          : lines.length > 0 && `${count(good, 'good line')}${others > 0 ? `, ${others} to look at` : ''}`}
      </output>
      {lines.length > 0 && (
        <>
          <Button disabled={good === 0} onClick={addGood}>
            Add {count(good, 'good line')}
          </Button>
          <Button variant="default" disabled={others === 0} onClick={saveOthers}>
            Save the others as CSV
          </Button>
          <Suspense>
            <SaveToGuide lines={found} />
          </Suspense>
        </>
      )}
    </div>
  )
}

const count = (lines: number, what: string): string => `${lines} ${what}${lines === 1 ? '' : 's'}`
