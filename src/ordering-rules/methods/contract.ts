import * as z from 'zod/mini'
import { shippingMethods } from '../delivery/delivery-shapes.ts'
import { get, put } from '#shared/endpoint.ts'
import { Message } from '#shared/wire.ts'
import { MethodChange, methodKinds, MethodRow, OpenMethods, paymentMethods } from './method-shapes.ts'

export const orderMethods = {
  open: get('/api/order-methods', {
    access: 'signedIn',
    summary: 'The shipping and payment methods that the caller, or the customer he works for, may choose',
    reply: OpenMethods,
  }),
  rules: get('/api/order-methods/rules', {
    access: 'admin',
    summary: 'For whom each shipping and payment method is open',
    reply: z.array(MethodRow),
  }),
  change: put('/api/order-methods/rules/:kind/:method', {
    access: 'admin',
    summary: 'Sets for whom a method is open; refused where somebody was faster',
    params: z.object({
      kind: z.enum(methodKinds, 'Say whether it is about shipping or payment.'),
      method: z.enum([...shippingMethods, ...paymentMethods], 'This method is not known.'),
    }),
    body: MethodChange,
    reply: Message,
  }),
}
