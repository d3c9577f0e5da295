import { Radio, Stack } from '@mantine/core'
import { Snowflake } from 'lucide-react'
import type { RefObject } from 'react'
import { type CartDetails, maxPurchaseOrderLength } from '#cart/cart.ts'
import type { WrittenDetails } from '#cart/detail-shapes.ts'
import { type ShippingMethod, shippingMethods } from '#ordering-rules/delivery/delivery-shapes.ts'
import { noShippingMessage } from '#ordering-rules/methods/method-shapes.ts'
import { LimitedInput } from '#web/form/limited-text.tsx'
import { noPurchaseOrderMessage } from '../../charge-shapes.ts'
import { DeliveryDetails } from '#cart/web/delivery-details.tsx'
import { EarlierOrders } from './earlier-orders.tsx'
import styles from './shipping-fields.module.css'

interface Shipping extends WrittenDetails {
  purchaseOrder: string
  /** Null if no method is available. */
  shippingMethod: ShippingMethod | null
}

interface Props {
  value: Shipping
  hasCold: boolean
  /** The available methods, once loaded. */
  open: readonly ShippingMethod[] | undefined
  /** The customer that staff order for. */
  forUser?: string | undefined
  number: {
    needsNumber: boolean
    isNumberMissing: boolean
    numberInput: RefObject<HTMLInputElement | null>
  }
  /** The days that can be requested for delivery; undefined until known. */
  days: readonly string[] | undefined
  change: (patch: Partial<CartDetails>) => void
}

export function ShippingFields({ value, hasCold, open = shippingMethods, forUser, number, days, change }: Props) {
  const { needsNumber, isNumberMissing, numberInput } = number
  return (
    <Stack gap="lg">
      <div>
        <LimitedInput
          ref={numberInput}
          label="Purchase order number"
          description={`${needsNumber ? 'At' : 'Optional, at'} most ${maxPurchaseOrderLength} characters. Printed on the invoice.`}
          required={needsNumber}
          error={isNumberMissing && noPurchaseOrderMessage}
          name="purchaseOrder"
          size="md"
          value={value.purchaseOrder}
          onChange={(event) => change({ purchaseOrder: event.currentTarget.value })}
          most={maxPurchaseOrderLength}
          autoComplete="off"
          className={styles.number}
        />
        <EarlierOrders number={value.purchaseOrder} forUser={forUser} />
      </div>
      <Radio.Group
        label="Shipping method"
        size="md"
        value={value.shippingMethod}
        error={open.length === 0 && noShippingMessage}
        onChange={(method) => change({ shippingMethod: method as ShippingMethod })} // the radios hold nothing else
      >
        <div className={styles.methods}>
          {open.map((method) => (
            <Radio key={method} value={method} label={method} className={styles.method} />
          ))}
        </div>
      </Radio.Group>
      <ColdNote isTrue={hasCold} />
      <DeliveryDetails value={value} days={days} change={change} />
    </Stack>
  )
}

/** Always shown; highlighted if the order has refrigerated products. */
export function ColdNote({ isTrue }: { isTrue: boolean }) {
  return (
    <p className={styles.note} data-cold={isTrue || undefined}>
      <Snowflake size={16} aria-hidden />
      Refrigerated products ship overnight and shipping charges are added to the invoice.
    </p>
  )
}
