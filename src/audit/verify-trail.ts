import { sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'
import { dayWords } from '#shared/day-words.ts'
import type { TrailVerification } from './contract.ts'
import type { Head } from './save-heads.ts'
import { linkOf, type Sealable, sealableColumns } from './seal-trail.ts'
import type { TrailKey } from './trail-keys.ts'

/** Result of the daily verification; `head` is the position and hash of the last link. */
export interface TrailCheck {
  isIntact: boolean
  reason: string | null
  sealed: number
  head: string | null
}

type Link = Sealable & { position: string; key_id: string; hash: Buffer }
type Checked = Omit<TrailVerification, 'warnings'>

const linksAtATime = 5_000

/** Recomputes the whole chain and compares it with the heads stored elsewhere; stops at the first mismatch. */
export const verifyTrail = async (
  db: Db,
  { keys, heads }: { keys: readonly TrailKey[]; heads: readonly Head[] },
): Promise<Checked> => {
  const kept = new Map(heads.map((head) => [head.position, head]))
  let position = 0
  let hash: Buffer | null = null
  let reason: string | null = null
  while (!reason) {
    const links = await linksAfter(db, position)
    for (const link of links) {
      reason = faultOf(link, { position: position + 1, previous: hash, keys, head: kept.get(position + 1) })
      if (reason) break
      position += 1
      hash = link.hash
    }
    if (links.length < linksAtATime) break
  }
  reason ??= cutOff(position, heads)
  return {
    isIntact: reason === null,
    sealed: position,
    unsealed: await countUnsealed(db),
    brokenAt: reason === null ? null : position + 1,
    reason,
    head: hash?.toString('hex') ?? null,
  }
}

interface Expected {
  position: number
  previous: Buffer | null
  keys: readonly TrailKey[]
  head: Head | undefined
}

const faultOf = (link: Link, { position, previous, keys, head }: Expected): string | null => {
  const key = keys.find(({ id }) => id === link.key_id)
  if (Number(link.position) === position && !key)
    return `Entry ${shown(position)} was sealed with a key that this portal does not have (${link.key_id}). Add it to TRAIL_KEY.`
  if (!key || Number(link.position) !== position || !linkOf(key, previous, position, link).equals(link.hash))
    return `Entry ${shown(position)} was changed after it was recorded. The entries before it are intact.`
  if (head && head.hash !== link.hash.toString('hex'))
    return `The entries up to ${shown(position)} are not the ones that were there ${onDay(head)}: the trail was replaced.`
  return null
}

const cutOff = (position: number, heads: readonly Head[]): string | null => {
  const furthest = heads.toSorted((one, other) => other.position - one.position)[0]
  if (!furthest || furthest.position <= position) return null
  return `The trail ends at entry ${shown(position)}, but it had ${shown(furthest.position)} entries ${onDay(furthest)}: its end was deleted.`
}

const shown = (position: number) => position.toLocaleString('en-US')

const onDay = ({ at }: Head) => (at ? `on ${dayWords(at.slice(0, 10))}` : 'when its last hash was noted')

const linksAfter = async (db: Db, position: number): Promise<Link[]> => {
  const { rows } = await sql<Link>`
    select link.position, link.key_id, link.hash, ${sealableColumns}
    from audit_link link join audit_entry entry on entry.id = link.entry_id
    where link.position > ${position} order by link.position limit ${linksAtATime}`.execute(db)
  return rows
}

const countUnsealed = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from audit_entry) - (select count(*) from audit_link))::int as count`.execute(db)
  return rows[0]?.count ?? 0
}
