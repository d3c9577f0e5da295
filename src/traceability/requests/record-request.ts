import { sql } from 'kysely'
import { queueMail } from '#mail/send-mail.ts'
import { act } from '#platform/act.ts'
import type { Config } from '#platform/config.ts'
import { transaction } from '#platform/db/connect.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Db } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { gtinsIn } from '../match-packages.ts'
import { overdueRequestEmail, traceRequestEmail } from './compose-emails.ts'
import type { requests } from './contract.ts'

type Settings = Pick<Config, 'TRACE_ON_DUTY' | 'BUSINESS_TIME_ZONE' | 'PUBLIC_URL'>

/** FD&C 582(b) to (e), (m): within 24 hours, weekends included. */
const hours = 24
export const dueAt = sql<Date>`arrived_at + make_interval(hours => ${sql.lit(hours)})`

const settingsOf = (config: Settings) => ({ timeZone: config.BUSINESS_TIME_ZONE, publicUrl: config.PUBLIC_URL })

export const recordRequest = (db: Db, config: Settings, call: CallOf<typeof requests.record>): Promise<string> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { arrivedAt, ...fields } = call.body
    if (fields.product !== '' && gtinsIn(fields.product).length === 0)
      throw new Refusal(422, 'This is neither an NDC nor a GTIN. Enter one, or scan the package.', { field: 'product' })
    const id = newId()
    const { dueAt: due, arrived_at } = await tx
      .insertInto('trace_request')
      .values({ id, ...fields, arrived_at: arrivedAt ? new Date(arrivedAt) : sql<Date>`now()`, recorded_by: actor._id })
      .returning(['arrived_at', dueAt.as('dueAt')])
      .executeTakeFirstOrThrow()
    if (config.TRACE_ON_DUTY) {
      const request = { id, ...fields, arrivedAt: arrived_at, dueAt: due }
      await queueMail(tx, traceRequestEmail({ to: config.TRACE_ON_DUTY, request, ...settingsOf(config) }))
    }
    await record('trace request recorded', ['trace request', id], { after: { ...fields, arrivedAt: arrived_at } })
    return id
  })

export const closeRequest = (db: Db, call: CallOf<typeof requests.close>): Promise<void> =>
  act(db, call, async ({ tx, actor, record }) => {
    const { id } = call.params
    const request = await tx
      .selectFrom('trace_request')
      .select('answered_at')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow(() => notFound('Request'))
    if (request.answered_at) throw new Refusal(409, 'This request is answered already.')
    const { answer } = call.body
    await tx
      .updateTable('trace_request')
      .set({ answered_at: sql<Date>`now()`, answered_by: actor._id, answer })
      .where('id', '=', id)
      .execute()
    await record('trace request answered', ['trace request', id], { after: { answer } })
  })

const batch = 50

/** Emails the address on duty once about each open request whose 24 hours are over. */
export const mailOverdue = async (db: Db, config: Settings): Promise<void> => {
  const to = config.TRACE_ON_DUTY
  if (!to) return
  await transaction(db, async (tx) => {
    const overdue = await tx
      .updateTable('trace_request')
      .set({ overdue_mailed_at: sql<Date>`now()` })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('trace_request')
          .select('id')
          .where('answered_at', 'is', null)
          .where('overdue_mailed_at', 'is', null)
          .where(sql<boolean>`${dueAt} < now()`)
          .orderBy('arrived_at')
          .limit(batch)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'requester', 'product', 'lot', 'serial', 'arrived_at as arrivedAt', dueAt.as('dueAt')])
      .execute()
    for (const request of overdue) await queueMail(tx, overdueRequestEmail({ to, request, ...settingsOf(config) }))
  })
}
