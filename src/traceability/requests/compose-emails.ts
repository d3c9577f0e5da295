import { composeEmail, facts, link } from '#mail/compose-email.ts'
import { momentFormat } from '#shared/business-day.ts'

interface Asked {
  to: string
  request: {
    id: string
    requester: string
    product: string
    lot: string
    serial: string
    arrivedAt: Date
    dueAt: Date
  }
  timeZone: string
  publicUrl: string
}

/** To the address on duty, when a request is recorded. */
export const traceRequestEmail = (asked: Asked) =>
  composed(asked, `Trace data requested by ${asked.request.requester}`, 'Answer it within 24 hours of its arrival.')

/** To the address on duty, once, when 24 hours are over. */
export const overdueRequestEmail = (asked: Asked) =>
  composed(
    asked,
    `Overdue: trace data requested by ${asked.request.requester}`,
    'More than 24 hours have passed since the request arrived.',
  )

const composed = ({ to, request, timeZone, publicUrl }: Asked, subject: string, sentence: string) => {
  const moment = (at: Date) => momentFormat(timeZone).format(at)
  const { id, requester, product, lot, serial, arrivedAt, dueAt } = request
  return composeEmail(to, subject, [
    sentence,
    facts([
      ['Requested by', requester],
      product && ['Product', product],
      lot && ['Lot', lot],
      serial && ['Serial number', serial],
      ['Arrived', moment(arrivedAt)],
      ['Due', moment(dueAt)],
    ]),
    link(publicUrl, 'Open the request', `/admin/trace/requests/${id}`),
  ])
}
