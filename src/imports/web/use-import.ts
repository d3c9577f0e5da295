import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '#web/api.ts'
import { imports } from '../contract.ts'
import type { ImportOf, SheetField } from '../import-fields.ts'
import { type ColumnQuestion, findImportColumns } from '../match-columns.ts'
import { maxRowsPerPart } from '../import-shapes.ts'
import { type SheetReader, startReader } from './sheet-reader.ts'
import type { Opened } from './sheet-worker.ts'
import { messageOf, useUnload } from './retry-upload.ts'
import { sendRows } from './send-rows.ts'

export interface Mapping {
  sheet: number
  headerRow: number
  fields: (SheetField | null)[]
  /** Columns among which the user has to choose. */
  questions: readonly ColumnQuestion[]
  /** Hidden rows are skipped unless the user includes them. */
  takesHidden: boolean
}

/** What is imported, and for which product, customer or list if the file does not say. */
export interface ImportAbout {
  of: ImportOf
  productId?: string
  userId?: string
  priceListId?: string
}

export type WizardState =
  | { step: 'choose'; error: string }
  | { step: 'reading'; name: string; done: number; total: number }
  | MapState
  | { step: 'sending'; done: number; total: number }
  | { step: 'sent'; id: string }

export interface MapState {
  step: 'map'
  file: Pick<File, 'name' | 'size' | 'lastModified'>
  opened: Opened
  mapping: Mapping
  publish: boolean
  /** Set to the counts of the file, or changed by them as of the moment they were made. */
  stock: 'set' | 'since'
  countedAt: string
  /** Whether the user changed what was detected. */
  isEdited: boolean
  error: string
}

interface Sending {
  stop: AbortController
  id: string | null
  over: Promise<void>
}

/** The steps from a file to an import on the server, which applies it. */
export const useImport = (about: ImportAbout) => {
  const [state, setState] = useState<WizardState>({ step: 'choose', error: '' })
  const reader = useRef<SheetReader | null>(null)
  const mapped = useRef<MapState | null>(null)
  const current = useRef<Sending | null>(null)
  const discarding = useRef<Promise<void> | null>(null)
  const client = useQueryClient()
  const refresh = () => void client.invalidateQueries({ queryKey: [imports.list.path] })

  useEffect(
    () => () => {
      current.current?.stop.abort()
      reader.current?.close()
    },
    [],
  )
  useUnload(state.step === 'sending')

  const restart = (error = '') => {
    current.current?.stop.abort()
    reader.current?.close()
    reader.current = null
    setState({ step: 'choose', error })
  }

  const open = async (file: File) => {
    reader.current?.close()
    const opening = startReader()
    reader.current = opening
    const { name, size, lastModified } = file
    const show = (done: number, total: number) =>
      reader.current === opening && setState({ step: 'reading', name, done, total })
    show(0, size)
    try {
      const opened = await opening.open(file, show, about.of)
      if (reader.current !== opening) return
      setState({
        step: 'map',
        file: { name, size, lastModified },
        opened,
        mapping: mappingOf(opened, about.of, opened.likeliest),
        publish: true,
        stock: 'since',
        countedAt: new Date(Math.min(lastModified, Date.now())).toISOString(),
        isEdited: false,
        error: '',
      })
    } catch (error) {
      if (reader.current === opening) restart(messageOf(error))
    }
  }

  const send = (from: MapState) => {
    if (!reader.current) return
    mapped.current = from
    const sending: Sending = { stop: new AbortController(), id: null, over: Promise.resolve() }
    current.current = sending
    sending.over = sendFrom(from, reader.current, sending)
  }

  const sendFrom = async (from: MapState, opened: SheetReader, sending: Sending) => {
    const { signal } = sending.stop
    // An abandoned upload no longer updates the state.
    const show = (next: WizardState) => !signal.aborted && setState(next)
    const { sheet, headerRow, fields, takesHidden } = from.mapping
    show({ step: 'sending', done: 0, total: 0 })
    try {
      const { total, elevenDigits } = await opened.choose({ sheet, headerRow, fields, takesHidden })
      if (total === 0) return void show({ ...from, error: 'There are no rows below the header row.' })
      // The same columns would resume the import that is being discarded.
      await discarding.current
      const sent = await sendRows({
        part: (start) => opened.part(start, maxRowsPerPart),
        about: { ...newImportOf(about, from), rowCount: total, elevenDigits },
        signal,
        begun: (id) => (sending.id = id),
        progress: (done) => show({ step: 'sending', done, total }),
      })
      show({ step: 'sent', id: sent._id })
    } catch (error) {
      show({ ...from, error: messageOf(error) })
    }
    refresh()
  }

  /** Returns to the columns and discards what was sent with the previous ones. */
  const back = () => {
    const left = current.current
    left?.stop.abort()
    if (mapped.current) setState(mapped.current)
    if (left) discarding.current = discard(left).then(refresh, refresh)
  }

  return {
    state,
    open,
    send,
    back,
    restart,
    map: (patch: Partial<MapState>) =>
      setState((now) => (now.step === 'map' ? { ...now, error: '', isEdited: true, ...patch } : now)),
  }
}

const discard = async (left: Sending) => {
  await left.over
  if (left.id) await call(imports.discard, { params: { id: left.id } })
}

const newImportOf = (
  { of, productId, userId, priceListId }: ImportAbout,
  { file, mapping, publish, stock, countedAt }: MapState,
) => ({
  kind: of,
  fileName: file.name,
  fingerprint: JSON.stringify([
    file,
    mapping,
    publish,
    stock,
    stock === 'since' && countedAt,
    productId,
    userId,
    priceListId,
  ]),
  publish,
  countedAt: stock === 'since' && mapping.fields.includes('countInStock') ? countedAt : null,
  productId: productId ?? null,
  userId: userId ?? null,
  priceListId: priceListId ?? null,
})

/** Maps the columns of a sheet by its headers. */
export const mappingOf = (
  { sheets }: Opened,
  of: ImportOf,
  sheet: number,
  headerRow = sheets[sheet]?.headerRow ?? -1,
): Mapping => {
  const { first = [], hiddenColumns = [] } = sheets[sheet] ?? {}
  const row = Math.max(headerRow, 0)
  return {
    sheet,
    headerRow: row,
    ...findImportColumns(first[row] ?? [], of, { samples: first.slice(row + 1), hidden: hiddenColumns }),
    takesHidden: false,
  }
}
