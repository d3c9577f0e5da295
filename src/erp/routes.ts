import type { FastifyReply } from 'fastify'
import type { App } from '#platform/feature.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { clearException } from './report-exception.ts'
import { erpCalls, type SyncKind } from './contract.ts'
import { erpAges, erpState, syncRun, wireRun } from './queries.ts'
import type { Erp } from './gateway/erp.ts'
import { awaitRun, requestSync, type Run } from './sync/request-sync.ts'

/** Milliseconds to wait for a run; an action must answer within a second. */
const patience = 700

export const erpRoutes = ({ serve, db }: App, erp: Erp): void => {
  const start = async (kind: SyncKind, askedBy: string, reply: FastifyReply, isFull = false) => {
    if (!erp.isConnected) throw new Refusal(409, 'The ERP is not connected.')
    const { id } = await requestSync(db, { kind, askedBy, isFull })
    const run = await awaitRun(db, id, patience)
    if (run.state === 'waiting' || run.state === 'running') void reply.status(202)
    return { message: messageOf(run), jobId: run.id, run: wireRun(run) }
  }

  serve(erpCalls.refreshOrderStatuses, ({ user }, reply) => start('orders', user._id, reply))

  serve(erpCalls.importAllSap, ({ user }, reply) => start('orders', user._id, reply))

  serve(erpCalls.updateShippingAddress, ({ user }, reply) => start('addresses', user._id, reply))

  serve(erpCalls.sync, ({ params, body, user }, reply) => start(params.kind, user._id, reply, body.full))

  serve(erpCalls.run, ({ params }) => syncRun(db, params.id))

  serve(erpCalls.state, () => erpState(db, erp.isConnected))

  serve(erpCalls.ages, () => erpAges(db))

  serve(erpCalls.check, () => erp.check())

  serve(erpCalls.clearException, (call) => clearException(db, call))
}

const whatOf: Record<SyncKind, string> = {
  orders: 'Orders',
  deliveries: 'Deliveries',
  invoices: 'Invoices',
  addresses: 'Addresses',
  openItems: 'Open items',
  sweep: 'Nightly reconciliation',
}

const messageOf = ({ kind, state, message, changed_count, added_count, refused_count }: Run): string => {
  const what = whatOf[kind as SyncKind] // the table has no other values
  if (state === 'failed') return message
  if (state !== 'done') return `${what}: reading from the ERP…`
  const left = refused_count > 0 ? `, ${refused_count} skipped` : ''
  return `${what}: ${added_count} new, ${changed_count} changed${left}.`
}
