import type { App } from '#platform/feature.ts'
import type { ChangeWay } from './change-shapes.ts'
import { orderChanges } from './contract.ts'
import { listChanges } from './queries.ts'
import { type RequestPorts, requestChange } from './request-change.ts'

const messages: Record<ChangeWay, string> = {
  now: 'Order changed',
  erp: 'Change requested',
  review: 'Change requested',
}

export const orderChangeRoutes = ({ serve, db }: App, ports: RequestPorts): void => {
  serve(orderChanges.list, ({ params, user }) =>
    listChanges(db, user, { id: params.id, isErpConnected: ports.isErpConnected }),
  )
  serve(orderChanges.request, async (call) => {
    const way = await requestChange(db, ports, call)
    return { message: messages[way], way }
  })
}
