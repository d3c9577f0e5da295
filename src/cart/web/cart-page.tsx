import { Button, Text, VisuallyHidden } from '@mantine/core'
import panel from '#web/ui/panel.module.css'
import text from '#web/ui/text.module.css'
import { LicenseNote } from '#customers/web/license-note.tsx'
import type { Equivalents } from '#catalog/contract.ts'
import { LineMarks } from '#catalog/web/line-marks.tsx'
import type { ProductSchedule } from '#compliance/schedules/contract.ts'
import { StateMark } from '#compliance/web/schedules/state-mark.tsx'
import { useStateSchedules } from '#compliance/web/schedules/use-state-schedules.ts'
import { DrugName } from '#catalog/web/drug-name.tsx'
import { EquivalentOffers, isSoldOut, NoEquivalents, useEquivalents } from '#catalog/web/equivalent-offers.tsx'
import { ArrivalNote } from '#ordering-rules/web/delivery/arrival-note.tsx'
import { shippingFor } from '#ordering-rules/methods/method-shapes.ts'
import { useOpenMethods } from '#ordering-rules/web/methods/use-open-methods.ts'
import { leftWords, limitNote } from '#ordering-rules/limits/check-limits.ts'
import { perPackage } from '#catalog/unit-words.ts'
import { SourceOfPrice } from '#catalog/web/buyer-price.tsx'
import { Link, useNavigate } from '@tanstack/react-router'
import { ShoppingCart, Snowflake, X } from 'lucide-react'
import { Suspense, useContext, useEffect, useState } from 'react'
import { useCustomer } from '#web/ordering-for.ts'
import { useMayOrder, viewerNote } from '#web/for-buyers.tsx'
import { session, useUser } from '#web/session.ts'
import { SlotsContext } from '#web/slots.ts'
import { useIsFirstLoadDone } from '#web/use-first-load.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Money } from '#web/ui/money.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { ProductPicture } from '#web/ui/product-picture.tsx'
import { QuantityBox } from '#web/ui/quantity-box.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Status } from '#web/ui/status.tsx'
import { grouped } from '#shared/number-words.ts'
import { type CartItem, checkoutBlock, checkoutPath, countOf, isCold, lineBlock, lineTotal, totals } from '../cart.ts'
import { addProductToCart } from './add-to-cart.ts'
import styles from './cart-page.module.css'
import { LineNoteField } from './line-note.tsx'
import { ParkCart, ParkedCarts } from './parked-carts.tsx'
import { refreshCart, refreshOpenedCart } from './sync-cart.ts'
import { addToBrowserCart, removeFromBrowserCart, setQuantity, useCart } from './store.ts'

export function CartPage() {
  const user = useUser()
  const customer = useCustomer()
  const { SaveToGuide, MakeStanding, BudgetNote } = useContext(SlotsContext)
  const items = useCart((cart) => cart.cartItems)
  const shippingMethod = useCart((cart) => cart.shippingMethod)
  const requestedDay = useCart((cart) => cart.requestedDay)
  const open = useOpenMethods()
  const isKnown = useCart((cart) => cart.isKnown)
  const mayOrder = useMayOrder()
  const guideLines = items.map(({ _id, quantity }) => ({ productId: _id, quantity }))
  const [removed, setRemoved] = useState<CartItem | null>(null)

  // Stock and prices may change while the cart is open.
  useEffect(() => {
    const look = () => void refreshOpenedCart().catch(() => {})
    look()
    addEventListener('focus', look)
    return () => removeEventListener('focus', look)
  }, [])

  const remove = (item: CartItem) => {
    removeFromBrowserCart(item._id)
    setRemoved(item)
  }
  const undo = () => {
    if (removed) addToBrowserCart(removed)
    setRemoved(null)
  }

  return (
    <>
      <PageHeading title="Cart">
        {user && mayOrder && (
          <ButtonLink variant="default" to="/quickorder">
            Quick Order
          </ButtonLink>
        )}
      </PageHeading>
      <output className={styles.removed}>
        {removed && (
          <>
            {removed.name} was removed.{' '}
            <button type="button" className={styles.undo} onClick={undo}>
              Undo
            </button>
          </>
        )}
      </output>
      {items.length === 0 && user && !isKnown ? (
        <Skeleton height="12rem" />
      ) : items.length === 0 ? (
        <EmptyState
          icon={<ShoppingCart size={28} strokeWidth={1.5} />}
          title={
            <>
              Cart is empty. <Link to="/search">Go Shopping</Link>
            </>
          }
        />
      ) : (
        <div className={styles.columns}>
          <div>
            <CartLines items={items} remove={remove} />
            {user && (
              <div className={styles.saving}>
                {mayOrder && <ParkCart />}
                <Suspense>
                  <SaveToGuide lines={guideLines} />
                  <MakeStanding lines={guideLines} />
                </Suspense>
              </div>
            )}
          </div>
          <aside className={styles.side}>
            <LicenseNote email={customer?.email ?? user?.email} />
            <ColdNote items={items} />
            {!requestedDay && (
              <ArrivalNote
                items={items}
                method={shippingFor(shippingMethod, items.some(isCold), open.data?.shipping) ?? ''}
              />
            )}
            <Suspense>
              <BudgetNote forUser={customer?._id} total={totals(items).itemsPrice} />
            </Suspense>
            <CartSummary items={items} />
          </aside>
        </div>
      )}
      {user && mayOrder && <ParkedCarts isCartEmpty={items.length === 0} />}
    </>
  )
}

interface Props {
  items: CartItem[]
  remove: (item: CartItem) => void
}

