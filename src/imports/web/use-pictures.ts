import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useUnload } from './use-unload.ts'
import { imports } from '../contract.ts'
import { type ChosenPicture, picturesIn } from '#spreadsheets/web/read-archive.ts'
import { sendContents, sendNames } from './send-pictures.ts'

type PictureState =
  | { step: 'choose'; error: string }
  | { step: 'reading' }
  | { step: 'sent'; id: string; others: number; done: number; total: number; isSending: boolean; error: string }

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'Something went wrong. Try again.'

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
      const { _id: id } = await sendNames({ pictures, fileName, signal })
      await send({ id, pictures, others, fileName, signal, show })
    } catch (error) {
      show({ step: 'choose', error: messageOf(error) })
    }
    void client.invalidateQueries({ queryKey: [imports.list.path] })
  }

  const send = async ({ id, pictures, others, fileName, signal, show }: Sent) => {
    const sent = { step: 'sent', id, others } as const
    const at = { done: 0, total: 0 }
    const showAll = (more: { isSending: boolean; error: string }) => show({ ...sent, ...at, ...more })
    showAll({ isSending: true, error: '' })
    try {
      const progress = (done: number, total: number) => {
        Object.assign(at, { done, total })
        showAll({ isSending: true, error: '' })
      }
      await sendContents({ id, pictures, fileName, signal, progress })
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
  fileName: string
  signal: AbortSignal
  show: (next: PictureState) => void
}

const nameOf = (files: readonly File[]): string => {
  const [first] = files
  return files.length === 1 && first ? first.name : `${files.length} files`
}
