import * as z from 'zod/mini'
import { Audience, AudienceChange } from '#customers/audience/audience-shapes.ts'
import { shippingMethods } from '../delivery/delivery-shapes.ts'
import { get, put } from '#shared/endpoint.ts'
import { Message } from '#shared/wire.ts'
import { methodKinds, OpenMethods, paymentMethods } from './method-shapes.ts'

export const MethodRow = z.object({
  kind: z.enum(methodKinds),
  method: z.enum([...shippingMethods, ...paymentMethods]),
  ...Audience.shape,
})
export type MethodRow = z.infer<typeof MethodRow>

export const orderMethods = {
  open: get('/api/order-methods', {
    access: 'signedIn',
    summary: 'The shipping and payment methods available to the caller or to the customer they order for',
    reply: OpenMethods,
  }),
  rules: get('/api/order-methods/rules', {
    access: 'admin',
    summary: 'Who each shipping and payment method is available to',
    reply: z.array(MethodRow),
  }),
  change: put('/api/order-methods/rules/:kind/:method', {
    access: 'admin',
    summary: 'Set who a method is available to; refused if it was changed since it was loaded',
    params: z.object({
      kind: z.enum(methodKinds, 'Choose shipping or payment.'),
      method: z.enum([...shippingMethods, ...paymentMethods], 'There is no such method.'),
    }),
    body: AudienceChange,
    reply: Message,
    done: 'Saved',
  }),
}
