import { ZipWriter } from '@zip.js/zip.js/lib/zip-core-custom.js'

export interface ZipPart {
  name: string
  content: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>
}

/** The earliest date that an archive can have, so that equal contents make equal files. */
const lastModDate = new Date(1980, 0, 1)

/** Streams a ZIP archive while its parts are read one after the other. */
export const zip = async function* (parts: Iterable<ZipPart> | AsyncIterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = new ZipWriter(writable, { lastModDate, extendedTimestamp: false, zip64: false })
  const write = async () => {
    for await (const { name, content } of parts) await writer.add(name, ReadableStream.from(bytesOf(content)))
    await writer.close()
  }
  write().catch((error: unknown) => writable.abort(error).catch(() => {}))
  yield* readable
}

const bytesOf = async function* (content: ZipPart['content']) {
  for await (const some of content) yield Buffer.from(some)
}
