import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipPart {
  name: string
  content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>
}

interface Written {
  name: Buffer
  crc: number
  packed: number
  size: number
  at: number
}

/** Streams a ZIP while its parts are read one by one; sizes and checksums follow each part. */
export const zip = async function* (files: Iterable<ZipPart> | AsyncIterable<ZipPart>) {
  const written: Written[] = []
  let at = 0
  for await (const { name, content } of files) {
    const file: Written = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, at }
    const header = Buffer.concat([
      bytes([0x04034b50, 4], [20, 2], ...method, ...sums(file), [file.name.length, 2], [0, 2]),
      file.name,
    ])
    yield header
    for await (const packed of Readable.from(counted(content, file)).pipe(createDeflateRaw())) {
      file.packed += packed.length
      yield packed
    }
    yield bytes([0x08074b50, 4], ...sums(file))
    at += header.length + file.packed + 16
    written.push(file)
  }
  const directory = Buffer.concat(written.map(entry))
  const count = written.length
  yield Buffer.concat([
    directory,
    bytes([0x06054b50, 4], [0, 4], [count, 2], [count, 2], [directory.length, 4], [at, 4], [0, 2]),
  ])
}

const counted = async function* (content: ZipPart['content'], file: Written) {
  for await (const text of content) {
    const plain = Buffer.from(text)
    file.crc = crc32(plain, file.crc)
    file.size += plain.length
    yield plain
  }
}

/** Deflate, UTF-8 names, checksums in data descriptors, and the earliest possible date. */
const method: Field[] = [
  [0x0808, 2],
  [8, 2],
  [0, 2],
  [0x21, 2],
]

const sums = ({ crc, packed, size }: Written): Field[] => [
  [crc, 4],
  [packed, 4],
  [size, 4],
]

const entry = (file: Written): Buffer =>
  Buffer.concat([
    bytes(
      [0x02014b50, 4],
      [20, 2],
      [20, 2],
      ...method,
      ...sums(file),
      [file.name.length, 2],
      [0, 4],
      [0, 4],
      [0, 4],
      [file.at, 4],
    ),
    file.name,
  ])

type Field = [value: number, width: 2 | 4]

const bytes = (...fields: Field[]): Buffer =>
  Buffer.concat(
    fields.map(([value, width]) => {
      const field = Buffer.alloc(width)
      field.writeUIntLE(value, 0, width)
      return field
    }),
  )
