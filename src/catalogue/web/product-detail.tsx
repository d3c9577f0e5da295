import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useTitle } from '#web/ui/page-heading.tsx'
import { Status } from '#web/ui/status.tsx'
import type { Product } from '../contract.ts'
import { BuyerPrice } from './buyer-price.tsx'
import { BuyBox, type AddToCart } from './buy-box.tsx'
import { FavouriteHeart } from './favourite-heart.tsx'
import { Reviews } from './reviews.tsx'
import { Stars } from './stars.tsx'
import { Picture } from '#pictures/web/picture.tsx'
import styles from './product-page.module.css'

interface Props {
  product: Product
}

export function ProductDetail({ product, addToCart }: Props & { addToCart: AddToCart }) {
  useTitle(product.name)
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
        <span aria-current="page">{product.name}</span>
      </nav>
      <div className={styles.product}>
        <div className={styles.picture}>
          <Picture src={product.image} alt={`Picture of ${product.name}`} isFirst />
        </div>
        <div className={styles.head}>
          <h1 className={styles.name}>{product.name}</h1>
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
        <section className={styles.buy} aria-label="Order">
          <div className={styles.price}>
            <BuyerPrice product={product} />
            <FavouriteHeart product={product} />
          </div>
          <Availability product={product} />
          <BuyBox product={product} addToCart={addToCart} />
        </section>
      </div>
      <Reviews productId={product._id} />
    </>
  )
}

function Marks({ product }: Props) {
  const { coldStatus, isPublished } = product
  if (!coldStatus && isPublished) return null
  return (
    <p className={styles.marks}>
      {coldStatus && (
        <Status tone="cold">{coldStatus === 'Refrigerated' ? coldStatus : `Refrigerated: ${coldStatus}`}</Status>
      )}
      {!isPublished && <Status tone="notice">Draft</Status>}
    </p>
  )
}

function Facts({ product }: Props) {
  const facts = [
    [product.dummyNDC ? 'Item Number:' : 'NDC:', product.ndcNumber],
    ['Manufacturer:', product.manufacturer],
    ['Brand:', product.brand],
    ['Generic name:', product.genericName],
    ['Base UoM:', product.unitOfMeasure],
  ].filter(([, value]) => value)
  return (
    <dl className={styles.facts}>
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
  if (isNonStocked) return <p className={styles.availability}>Special Order: Delivers in 2 to 5 business days</p>
  return (
    <p className={styles.availability}>
      {countInStock > 0 ? (
        <Status tone="good">{countInStock.toLocaleString('en-US')} in stock</Status>
      ) : (
        <Status tone="bad">Out of stock</Status>
      )}
    </p>
  )
}
