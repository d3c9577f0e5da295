import type { App } from '#server/app.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { Postponed } from '#server/jobs/worker.ts'
import { handOverOrder } from './hand-over-order.ts'
import type { OnLinked } from './link-order.ts'
import { handOverKind, queueForgotten } from './queue-hand-over.ts'
import { removeTwins, twinSearchKind } from './remove-twins.ts'

const forgottenKind = 'erp.queue-forgotten'
const fiveMinutes = 300

export const erpJobs = ({ job, db, erp, config, http, log }: App, { onLinked }: { onLinked?: OnLinked } = {}): void => {
  job({
    kind: handOverKind,
    run: async ({ orderId = '' }, signal) => {
      const state = await handOverOrder({ db, erp, config, onLinked }, orderId, signal)
      if (state === 'rejected' || state === 'conflict') log.warn({ orderId, state }, 'an order needs a person')
    },
  })

  job({
    kind: twinSearchKind,
    run: async ({ orderId = '' }, signal) => {
      const isAlone = await removeTwins({ db, erp }, orderId, signal)
      if (!isAlone) log.warn({ orderId }, 'an order is in the ERP more than once')
    },
  })

  job({
    kind: forgottenKind,
    run: async () => {
      const count = await queueForgotten(db)
      if (count > 0) log.warn({ count }, 'orders without a hand-over job were queued again')
      throw new Postponed(fiveMinutes, 'Looks again in five minutes.')
    },
  })

  http.addHook('onReady', () => enqueue(db, { kind: forgottenKind, key: 'only' }))
}
