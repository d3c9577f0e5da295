import * as z from 'zod/mini'
import { GroupRow, MemberBusiness } from '#pricing/group-shapes.ts'
import { maxAudienceMembers } from '#pricing/list-shapes.ts'
import { shippingMethods } from '../delivery/delivery-shapes.ts'
import { get, put } from '#shared/endpoint.ts'
import { Id, Message } from '#shared/wire.ts'
import { methodKinds, OpenMethods, paymentMethods } from './method-shapes.ts'

export const MethodRow = z.object({
  kind: z.enum(methodKinds),
  method: z.enum([...shippingMethods, ...paymentMethods]),
  rule: z.enum(['all', 'only', 'except']),
  groups: z.array(z.pick(GroupRow, { _id: true, kind: true, name: true })),
  businesses: z.array(MemberBusiness),
  __v: z.number(),
})
export type MethodRow = z.infer<typeof MethodRow>

const manyMessage = 'A method can list at most 2,000 businesses. Create a group instead.'

export const MethodChange = z.object({
  rule: z.enum(['all', 'only', 'except'], 'Choose who it is available to.'),
  userIds: z.array(Id).check(z.maxLength(maxAudienceMembers, manyMessage)),
  groupIds: z.array(Id).check(z.maxLength(maxAudienceMembers, manyMessage)),
  __v: z.number(),
})
export type MethodChange = z.infer<typeof MethodChange>

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
    body: MethodChange,
    reply: Message,
  }),
}
