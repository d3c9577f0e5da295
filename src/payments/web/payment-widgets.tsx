import type { Order } from '#orders/order-shapes.ts'
import type { OrderPayments } from '../contract.ts'
import { CardForm } from './card-form.tsx'
import styles from './payment-widgets.module.css'
import { PayPalWallet } from './paypal-wallet.tsx'

function PaymentWidgets({ order, payments }: { order: Order; payments: OrderPayments }) {
  const { offered, scripts, payPal } = payments
  return (
    <div className={styles.widgets}>
      {offered.includes('paypal') && (
        <section aria-label="Pay with PayPal">
          <h3 className={styles.title}>PayPal</h3>
          <PayPalWallet orderId={order._id} script={scripts.paypal} {...payPal} />
        </section>
      )}
      {offered.includes('stripe') && (
        <section aria-label="Pay by card">
          <h3 className={styles.title}>Card</h3>
          <CardForm orderId={order._id} amount={order.totalPrice} script={scripts.stripe} />
        </section>
      )}
    </div>
  )
}

// React loads a chunk by its default export.
export { PaymentWidgets as default }
