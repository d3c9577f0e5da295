import { perPackage } from '#catalog/unit-words.ts'
import { DrugName } from '#catalog/web/drug-name.tsx'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { addAllToCart, addToCart } from '#cart/web/add-to-cart.ts'
import { ForBuyers } from '#web/for-buyers.tsx'
import { Money } from '#web/ui/money.tsx'
import { ProductPicture } from '#web/ui/product-picture.tsx'
import { QuantityBox } from '#web/ui/quantity-box.tsx'
import type { OfferedProduct } from '../../habits/offer-shapes.ts'
import { Block } from '#web/ui/block.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { orderButtonLabel } from '#catalog/web/order-button-label.ts'
import soft from '#web/ui/soft-button.module.css'
import text from '#web/ui/text.module.css'
import styles from './offers.module.css'

type Offer = OfferedProduct & { reason?: ReactNode; quantity?: number }

interface Props {
  title: string
  lead?: string
  icon: ReactNode
  /** Why there are no products, and how that changes. */
  empty: string
  products: Offer[]
  /** Several columns if there is room. */
  isGrid?: boolean
  /** Products can be selected and added together. */
  isChoice?: boolean
}

/** Products that can be added to the cart directly. */
export function Offers({ title, lead, icon, empty, products, isGrid = false, isChoice = false }: Props) {
  const [quantities, setQuantities] = useState<Record<string, number>>({})
  const [chosen, setChosen] = useState<readonly string[]>([])
  const quantityOf = ({ _id, quantity = 1 }: Offer) => quantities[_id] ?? quantity
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => (isChosen ? [...before, id] : before.filter((one) => one !== id)))
  const sold = products.filter((product) => !isSoldOut(product))
  return (
    <Block
      title={title}
      lead={products.length > 0 ? lead : undefined}
      controls={
        isChoice &&
        sold.length > 0 && (
          <AddSeveral
            all={sold.map((product) => ({ product, quantity: quantityOf(product) }))}
            chosen={chosen}
            done={() => setChosen([])}
          />
        )
      }
    >
      {products.length === 0 ? (
        <EmptyState icon={icon} title="Nothing here yet">
          {empty}
        </EmptyState>
      ) : (
        <ul className={styles.list} data-grid={isGrid || undefined}>
          {products.map((product) => (
            <OfferRow
              key={product._id}
              product={product}
              quantity={quantityOf(product)}
              setQuantity={(quantity) => setQuantities((before) => ({ ...before, [product._id]: quantity }))}
              choice={
                isChoice && (
                  <Checkbox
                    aria-label={`Choose ${product.name}`}
                    disabled={isSoldOut(product)}
                    checked={chosen.includes(product._id)}
                    onChange={(event) => choose(product._id, event.currentTarget.checked)}
                  />
                )
              }
            />
          ))}
        </ul>
      )}
    </Block>
  )
}

const isSoldOut = ({ isNonStocked, countInStock }: Offer): boolean => !isNonStocked && countInStock < 1

interface AddSeveralProps {
  all: { product: Offer; quantity: number }[]
  chosen: readonly string[]
  done: () => void
}

/** Adds the selected products, or all if none is selected. */
function AddSeveral({ all, chosen, done }: AddSeveralProps) {
  const wanted = chosen.length === 0 ? all : all.filter(({ product }) => chosen.includes(product._id))
  const add = () => {
    addAllToCart(wanted.filter(({ quantity }) => quantity >= 1))
    done()
  }
  return (
    <ForBuyers>
      <Button size="xs" onClick={add}>
        {chosen.length === 0 ? 'Add all to cart' : `Add ${wanted.length} to cart`}
      </Button>
    </ForBuyers>
  )
}

interface RowProps {
  product: Offer
  quantity: number
  setQuantity: (quantity: number) => void
  choice: ReactNode
}

function OfferRow({ product, quantity, setQuantity, choice }: RowProps) {
  const { name, slug, ndcNumber, dummyNDC, image, price, reason } = product
  const sold = perPackage(product)
  const isGone = isSoldOut(product)
  const label = orderButtonLabel(product)
  const add = () => {
    if (quantity >= 1) addToCart(product, quantity)
  }
  return (
    <li className={styles.offer} data-choice={choice ? true : undefined}>
      {choice}
      <ProductPicture src={image} size={56} />
      <Stack gap={1} miw={0}>
        <Link to="/product/$slug" params={{ slug }} className={text.product}>
          <DrugName name={name} />
        </Link>
        <span className={styles.fact}>
          {dummyNDC ? 'Item Number' : 'NDC'}: {ndcNumber}
        </span>
        {reason && <span className={styles.fact}>{reason}</span>}
      </Stack>
      <div className={styles.buy}>
        <Text span inherit fw={600}>
          <Money amount={price} />
          {sold && (
            <Text span c="dimmed" fz="xs" fw={400}>
              {' '}
              {sold}
            </Text>
          )}
        </Text>
        <ForBuyers>
          <Group component="span" gap={8} wrap="nowrap">
            {!isGone && (
              <QuantityBox
                label={`Quantity: ${name}`}
                value={quantity}
                onChange={setQuantity}
                isWrong={quantity < 1}
                onEnter={add}
              />
            )}
            <button
              type="button"
              className={soft.soft}
              disabled={isGone || quantity < 1}
              aria-label={`${label}: ${name}`}
              onClick={add}
            >
              {label}
            </button>
          </Group>
        </ForBuyers>
      </div>
    </li>
  )
}
