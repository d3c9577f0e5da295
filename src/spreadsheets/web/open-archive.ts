import {
  BlobReader,
  ERR_INVALID_COMPRESSED_DATA,
  ERR_INVALID_CRC32,
  ERR_INVALID_UNCOMPRESSED_SIZE,
  type FileEntry,
  ZipReader,
} from '@zip.js/zip.js/lib/zip-core-custom.js'
import { UnreadableFile } from './check-file.ts'

export type { FileEntry } from '@zip.js/zip.js/lib/zip-core-custom.js'

interface DirectoryLimits {
  entries: number
  damaged: string
  tooMany: string
}

const maxDirectoryBytes = 16 * 1024 * 1024

/** Whether a file begins as a ZIP archive, even if the rest is damaged. */
export const isArchive = async (file: Blob): Promise<boolean> =>
  ['PK\u0003\u0004', 'PK\u0005\u0006'].includes(await file.slice(0, 4).text())

/** Reads only the central directory at the end; contents are read on demand. */
export const readDirectory = async (file: Blob, limits: DirectoryLimits): Promise<FileEntry[]> => {
  const reader = new BlobReader(file)
  const read = reader.readUint8Array.bind(reader)
  reader.readUint8Array = async (index, length) => {
    if (length > maxDirectoryBytes) throw new UnreadableFile(limits.tooMany)
    return read(index, length)
  }
  // Names are only compared, and headers before the contents that differ from the directory are common.
  const options = { filenameValidation: 'tolerant', checkLocalDirectory: false, checkCrc32: true } as const
  const entries: FileEntry[] = []
  let count = 0
  const onprogress = (_: number, total: number) => void (count = total)
  try {
    for await (const entry of new ZipReader(reader, options).getEntriesGenerator({ onprogress })) {
      if (count > limits.entries) throw new UnreadableFile(limits.tooMany)
      if (!entry.directory) entries.push(entry)
    }
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile(limits.damaged, { cause: error })
  }
  return entries
}

/** Why an entry cannot be unpacked, '' if nothing is known against it. */
export const lockOf = ({ encrypted, compressionMethod }: FileEntry): '' | 'password' | 'compression' =>
  encrypted ? 'password' : compressionMethod === 0 || compressionMethod === 8 ? '' : 'compression'

/** Streams the decompressed content of an entry; throws if it does not match the directory. */
export const unpack = async (entry: FileEntry, write: (bytes: Uint8Array<ArrayBuffer>) => void): Promise<void> => {
  let failure: { error: unknown } | null = null
  const take = (bytes: Uint8Array<ArrayBuffer>) => {
    try {
      write(bytes)
    } catch (error) {
      // The library would reject with the state of the closed stream instead.
      failure = { error }
      throw error
    }
  }
  await entry.getData(new WritableStream({ write: take })).catch((error: unknown) => {
    if (failure) throw failure.error
    const fault = error instanceof Error && faults.get(error.message)
    throw fault ? new Error(`${entry.filename} ${fault}`, { cause: error }) : error
  })
}

const faults = new Map([
  [ERR_INVALID_CRC32, 'is corrupted'],
  [ERR_INVALID_COMPRESSED_DATA, 'is corrupted'],
  [ERR_INVALID_UNCOMPRESSED_SIZE, 'is smaller or larger than declared'],
])
