import * as z from 'zod/mini'
import { BackorderChoice } from '#fulfillment/backorder-shapes.ts'
import { CostCenterChoices } from '#orders/charge-shapes.ts'
import { get, post, put } from '#shared/endpoint.ts'
import { Id, IdParams, Message } from '#shared/wire.ts'
import { CostCenter, CostCenterChange, NewCostCenter } from './cost-center-shapes.ts'

const managed = { access: 'manager' } as const

/** For managers and their own business only; staff cannot change it. */
export const costCenters = {
  list: get('/api/cost-centers', {
    ...managed,
    summary:
      'Cost centers of the caller’s business, whether every order needs one and a purchase order number, and the choice for backorders',
    reply: z.object({
      costCenters: z.array(CostCenter),
      isRequired: z.boolean(),
      needsPurchaseOrder: z.boolean(),
      backorders: z.nullable(BackorderChoice),
    }),
  }),
  add: post('/api/cost-centers', {
    ...managed,
    summary: 'Add a cost center to the caller’s business',
    body: NewCostCenter,
    reply: z.extend(Message, { _id: z.string() }),
    status: 201,
  }),
  change: put('/api/cost-centers/:id', {
    ...managed,
    summary: 'Rename a cost center, activate or deactivate it, and choose whether its orders need approval',
    params: IdParams,
    body: CostCenterChange,
    reply: Message,
    done: 'Cost center saved',
  }),
  require: put('/api/cost-center-rule', {
    ...managed,
    summary: 'Choose whether every order of the caller’s business needs a cost center',
    body: z.object({ isRequired: z.boolean('Choose whether every order needs one.') }),
    reply: Message,
  }),
  requirePurchaseOrder: put('/api/purchase-order-rule', {
    ...managed,
    summary: 'Choose whether every order of the caller’s business needs a purchase order number',
    body: z.object({ isRequired: z.boolean('Choose whether every order needs one.') }),
    reply: Message,
  }),
  chooseBackorders: put('/api/backorder-rule', {
    ...managed,
    summary: 'Choose what is preselected at checkout for backordered items, or not to ask',
    body: z.object({ backorders: z.nullable(BackorderChoice) }),
    reply: Message,
  }),
  choices: get('/api/cost-centers/choices', {
    access: 'signedIn',
    summary: 'Cost centers that the caller’s order or, for staff, a customer’s order can be charged to',
    query: z.object({ forUser: z.optional(Id) }),
    reply: CostCenterChoices,
  }),
}
