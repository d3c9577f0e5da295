import { Box, Button, Group, Loader, Text } from '@mantine/core'
import panel from '#web/ui/panel.module.css'
import { nameInText } from '#shared/show-strengths.ts'
import { DrugName } from './drug-name.tsx'
import { Link, useParams } from '@tanstack/react-router'
import { ChevronRight, PackageX } from 'lucide-react'
import { type ComponentType, Suspense, type SyntheticEvent, useContext, useDeferredValue, useState } from 'react'
import { Picture } from '#files/web/picture.tsx'
import { ApiError } from '#web/api-error.ts'
import { ForBuyers, viewerNote } from '#web/for-buyers.tsx'
import { useUser } from '#web/session.ts'
import { SlotsContext } from '#web/slots.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading, useTitle } from '#web/ui/page-heading.tsx'
import { QuantityBox } from '#web/ui/quantity-box.tsx'
import { LoadFailed } from '#web/ui/query-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { grouped } from '#shared/number-words.ts'
import type { Product, ProductCard } from '../contract.ts'
import { minimumQuantity, orderBlock } from '../order-quantity.ts'
import { BuyerPrice, buyerPriceOf, SourceOfPrice, Tiers } from './buyer-price.tsx'
import { FavoriteHeart } from './favorite-heart.tsx'
import { useProduct } from './hooks.ts'
import { OrderLimitMarks } from './order-limit-marks.tsx'
import factStyles from '#web/ui/facts.module.css'
import styles from './product-page.module.css'
import { Reviews } from './reviews.tsx'
import { SameDrug } from './same-drug.tsx'
import { Stars } from './stars.tsx'
import { productUnit } from '../unit-words.ts'
import { UnitPrice } from './row-price.tsx'

interface PageProps {
  addToCart: AddToCart
  /** When the product would arrive; renders nothing if unknown. */
  Arrival: ComponentType<{ product: Product }>
}

export function ProductDetailPage(props: PageProps) {
  const { slug = '' } = useParams({ strict: false })
  const { data, error, refetch } = useProduct(slug)
  // Deferred rendering keeps slow phones responsive.
  const product = useDeferredValue(data)

  if (error instanceof ApiError && error.status === 404) return <NoSuchProduct />
  if (error && !data) return <LoadFailed error={error} retry={() => void refetch()} />
  if (!product)
    return (
      <output className={styles.loading} aria-label="Loading">
        <Loader />
      </output>
    )
  return <ProductDetail key={product._id} product={product} {...props} />
}

function NoSuchProduct() {
  return (
    <>
      <PageHeading title="Product" />
      <EmptyState icon={<PackageX size={28} strokeWidth={1.5} />} title="no product">
        <span>It may have been removed from the catalog.</span>
        <ButtonLink to="/search" variant="default">
          Product Catalog
        </ButtonLink>
      </EmptyState>
    </>
  )
}

interface Props {
  product: Product
}

function ProductDetail({ product, addToCart, Arrival }: Props & PageProps) {
  useTitle(product.name)
  const price = buyerPriceOf(product, useUser()?.email)
  return (
    <>
      <nav className={styles.trail} aria-label="Breadcrumb">
        {product.category && (
          <>
            <Link to="/search" search={{ category: product.category }}>
              {product.category}
            </Link>
            <ChevronRight size={14} aria-hidden />
          </>
        )}
        <span aria-current="page">
          <DrugName name={product.name} />
        </span>
      </nav>
      <div className={styles.product}>
        <div className={styles.picture}>
          <Picture src={product.image} alt={`Picture of ${product.name}`} isFirst />
        </div>
        <div className={styles.head}>
          <h1 className={styles.name}>
            <DrugName name={product.name} />
          </h1>
          <Marks product={product} />
          {product.numReviews > 0 && (
            <a className={styles.rating} href="#reviews">
              <Stars rating={product.rating} /> {product.numReviews} {product.numReviews === 1 ? 'review' : 'reviews'}
            </a>
          )}
        </div>
        <div className={styles.about}>
          <Facts product={product} />
          {product.description && <p className={styles.description}>{product.description}</p>}
        </div>
        <section className={`${panel.surface} ${styles.buy}`} aria-label="Order">
          <div className={styles.price}>
            <BuyerPrice product={product} />
            <FavoriteHeart product={product} />
          </div>
          <UnitPrice product={product} price={price} />
          <SourceOfPrice source={product.priceSource} />
          <Tiers tiers={product.priceTiers} />
          <Availability product={product} />
          <OrderLimitMarks product={product} />
          <BuyBox product={product} addToCart={addToCart} />
          <Arrival product={product} />
        </section>
        <div className={styles.more}>
          <SameDrug productId={product._id} addToCart={addToCart} />
          <Reviews productId={product._id} />
        </div>
      </div>
    </>
  )
}

