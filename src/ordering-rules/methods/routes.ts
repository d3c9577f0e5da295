import { viewerBusiness } from '#catalog/resolve-viewer.ts'
import type { App } from '#platform/feature.ts'
import { changeRule, listRules } from './change-rule.ts'
import { orderMethods } from './contract.ts'
import type { PaymentMethod } from './method-shapes.ts'
import { openMethods } from './open-methods.ts'

export const orderMethodRoutes = ({ serve, db, config }: App): void => {
  const isSetUp: Record<PaymentMethod, boolean> = {
    'By Invoice': true,
    PayPal: config.PAYPAL_CLIENT_ID !== '',
    Stripe: config.STRIPE_SECRET_KEY !== '',
  }

  serve(orderMethods.open, async ({ user }) => {
    const { shipping, payment } = await openMethods(db, { businessId: viewerBusiness(user) })
    return { shipping, payment: payment.filter((method) => isSetUp[method]) }
  })

  serve(orderMethods.rules, () => listRules(db))

  serve(orderMethods.change, (call) => changeRule(db, call))
}
