import { Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { CartItem } from '#cart/cart.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/money.tsx'
import type { Repriced } from '../../order-shapes.ts'
import type { RefusedLines } from './read-refusal.ts'
import type { PreviewLine } from './preview-order.ts'
import styles from './refused-lines.module.css'
import { ShoppingCart } from 'lucide-react'

interface Props {
  unavailable: RefusedLines | null
  /** Listed too if both stock and prices changed. */
  repriced: Repriced | null
  items: CartItem[]
  adjust: (unavailable: RefusedLines) => void
  close: () => void
}

export function UnavailableDialog({ unavailable, repriced, items, adjust, close }: Props) {
  // Keeps the content readable while the dialog fades out.
  const [shown, setShown] = useState(unavailable)
  if (unavailable && unavailable !== shown) setShown(unavailable)
  const { soldOut = [], lowStock = [], overLimit = [], notSupplied = [] } = shown ?? {}
  const nameOf = ({ _id, name }: { _id: string; name: string }) =>
    name || items.find((item) => item._id === _id)?.name || 'A product'

  return (
    <Dialog isOpen={unavailable !== null} title="Your order was not placed" size="lg" close={close}>
      <Text inherit mb="md" c="dimmed">
        {notSupplied.length > 0
          ? 'Some products can’t be supplied to you.'
          : 'Some products are not available as ordered.'}
      </Text>
      {notSupplied.length > 0 && (
        <>
          <Text component="h3" mb={4} fz="sm" fw={620}>
            Can’t be supplied -
          </Text>
          <ul className={styles.list}>
            {notSupplied.map((line) => (
              <li key={line._id}>
                <span>{nameOf(line)}</span>
                <span className={styles.reason}>{line.reason}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {soldOut.length > 0 && (
        <>
          <Text component="h3" mb={4} fz="sm" fw={620}>
            Sold out -
          </Text>
          <ul className={styles.list}>
            {soldOut.map((line) => (
              <li key={line._id}>{nameOf(line)}</li>
            ))}
          </ul>
        </>
      )}
      {lowStock.length > 0 && (
        <>
          <Text component="h3" mb={4} fz="sm" fw={620}>
            Stock count changed -
          </Text>
          <ul className={styles.list}>
            {lowStock.map((line) => (
              <li key={line._id}>
                <span>{nameOf(line)}</span>
                <span className={styles.figure}>
                  {line.requested.toLocaleString('en-US')} ordered, {line.countInStock.toLocaleString('en-US')}{' '}
                  available
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {overLimit.length > 0 && (
        <>
          <Text component="h3" mb={4} fz="sm" fw={620}>
            Over a limit -
          </Text>
          <ul className={styles.list}>
            {overLimit.map((line) => (
              <li key={line._id}>
                <span>{nameOf(line)}</span>
                <span className={styles.reason}>
                  {line.reason} {line.fits > 0 ? `${line.fits.toLocaleString('en-US')} can be ordered.` : ''}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {repriced && repriced.length > 0 && (
        <>
          <Text component="h3" mb={4} fz="sm" fw={620}>
            Price changed -
          </Text>
          <PriceList repriced={repriced} items={items} />
        </>
      )}
      <div className={styles.actions}>
        <ButtonLink variant="default" to="/cart">
          Back to cart
        </ButtonLink>
        <Button onClick={() => unavailable && adjust(unavailable)}>Adjust my cart</Button>
      </div>
    </Dialog>
  )
}

/** Lines that block the next checkout step. */
export function StoppedLines({ lines }: { lines: readonly PreviewLine[] }) {
  return (
    <div className={styles.alert} role="alert">
      <p>
        Some products in your cart can’t be ordered as they are. <Link to="/cart">Change your cart</Link>
      </p>
      <ul className={styles.list}>
        {lines.map(({ item, notice }) => (
          <li key={item._id}>
            <span>{item.name}</span>
            <span className={styles.figure}>{notice}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The preview below already shows the new prices; this names the changed ones. */
export function RepricedAlert({ repriced, items }: { repriced: Repriced; items: readonly SeenItem[] }) {
  const alert = useRef<HTMLDivElement>(null)

  // In braces, because newer browsers return a promise, which React would take for a cleanup function.
  useEffect(() => {
    alert.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  return (
    <div ref={alert} className={styles.alert} role="alert">
      <p>Prices have changed. Check your order again.</p>
      {repriced.length > 0 && <PriceList repriced={repriced} items={items} />}
    </div>
  )
}

/** An item as shown before, with its price if known. */
interface SeenItem extends Pick<CartItem, '_id' | 'name' | 'seenPrice'> {
  price: number | null
}

function PriceList({ repriced, items }: { repriced: Repriced; items: readonly SeenItem[] }) {
  return (
    <ul className={styles.list}>
      {repriced.map(({ _id, name, price }) => {
        const item = items.find((one) => one._id === _id)
        const was = item?.seenPrice ?? item?.price ?? null
        return (
          <li key={_id}>
            <span>{name || item?.name}</span>
            <span className={styles.figure}>
              {was !== null && was !== price && (
                <>
                  was <Money amount={was} />,{' '}
                </>
              )}
              now <Money amount={price} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** In place of a checkout without lines. */
export function EmptyCheckout({ children }: { children?: ReactNode }) {
  return (
    <EmptyState icon={<ShoppingCart size={28} strokeWidth={1.5} />} title="Cart is empty.">
      <Group justify="center">
        <ButtonLink variant="default" to="/search">
          Go Shopping
        </ButtonLink>
        {children}
      </Group>
    </EmptyState>
  )
}
