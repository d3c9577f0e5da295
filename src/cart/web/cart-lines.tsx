import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { Money } from '#web/ui/money.tsx'
import { ProductPicture } from '#web/ui/product-picture.tsx'
import { QuantityBox } from '#web/ui/quantity-box.tsx'
import { Status } from '#web/ui/status.tsx'
import { isCold, lineBlock, lineTotal, type CartItem } from '../cart.ts'
import styles from './cart-lines.module.css'
import { addItem } from './store.ts'

interface Props {
  items: CartItem[]
  remove: (item: CartItem) => void
}

export function CartLines({ items, remove }: Props) {
  return (
    <table className={styles.table} aria-label="Cart">
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col">Quantity</th>
          <th scope="col" className={styles.price}>
            Price per unit
          </th>
          <th scope="col" className={styles.total}>
            Total
          </th>
          <th scope="col">
            <VisuallyHidden>Remove</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Line key={item._id} item={item} remove={remove} />
        ))}
      </tbody>
    </table>
  )
}

function Line({ item, remove }: { item: CartItem; remove: Props['remove'] }) {
  const block = lineBlock(item)
  const blockId = `block-${item._id}`
  return (
    <tr>
      <td className={styles.product}>
        <div className={styles.what}>
          <ProductPicture src={item.image} size={56} />
          <div className={styles.words}>
            <Link to="/product/$slug" params={{ slug: item.slug }} className={styles.name}>
              {item.name}
            </Link>
            <span className={styles.facts}>
              {item.slug}
              {isCold(item) && <Status tone="cold">{item.coldStatus}</Status>}
              {item.isNonStocked && <Status tone="neutral">Special Order</Status>}
            </span>
          </div>
        </div>
      </td>
      <td className={styles.quantity}>
        <QuantityBox
          label={`Quantity of ${item.name}`}
          value={item.quantity}
          onChange={(quantity) => addItem({ ...item, quantity })}
          isWrong={block !== null}
          describedBy={block ? blockId : undefined}
          onEnter={goToNext}
        />
        {block && (
          <p id={blockId} className={styles.block}>
            {block}
          </p>
        )}
      </td>
      <td className={styles.price}>
        <Money amount={item.price} />
      </td>
      <td className={styles.total}>
        <Money amount={lineTotal(item)} />
      </td>
      <td className={styles.remove}>
        <button type="button" aria-label={`Remove ${item.name}`} title="Remove" onClick={() => remove(item)}>
          <X size={18} aria-hidden />
        </button>
      </td>
    </tr>
  )
}

/** Enter goes down the column, as in a spreadsheet. */
const goToNext = (input: HTMLInputElement) => {
  const all = [...(input.closest('tbody')?.querySelectorAll<HTMLInputElement>('input[data-quantity]') ?? [])]
  all[all.indexOf(input) + 1]?.focus()
}
