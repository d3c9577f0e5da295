import { Button, Group } from '@mantine/core'
import { type ReactNode, useCallback, useState } from 'react'
import panel from '#web/ui/panel.module.css'
import type { ProductCard } from '#catalog/contract.ts'
import { ProductRows } from '#catalog/web/product-rows.tsx'
import type { RequestedLine } from '#cart/web/add-list.ts'
import { addProductToCart } from '#cart/web/add-to-cart.ts'
import { StateMark } from '#compliance/web/schedules/state-mark.tsx'
import { useStateSchedules } from '#compliance/web/schedules/use-state-schedules.ts'
import { ForBuyers } from '#web/for-buyers.tsx'
import { Day } from '#web/ui/day.tsx'
import { Money } from '#web/ui/money.tsx'
import type { OrderableLine } from '../../guides/contract.ts'
import { linesOf, NotAdded, useAddToCart } from './add-lines.tsx'

interface Quantified {
  productId: string
  quantity: number
}

interface Props {
  label: string
  lines: readonly OrderableLine[]
  products: readonly ProductCard[]
  /** Extra actions for a line. */
  toolsOf?: (product: ProductCard) => ReactNode
  /** Called after lines of all were added to the cart. */
  added?: () => void
  /** Shown beside "Add all", for the current quantities. */
  actions?: (now: readonly Quantified[], isChanged: boolean) => ReactNode
}

/** The lines as rows of the catalog, with a button that adds all of them to the cart. */
export function GuideLines({ label, lines, products, toolsOf, added, actions }: Props) {
  const [typed, setTyped] = useState<Record<string, number>>({})
  const setQuantity = useCallback((id: string, pieces: number) => setTyped((now) => ({ ...now, [id]: pieces })), [])
  const cards = new Map(products.map((product) => [product._id, product]))
  const quantities = { ...Object.fromEntries(lines.map(({ productId, quantity }) => [productId, quantity])), ...typed }
  const sold = lines.flatMap(({ productId }) => cards.get(productId) ?? [])
  const wanted = sold.flatMap((product) => {
    const quantity = quantities[product._id] ?? 0
    return quantity >= 1 ? [{ product, quantity }] : []
  })
  const isChanged = lines.some(({ productId, quantity }) => quantities[productId] !== quantity)
  const byState = useStateSchedules(sold.map(({ _id }) => _id))
  const known = new Map(lines.map((line) => [line.productId, line]))
  return (
    <>
      <AddAll wanted={wanted} added={added}>
        {actions?.(
          wanted.map(({ product, quantity }) => ({ productId: product._id, quantity })),
          isChanged,
        )}
      </AddAll>
      <div className={panel.surface}>
        <ProductRows
          label={label}
          products={sold}
          addToCart={addProductToCart}
          quantities={quantities}
          setQuantity={setQuantity}
          factOf={({ _id }) => (
            <>
              <StateMark of={byState.get(_id)} /> <LastOrder line={known.get(_id)} />
            </>
          )}
          toolsOf={toolsOf}
        />
      </div>
    </>
  )
}

function LastOrder({ line }: { line: OrderableLine | undefined }) {
  if (line?.lastPrice == null) return null
  return (
    <>
      Last ordered <Day at={line.lastOrderedAt} /> at <Money amount={line.lastPrice} />
    </>
  )
}

interface AddAllProps {
  wanted: readonly RequestedLine[]
  added: (() => void) | undefined
  children: ReactNode
}

function AddAll({ wanted, added, children }: AddAllProps) {
  const { isAdding, left, add } = useAddToCart(added)
  return (
    <>
      <Group gap="sm" my="md">
        <ForBuyers>
          <Button loading={isAdding} disabled={wanted.length === 0} onClick={() => void add(wanted)}>
            Add all {linesOf(wanted.length)} to the cart
          </Button>
        </ForBuyers>
        {children}
      </Group>
      <NotAdded left={left} />
    </>
  )
}
