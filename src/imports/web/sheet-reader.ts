import type { ReaderRequest, Chosen, ChosenColumns, Opened, ReaderReply, WrittenPart } from './sheet-worker.ts'
import type { ImportOf } from '../import-fields.ts'
import type { RawSheet } from '#spreadsheets/web/raw-rows.ts'

export interface SheetReader {
  /** Finds the sheet and the header row for this kind of import; products by default. */
  open(file: File, progress: (done: number, total: number) => void, of?: ImportOf): Promise<Opened>
  /** The rows of all sheets, unprocessed. */
  raw(file: File): Promise<RawSheet[]>
  choose(columns: ChosenColumns): Promise<Chosen>
  /** The next rows, as a request body. */
  part(start: number, most: number): Promise<WrittenPart>
  close(): void
}

const patience = 60_000

/** Reads a file in a worker, so that the page stays responsive. Gives up on a file after a minute. */
export const startReader = (): SheetReader => {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<
    number,
    { done: (value: unknown) => void; failed: (error: Error) => void; progress: (done: number, total: number) => void }
  >()
  let asked = 0

  const fail = (message: string) => {
    worker.terminate()
    for (const { failed } of waiting.values()) failed(new Error(message))
    waiting.clear()
  }
  worker.addEventListener('error', ({ message }) =>
    fail(
      // Without a message, the code of the worker could not be loaded.
      message
        ? 'This file is too large for this browser. Save it as .csv or split it.'
        : 'The file reader could not be loaded. Check your connection and try again, or reload the page.',
    ),
  )
  worker.addEventListener('message', ({ data }: MessageEvent<ReaderReply>) => {
    const one = waiting.get(data.id)
    if (data.kind === 'progress') return one?.progress(data.done, data.total)
    waiting.delete(data.id)
    if (data.kind === 'done') one?.done(data.value)
    else one?.failed(new Error(data.message))
  })

  const ask = <T>(question: ReaderRequest, progress = (_done: number, _total: number) => {}): Promise<T> => {
    const id = ++asked
    const answer = new Promise<unknown>((done, failed) => waiting.set(id, { done, failed, progress }))
    const impatient = setTimeout(() => fail('This file takes too long to read. Save it as .csv or split it.'), patience)
    worker.postMessage({ id, asked: question })
    return answer.finally(() => clearTimeout(impatient)) as Promise<T> // the worker answers each request with its type
  }

  return {
    open: (file, progress, of = 'products') => ask({ kind: 'open', file, of }, progress),
    raw: (file) => ask({ kind: 'raw', file }),
    choose: (columns) => ask({ kind: 'choose', ...columns }),
    part: (start, most) => ask({ kind: 'part', start, most }),
    close: () => worker.terminate(),
  }
}
