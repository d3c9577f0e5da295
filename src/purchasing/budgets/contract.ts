import * as z from 'zod/mini'
import { del, get, post, put } from '#shared/endpoint.ts'
import { Id, IdParams, Message } from '#shared/wire.ts'
import { Budget, BudgetChange, BudgetLeft, NewBudget } from './budget-shapes.ts'

const managed = { access: 'manager' } as const

/** For managers and their own business only, like cost centers; callers about to order see what is left. */
export const budgets = {
  list: get('/api/budgets', {
    ...managed,
    summary: 'Budgets of the caller’s business, with the amount used in this period',
    reply: z.object({ budgets: z.array(Budget) }),
  }),
  add: post('/api/budgets', {
    ...managed,
    summary: 'Limit the spend of a person, a cost center or the whole business',
    body: NewBudget,
    reply: z.extend(Message, { _id: z.string() }),
    status: 201,
  }),
  change: put('/api/budgets/:id', {
    ...managed,
    summary: 'Change the amount of a budget, its period, or what happens to orders over budget',
    params: IdParams,
    body: BudgetChange,
    reply: Message,
    done: 'Budget saved',
  }),
  remove: del('/api/budgets/:id', {
    ...managed,
    summary: 'Remove a budget',
    params: IdParams,
    reply: Message,
    done: 'Budget removed',
  }),
  left: get('/api/budgets/left', {
    access: 'signedIn',
    summary: 'What is left of the budgets that the caller’s order or, for staff, a customer’s order counts toward',
    query: z.object({ forUser: z.optional(Id), costCenterId: z.optional(Id) }),
    reply: z.object({ budgets: z.array(BudgetLeft) }),
  }),
}
