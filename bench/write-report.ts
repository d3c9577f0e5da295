import { readFile, writeFile } from 'node:fs/promises'
import { names } from './case-names.ts'
import { growthOf, ratiosTo, type TargetResult } from './check-targets.ts'
import { cpuOfRow, type Measured, type Ratios } from './measure.ts'
import type { Results } from './results.ts'

const beginning = '<!-- measured: begin -->'
const end = '<!-- measured: end -->'

/** Replaces the generated part of the page; the surrounding text is hand-written. */
export const writeReport = async (path: string, results: Results, verdicts: readonly TargetResult[]): Promise<void> => {
  const page = await readFile(path, 'utf8')
  const [before, rest] = page.split(beginning)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`${path} has no marks for the figures.`)
  await writeFile(path, `${before}${beginning}\n\n${composeReport(results, verdicts)}\n\n${end}${after}`)
}

/** The results of one run as Markdown. */
export const composeReport = (results: Results, verdicts: readonly TargetResult[]): string =>
  [
    introduction(results),
    '### Targets',
    table(
      ['case', 'target', 'measured', 'met'],
      verdicts.map(({ what, target, measured, isHeld }) => [what, target, measured, held(isHeld)]),
    ),
    ...[1, 16, 64].flatMap((connections) => loadTable(results.rows, connections)),
    ...growthTable(results),
    ...searchTable(results),
    ...machineTable(results),
    ...routeTable(results),
    ...lighthouseTable(results),
    ...(results.notes.length > 0 ? ['### Left out', results.notes.map((note) => `- ${note}`).join('\n')] : []),
  ].join('\n\n')

const held = (isHeld: boolean | null): string => (isHeld === null ? '–' : isHeld ? 'yes' : '**no**')

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

const count = (number: number): string => number.toLocaleString('en-US')
const micros = (number: number): string => count(Math.round(number))
const kilobytes = (bytes: number): string => (bytes / 1_024).toFixed(1)

const introduction = ({ at, machine, products, sizes, filled, secondsPerCase, minutes }: Results): string =>
  `${at}, in ${minutes.toFixed(1)} minutes on ${machine.cores} cores (${machine.cpu}), ${machine.memory}, ${machine.system}, ` +
  `Node ${machine.node}, PostgreSQL ${machine.postgres}. ${count(products)} packages, ${count(sizes.orders)} orders, ` +
  `${count(sizes.invoices)} invoices, ${count(sizes.customers)} customers; ` +
  `${filled.isKept ? 'kept from an earlier run' : `filled in ${count(filled.seconds)} s`}. ${secondsPerCase} s for each case.`

const loadTable = (rows: readonly Measured[], connections: number): string[] => {
  const measured = rows.filter((row) => row.connections === connections)
  if (measured.length === 0) return []
  const toFloor = (row: Measured, of: keyof Ratios) => ratiosTo(rows, row, names.queryFloor)?.[of].toFixed(2) ?? '–'
  return [
    `### ${count(connections)} connection${connections > 1 ? 's' : ''}`,
    table(
      [
        'case',
        'requests/s',
        'p50 ms',
        'p95 ms',
        'p99 ms',
        'CPU µs, server + database',
        'CPU to one query',
        'p95 to one query',
        'failures',
      ],
      measured.map((row) => [
        row.name,
        count(row.perSecond),
        row.p50.toFixed(2),
        row.p95.toFixed(2),
        row.p99.toFixed(2),
        `${micros(row.serverMicros)} + ${micros(row.databaseMicros)}`,
        toFloor(row, 'cpu'),
        toFloor(row, 'p95'),
        row.failures,
      ]),
    ),
  ]
}

const growthTable = ({ small, sizes, products }: Results): string[] => [
  `### From ${count(sizes.fewProducts)} to ${count(products)} products`,
  table(
    ['case', 'connections', 'CPU µs, small', 'CPU µs, whole', 'ratio', 'p95 ms, small', 'p95 ms, whole'],
    small.flatMap((few) => {
      const all = few.beside?.floor
      if (!all) return []
      const [one, other] = [cpuOfRow(few), cpuOfRow(all)]
      const ratio = growthOf(few)?.toFixed(2) ?? '–'
      return [[few.name, few.connections, micros(one), micros(other), ratio, few.p95.toFixed(2), all.p95.toFixed(2)]]
    }),
  ),
]

const searchTable = ({ searches }: Results): string[] => {
  const row = (what: string, { p50, p95, dearest }: (typeof searches)['first']) => [
    what,
    count(p50),
    count(p95),
    (p50 / searches.floor).toFixed(2),
    `\`${dearest}\``,
  ]
  return [
    `### ${count(searches.questions)} queries, one after the other`,
    table(
      ['pass', 'CPU µs, median', 'CPU µs, p95', 'median to one query', 'most expensive'],
      [row('first time', searches.first), row('repeated', searches.again)],
    ),
    table(
      ['kind', 'queries', 'CPU µs, first time', 'CPU µs, repeated', 'first time to one query'],
      searches.rules.map(({ rule, questions, first, again }) => [
        rule,
        questions,
        count(first),
        count(again),
        (first / searches.floor).toFixed(2),
      ]),
    ),
  ]
}

const machineTable = ({ memory, starts, install }: Results): string[] => [
  '### Memory, starts, installation',
  table(
    ['quantity', 'measured'],
    [
      ['memory after the start', `${memory.started.server} MB server, ${memory.started.database} MB database`],
      ['memory after the load', `${memory.loaded.server} MB server, ${memory.loaded.database} MB database`],
      ['cold start to the first listing', `${count(starts.cold.portal)} ms; its floor ${count(starts.cold.floor)} ms`],
      ['warm start to the first listing', `${count(starts.warm.portal)} ms; its floor ${count(starts.warm.floor)} ms`],
      ['`npm ci`', install ? `${install.seconds} s, ${count(install.megabytes)} MB` : 'not measured'],
    ],
  ),
]

const routeTable = ({ routes }: Results): string[] =>
  routes
    ? [
        '### First visit of each route, in KB',
        table(
          ['route', 'as', 'JavaScript', 'CSS', 'fonts', 'pictures', 'other', 'JavaScript and CSS, gzip'],
          routes.map(({ path, as, sent, gzip }) => [
            `\`${path}\``,
            as,
            ...[sent.script, sent.style, sent.font, sent.image, sent.other, gzip].map(kilobytes),
          ]),
        ),
      ]
    : []

const lighthouseTable = ({ lighthouse }: Results): string[] =>
  lighthouse
    ? [
        '### Lighthouse, mobile',
        table(
          [
            'page',
            'runs',
            'performance',
            'accessibility',
            'best practices',
            'layout shift',
            'largest paint ms',
            'findings',
          ],
          lighthouse.map((one) => [
            one.page,
            one.runs,
            one.performance,
            one.accessibility,
            one.bestPractices,
            one.layoutShift.toFixed(3),
            count(one.largestPaint),
            one.findings.join('; ') || 'nothing',
          ]),
        ),
      ]
    : []
