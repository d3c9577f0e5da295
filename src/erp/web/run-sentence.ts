import type { SyncKind, SyncRun } from '../contract.ts'

export const kindLabels: Record<SyncKind, string> = {
  orders: 'Orders',
  deliveries: 'Deliveries',
  invoices: 'Invoices',
  addresses: 'Shipping addresses',
  openItems: 'Payments',
  sweep: 'Nightly reconciliation',
}

/** The result of a run in one line. */
export const runSentence = ({ kind, state, message, read, added, changed, refused }: SyncRun): string => {
  const label = kindLabels[kind]
  if (state === 'failed') return `${label}: ${message}`
  if (state === 'waiting') return `${label}: waiting to start.`
  const parts = [
    ...(added > 0 ? [`${number(added)} new`] : []),
    ...(changed > 0 ? [`${number(changed)} changed`] : []),
    ...(refused > 0 ? [`${number(refused)} skipped`] : []),
  ]
  if (state === 'running') return `${label}: ${[`${number(read)} read`, ...parts].join(', ')} so far.`
  return parts.length > 0 ? `${label}: ${parts.join(', ')}.` : `${label}: nothing new in the ERP.`
}

const number = (count: number) => count.toLocaleString('en-US')