function Marks({ product }: Props) {
  const { coldStatus, deaSchedule, isPublished, isRestricted } = product
  if (!coldStatus && !deaSchedule && isPublished && !isRestricted) return null
  return (
    <Group component="p" gap={8} wrap="nowrap" mt="sm">
      {deaSchedule && <Status tone="notice">{deaSchedule}</Status>}
      {coldStatus && <Status tone="cold">{coldStatus}</Status>}
      {!isPublished && <Status tone="notice">Draft</Status>}
      {isRestricted && <Status tone="notice">Limited visibility</Status>}
    </Group>
  )
}

function Facts({ product }: Props) {
  const facts = [
    [product.dummyNDC ? 'Item Number:' : 'NDC:', product.ndcNumber],
    ['GTIN:', product.gtin],
    ['Manufacturer:', product.manufacturer],
    ['Brand:', product.brand],
    ['Generic name:', product.genericName],
    ['Strength:', nameInText(product.strength)],
    ['Dosage form:', product.dosageForm],
    ['Route:', product.route],
    ['Pack:', product.packSize],
    ['Dispensing:', product.dispensing === 'Rx' ? 'Rx only' : product.dispensing],
    ['DEA schedule:', product.deaSchedule],
    ['Storage:', product.coldStatus],
    ['Unit of measure:', productUnit(product.unitOfMeasure)],
  ].filter(([, value]) => value)
  return (
    <dl className={`${factStyles.facts} ${factStyles.ruled} ${styles.facts}`}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Availability({ product: { isNonStocked, countInStock } }: Props) {
  if (isNonStocked)
    return (
      <Text inherit my={8}>
        Special Order: Delivers in 2 to 5 business days
      </Text>
    )
  return (
    <Text inherit my={8}>
      {countInStock > 0 ? (
        <Status tone="good">{grouped(countInStock)} in stock</Status>
      ) : (
        <Status tone="bad">Out of stock</Status>
      )}
    </Text>
  )
}

/** Adds pieces of a product to the cart at the signed-in user's price; false if it cannot be ordered. */
export type AddToCart = (product: ProductCard, pieces?: number) => boolean

interface BuyBoxProps {
  product: Product
  addToCart: AddToCart
}

function BuyBox({ product, addToCart }: BuyBoxProps) {
  const [pieces, setPieces] = useState(() => minimumQuantity(product))
  const { NotifyMe, SaveToGuide } = useContext(SlotsContext)
  const isSoldOut = !product.isNonStocked && product.countInStock < 1
  const user = useUser()

  const add = (event: SyntheticEvent) => {
    event.preventDefault()
    if (pieces >= 1 && !isSoldOut) addToCart(product, pieces)
  }

  const block = orderBlock(product)
  if (block)
    return (
      <Callout tone="warning" role="note">
        {block}
      </Callout>
    )
  return (
    <ForBuyers instead={<p>{viewerNote()}</p>}>
      <form className={styles.box} onSubmit={add}>
        <span className={styles.quantity}>
          <span aria-hidden>Quantity</span>
          <QuantityBox label="Quantity" value={pieces} onChange={setPieces} />
        </span>
        <Button type="submit" className={styles.add} disabled={pieces < 1 || isSoldOut}>
          Add to Cart
        </Button>
        <div className={styles.notify}>
          <NotifyMe product={product} quantity={Math.max(pieces, 1)} hasWords />
        </div>
      </form>
      {user && (
        <Box mt="sm">
          <Suspense>
            <SaveToGuide lines={[{ productId: product._id, quantity: Math.max(pieces, 1) }]} />
          </Suspense>
        </Box>
      )}
    </ForBuyers>
  )
}
