import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Config } from '#platform/config.ts'
import { connectBucket } from '#platform/connect-bucket.ts'
import { intoFile } from '#platform/db/backup.ts'

/** Storage of backups: a folder or an S3 bucket. */
export interface BackupStore {
  names(): Promise<string[]>
  /** The name appears only when the content is complete. */
  put(name: string, content: Readable): Promise<void>
  get(name: string): Promise<Readable>
  remove(name: string): Promise<void>
  close(): void
}

/** Whether the portal makes backups. */
export const makesBackups = ({ BACKUP_TO }: Pick<Config, 'BACKUP_TO'>): boolean =>
  BACKUP_TO !== '' && BACKUP_TO !== 'elsewhere'

export const isFolder = (address: string): boolean => address !== '' && !address.startsWith('s3:')

/** Opens the store of the setting BACKUP_TO: `s3://[KEY:SECRET@]bucket/prefix?region=…&endpoint=…`, or a folder. */
export const openBackupStore = ({ BACKUP_TO }: Pick<Config, 'BACKUP_TO'>, partBytes = usualPartBytes): BackupStore =>
  BACKUP_TO.startsWith('s3:') ? bucketStore(BACKUP_TO, partBytes) : folderStore(BACKUP_TO)

const folderStore = (folder: string): BackupStore => ({
  names: async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return readdir(folder)
  },
  put: (name, content) => intoFile(join(folder, name))(content),
  get: async (name) => createReadStream(join(folder, name)),
  remove: (name) => rm(join(folder, name), { force: true }),
  close: () => {},
})

/** S3 allows 10,000 parts per object, enough for 160 GB. */
const usualPartBytes = 16 * 1024 ** 2
/** Enough for one part on a slow connection. */
const requestMilliseconds = 120_000

const bucketStore = (address: string, partBytes: number): BackupStore => {
  const { connect, place, close } = connectBucket('BACKUP_TO', address, requestMilliseconds)

  const names = async () => {
    const { client, sdk } = await connect()
    const { Bucket, Key: Prefix } = place('')
    const found: string[] = []
    let ContinuationToken: string | undefined
    do {
      const page = await client.send(
        new sdk.ListObjectsV2Command({ Bucket, Prefix, ...(ContinuationToken && { ContinuationToken }) }),
      )
      for (const { Key = '' } of page.Contents ?? []) found.push(Key.slice(Prefix.length))
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken)
    return found
  }

  const put = async (name: string, content: Readable) => {
    const { client, sdk } = await connect()
    const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(place(name)))
    const upload = { ...place(name), UploadId }
    try {
      const Parts: { PartNumber: number; ETag: string | undefined }[] = []
      for await (const Body of partsOf(content, partBytes)) {
        const PartNumber = Parts.length + 1
        const { ETag } = await client.send(new sdk.UploadPartCommand({ ...upload, PartNumber, Body }))
        Parts.push({ PartNumber, ETag })
      }
      await client.send(new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
    } catch (error) {
      content.destroy()
      // If this fails, the bucket's lifecycle rules must clean up the parts.
      await client.send(new sdk.AbortMultipartUploadCommand(upload)).catch(() => {})
      throw error
    }
  }

  return {
    names,
    put,
    get: async (name) => {
      const { client, sdk } = await connect()
      const { Body } = await client.send(new sdk.GetObjectCommand(place(name)))
      if (!(Body instanceof Readable)) throw new Error(`The bucket returned nothing for ${name}.`)
      return Body
    },
    remove: async (name) => {
      const { client, sdk } = await connect()
      await client.send(new sdk.DeleteObjectCommand(place(name)))
    },
    close,
  }
}

const partsOf = async function* (content: Readable, partBytes: number): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let length = 0
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk as Uint8Array) // a stream of bytes
    chunks.push(bytes)
    length += bytes.length
    if (length >= partBytes) {
      yield Buffer.concat(chunks)
      chunks = []
      length = 0
    }
  }
  if (length > 0) yield Buffer.concat(chunks)
}
