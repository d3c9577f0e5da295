import type { Composed } from '#platform/pdf/document.ts'
import { byteOrderMark, csvLine } from '#shared/write-csv.ts'
import { momentFormat } from '#shared/business-day.ts'
import { listOne, type ReportFacts } from './review-shapes.ts'

/** One row per line of the order, each with the facts of the order. */
export const reportCsv = ({ lines, findings, ...facts }: ReportFacts): string => {
  const ordered = Object.entries(facts)
  return [
    byteOrderMark,
    csvLine([...ordered.map(([name]) => name), ...Object.keys(lines[0] ?? {}), 'findings']),
    ...lines.map((line) => csvLine([...ordered.map(([, value]) => value), ...Object.values(line), findings.join(' ')])),
  ].join('')
}

export const composeSuspiciousReport = (facts: ReportFacts, timeZone: string): Composed => {
  const moment = (at: string) => momentFormat(timeZone).format(new Date(at))
  return {
    name: `suspicious-order-${facts.orderId}.pdf`,
    title: 'Suspicious order report',
    lead: `Reported ${moment(facts.reportedAt)} by ${facts.reportedBy}`,
    foot: `order ${facts.orderId}`,
    parts: [
      {
        kind: 'facts',
        facts: [
          ['Registrant DEA', facts.registrantDea || 'not recorded'],
          ['Customer', facts.customer],
          ['Customer DEA', facts.customerDea || 'not recorded'],
          ['Address', `${facts.address}, ${facts.city}, ${facts.state} ${facts.zip}`],
          ['Order', facts.orderId],
          ['Ordered', moment(facts.orderedAt)],
          ['Discovered', moment(facts.discoveredAt)],
          ['Shipped', 'No. The order is on hold and will not ship.'],
        ],
      },
      { kind: 'heading', text: 'Lines' },
      {
        kind: 'table',
        columns: [
          { title: 'NDC', width: 84 },
          { title: 'Product', width: '*' },
          { title: 'Schedule', width: 52 },
          { title: 'Quantity', width: 56, align: 'right' },
          { title: 'Base units', width: 64, align: 'right' },
        ],
        rows: facts.lines.map((line) => [
          line.ndc,
          line.name,
          line.schedule,
          line.quantity.toLocaleString('en-US'),
          line.units === null ? '–' : line.units.toLocaleString('en-US'),
        ]),
      },
      ...(facts.lines.some(({ schedule }) => schedule === listOne)
        ? [{ kind: 'text' as const, text: 'List I chemicals are reported under 21 USC 830, not in SORS.' }]
        : []),
      { kind: 'heading', text: 'Why it is suspicious' },
      ...facts.findings.map((text) => ({ kind: 'text' as const, text })),
      { kind: 'text', text: facts.reason },
    ],
  }
}
