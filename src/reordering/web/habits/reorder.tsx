import '@mantine/core/styles/Tabs.css'
import { Button, Checkbox, Tabs, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { RotateCcw } from 'lucide-react'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { addProductToCart } from '#cart/web/add-to-cart.ts'
import type { ProductCard } from '#catalog/contract.ts'
import { minimumQuantity } from '#catalog/order-quantity.ts'
import { isSoldOut } from '#catalog/web/equivalent-offers.tsx'
import { ProductRows } from '#catalog/web/product-rows.tsx'
import { monthDayWords } from '#shared/day-words.ts'
import { ForBuyers, useMayOrder } from '#web/for-buyers.tsx'
import { Block } from '#web/ui/block.tsx'
import { dayIn } from '#web/ui/day.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useAddress } from '#web/use-address.ts'
import { NotAdded, useAddToCart } from '../guides/add-lines.tsx'
import { GuideList } from '../guides/guide-list.tsx'
import { GuideStates } from '../guides/guide-states.tsx'
import { useGuides } from '../guides/hooks.ts'
import styles from './reorder.module.css'

/** A product with what is known of its last orders. */
type Known = ProductCard & { lastQuantity: number | null; lastAt: string | null; orders?: number; usualDays?: number }

interface Props {
  due: readonly Known[]
  regulars: readonly Known[]
  favorites: readonly Known[]
}

const lists = ['due', 'regulars', 'favorites'] as const
const Place = z.object({ tab: z.catch(z._default(z.enum(['', ...lists, 'guides']), ''), '') })

const titles = { due: 'Due now', regulars: 'Regulars', favorites: 'Favorite Products' }
const empty = {
  due: 'Products you order at regular intervals appear here when it is time to reorder.',
  regulars: 'Products you order more than once appear here.',
  favorites: 'Click the heart on a product in the catalog to add it here.',
}

/** What the business orders again and again, with the quantity of the last order. */
export function Reorder(products: Props) {
  const [{ tab }, setPlace] = useAddress(Place)
  const shown = tab || (lists.find((list) => products[list].length > 0) ?? 'regulars')
  const [typed, setTyped] = useState<Record<string, number>>({})
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const all = useMemo(
    () => new Map(lists.flatMap((list) => products[list].map((product) => [product._id, product]))),
    [products],
  )
  const quantityOf = (product: Known) => typed[product._id] ?? product.lastQuantity ?? minimumQuantity(product)
  const rows = shown === 'guides' ? [] : products[shown]
  const setQuantity = useCallback((id: string, pieces: number) => setTyped((now) => ({ ...now, [id]: pieces })), [])
  const choose = useCallback(
    (id: string, isChosen: boolean) =>
      setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((one) => one !== id))),
    [],
  )
  const { isAdding, left, add } = useAddToCart()
  const wanted = (chosen.size > 0 ? [...chosen].flatMap((id) => all.get(id) ?? []) : rows)
    .filter((product) => !isSoldOut(product) && quantityOf(product) >= 1)
    .map((product) => ({ product, quantity: quantityOf(product) }))

  return (
    <Tabs
      classNames={{ list: styles.tabs ?? '', tab: styles.tab ?? '' }}
      variant="pills"
      keepMounted={false}
      value={shown}
      onChange={(next) => setPlace(z.parse(Place, { tab: next }), { keepScroll: true })}
    >
      <Block
        title="Reorder"
        controls={
          <div className={styles.controls}>
            <Tabs.List>
              {lists.map((list) => (
                <Tabs.Tab key={list} value={list}>
                  {titles[list]} <span className={styles.count}>{products[list].length}</span>
                </Tabs.Tab>
              ))}
              <Tabs.Tab value="guides">Guides</Tabs.Tab>
            </Tabs.List>
            <ForBuyers>
              {wanted.length > 0 && (
                <Button
                  variant={chosen.size > 0 ? 'filled' : 'default'}
                  loading={isAdding}
                  onClick={() => void add(wanted).then(() => setChosen(new Set()))}
                >
                  {chosen.size > 0 ? `Add ${wanted.length} selected` : 'Add all to cart'}
                </Button>
              )}
            </ForBuyers>
          </div>
        }
      >
        <NotAdded left={left} />
        <Choice value={{ chosen, choose }}>
          {lists.map((list) => (
            <Tabs.Panel key={list} value={list}>
              <Rows label={titles[list]} products={products[list]} {...{ quantityOf, setQuantity }}>
                {empty[list]}
              </Rows>
            </Tabs.Panel>
          ))}
        </Choice>
        <Tabs.Panel value="guides">
          <Guides />
        </Tabs.Panel>
      </Block>
    </Tabs>
  )
}

interface RowsProps {
  label: string
  products: readonly Known[]
  quantityOf: (product: Known) => number
  setQuantity: (id: string, pieces: number) => void
  /** Why there are no rows, and how that changes. */
  children: ReactNode
}

/** The first rows, and the others on request. */
function Rows({ label, products, quantityOf, setQuantity, children }: RowsProps) {
  const isPhone = useMediaQuery('(max-width: 639px)', false, { getInitialValueInEffect: false })
  const [isWhole, setIsWhole] = useState(false)
  const mayOrder = useMayOrder()
  if (products.length === 0)
    return (
      <EmptyState icon={<RotateCcw size={28} strokeWidth={1.5} />} title="Nothing here yet">
        {children}
      </EmptyState>
    )
  const rows = isWhole ? products : products.slice(0, isPhone ? 4 : 6)
  const known = new Map(products.map((product) => [product._id, product]))
  return (
    <>
      <ProductRows
        label={label}
        products={rows}
        addToCart={addProductToCart}
        quantities={Object.fromEntries(rows.map((product) => [product._id, quantityOf(product)]))}
        setQuantity={setQuantity}
        factOf={({ _id }) => <LastOrder product={known.get(_id)} />}
        mark={mayOrder ? choice : undefined}
      />
      {rows.length < products.length && (
        <Button variant="subtle" size="compact-sm" mt={4} onClick={() => setIsWhole(true)}>
          Show all {products.length}
        </Button>
      )}
    </>
  )
}

function LastOrder({ product }: { product: Known | undefined }) {
  if (!product?.lastAt) return null
  return (
    <>
      Last ordered {monthDayWords(dayIn(product.lastAt))}
      {product.orders !== undefined && `, in ${product.orders} recent orders`}
      {product.usualDays !== undefined && `, usually every ${product.usualDays} days`}
    </>
  )
}

const Choice = createContext<{ chosen: ReadonlySet<string>; choose: (id: string, isChosen: boolean) => void }>({
  chosen: new Set(),
  choose: () => {},
})

function ChoiceBox({ product }: { product: ProductCard }) {
  const { chosen, choose } = useContext(Choice)
  return (
    <span className={styles.choice}>
      <Checkbox
        aria-label={`Choose ${product.name}`}
        disabled={isSoldOut(product)}
        checked={chosen.has(product._id)}
        onChange={(event) => choose(product._id, event.currentTarget.checked)}
      />
    </span>
  )
}

const choice = { title: 'Choose', Cell: ChoiceBox }

function Guides() {
  return (
    <GuideStates query={useGuides()}>
      {(guides) => (
        <>
          <Text mb="xs" c="dimmed" fz="sm">
            Open a guide to add its lines to the cart.
          </Text>
          <GuideList guides={guides} empty="Save a cart, an order or a product to a new guide." />
        </>
      )}
    </GuideStates>
  )
}
