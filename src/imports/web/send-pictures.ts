import { callAddress } from '#web/api-address.ts'
import { failureOf } from '#web/api-error.ts'
import { fetchAsUser } from '#web/fetch-as-user.ts'
import { call } from '#web/api.ts'
import { randomKey } from '#web/random-key.ts'
import { imports } from '../contract.ts'
import { type Import, maxRowsPerPart } from '../import-shapes.ts'
import { type ChosenPicture, maxPictureBytes } from '#spreadsheets/web/read-archive.ts'
import { sendUntilArrived } from './send-patiently.ts'

interface Sending {
  pictures: readonly ChosenPicture[]
  fileName: string
  signal: AbortSignal
}

/** Sends the file names, which the server compares with the catalog. The first picture is row 1. */
export const sendNames = async ({ pictures, fileName, signal }: Sending): Promise<Import> => {
  const names = pictures.map(({ name }) => name).join('\n')
  let now = await call(imports.begin, {
    body: { kind: 'pictures', fileName, fingerprint: shortened(names), rowCount: pictures.length },
  })
  while (now.state === 'sending') {
    signal.throwIfAborted()
    const start = now.received
    const rows = pictures
      .slice(start, start + maxRowsPerPart)
      .map(({ name, problem }, at) => [start + at + 1, name, problem])
    now = await call(imports.addRows, { params: { id: now._id }, body: { start, fields: ['file', 'problem'], rows } })
  }
  return now
}

/**
 * Two lists of names may share this fingerprint. The server finds out, because each picture is sent with its file name.
 */
const shortened = (names: string): string => {
  let sum = 0
  for (let at = 0; at < names.length; at++) sum = (sum * 31 + names.charCodeAt(at)) % 4_294_967_291
  return `${names.length} ${sum} ${names.slice(0, 3_000)}`
}

interface Content extends Sending {
  id: string
  progress: (done: number, total: number) => void
}

/** Sends the pictures that products are waiting for, two at a time. Pictures that have arrived are not sent again. */
export const sendContents = async ({ id, pictures, signal, progress }: Content): Promise<void> => {
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
