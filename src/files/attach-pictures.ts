import { sql } from 'kysely'
import type { Tx } from '#platform/db/tables.ts'

/**
 * Marks uploaded pictures as used, in the transaction that assigns them to a product. Returns the addresses of uploads
 * that were removed, or are being removed because no product used them in time.
 */
export const attachPictures = async (tx: Tx, addresses: readonly string[]): Promise<string[]> => {
  const uploads = addresses.flatMap((address) => {
    const name = nameOf(address)
    return name ? [{ address, name }] : []
  })
  if (uploads.length === 0) return []
  const claimed = await tx
    .updateTable('upload')
    .set({ applied_at: sql<Date>`coalesce(applied_at, now())` })
    .where('name', 'in', [...new Set(uploads.map(({ name }) => name))])
    .where('removing_since', 'is', null)
    .returning('name')
    .execute()
  const kept = new Set(claimed.map(({ name }) => name))
  return uploads.filter(({ name }) => !kept.has(name)).map(({ address }) => address)
}

const nameOf = (address: string): string | undefined => /^\/uploads\/([0-9a-f]{32})-\d{2,4}\.webp$/.exec(address)?.[1]
