import { ActionIcon, Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type KeyboardEvent, useId } from 'react'
import { BuyerPrice } from '#catalog/web/buyer-price.tsx'
import type { Equivalents } from '#catalog/contract.ts'
import { EquivalentOffers, NoEquivalents, useEquivalents } from '#catalog/web/equivalent-offers.tsx'
import { LineMarks } from '#catalog/web/line-marks.tsx'
import type { ProductSchedule } from '#compliance/schedules/contract.ts'
import { StateMark } from '#compliance/web/schedules/state-mark.tsx'
import { useStateSchedules } from '#compliance/web/schedules/use-state-schedules.ts'
import { DrugName } from '#catalog/web/drug-name.tsx'
import { NotifyMe } from '#catalog/web/stock/notify-me.tsx'
import { grouped } from '#shared/number-words.ts'
import { Status } from '#web/ui/status.tsx'
import { TableHead } from '#web/ui/table-head.tsx'
import { isOuterUnit } from '../order-sheet/unit-words.ts'
import { duplicatesOf, isUnitAmbiguous, piecesOf, type QuickLine, soldUnits, lineState } from './quick-line.ts'
import styles from './quick-order.module.css'
import type { QuickOrder } from './use-quick-order.ts'

interface Props {
  order: QuickOrder
  /** Show only the lines that need the user. */
  isFiltered: boolean
}

export function QuickLines({ order, isFiltered }: Props) {
  const equivalents = useEquivalents(
    order.lines.flatMap(({ verdict, products: [product] }) => (verdict === 'soldOut' && product ? [product] : [])),
  )
  const byState = useStateSchedules(
    order.lines.flatMap(({ products }) => (products.length === 1 ? (products[0]?._id ?? []) : [])),
  )
  const isNarrowed = isFiltered && order.lines.some((line) => lineState(line).kind === 'fix')
  const numbers = new Map(order.lines.map(({ id }, at) => [id, at + 1]))
  const duplicates = duplicatesOf(order.lines)
  return (
    <>
      <NoEquivalents equivalents={equivalents} />
      <table className={styles.table} aria-label="Lines">
        <TableHead titles={['Line', 'Code', 'Quantity', 'Product', 'Price', 'Status', 'Remove']} />
        <tbody>
          {order.lines
            .filter((line) => !isNarrowed || lineState(line).kind !== 'good')
            .map((line) => (
              <Line
                key={line.id}
                line={line}
                number={numbers.get(line.id) ?? 0}
                others={(duplicates.get(line.id) ?? []).flatMap((id) => numbers.get(id) ?? [])}
                order={order}
                equivalents={equivalents}
                byState={byState}
              />
            ))}
        </tbody>
      </table>
    </>
  )
}

interface LineProps {
  line: QuickLine
  number: number
  /** The numbers of other lines with the same product. */
  others: number[]
  order: QuickOrder
  equivalents: Equivalents | undefined
  byState: ReadonlyMap<string, ProductSchedule>
}

function Line({ line, number, others, order, equivalents, byState }: LineProps) {
  const stateId = useId()
  const [product] = line.verdict === 'several' ? [] : line.products
  const state = lineState(line)
  const onEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter') order.recheck()
  }
  const isCodeWrong = state.kind === 'fix' && !product && line.verdict !== 'several'
  return (
    <tr data-kind={state.kind} data-line={line.id}>
      <th scope="row" className={styles.number}>
        {number}
      </th>
      <td className={styles.code}>
        <TextInput
          size="xs"
          aria-label={`Code of line ${number}`}
          aria-invalid={isCodeWrong || undefined}
          aria-describedby={stateId}
          data-fix={isCodeWrong || undefined}
          value={line.code}
          onChange={(event) => order.change(line.id, { code: event.currentTarget.value })}
          onBlur={order.recheck}
          onKeyDown={onEnter}
        />
      </td>
      <td className={styles.quantity}>
        <TextInput
          size="xs"
          inputMode="numeric"
          data-quantity
          aria-label={`Quantity of line ${number}`}
          aria-invalid={(state.kind === 'fix' && !isCodeWrong && piecesOf(line.quantity) === null) || undefined}
          aria-describedby={stateId}
          data-fix={(state.kind === 'fix' && !isCodeWrong) || undefined}
          value={line.quantity}
          onChange={(event) => order.change(line.id, { quantity: event.currentTarget.value })}
          onBlur={order.recheck}
          onKeyDown={onEnter}
        />
      </td>
      <td className={styles.product}>
        {product && (
          <>
            <Link to="/product/$slug" params={{ slug: product.slug }} target="_blank">
              <DrugName name={product.name} />
            </Link>
            <span className={styles.fact}>
              {product.ndcNumber} · {product.manufacturer} <LineMarks line={product} />{' '}
              <StateMark of={byState.get(product._id)} />
            </span>
          </>
        )}
        {line.text !== '' && state.kind === 'fix' && (
          <span className={styles.written}>
            Original text: <q>{line.text.replaceAll('\t', ' · ')}</q>
          </span>
        )}
        {line.verdict === 'several' && <Choices line={line} order={order} />}
        {product && line.verdict === 'soldOut' && (
          <EquivalentOffers product={product} equivalents={equivalents} add={(other) => order.choose(line.id, other)} />
        )}
        <Answers line={line} order={order} />
      </td>
      <td>{product && <BuyerPrice product={product} quantity={piecesOf(line.quantity) ?? 1} />}</td>
      <td id={stateId}>
        <Status tone={state.tone}>{state.words}</Status>
        {state.detail !== '' && <span className={styles.detail}>{state.detail}</span>}
        {others.length > 0 && <span className={styles.fact}>{sameAs(others)}</span>}
        {product && line.verdict === 'soldOut' && (
          <>
            {' '}
            <NotifyMe product={product} quantity={piecesOf(line.quantity) ?? 1} />
          </>
        )}
      </td>
      <td>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Remove line ${number}`}
          onClick={() => order.remove(line.id)}
        >
          <X size={16} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  )
}

/** A one-click fix: order the remaining stock, or confirm the number in the sales unit. */
function Answers({ line, order }: { line: QuickLine; order: QuickOrder }) {
  const available = line.available ?? 0
  const isShort = line.verdict !== 'soldOut' && available > 0 && piecesOf(line.quantity) !== null
  if (isUnitAmbiguous(line) && !isOuterUnit(line.unit) && piecesOf(line.quantity) !== null)
    return (
      <Button size="compact-xs" variant="default" onClick={() => order.acceptUnits([line.id])}>
        Order {soldUnits(line)}
      </Button>
    )
  if (!isShort) return null
  return (
    <Button size="compact-xs" variant="default" onClick={() => order.take(line.id, available)}>
      Order {grouped(available)}
    </Button>
  )
}

const sameAs = (numbers: readonly number[]): string => {
  const shown = numbers.slice(0, 5).join(', ')
  const more = numbers.length > 5 ? ` and ${numbers.length - 5} more` : ''
  return `Same product as line${numbers.length === 1 ? '' : 's'} ${shown}${more}`
}

function Choices({ line, order }: { line: QuickLine; order: QuickOrder }) {
  return (
    <ul className={styles.choices}>
      {line.products.map((product) => (
        <li key={product._id}>
          <Button size="compact-xs" variant="default" onClick={() => order.choose(line.id, product)}>
            {product.name}, {product.manufacturer}
          </Button>
        </li>
      ))}
    </ul>
  )
}
