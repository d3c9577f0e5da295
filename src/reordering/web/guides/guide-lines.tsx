import { Button, Group } from '@mantine/core'
import { type ReactNode, useCallback, useState } from 'react'
import panel from '#web/ui/panel.module.css'
import text from '#web/ui/text.module.css'
import type { ProductCard } from '#catalog/contract.ts'
import { DrugName } from '#catalog/web/drug-name.tsx'
import { ProductRows } from '#catalog/web/product-rows.tsx'
import { addList } from '#cart/web/add-list.ts'
import { addProductToCart } from '#cart/web/add-to-cart.ts'
import { ApiError } from '#web/api-error.ts'
import { ForBuyers } from '#web/for-buyers.tsx'
import { toastError, toastSuccess } from '#web/toast.ts'
import { Day } from '#web/ui/day.tsx'
import { Money } from '#web/ui/money.tsx'
import type { OrderableLine } from '../../guides/contract.ts'
import styles from './order-guides.module.css'

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
  /** Shown beside "Add all", for the current quantities. */
  actions?: (now: readonly Quantified[], isChanged: boolean) => ReactNode
}

/** The lines as rows of the catalog, with a button that adds all of them to the cart. */
export function GuideLines({ label, lines, products, toolsOf, actions }: Props) {
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
  const known = new Map(lines.map((line) => [line.productId, line]))
  return (
    <>
      <AddAll wanted={wanted}>
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
          fact={{ title: 'Last ordered', of: ({ _id }) => <LastOrder line={known.get(_id)} /> }}
          toolsOf={toolsOf}
        />
      </div>
    </>
  )
}

function LastOrder({ line }: { line: OrderableLine | undefined }) {
  if (line?.lastPrice == null) return '—'
  return (
    <>
      <Money amount={line.lastPrice} /> · <Day at={line.lastOrderedAt} />
    </>
  )
}

type Left = Awaited<ReturnType<typeof addList>>['left']

function AddAll({ wanted, children }: { wanted: Parameters<typeof addList>[0]; children: ReactNode }) {
  const [isAdding, setIsAdding] = useState(false)
  const [left, setLeft] = useState<Left>([])

  const add = async () => {
    setIsAdding(true)
    try {
      const added = await addList(wanted)
      setLeft(added.left)
      if (added.count > 0) toastSuccess(`${linesOf(added.count)} added to the cart`)
    } catch (error) {
      toastError(error instanceof ApiError ? error.message : 'The list could not be checked. Try again.')
    }
    setIsAdding(false)
  }
  return (
    <>
      <Group gap="sm" my="md">
        <ForBuyers>
          <Button loading={isAdding} disabled={wanted.length === 0} onClick={() => void add()}>
            Add all {linesOf(wanted.length)} to the cart
          </Button>
        </ForBuyers>
        {children}
      </Group>
      {left.length > 0 && (
        <section className={styles.left} aria-label="Not added">
          <p role="alert">{linesOf(left.length)} not added to the cart:</p>
          <ul className={text.bullets}>
            {left.map(({ product, quantity, reason }) => (
              <li key={product._id}>
                <strong>
                  <DrugName name={product.name} />
                </strong>
                , {quantity.toLocaleString('en-US')}: {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const linesOf = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'line' : 'lines'}`
