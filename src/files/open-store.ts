import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { connectBucket } from '#platform/connect-bucket.ts'
import type { Config } from '#platform/config.ts'

/** Storage of uploaded pictures: a folder or an S3 bucket. The portal generates all names. */
export interface PictureStore {
  put(name: string, content: Buffer): Promise<void>
  /** Null if the picture does not exist. */
  get(name: string): Promise<Buffer | null>
  /** Succeeds if the picture does not exist. */
  remove(name: string): Promise<void>
  close(): void
}

/** Opens the store of the setting UPLOADS: `s3://[KEY:SECRET@]bucket/prefix?region=…&endpoint=…`, or a folder. */
export const openStore = ({ UPLOADS, DATA_DIR }: Pick<Config, 'UPLOADS' | 'DATA_DIR'>): PictureStore =>
  UPLOADS.startsWith('s3:')
    ? bucketStore(UPLOADS)
    : folderStore(UPLOADS ? resolve(UPLOADS) : resolve(DATA_DIR, 'uploads'))

/** Guards against path traversal. */
const placeIn = (folder: string, name: string): string => {
  if (!/^[\da-z][\da-z.-]*$/.test(name)) throw new Error(`“${name.slice(0, 80)}” is not a valid picture name.`)
  return resolve(folder, name)
}

const folderStore = (folder: string): PictureStore => ({
  put: async (name, content) => {
    const place = placeIn(folder, name)
    await mkdir(folder, { recursive: true })
    // Writes to a temporary file and renames it, so that a reader or a crash never sees a partial picture.
    const unfinished = resolve(folder, `.${randomUUID()}`)
    const file = await open(unfinished, 'wx')
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, place)
  },
  get: async (name) => {
    try {
      return await readFile(placeIn(folder, name))
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      throw error
    }
  },
  remove: (name) => rm(placeIn(folder, name), { force: true }),
  close: () => {},
})

const bucketStore = (address: string): PictureStore => {
  const { connect, place, close } = connectBucket('UPLOADS', address)
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
    close,
  }
}
