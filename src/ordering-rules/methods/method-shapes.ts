import * as z from 'zod/mini'
import { coldMethod, type ShippingMethod, shippingMethods } from '../delivery/delivery-shapes.ts'

export const paymentMethods = ['By Invoice', 'PayPal', 'Stripe'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export const methodKinds = ['shipping', 'payment'] as const
export type MethodKind = (typeof methodKinds)[number]

/** Labels for staff; buyers see the names of the methods. */
export const methodWords: Record<ShippingMethod | PaymentMethod, string> = {
  'UPS GROUND': 'UPS GROUND',
  'FEDEX PRIORITY OVERNIGHT': 'FEDEX PRIORITY OVERNIGHT',
  'By Invoice': 'By Invoice (on account)',
  PayPal: 'PayPal',
  Stripe: 'Card (Stripe)',
}

/** Labels shown to buyers before an order is placed. */
export const paymentWords: Record<PaymentMethod, string> = {
  'By Invoice': 'By Invoice',
  PayPal: 'PayPal, once the order is placed',
  Stripe: 'By card, once the order is placed',
}

/** The methods that a business may choose. */
export const OpenMethods = z.object({
  shipping: z.array(z.enum(shippingMethods)),
  payment: z.array(z.enum(paymentMethods)),
})
export type OpenMethods = z.infer<typeof OpenMethods>

export const noShippingMessage = 'No shipping method is available to this business. Contact us.'
export const noPaymentMessage = 'No payment method is available to this business. Contact us.'

/** The previously chosen method if open, or one that fits the items, or any open one, or null. */
export const shippingFor = (
  chosen: string,
  hasCold: boolean,
  open: readonly ShippingMethod[] | undefined,
): ShippingMethod | null => {
  const methods = open ?? shippingMethods
  const wanted = methods.find((method) => method === chosen)
  const fitting = hasCold ? coldMethod : 'UPS GROUND'
  return wanted ?? methods.find((method) => method === fitting) ?? methods[0] ?? null
}

/** Invoice is the default wherever it is open. */
export const paymentFor = (open: readonly PaymentMethod[] | undefined): PaymentMethod | null => {
  const methods = open ?? paymentMethods
  return (
    methods.find((method) => method === 'By Invoice') ??
    methods.find((method) => method === 'Stripe') ??
    methods[0] ??
    null
  )
}
