import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type ChosenPicture, picturesIn, maxPictureBytes } from '#spreadsheets/web/read-archive.ts'
import { callAddress } from '#web/api-address.ts'
import { failureOf } from '#web/api-error.ts'
import { fetchAsUser } from '#web/fetch-as-user.ts'
import { call } from '#web/api.ts'
import { randomKey } from '#web/random-key.ts'
import { imports } from '../contract.ts'
import { type Import, maxRowsPerPart } from '../import-shapes.ts'
import { messageOf, useUnload, sendUntilArrived } from './retry-upload.ts'
import { sendRows } from './send-rows.ts'

type PictureState =
  | { step: 'choose'; error: string }
  | { step: 'reading' }
  | { step: 'sent'; id: string; others: number; done: number; total: number; isSending: boolean; error: string }

/** The steps of a picture import: sends the names, then the pictures that match a product. The server applies them. */
export const usePictures = () => {
  const [state, setState] = useState<PictureState>({ step: 'choose', error: '' })
  const current = useRef<AbortController | null>(null)
  const client = useQueryClient()
  useEffect(() => () => current.current?.abort(), [])
  useUnload(state.step === 'sent' && state.isSending)

  const restart = () => {
    current.current?.abort()
    setState({ step: 'choose', error: '' })
  }

  const open = async (files: readonly File[]) => {
    if (files.length === 0) return
    current.current?.abort()
    const sending = new AbortController()
    current.current = sending
    const { signal } = sending
    // An abandoned upload no longer updates the state.
    const show = (next: PictureState) => !signal.aborted && setState(next)
    show({ step: 'reading' })
    try {
      const { pictures, others } = await picturesIn(files)
      const fileName = nameOf(files)
      const { _id: id } = await sendNames(pictures, fileName, signal)
      await send({ id, pictures, others, signal, show })
    } catch (error) {
      show({ step: 'choose', error: messageOf(error) })
    }
    void client.invalidateQueries({ queryKey: [imports.list.path] })
  }

  const send = async ({ id, pictures, others, signal, show }: Sent) => {
    const sent = { step: 'sent', id, others } as const
    const at = { done: 0, total: 0 }
    const showAll = (more: { isSending: boolean; error: string }) => show({ ...sent, ...at, ...more })
    showAll({ isSending: true, error: '' })
    try {
      const progress = (done: number, total: number) => {
        Object.assign(at, { done, total })
        showAll({ isSending: true, error: '' })
      }
      await sendContents({ id, pictures, signal, progress })
      showAll({ isSending: false, error: '' })
    } catch (error) {
      showAll({ isSending: false, error: messageOf(error) })
    }
    for (const { path } of [imports.byId, imports.rows]) void client.invalidateQueries({ queryKey: [path] })
  }

  return { state, open, restart }
}

interface Sent {
  id: string
  pictures: ChosenPicture[]
  others: number
  signal: AbortSignal
  show: (next: PictureState) => void
}

const nameOf = (files: readonly File[]): string => {
  const [first] = files
  return files.length === 1 && first ? first.name : `${files.length} files`
}

/** Sends the file names, which the server compares with the catalog. The first picture is row 1. */
const sendNames = (pictures: readonly ChosenPicture[], fileName: string, signal: AbortSignal): Promise<Import> =>
  sendRows({
    about: {
      kind: 'pictures',
      fileName,
      fingerprint: shortened(pictures.map(({ name }) => name).join('\n')),
      rowCount: pictures.length,
    },
    part: async (start) => {
      const some = pictures.slice(start, start + maxRowsPerPart)
      const rows = some.map(({ name, problem }, at) => [start + at + 1, name, problem])
      return { body: { start, fields: ['file', 'problem'], rows }, next: start + some.length }
    },
    signal,
  })

/** Two lists of names may share this fingerprint. The server finds out: each picture is sent with its name. */
const shortened = (names: string): string => {
  let sum = 0
  for (let at = 0; at < names.length; at++) sum = (sum * 31 + names.charCodeAt(at)) % 4_294_967_291
  return `${names.length} ${sum} ${names.slice(0, 3_000)}`
}

interface Content {
  id: string
  pictures: readonly ChosenPicture[]
  signal: AbortSignal
  progress: (done: number, total: number) => void
}

/** Sends the pictures that products are waiting for, two at a time. Pictures that have arrived are not sent again. */
const sendContents = async ({ id, pictures, signal, progress }: Content): Promise<void> => {
  const { rows } = await call(imports.missingPictures, { params: { id } })
  const total = rows.length
  let done = 0
  let isBroken = false
  progress(done, total)
  const waiting = [...rows]
  const sendOn = async () => {
    for (let row = waiting.shift(); row !== undefined && !isBroken; row = waiting.shift()) {
      const picture = pictures[row - 1]
      if (picture) await sendUntilArrived(signal, () => sendOne({ id, row, picture, signal }))
      done += 1
      if (!isBroken) progress(done, total)
    }
  }
  // If one loop fails, the other one stops as well and reports no more progress.
  const sendAll = () =>
    sendOn().catch((error: unknown) => {
      isBroken = true
      throw error
    })
  await Promise.all([sendAll(), sendAll()])
}

const sendOne = async ({
  id,
  row,
  picture,
  signal,
}: {
  id: string
  row: number
  picture: ChosenPicture
  signal: AbortSignal
}) => {
  const form = new FormData()
  form.append('image', await contentOf(picture), 'picture')
  const response = await fetchAsUser(
    callAddress(imports.addPicture.path, { params: { id, row }, query: { file: picture.name } }),
    {
      method: 'PUT',
      headers: { 'idempotency-key': randomKey() },
      body: form,
      signal,
    },
  )
  const reply: unknown = await response.json().catch(() => null)
  if (!response.ok) throw failureOf(response.status, reply)
}

/** A picture that cannot be unpacked is sent as invalid content, so that its row says so. */
const contentOf = async (picture: ChosenPicture): Promise<Blob> => {
  const content = await picture.open().catch(() => new Blob(['damaged']))
  return content.size === 0 || content.size > maxPictureBytes ? new Blob(['damaged']) : content
}
