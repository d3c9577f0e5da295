import { UnreadableFile } from './check-file.ts'

/** A picture among the files that somebody chose, by its name; why it cannot be sent, where that is known before it is read. */
export interface ChosenPicture {
  name: string
  problem: string
  /** Its content; throws where the archive is damaged, or holds more than it says. */
  open: () => Promise<Blob>
}

export const mostPictureBytes = 5 * 1024 * 1024
const mostEntries = 5_000
/** The end of a path is what names a product. */
const mostLetters = 300

/** The pictures in files and archives, and how many other files stand beside them. */
export const picturesIn = async (files: readonly File[]): Promise<{ pictures: ChosenPicture[]; others: number }> => {
  const found: ChosenPicture[] = []
  let others = 0
  for (const file of files) {
    const entries = (await isArchive(file)) ? await entriesOf(file) : [asChosen(file)]
    const pictures = entries.filter(({ name }) => /\.(?:png|jpe?g|webp)$/i.test(name))
    others += entries.length - pictures.length
    found.push(...pictures)
    if (found.length > mostEntries)
      throw new UnreadableFile('These are too many pictures: at most 5,000 at once. Split them.')
  }
  if (found.length === 0) throw new UnreadableFile('There is no picture among these files: PNG, JPEG or WebP.')
  return { pictures: found, others }
}

const asChosen = (file: File): ChosenPicture => ({
  name: file.name.slice(-mostLetters),
  problem: file.size > mostPictureBytes ? tooLarge : '',
  open: async () => file,
})

const tooLarge = 'The picture is too large: at most 5 MB.'

const isArchive = async (file: File): Promise<boolean> => {
  const begin = await viewOf(file, 0, 4)
  return begin.byteLength === 4 && [localHeader, endOfArchive].includes(begin.getUint32(0, true))
}

const localHeader = 0x04034b50
const centralHeader = 0x02014b50
const endOfArchive = 0x06054b50
const endBytes = 22
const mostComment = 65_535
const mostDirectory = 16 * 1024 * 1024

const viewOf = async (file: Blob, from: number, to: number): Promise<DataView> =>
  new DataView(await file.slice(from, to).arrayBuffer())

const damaged = () => new UnreadableFile('This archive is damaged: it is not what its name says.')

/** By the directory at its end alone: what an archive holds is read only where it is wanted. */
const entriesOf = async (file: File): Promise<ChosenPicture[]> => {
  const { count, from, size } = await directoryOf(file)
  const view = await viewOf(file, from, from + size)
  const entries: ChosenPicture[] = []
  let at = 0
  for (let number = 0; number < count; number++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== centralHeader) throw damaged()
    const entry = entryAt(view, at)
    if (isWanted(entry.name))
      entries.push({
        name: entry.name.slice(-mostLetters),
        problem: problemOf(entry),
        open: () => inflate(file, entry),
      })
    at = entry.next
  }
  return entries
}

const directoryOf = async (file: File): Promise<{ count: number; from: number; size: number }> => {
  const start = Math.max(0, file.size - endBytes - mostComment)
  const end = await viewOf(file, start, file.size)
  let at = end.byteLength - endBytes
  while (at >= 0 && end.getUint32(at, true) !== endOfArchive) at -= 1
  if (at < 0) throw damaged()
  const count = end.getUint16(at + 10, true)
  const size = end.getUint32(at + 12, true)
  const from = end.getUint32(at + 16, true)
  if (count === 0xffff || from === 0xffffffff)
    throw new UnreadableFile('This archive is too large: at most 4 GB. Split it.')
  if (count > mostEntries * 2 || size > mostDirectory)
    throw new UnreadableFile('This archive holds too many files: at most 5,000 pictures at once. Split it.')
  if (from + size > start + at) throw damaged()
  return { count, from, size }
}

interface Entry {
  name: string
  isLocked: boolean
  method: number
  packed: number
  unpacked: number
  from: number
  next: number
}

const entryAt = (view: DataView, at: number): Entry => {
  const flags = view.getUint16(at + 8, true)
  const letters = view.getUint16(at + 28, true)
  const next = at + 46 + letters + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  if (next > view.byteLength) throw damaged()
  const name = new Uint8Array(view.buffer, at + 46, letters)
  return {
    name: new TextDecoder(flags & 0x800 ? 'utf-8' : 'windows-1252').decode(name),
    isLocked: (flags & 1) === 1,
    method: view.getUint16(at + 10, true),
    packed: view.getUint32(at + 20, true),
    unpacked: view.getUint32(at + 24, true),
    from: view.getUint32(at + 42, true),
    next,
  }
}

/** Folders, and what systems leave behind in archives, are nobody's pictures. */
const isWanted = (name: string): boolean => {
  const last = name.split('/').at(-1) ?? ''
  return last !== '' && !last.startsWith('.') && !name.startsWith('__MACOSX/') && last.toLowerCase() !== 'thumbs.db'
}

const problemOf = ({ isLocked, method, unpacked }: Entry): string => {
  if (isLocked) return 'It is protected by a password.'
  if (method !== 0 && method !== 8) return 'It is packed in a way that cannot be read. Pack it as ZIP by Deflate.'
  return unpacked > mostPictureBytes ? tooLarge : ''
}

const inflate = async (file: File, { from, packed, method, unpacked }: Entry): Promise<Blob> => {
  const head = await viewOf(file, from, from + 30)
  if (head.byteLength < 30 || head.getUint32(0, true) !== localHeader) throw damaged()
  const begin = from + 30 + head.getUint16(26, true) + head.getUint16(28, true)
  const content = file.slice(begin, begin + packed)
  if (method === 0) return content
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = content.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    bytes += next.value.length
    // What says that it is small and is not ends here.
    if (bytes > unpacked || bytes > mostPictureBytes) {
      await reader.cancel()
      throw damaged()
    }
    parts.push(next.value as Uint8Array<ArrayBuffer>) // what a stream decompresses is in memory of its own
  }
  return new Blob(parts)
}
