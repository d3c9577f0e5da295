import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { sql } from 'kysely'
import type { Viewer } from '#catalog/resolve-viewer.ts'
import { restrictionsOpenTo } from '#catalog/filter-visible.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db } from '#platform/db/tables.ts'
import type { IndexSnapshot } from './index/sync-catalog-index.ts'
import type { Open } from './index/read-restrictions.ts'

/** The restricted products a viewer may see; null if nothing is hidden from them. */
export type OpenTo = (viewer: Viewer, followed: IndexSnapshot) => Promise<Open | null>

const maxIds = 100_000

/**
 * Cached per business and catalog version; every change of restrictions or groups creates a new version. No query runs
 * if nothing is restricted, nor for visitors.
 */
export const cacheOpenRestrictions = (db: Db): OpenTo => {
  const known = new LRUCache<string, Open & { version: string }>({
    maxSize: maxIds,
    sizeCalculation: ({ ids }) => ids.size + 1,
  })
  return async ({ user, seesRestricted }, { index, version }) => {
    if (seesRestricted || index.restrictions.numbers.size === 0) return null
    const businessId = user?.businessId
    if (!businessId) return forVisitors
    const kept = known.get(businessId)
    if (kept?.version === version) return kept
    const [row] = await openTo(db, { businessId })
    const ids = (row?.ids ?? []).toSorted()
    const fresh = { version, stamp: ids.length > 0 ? digestOf(ids) : '', ids: new Set(ids) }
    known.set(businessId, fresh)
    return fresh
  }
}

const forVisitors: Open = { stamp: '', ids: new Set() }

const digestOf = (ids: readonly string[]): string => createHash('sha256').update(ids.join()).digest('base64')

const openTo = prepareStatement(
  (_db, { businessId }: { businessId: string }) =>
    sql<{ ids: string[] }>`select ${restrictionsOpenTo(sql`${businessId}::uuid`)} as ids`,
)
