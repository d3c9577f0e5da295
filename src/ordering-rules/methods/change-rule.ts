import { changeAudience } from '#customers/audience/change-audience.ts'
import { openAudience, readAudiences } from '#customers/audience/read-audience.ts'
import { act } from '#platform/act.ts'
import type { Db } from '#platform/db/tables.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { shippingMethods } from '../delivery/delivery-shapes.ts'
import type { MethodRow, orderMethods } from './contract.ts'
import { methodKinds, paymentMethods } from './method-shapes.ts'

const methods = { shipping: shippingMethods, payment: paymentMethods }

const allMethods = methodKinds.flatMap((kind) => methods[kind].map((method) => ({ kind, method })))

/** All methods, each with its audience. */
export const listRules = async (db: Db): Promise<MethodRow[]> => {
  const audiences = await readAudiences(db, methodKinds)
  return allMethods.map(({ kind, method }) => {
    const found = audiences.find((audience) => audience.kind === kind && audience.subject === method)
    return { ...(found ?? openAudience), kind, method }
  })
}

/** Replaces the audience of a method. */
export const changeRule = (
  db: Db,
  { params: { kind, method }, body, ...acting }: CallOf<typeof orderMethods.change>,
): Promise<void> =>
  act(db, acting, async ({ tx, record }) => {
    if (!allMethods.some((one) => one.kind === kind && one.method === method)) throw notFound('Method')
    const changed = await changeAudience(tx, 'This method', { ...body, kind, subject: method })
    await record('order method changed', ['order method', method], changed)
  })
