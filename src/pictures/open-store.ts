import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import type { S3Client } from '@aws-sdk/client-s3'
import type { Config } from '#platform/config.ts'
import { BadSetting } from '#platform/read-setting.ts'

/** Where uploaded pictures live: a folder, or a bucket that speaks S3. Names are made by the portal. */
export interface PictureStore {
  put(name: string, content: Buffer): Promise<void>
  /** Null when there is no such picture. */
  get(name: string): Promise<Buffer | null>
  /** Also when there is no such picture. */
  remove(name: string): Promise<void>
  close(): void
}

/** By the setting UPLOADS: `s3://[KEY:SECRET@]bucket/prefix?region=…&endpoint=…`, else a folder. */
export const openStore = ({ UPLOADS, DATA_DIR }: Pick<Config, 'UPLOADS' | 'DATA_DIR'>): PictureStore =>
  UPLOADS.startsWith('s3:')
    ? bucketStore(UPLOADS)
    : folderStore(UPLOADS ? resolve(UPLOADS) : resolve(DATA_DIR, 'uploads'))

const folderStore = (folder: string): PictureStore => ({
  put: async (name, content) => {
    await mkdir(folder, { recursive: true })
    // Written aside and renamed, so that nobody is ever sent half a picture and a crash leaves none.
    const unfinished = resolve(folder, `.${randomUUID()}`)
    const file = await open(unfinished, 'wx')
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, resolve(folder, name))
  },
  get: async (name) => {
    try {
      return await readFile(resolve(folder, name))
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      throw error
    }
  },
  remove: (name) => rm(resolve(folder, name), { force: true }),
  close: () => {},
})

interface Bucket {
  name: string
  prefix: string
  region: string
  endpoint: string | null
  credentials: { accessKeyId: string; secretAccessKey: string } | null
}

/** The client is large and loaded with the first picture. */
const bucketStore = (address: string): PictureStore => {
  const bucket = bucketOf(address)
  let loading: Promise<{ client: S3Client; sdk: typeof import('@aws-sdk/client-s3') }> | null = null
  const connect = () =>
    (loading ??= import('@aws-sdk/client-s3').then((sdk) => ({ sdk, client: clientOf(sdk, bucket) })))
  const place = (name: string) => ({ Bucket: bucket.name, Key: `${bucket.prefix}${name}` })
  return {
    put: async (name, content) => {
      const { client, sdk } = await connect()
      const facts = { ContentType: 'image/webp', CacheControl: 'public, max-age=31536000, immutable' }
      await client.send(new sdk.PutObjectCommand({ ...place(name), ...facts, Body: content }))
    },
    get: async (name) => {
      const { client, sdk } = await connect()
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand(place(name)))
        return Body ? Buffer.from(await Body.transformToByteArray()) : null
      } catch (error) {
        if (error instanceof sdk.NoSuchKey) return null
        throw error
      }
    },
    remove: async (name) => {
      const { client, sdk } = await connect()
      await client.send(new sdk.DeleteObjectCommand(place(name)))
    },
    close: () => void loading?.then(({ client }) => client.destroy()).catch(() => {}),
  }
}

const clientOf = (sdk: typeof import('@aws-sdk/client-s3'), { region, endpoint, credentials }: Bucket): S3Client =>
  new sdk.S3Client({
    region,
    // Buckets of other makers are addressed by path and know none of the newer checksums.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000 },
  })

const bucketOf = (address: string): Bucket => {
  const parsed = URL.canParse(address) ? new URL(address) : null
  const endpoint = parsed?.searchParams.get('endpoint') ?? null
  if (!parsed?.hostname || (endpoint !== null && !/^https?:\/\/[^/]/.test(endpoint)))
    throw new BadSetting(
      'Setting UPLOADS: its value is not a folder or s3://KEY:SECRET@bucket/prefix?region=us-east-1&endpoint=https://….',
    )
  const prefix = parsed.pathname.replace(/^\/+/, '')
  return {
    name: parsed.hostname,
    prefix: prefix && !prefix.endsWith('/') ? `${prefix}/` : prefix,
    region: parsed.searchParams.get('region') ?? 'us-east-1',
    endpoint,
    credentials: parsed.username
      ? {
          accessKeyId: decodeURIComponent(parsed.username),
          secretAccessKey: decodeURIComponent(parsed.password),
        }
      : null,
  }
}
