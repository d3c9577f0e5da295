import { Box, Group } from '@mantine/core'
import { TextLink } from '#web/ui/button-link.tsx'
import panel from '#web/ui/panel.module.css'
import { saveDetails } from '#cart/web/store.ts'
import { noPaymentMessage, noShippingMessage, paymentWords } from '#ordering-rules/methods/method-shapes.ts'
import { dayWords } from '#shared/day-words.ts'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { AddressSkeleton } from './checkout-skeletons.tsx'
import { profileShipTo } from './preview-order.ts'
import { ShipToChoice } from './ship-to-choice.tsx'
import { Status } from '#web/ui/status.tsx'
import { noPurchaseOrderMessage } from '../../charge-shapes.ts'
import { EarlierOrders } from './earlier-orders.tsx'
import { ColdNote, ShippingFields } from './shipping-fields.tsx'
import styles from './shipping-panels.module.css'
import type { Checkout } from './use-checkout.ts'

interface Props {
  checkout: Checkout
}

/** Staff choose shipping here; customers did so in the previous step. */
export function ShippingPanel({ checkout }: Props) {
  return (
    <Panel title="Shipping">
      <ShippingFields
        value={checkout.shipping}
        hasCold={checkout.hasCold}
        open={checkout.shipping.open?.shipping}
        forUser={checkout.customer?._id}
        number={checkout.shipping}
        days={checkout.shipping.days}
        change={saveDetails}
      />
      {checkout.customer && checkout.shipping.paymentMethod !== 'By Invoice' && (
        <p>{checkout.shipping.paymentMethod ? paymentWords[checkout.shipping.paymentMethod] : noPaymentMessage}</p>
      )}
    </Panel>
  )
}

export function DeliveryPanel({ checkout }: Props) {
  const { shippingMethod, paymentMethod, purchaseOrder, isNumberMissing, note, attention, requestedDay } =
    checkout.shipping
  const isDayGone = requestedDay !== null && checkout.shipping.days?.includes(requestedDay) === false
  return (
    <Panel>
      <Group gap={0} align="baseline" justify="space-between" wrap="nowrap" mb="sm">
        <h2 className={panel.heading}>Shipping</h2>
        <TextLink to="/shipping" fz="sm" lh="24px" td="underline">
          Change
        </TextLink>
      </Group>
      <div className={styles.facts}>
        <QueryStates query={checkout.profile} skeleton={<AddressSkeleton />}>
          {(found) => <ShipToChoice forUser={found._id} own={profileShipTo(found)} />}
        </QueryStates>
        <dl className={styles.list}>
          <div>
            <dt>Shipping method</dt>
            <dd>{shippingMethod ?? noShippingMessage}</dd>
          </div>
          <div>
            <dt>Purchase order number</dt>
            <dd>
              {purchaseOrder || (isNumberMissing ? <Status tone="bad">{noPurchaseOrderMessage}</Status> : '–')}
              <EarlierOrders number={purchaseOrder} forUser={checkout.customer?._id} />
            </dd>
          </div>
          <div>
            <dt>Payment method</dt>
            <dd>{paymentMethod ? paymentWords[paymentMethod] : noPaymentMessage}</dd>
          </div>
          {requestedDay && (
            <div>
              <dt>Delivery day</dt>
              <dd>
                {dayWords(requestedDay)}
                {isDayGone && <Status tone="bad">Choose another day</Status>}
              </dd>
            </div>
          )}
          {attention.trim() && (
            <div>
              <dt>Attention</dt>
              <dd>{attention}</dd>
            </div>
          )}
          {note.trim() && (
            <div>
              <dt>Note to the wholesaler</dt>
              <dd className={styles.note}>{note}</dd>
            </div>
          )}
        </dl>
      </div>
      {checkout.hasCold && (
        <Box mt="md">
          <ColdNote isTrue />
        </Box>
      )}
    </Panel>
  )
}
