import { recordAudit } from '#audit/record-entry.ts'
import { changeAudience } from '#customers/audience/change-audience.ts'
import type { GroupContext } from '#customers/audience/change-group.ts'
import type { AudienceChange } from '#customers/audience/audience-shapes.ts'
import { openAudience, readAudiences } from '#customers/audience/read-audience.ts'
import type { Db } from '#platform/db/tables.ts'
import { actOnce } from '#platform/http/act-once.ts'
import { notFound } from '#platform/http/refusal.ts'
import { shippingMethods } from '../delivery/delivery-shapes.ts'
import type { MethodRow } from './contract.ts'
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

type Change = GroupContext & AudienceChange & Pick<MethodRow, 'kind' | 'method'>

/** Replaces the audience of a method. */
export const changeRule = (db: Db, { actor, request, method, ...change }: Change): Promise<void> =>
  actOnce(db, request, async (tx) => {
    if (!allMethods.some((one) => one.kind === change.kind && one.method === method)) throw notFound('Method')
    await recordAudit(tx, {
      ...(await changeAudience(tx, 'This method', { ...change, subject: method })),
      actorId: actor._id,
      action: 'order method changed',
      entity: 'order method',
      entityId: method,
      request,
    })
  })
