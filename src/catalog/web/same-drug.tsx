import { Box, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { useContext } from 'react'
import { ForBuyers } from '#web/for-buyers.tsx'
import { useUser } from '#web/session.ts'
import { SlotsContext } from '#web/slots.ts'
import { grouped } from '#shared/number-words.ts'
import { catalog, type ProductCard } from '../contract.ts'
import { orderBlock } from '../order-quantity.ts'
import { BuyerPrice, buyerPriceOf } from './buyer-price.tsx'
import { NoEquivalents } from './equivalent-offers.tsx'
import { LineMarks } from './line-marks.tsx'
import { DrugName } from './drug-name.tsx'
import { OrderBlockText } from './order-block-text.tsx'
import { orderButtonLabel } from './order-button-label.ts'
import soft from '#web/ui/soft-button.module.css'
import text from '#web/ui/text.module.css'
import styles from './same-drug.module.css'
import { UnitPrice } from './row-price.tsx'

interface Props {
  productId: string
  addToCart: (product: ProductCard) => void
}

const parts = [
  ['packs', 'Other packs'],
  ['makers', 'Same drug, strength and form'],
  ['strengths', 'Other strengths'],
] as const

/** Other packs, manufacturers and strengths of the drug; the cart changes only by a press of the button. */
export function SameDrug({ productId, addToCart }: Props) {
  const { data } = useQuery(queryOf(catalog.sameDrug, { params: { id: productId } }))
  if (!data) return null
  return (
    <>
      <NoEquivalents equivalents={data} />
      {parts.map(
        ([part, title]) =>
          data[part].length > 0 && (
            <Box key={part} component="section" mt="lg" aria-labelledby={part}>
              <Text id={part} component="h2" mb={6} fz="lg" fw={620}>
                {title}
              </Text>
              <ul>
                {data[part].map((product) => (
                  <Row key={product._id} product={product} addToCart={addToCart} />
                ))}
              </ul>
            </Box>
          ),
      )}
    </>
  )
}

function Row({ product, addToCart }: { product: ProductCard; addToCart: Props['addToCart'] }) {
  const { name, slug, manufacturer, ndcNumber, countInStock, isNonStocked } = product
  const { NotifyMe } = useContext(SlotsContext)
  const price = buyerPriceOf(product, useUser()?.email)
  const isSoldOut = !isNonStocked && countInStock < 1
  const label = orderButtonLabel(product)
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <span>
          <Link to="/product/$slug" params={{ slug }} className={text.product}>
            <DrugName name={name} />
          </Link>{' '}
          <LineMarks line={product} />
        </span>
        <Text span c="dimmed" fz="sm">
          {product.dummyNDC ? 'Item Number' : 'NDC'}: {ndcNumber}
          {manufacturer && ` · ${manufacturer}`}
          {!isNonStocked && countInStock > 0 && ` · ${grouped(countInStock)} in stock`}
        </Text>
      </div>
      <div className={styles.price}>
        <BuyerPrice product={product} />
        <UnitPrice product={product} price={price} />
      </div>
      <ForBuyers>
        {orderBlock(product) ? (
          <OrderBlockText product={product} />
        ) : (
          <Group gap={6} wrap="nowrap">
            <button
              type="button"
              className={`${soft.soft} ${styles.add}`}
              disabled={isSoldOut}
              aria-label={`${label}: ${name}`}
              onClick={() => addToCart(product)}
            >
              {label}
            </button>
            <NotifyMe product={product} />
          </Group>
        )}
      </ForBuyers>
    </li>
  )
}
