import { retryDelay, worthRetrying } from '#web/api-error.ts'
import { type ImportAnswer, productImport, type RowVerdict } from '../contract.ts'
import { call } from '#web/api.ts'
import type { SheetReader } from './sheet-reader.ts'
import type { SentRow } from './sheet-worker.ts'

export type Counts = ImportAnswer['counts']

/** What was found out before anything is written. */
export interface Plan {
  verdicts: RowVerdict[]
  counts: Counts
  total: number
  elevenDigits: boolean
  publish: boolean
  run: string
}

export interface Watch {
  progress: (done: number) => void
  isStopped: () => boolean
}

const noCounts = (): Counts => ({ new: 0, changed: 0, unchanged: 0, refused: 0 })

const rowsAPreview = 1_000
/** One transaction up to here; beyond, parts that no order has to wait for. */
const mostAtOnce = 10_000
const mostTextAtOnce = 3_000_000
const rowsAPart = 500

export class Stopped extends Error {}

/** Asks what every row would do; of two rows with one NDC, wherever they stand, the first counts. */
export const previewRows = async (
  reader: SheetReader,
  { total, elevenDigits, publish }: Pick<Plan, 'total' | 'elevenDigits' | 'publish'>,
  watch: Watch,
): Promise<Plan> => {
  const verdicts: RowVerdict[] = []
  const firstRow = new Map<string, number>()
  for (let start = 0; start < total;) {
    const { rows, next } = await reader.rows(start, rowsAPreview)
    const answer = await patiently(watch, () =>
      sendRows(
        rows.map(({ values }) => values),
        { preview: 'true', publish: String(publish), elevenDigits: String(elevenDigits) },
      ),
    )
    answer.rows.forEach((verdict, at) => {
      const row = rows[at]?.row ?? 0
      const first = firstRow.get(verdict.ndcNumber)
      const isTwice = verdict.verdict !== 'refused' && first !== undefined
      if (verdict.verdict !== 'refused' && !isTwice) firstRow.set(verdict.ndcNumber, row)
      verdicts.push(
        isTwice
          ? { ...verdict, row, verdict: 'refused', reason: `Row ${first} has the same NDC.` }
          : renumbered(verdict, row, rows),
      )
    })
    start = next
    watch.progress(start)
  }
  const counts = noCounts()
  for (const { verdict } of verdicts) counts[verdict] += 1
  return { verdicts, counts, total, elevenDigits, publish, run: crypto.randomUUID() }
}

/** The server numbers the rows of a call; people look for the row of their sheet. */
const renumbered = (verdict: RowVerdict, row: number, rows: SentRow[]): RowVerdict => {
  const first = /^Row (\d+) has the same NDC\.$/.exec(verdict.reason ?? '')?.[1]
  return {
    ...verdict,
    row,
    ...(first && { reason: `Row ${rows[Number(first) - 1]?.row ?? first} has the same NDC.` }),
  }
}

export interface Applied {
  counts: Counts
  /** Rows that the portal refused after all, with the reason. */
  refused: RowVerdict[]
}

export interface Continuation extends Applied {
  /** The part to go on with, and where its rows begin. */
  part: number
  start: number
}

export const beginning = (): Continuation => ({ part: 0, start: 0, counts: noCounts(), refused: [] })

/** Writes what the preview promised, part by part; `from` says where an attempt that was cut short goes on. */
export const applyPlan = async (
  reader: SheetReader,
  plan: Plan,
  from: Continuation,
  watch: Watch & { kept: (now: Continuation) => void },
): Promise<Applied> => {
  const verdictOf = new Map(plan.verdicts.map((one) => [one.row, one]))
  const writing = plan.counts.new + plan.counts.changed
  let now = from
  while (now.start < plan.total) {
    const { rows, next } = await partFrom(reader, now.start, writing <= mostAtOnce ? plan.total : rowsAPart)
    const sent = rows.filter(({ row }) => ['new', 'changed'].includes(verdictOf.get(row)?.verdict ?? ''))
    if (sent.length > 0) {
      const began = performance.now()
      const answer = await patiently(watch, () =>
        sendRows(
          sent.map(({ row, values }) => withCount(values, verdictOf.get(row))),
          {
            run: plan.run,
            part: String(now.part),
            publish: String(plan.publish),
            elevenDigits: String(plan.elevenDigits),
          },
        ),
      )
      now = {
        ...now,
        part: now.part + 1,
        counts: sum(now.counts, answer.counts),
        refused: [...now.refused, ...refusedIn(answer, sent)],
      }
      // Buyers are searching meanwhile: the database gets its breath back.
      if (next < plan.total) await pause((performance.now() - began) / 2)
    }
    now = { ...now, start: next }
    watch.kept(now)
    watch.progress(now.start)
  }
  return now
}

const partFrom = async (reader: SheetReader, start: number, most: number) => {
  const rows: SentRow[] = []
  let next = start
  let text = 0
  for (;;) {
    const batch = await reader.rows(next, Math.min(most - rows.length, rowsAPreview))
    rows.push(...batch.rows)
    next = batch.next
    text += JSON.stringify(batch.rows).length
    if (batch.rows.length === 0 || rows.length >= Math.min(most, mostAtOnce) || text > mostTextAtOnce)
      return { rows, next }
  }
}

const withCount = (values: SentRow['values'], verdict: RowVerdict | undefined) =>
  verdict?.count === undefined ? values : { ...values, countInStockLoaded: verdict.count }

const refusedIn = (answer: ImportAnswer, sent: SentRow[]): RowVerdict[] =>
  answer.rows
    .map((verdict) => ({ ...verdict, row: sent[verdict.row - 1]?.row ?? verdict.row }))
    .filter(({ verdict }) => verdict === 'refused')

const sum = (one: Counts, other: Counts): Counts => ({
  new: one.new + other.new,
  changed: one.changed + other.changed,
  unchanged: one.unchanged + other.unchanged,
  refused: one.refused + other.refused,
})

/** Parts are safe to send again: one that was applied is only answered again. */
const patiently = async <T>({ isStopped }: Watch, work: () => Promise<T>): Promise<T> => {
  for (let failures = 0; ; failures++) {
    if (isStopped()) throw new Stopped('Stopped.')
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Error) || !worthRetrying(failures, error)) throw error
      await pause(retryDelay(failures))
    }
  }
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))

const sendRows = (rows: unknown[], query: Record<string, string>) =>
  call(productImport.importProducts, { body: rows, query })
