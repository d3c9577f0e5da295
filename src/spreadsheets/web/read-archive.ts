import { UnreadableFile } from './check-file.ts'
import { type FileEntry, isArchive, lockOf, readDirectory, unpack } from './open-archive.ts'

/** A chosen picture with its name. `problem` says why it cannot be uploaded, if that is known without reading it. */
export interface ChosenPicture {
  name: string
  problem: string
  /** Reads the content; throws if the archive is damaged or the content is larger than declared. */
  open: () => Promise<Blob>
}

export const maxPictureBytes = 5 * 1024 * 1024
const maxEntries = 5_000
/** Only the end of a path identifies the product. */
const maxLetters = 300

/** Lists the pictures in files and archives, and counts all other files. */
export const picturesIn = async (files: readonly File[]): Promise<{ pictures: ChosenPicture[]; others: number }> => {
  const found: ChosenPicture[] = []
  let others = 0
  for (const file of files) {
    const entries = (await isArchive(file)) ? await entriesOf(file) : [asChosen(file)]
    const pictures = entries.filter(({ name }) => /\.(?:png|jpe?g|webp)$/i.test(name))
    others += entries.length - pictures.length
    found.push(...pictures)
    if (found.length > maxEntries) throw new UnreadableFile('Too many pictures. Upload at most 5,000 at a time.')
  }
  if (found.length === 0) throw new UnreadableFile('None of these files is a PNG, JPEG or WebP picture.')
  return { pictures: found, others }
}

const asChosen = (file: File): ChosenPicture => ({
  name: file.name.slice(-maxLetters),
  problem: file.size > maxPictureBytes ? tooLarge : '',
  open: async () => file,
})

const tooLarge = 'The picture is too large. The limit is 5 MB.'
const damaged = 'This archive is damaged: its content does not match its name.'

const entriesOf = async (file: File): Promise<ChosenPicture[]> => {
  if (file.size >= 4 * 1024 ** 3) throw new UnreadableFile('This archive is too large. The limit is 4 GB. Split it.')
  const entries = await readDirectory(file, {
    entries: maxEntries * 2,
    damaged,
    tooMany: 'This archive has too many files. Upload at most 5,000 pictures at a time.',
  })
  return entries
    .filter(({ filename }) => isWanted(filename))
    .map((entry) => ({
      name: entry.filename.slice(-maxLetters),
      problem: problemOf(entry),
      open: () => inflate(entry),
    }))
}

/** Skips folders and files that operating systems add to archives. */
const isWanted = (name: string): boolean => {
  const last = name.split('/').at(-1) ?? ''
  return last !== '' && !last.startsWith('.') && !name.startsWith('__MACOSX/') && last.toLowerCase() !== 'thumbs.db'
}

const problemOf = (entry: FileEntry): string => {
  const lock = lockOf(entry)
  if (lock === 'password') return 'It is password-protected.'
  if (lock) return 'Its compression is not supported. Save it as a standard ZIP file.'
  return entry.uncompressedSize > maxPictureBytes ? tooLarge : ''
}

const inflate = async (entry: FileEntry): Promise<Blob> => {
  const parts: Uint8Array<ArrayBuffer>[] = []
  try {
    if (entry.uncompressedSize > maxPictureBytes) throw new UnreadableFile(tooLarge)
    await unpack(entry, (bytes) => void parts.push(bytes))
  } catch (error) {
    throw new UnreadableFile(damaged, { cause: error })
  }
  return new Blob(parts)
}
