import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toastSuccess } from '#web/toast.ts'
import { withProducts } from '#catalogue/web/product-reads.ts'
import { type ImportField, matchColumns } from '../match-columns.ts'
import { type Applied, applyPlan, beginning, type Continuation, type Plan, previewRows, Stopped } from './run-import.ts'
import { type SheetReader, startReader } from './sheet-reader.ts'
import type { Opened } from './sheet-worker.ts'

export interface Mapping {
  sheet: number
  headerRow: number
  fields: (ImportField | null)[]
}

export type ImportState =
  | { step: 'choose'; error: string }
  | { step: 'reading'; name: string; done: number; total: number }
  | { step: 'map'; name: string; opened: Opened; mapping: Mapping; publish: boolean; error: string }
  | { step: 'previewing'; done: number; total: number }
  | { step: 'preview'; plan: Plan }
  | { step: 'importing'; plan: Plan; done: number; cut: { at: Continuation; error: string } | null }
  | { step: 'done'; plan: Plan; applied: Applied }

type MapState = Extract<ImportState, { step: 'map' }>

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : 'Something went wrong.')

/** The way of a file into the catalogue, step by step; nothing is written before the preview is agreed to. */
export const useImport = () => {
  const [state, setState] = useState<ImportState>({ step: 'choose', error: '' })
  const reader = useRef<SheetReader | null>(null)
  const mapped = useRef<MapState | null>(null)
  const isStopped = useRef(false)
  const client = useQueryClient()

  const isWriting = state.step === 'importing' && state.cut === null
  useEffect(() => () => reader.current?.close(), [])
  useWarning(isWriting)

  const restart = (error = '') => {
    isStopped.current = true
    reader.current?.close()
    reader.current = null
    setState({ step: 'choose', error })
  }

  const open = async (file: File) => {
    reader.current?.close()
    const opening = startReader()
    reader.current = opening
    setState({ step: 'reading', name: file.name, done: 0, total: file.size })
    try {
      const opened = await opening.open(file, (done, total) =>
        setState({ step: 'reading', name: file.name, done, total }),
      )
      const mapping = mappingOf(opened, opened.likeliest)
      setState({ step: 'map', name: file.name, opened, mapping, publish: true, error: '' })
    } catch (error) {
      if (reader.current === opening) restart(messageOf(error))
    }
  }

  const preview = async (from: MapState) => {
    if (!reader.current) return
    mapped.current = from
    isStopped.current = false
    try {
      const plan = await planFor(reader.current, from, {
        progress: (done, total) => setState({ step: 'previewing', done, total }),
        isStopped: () => isStopped.current,
      })
      if (plan === null) return setState({ ...from, error: 'There are no rows below the row of headers.' })
      if (!isStopped.current) setState({ step: 'preview', plan })
    } catch (error) {
      if (!(error instanceof Stopped)) setState({ ...from, error: messageOf(error) })
    }
  }

  const write = async (plan: Plan, from: Continuation = beginning()) => {
    if (!reader.current) return
    isStopped.current = false
    let at = from
    setState({ step: 'importing', plan, done: from.start, cut: null })
    try {
      const applied = await applyPlan(reader.current, plan, from, {
        progress: (done) => setState({ step: 'importing', plan, done, cut: null }),
        kept: (now) => {
          at = now
        },
        isStopped: () => isStopped.current,
      })
      setState({ step: 'done', plan, applied })
      toastSuccess('Products have been imported !')
    } catch (error) {
      setState({ step: 'importing', plan, done: at.start, cut: { at, error: messageOf(error) } })
    }
    for (const { path } of withProducts) void client.invalidateQueries({ queryKey: [path] })
  }

  return {
    state,
    isWriting,
    open,
    preview,
    write,
    restart,
    map: (patch: Partial<MapState>) => setState((now) => (now.step === 'map' ? { ...now, error: '', ...patch } : now)),
    backToMapping: () => {
      isStopped.current = true
      if (mapped.current) setState(mapped.current)
    },
    stop: () => {
      isStopped.current = true
    },
  }
}

interface PreviewWatch {
  progress: (done: number, total: number) => void
  isStopped: () => boolean
}

/** What the rows would do; null when there are none. */
const planFor = async (
  reader: SheetReader,
  { mapping, publish }: MapState,
  { progress, isStopped }: PreviewWatch,
): Promise<Plan | null> => {
  const { total, elevenDigits } = await reader.choose(mapping.sheet, mapping.headerRow, mapping.fields)
  if (total === 0) return null
  progress(0, total)
  const watch = { progress: (done: number) => progress(done, total), isStopped }
  return previewRows(reader, { total, elevenDigits, publish }, watch)
}

/** Closing the page asks first while something is written. */
const useWarning = (isWriting: boolean) =>
  useEffect(() => {
    if (!isWriting) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isWriting])

/** What the headers of a sheet say about its columns. */
export const mappingOf = ({ sheets }: Opened, sheet: number, headerRow = sheets[sheet]?.headerRow ?? -1): Mapping => ({
  sheet,
  headerRow: Math.max(headerRow, 0),
  fields: matchColumns(sheets[sheet]?.first[Math.max(headerRow, 0)] ?? []),
})
