import { ActionIcon, Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { BuyerPrice } from '#catalogue/web/buyer-price.tsx'
import type { Equivalents } from '#catalogue/contract.ts'
import { Instead, NoEquivalents, useEquivalents } from '#catalogue/web/instead.tsx'
import { DrugName } from '#catalogue/web/drug-name.tsx'
import { NotifyMe } from '#inventory/web/notify-me.tsx'
import { readPieces } from '#shared/read-number.ts'
import { grouped } from '#shared/number-words.ts'
import { Status, type Tone } from '#web/ui/status.tsx'
import { TableHead } from '#web/ui/table-head.tsx'
import styles from './quick-order.module.css'
import type { QuickLine, QuickOrder } from './use-quick-order.ts'

const tones: Record<QuickLine['verdict'], Tone> = {
  ok: 'good',
  specialOrder: 'good',
  short: 'notice',
  soldOut: 'bad',
  overLimit: 'notice',
  underMinimum: 'notice',
  packMultiple: 'notice',
  several: 'notice',
  unknown: 'bad',
  noQuantity: 'notice',
  checking: 'neutral',
  refused: 'bad',
}

/** What is to be known of a line, in words. */
export const wordsOf = ({ verdict, code, available = 0, reason = '' }: QuickLine): string =>
  ({
    ok: reason || 'In stock',
    specialOrder: reason || 'Special order: 2 to 5 business days',
    short: `Only ${grouped(available)} in stock`,
    soldOut: 'Out of stock',
    overLimit: reason,
    underMinimum: reason,
    packMultiple: reason,
    several: 'Several products have this code: choose one',
    unknown: 'Not in the catalog',
    noQuantity: code.trim() === '' ? 'No code' : 'No quantity from 1 to 9,999',
    checking: 'Checking …',
    refused: reason,
  })[verdict]

export function QuickLines({ order }: { order: QuickOrder }) {
  const equivalents = useEquivalents(
    order.lines.flatMap(({ verdict, products: [product] }) => (verdict === 'soldOut' && product ? [product] : [])),
  )
  return (
    <>
      <NoEquivalents equivalents={equivalents} />
      <table className={styles.table} aria-label="Lines">
        <TableHead titles={['Code', 'Quantity', 'Product', 'Price', 'State', 'Remove']} />
        <tbody>
          {order.lines.map((line) => (
            <Line key={line.id} line={line} order={order} equivalents={equivalents} />
          ))}
        </tbody>
      </table>
    </>
  )
}

function Line({
  line,
  order,
  equivalents,
}: {
  line: QuickLine
  order: QuickOrder
  equivalents: Equivalents | undefined
}) {
  const [product] = line.verdict === 'several' ? [] : line.products
  const onEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter') order.recheck()
  }
  return (
    <tr data-verdict={line.verdict}>
      <td className={styles.code}>
        <TextInput
          size="xs"
          aria-label={`Code of line ${line.id}`}
          value={line.code}
          maxLength={120}
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
          aria-label={`Quantity of line ${line.id}`}
          value={line.quantity}
          maxLength={6}
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
              {product.ndcNumber} · {product.manufacturer}
            </span>
          </>
        )}
        {line.verdict === 'several' && <Choices line={line} order={order} />}
        {product && line.verdict === 'soldOut' && (
          <Instead product={product} equivalents={equivalents} add={(other) => order.choose(line.id, other)} />
        )}
        {line.verdict !== 'soldOut' && (line.available ?? 0) > 0 && (
          <Button size="compact-xs" variant="default" onClick={() => order.take(line.id, line.available ?? 0)}>
            Take {grouped(line.available ?? 0)}
          </Button>
        )}
      </td>
      <td>{product && <BuyerPrice product={product} quantity={readPieces(line.quantity) ?? 1} />}</td>
      <td>
        <Status tone={line.verdict === 'ok' && line.reason ? 'notice' : tones[line.verdict]}>{wordsOf(line)}</Status>
        {product && line.verdict === 'soldOut' && (
          <>
            {' '}
            <NotifyMe product={product} quantity={readPieces(line.quantity) || 1} />
          </>
        )}
      </td>
      <td>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Remove line ${line.id}`}
          onClick={() => order.remove(line.id)}
        >
          <X size={16} aria-hidden />
        </ActionIcon>
      </td>
    </tr>
  )
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