function CartLines({ items, remove }: Props) {
  const equivalents = useEquivalents(items.filter(({ isGone }) => !isGone))
  const byState = useStateSchedules(items.map(({ _id }) => _id))
  return (
    <>
      <NoEquivalents equivalents={equivalents} />
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
            <Line
              key={item._id}
              item={item}
              remove={remove}
              equivalents={equivalents}
              byState={byState.get(item._id)}
            />
          ))}
        </tbody>
      </table>
    </>
  )
}

interface LineProps {
  item: CartItem
  remove: Props['remove']
  equivalents: Equivalents | undefined
  byState: ProductSchedule | undefined
}

function Line({ item, remove, equivalents, byState }: LineProps) {
  const block = lineBlock(item)
  const note = limitNote(item, item.quantity)
  const blockId = `block-${item._id}`
  return (
    <tr>
      <td className={styles.product}>
        <div className={styles.what}>
          <ProductPicture src={item.image} size={56} />
          <div className={styles.words}>
            <Link
              to="/product/$slug"
              params={{ slug: item.page ?? item.slug }}
              className={`${text.product} ${styles.name}`}
            >
              <DrugName name={item.name} />
            </Link>
            <span className={styles.facts}>
              {item.slug}
              <LineMarks line={item} />
              <StateMark of={byState} />
              {item.isNonStocked && <Status tone="neutral">Special Order</Status>}
              {item.allocation && <Status tone="notice">Allocated: {leftWords(item.allocation)}</Status>}
            </span>
            {!item.isGone && <LineNoteField item={item} />}
            {!item.isGone && isSoldOut(item) && (
              <EquivalentOffers
                product={item}
                equivalents={equivalents}
                add={(other) => addProductToCart(other, Math.max(1, item.quantity))}
              />
            )}
          </div>
        </div>
      </td>
      <td>
        <QuantityBox
          label={`Quantity of ${item.name}`}
          value={item.quantity}
          onChange={(quantity) => setQuantity(item, quantity)}
          isWrong={block !== null}
          describedBy={block ? blockId : undefined}
          onEnter={goToNext}
        />
        {block && (
          <p id={blockId} className={styles.lineProblem}>
            {block}
          </p>
        )}
        {note && <p className={styles.note}>{note}</p>}
      </td>
      <td className={styles.price}>
        <Money amount={item.price} />
        <span className={styles.sold}>{perPackage(item)}</span>
        <SourceOfPrice source={item.priceSource} />
        {item.seenPrice !== undefined && <PriceNote was={item.seenPrice} now={item.price} />}
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

/** Shows the earlier price, so that a change is never unnoticed. */
function PriceNote({ was, now }: { was: number; now: number }) {
  return (
    <Text span display="block" mt={4} c="var(--notice)" fz="xs">
      was <Money amount={was} />, now <Money amount={now} />
    </Text>
  )
}

/** Enter moves down the column, as in a spreadsheet. */
const goToNext = (input: HTMLInputElement) => {
  const all = [...(input.closest('tbody')?.querySelectorAll<HTMLInputElement>('input[data-quantity]') ?? [])]
  all[all.indexOf(input) + 1]?.focus()
}

function CartSummary({ items }: { items: CartItem[] }) {
  const navigate = useNavigate()
  const mayOrder = useMayOrder()
  const block = mayOrder ? checkoutBlock(items) : viewerNote()
  const isSettled = useIsFirstLoadDone()
  const [isLooking, setIsLooking] = useState(false)
  const [hasChanged, setHasChanged] = useState(false)

  /** Refreshes the cart first, so that the buyer has seen the stock and prices they check out with. */
  const checkOut = async () => {
    const seen = factsOf(items)
    setIsLooking(true)
    // If this times out, the next step refreshes again.
    await Promise.race([refreshCart().catch(() => {}), new Promise((resume) => setTimeout(resume, patience))])
    setIsLooking(false)
    const now = useCart.getState().cartItems
    const isSame = factsOf(now) === seen
    setHasChanged(!isSame)
    if (isSame) await navigate({ to: '/signin', search: { redirect: checkoutPath(session().user) } })
  }

  return (
    <section className={`${panel.surface} ${styles.summary}`} aria-label="Summary" data-bottom-bar>
      <dl className={styles.figures}>
        <dt>Items</dt>
        <dd>{grouped(countOf(items))}</dd>
        <dt>Subtotal</dt>
        <dd className={styles.subtotal}>
          <Money amount={totals(items).itemsPrice} />
        </dd>
      </dl>
      <Button
        className={styles.button}
        size="md"
        disabled={block !== null || !isSettled}
        loading={isLooking}
        aria-describedby={block ? 'checkout-block' : undefined}
        onClick={() => void checkOut()}
      >
        Proceed to Checkout
      </Button>
      {block && (
        <p id="checkout-block" className={styles.block} role="alert">
          {block}
        </p>
      )}
      {hasChanged && !block && (
        <p className={styles.block} role="alert">
          Your cart has changed since it was shown. Review the marked prices before you continue.
        </p>
      )}
    </section>
  )
}

/** The longest wait for a refresh before checkout continues. */
const patience = 3_000

/** The details the buyer agrees to at checkout. */
const factsOf = (items: readonly CartItem[]): string =>
  JSON.stringify(items.map((item) => [item._id, item.quantity, item.price, lineBlock(item)]))

/** The shipping note for refrigerated products. */
function ColdNote({ items }: { items: CartItem[] }) {
  if (!items.some(isCold)) return null
  return (
    <p className={styles.cold}>
      <Snowflake size={16} aria-hidden />
      Refrigerated products ship overnight and shipping charges are added to the invoice.
    </p>
  )
}
