import { Button } from '@mantine/core'
import { Suspense, useContext, useState } from 'react'
import { buyerPriceOf } from '#catalog/web/buyer-price.tsx'
import { grouped } from '#shared/number-words.ts'
import { byteOrderMark, csvLine } from '#shared/write-csv.ts'
import { saveFile } from '#web/download.ts'
import { useUser } from '#web/session.ts'
import { SlotsContext } from '#web/slots.ts'
import { Confirm } from '#web/ui/confirm.tsx'
import { Money } from '#web/ui/money.tsx'
import { maxLines } from '../cart.ts'
import { isUnitAmbiguous, piecesOf, type QuickLine, reasonOf, lineState, totalOf, unitGroups } from './quick-line.ts'
import { leftOutWords } from './quick-sources.tsx'
import styles from './quick-order.module.css'
import type { QuickOrder } from './use-quick-order.ts'

interface Props {
  order: QuickOrder
  isFiltered: boolean
  setFiltered: (isFiltered: boolean) => void
}

/** A sticky bar with counts, total and the buttons to fix or add lines. */
export function QuickSummary({ order, isFiltered, setFiltered }: Props) {
  const { lines, fitting, isChecking, isAdding } = order
  const email = useUser()?.email
  const states = lines.map((line) => lineState(line).kind)
  const good = states.filter((kind) => kind === 'good').length
  const toFix = states.filter((kind) => kind === 'fix').length
  const isUnchecked = !isChecking && states.includes('waiting') && lines.some(({ isEdited }) => !isEdited)
  const total = totalOf(
    lines.filter(({ id }) => fitting.ids.has(id)),
    (product, quantity) => buyerPriceOf(product, email, quantity),
  )
  return (
    <section className={styles.summary} aria-label="Summary">
      <output className={styles.counts}>
        {isChecking ? 'Checking …' : `${count(good, 'good line')}${toFix > 0 ? `, ${grouped(toFix)} to fix` : ''}`}
      </output>
      {good > 0 && (
        <span className={styles.total}>
          Total <Money amount={total} />
        </span>
      )}
      {toFix > 0 && <ToFix {...{ toFix, isFiltered, setFiltered }} />}
      {isUnchecked && (
        <Button variant="default" onClick={order.checkAgain}>
          Check again
        </Button>
      )}
      <Button
        className={styles.add}
        disabled={fitting.ids.size === 0 || isChecking}
        loading={isAdding}
        aria-describedby="quick-order-note"
        onClick={() => void order.addGood()}
      >
        Add {count(fitting.ids.size, 'good line')}
      </Button>
      <p id="quick-order-note" className={styles.note}>
        {fitting.left > 0 && roomWords(fitting)}
      </p>
    </section>
  )
}

const roomWords = ({ ids, left, inCart }: QuickOrder['fitting']): string =>
  `A cart can have ${maxLines} lines, and yours has ${grouped(inCart)}. ${grouped(ids.size)} of these lines fit; ${grouped(left)} stay in this list.`

function ToFix({ toFix, isFiltered, setFiltered }: { toFix: number } & Omit<Props, 'order'>) {
  return (
    <span className={styles.fix}>
      <Button size="xs" variant="default" aria-pressed={isFiltered} onClick={() => setFiltered(!isFiltered)}>
        {isFiltered ? 'Show all lines' : `Show ${grouped(toFix)} to fix`}
      </Button>
      <Button size="xs" variant="default" onClick={() => goToFix(-1)}>
        Previous
      </Button>
      <Button size="xs" variant="default" onClick={() => goToFix(1)}>
        Next
      </Button>
    </span>
  )
}

let lastFixed: Element | undefined

/** Focuses the next or previous field to fix, wrapping around. */
const goToFix = (step: 1 | -1): void => {
  const fields = [...document.querySelectorAll<HTMLInputElement>('tr[data-kind="fix"] input[data-fix]')]
  const from = fields.findIndex((field) => field === document.activeElement || field === lastFixed)
  const next = fields.at(from < 0 ? (step > 0 ? 0 : -1) : (from + step) % fields.length)
  lastFixed = next
  next?.focus()
  next?.select()
}

/** Actions on the whole list. */
export function ListTools({ order }: { order: QuickOrder }) {
  const { lines, sources } = order
  const { SaveToGuide } = useContext(SlotsContext)
  const [isClearing, setIsClearing] = useState(false)
  // Only lines with a reliable quantity can be saved to an order guide.
  const found = lines.flatMap((line) => {
    const {
      products: [product, another],
      quantity,
    } = line
    const pieces = piecesOf(quantity)
    return product && !another && pieces !== null && !isUnitAmbiguous(line)
      ? [{ productId: product._id, quantity: pieces }]
      : []
  })
  const unmatched = lines.filter((line) => lineState(line).kind !== 'good')
  const leftOut = sources.flatMap((source) => source.leftOut)
  return (
    <div className={styles.listTools}>
      <Button
        variant="default"
        disabled={unmatched.length + leftOut.length === 0}
        onClick={() => saveFile(unmatchedCsv(unmatched, leftOut), 'text/csv', 'unmatched-lines.csv')}
      >
        Download unmatched lines
      </Button>
      <Suspense>
        <SaveToGuide lines={found} />
      </Suspense>
      <Button variant="default" onClick={() => (lines.length > 0 ? setIsClearing(true) : order.clear())}>
        Clear list
      </Button>
      <Confirm
        isOpen={isClearing}
        question="Clear this list?"
        answer="Clear list"
        isDestructive
        confirm={() => {
          setIsClearing(false)
          order.clear()
        }}
        close={() => setIsClearing(false)}
      >
        <p>{count(lines.length, 'line')} will be removed from this page. Your cart stays as it is.</p>
      </Confirm>
    </div>
  )
}

/** A CSV of the lines that could not be added, with the original text and the reason. */
const unmatchedCsv = (lines: readonly QuickLine[], leftOut: QuickOrder['sources'][number]['leftOut']): string =>
  byteOrderMark +
  csvLine(['Row', 'Original text', 'Code', 'Quantity', 'Reason']) +
  lines
    .map((line) => csvLine([line.at || null, plain(line.text), line.code, line.quantity || line.said, reasonOf(line)]))
    .join('') +
  leftOut.map(({ what, at, text }) => csvLine([at || null, plain(text), '', '', leftOutWords[what]])).join('')

const plain = (text: string): string => text.replaceAll('\t', ' | ')

/** One question for all lines with the same mismatch between written unit and sales unit. */
export function UnitQuestions({ order }: { order: QuickOrder }) {
  return unitGroups(order.lines).map(({ unit, sold, lines }) => (
    <p key={`${unit} ${sold}`} className={styles.units}>
      {count(lines.length, 'line')} say “{unit}” of products that are sold per {sold}.{' '}
      <Button size="compact-sm" variant="default" onClick={() => order.acceptUnits(lines.map(({ id }) => id))}>
        Order by the {sold} on {grouped(lines.length)} lines
      </Button>
    </p>
  ))
}

const count = (lines: number, what: string): string => `${grouped(lines)} ${what}${lines === 1 ? '' : 's'}`
