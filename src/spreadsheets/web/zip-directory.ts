import { UnreadableFile } from './check-file.ts'

/** A file entry of an archive's central directory. */
export interface ZipEntry {
  name: string
  isLocked: boolean
  /** 0 for stored, 8 for Deflate. */
  method: number
  checksum: number
  packed: number
  unpacked: number
  from: number
}

interface DirectoryLimits {
  entries: number
  damaged: string
  tooMany: string
}

const localHeader = 0x04034b50
const centralHeader = 0x02014b50
const endOfArchive = 0x06054b50
const endOfLargeArchive = 0x06064b50
const placeOfLargeEnd = 0x07064b50
const endBytes = 22
const placeBytes = 20
const maxComment = 65_535
const maxDirectoryBytes = 16 * 1024 * 1024
const elsewhere = 0xffffffff

export const isArchive = async (file: Blob): Promise<boolean> => {
  const begin = await viewOf(file, 0, 4)
  return begin.byteLength === 4 && [localHeader, endOfArchive].includes(begin.getUint32(0, true))
}

/** Reads only the central directory at the end; contents are read on demand. */
export const readDirectory = async (file: Blob, limits: DirectoryLimits): Promise<ZipEntry[]> => {
  const damaged = () => new UnreadableFile(limits.damaged)
  const place = await placeOfDirectory(file)
  if (!place) throw damaged()
  const { count, from, size } = place
  if (count > limits.entries || size > maxDirectoryBytes) throw new UnreadableFile(limits.tooMany)
  const view = await viewOf(file, from, from + size)
  const entries: ZipEntry[] = []
  let at = 0
  for (let number = 0; number < count; number++) {
    if (at + 46 > view.byteLength || view.getUint32(at, true) !== centralHeader) throw damaged()
    const letters = view.getUint16(at + 28, true)
    const next = at + 46 + letters + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
    if (next > view.byteLength) throw damaged()
    entries.push(entryAt(view, at, letters))
    at = next
  }
  return entries
}

/** Streams the decompressed content of an entry; throws if it does not match the directory. */
export async function* unpack(file: Blob, entry: ZipEntry): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { from, packed, method, unpacked } = entry
  const head = await viewOf(file, from, from + 30)
  if (head.byteLength < 30 || head.getUint32(0, true) !== localHeader) throw new Error(`${entry.name} is missing`)
  const begin = from + 30 + head.getUint16(26, true) + head.getUint16(28, true)
  const content = file.slice(begin, begin + packed).stream()
  const stream = method === 0 ? content : content.pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = (stream as ReadableStream<Uint8Array<ArrayBuffer>>).getReader() // each chunk has its own buffer
  let bytes = 0
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      bytes += next.value.length
      // Stops a ZIP bomb that declares a small size.
      if (bytes > unpacked) throw new Error(`${entry.name} is larger than declared`)
      yield next.value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
  if (bytes < unpacked) throw new Error(`${entry.name} is smaller than declared`)
}

const viewOf = async (file: Blob, from: number, to: number): Promise<DataView> =>
  new DataView(await file.slice(from, to).arrayBuffer())

const placeOfDirectory = async (file: Blob): Promise<{ count: number; from: number; size: number } | null> => {
  const start = Math.max(0, file.size - endBytes - maxComment)
  const end = await viewOf(file, start, file.size)
  let at = end.byteLength - endBytes
  while (at >= 0 && end.getUint32(at, true) !== endOfArchive) at -= 1
  if (at < 0) return null
  const small = {
    count: end.getUint16(at + 10, true),
    size: end.getUint32(at + 12, true),
    from: end.getUint32(at + 16, true),
  }
  const isLarge = at >= placeBytes && end.getUint32(at - placeBytes, true) === placeOfLargeEnd
  const place = isLarge ? await placeInLarge(file, Number(end.getBigUint64(at - placeBytes + 8, true))) : small
  return place && place.from + place.size <= start + at ? place : null
}

/** ZIP64, which some programs write even for small archives. */
const placeInLarge = async (file: Blob, at: number) => {
  const view = await viewOf(file, at, at + 56)
  if (view.byteLength < 56 || view.getUint32(0, true) !== endOfLargeArchive) return null
  const [count, size, from] = [32, 40, 48].map((place) => Number(view.getBigUint64(place, true)))
  return { count: count ?? 0, size: size ?? 0, from: from ?? 0 }
}

const entryAt = (view: DataView, at: number, letters: number): ZipEntry => {
  const flags = view.getUint16(at + 8, true)
  const name = new Uint8Array(view.buffer, at + 46, letters)
  const large = largeNumbers(view, at + 46 + letters, view.getUint16(at + 30, true))
  // ZIP64 values come in this order, and only for fields that are at their maximum.
  const [unpacked = 0, packed = 0, from = 0] = [24, 20, 42].map((place) => {
    const number = view.getUint32(at + place, true)
    return number === elsewhere ? (large.shift() ?? number) : number
  })
  return {
    name: new TextDecoder(flags & 0x800 ? 'utf-8' : 'windows-1252').decode(name),
    isLocked: (flags & 1) === 1,
    method: view.getUint16(at + 10, true),
    checksum: view.getUint32(at + 16, true),
    packed,
    unpacked,
    from,
  }
}

const largeNumbers = (view: DataView, from: number, length: number): number[] => {
  for (let at = from; at + 4 <= from + length;) {
    const size = view.getUint16(at + 2, true)
    if (view.getUint16(at, true) === 1 && at + 4 + size <= from + length)
      return Array.from({ length: Math.floor(size / 8) }, (_, place) =>
        Number(view.getBigUint64(at + 4 + place * 8, true)),
      )
    at += 4 + size
  }
  return []
}
