import { connectBucket } from '#platform/connect-bucket.ts'
import { type Inbox, isDocument } from './receive-inbox.ts'

/** Long enough for a document of 64 MB on a slow connection. */
const requestMilliseconds = 60_000

/**
 * The bucket of the setting TRACE_BUCKET as an inbox: the objects directly under the prefix. An object appears only when
 * it is complete, so it is received immediately.
 */
export const openBucket = (address: string): Inbox => {
  const { connect, place } = connectBucket('TRACE_BUCKET', address, requestMilliseconds)
  return {
    list: async (most) => {
      const { client, sdk } = await connect()
      const { Bucket, Key: Prefix } = place('')
      const found: { name: string; bytes: number }[] = []
      let ContinuationToken: string | undefined
      do {
        const page = await client.send(
          new sdk.ListObjectsV2Command({
            Bucket,
            Prefix,
            Delimiter: '/',
            ...(ContinuationToken && { ContinuationToken }),
          }),
        )
        for (const { Key = '', Size = 0 } of page.Contents ?? []) {
          const name = Key.slice(Prefix.length)
          if (isDocument(name)) found.push({ name, bytes: Size })
        }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken && found.length < most)
      return found.slice(0, most)
    },
    read: async (name) => {
      const { client, sdk } = await connect()
      const { Body } = await client.send(new sdk.GetObjectCommand(place(name)))
      if (!Body) throw new Error(`The bucket returned nothing for ${name}.`)
      return Buffer.from(await Body.transformToByteArray())
    },
    /** The copy exists before the object goes; after a crash between the two, the next run finds both and repeats it. */
    moveAway: async (name, move) => {
      const { client, sdk } = await connect()
      const [from, to] = [place(name), place(`${move.to}/${move.as}`)]
      const CopySource = `${from.Bucket}/${from.Key.split('/').map(encodeURIComponent).join('/')}`
      if (move.to === 'refused')
        await client.send(
          new sdk.PutObjectCommand({
            ...to,
            Key: `${to.Key}.txt`,
            Body: `${move.reason}\n`,
          }),
        )
      await client.send(new sdk.CopyObjectCommand({ ...to, CopySource }))
      await client.send(new sdk.DeleteObjectCommand(from))
    },
  }
}
