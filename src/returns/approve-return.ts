import { sql } from 'kysely'
import type { Db, Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { isNotInHand } from './check-return.ts'
import { closeByCreditNotes } from './close-returns.ts'
import type { returns } from './contract.ts'
import { mailReturn } from './mail-return.ts'
import { stepReturn, writeReturn } from './resolve-return.ts'

type Settings = { PUBLIC_URL: string }

/** Also closes a report of goods that never arrived if its credit note is here already. */
export const authorizeReturn = (db: Db, config: Settings, call: CallOf<typeof returns.authorize>): Promise<void> => {
  const { __v: opened, answer, orderForm } = call.body
  const when = {
    id: call.params.id,
    opened,
    from: ['requested'],
    refusal: 'This request was answered already.',
  } as const
  return stepReturn(db, call, when, async ({ tx, before, record }) => {
    if (orderForm === '' && (await hasScheduleTwo(tx, before.id)))
      throw new Refusal(422, 'Schedule II needs the number of our own order form (DEA Form 222 or CSOS).', {
        field: 'orderForm',
      })
    await writeReturn(tx, before.id, {
      state: 'authorized',
      answer,
      order_form: orderForm,
      authorized_at: sql<Date>`now()`,
    })
    await record('return authorized', ['return', before.id], { after: { number: before.number, answer, orderForm } })
    await mailReturn(tx, before.id, { event: 'authorized', publicUrl: config.PUBLIC_URL })
    // Otherwise the receipt looks for a credit note that came before.
    if ((await returningLines(tx, before.id)).length === 0)
      await closeByCreditNotes(tx, { orders: [before.order_id], invoices: [before.invoice_id] }, config.PUBLIC_URL)
  })
}

/** Goods of Schedule II in a request that are to come back; reports of losses send nothing. */
export const hasScheduleTwo = async (tx: Tx, id: string): Promise<boolean> =>
  (await returningLines(tx, id)).some(({ schedule }) => schedule === 'CII')

const returningLines = async (tx: Tx, id: string) => {
  const lines = await tx.selectFrom('return_line').select(['reason', 'schedule']).where('return_id', '=', id).execute()
  return lines.filter(({ reason }) => !isNotInHand(reason))
}
