import { sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'
import type { Verification } from './contract.ts'
import { linkOf, type Sealable, sealableColumns } from './seal-trail.ts'

const linksAtATime = 5_000

type Link = Sealable & { position: string; hash: Buffer }

/** Computes the whole chain again and stops at the first entry that does not fit. */
export const verifyTrail = async (db: Db): Promise<Verification> => {
  let position = 0
  let hash: Buffer | null = null
  let brokenAt: number | null = null
  while (brokenAt === null) {
    const links = await linksAfter(db, position)
    for (const link of links) {
      const expected = linkOf(hash, position + 1, link)
      if (Number(link.position) !== position + 1 || !expected.equals(link.hash)) {
        brokenAt = position + 1
        break
      }
      position += 1
      hash = expected
    }
    if (links.length < linksAtATime) break
  }
  return {
    isIntact: brokenAt === null,
    sealed: position,
    unsealed: await countUnsealed(db),
    brokenAt,
    head: hash?.toString('hex') ?? null,
  }
}

const linksAfter = async (db: Db, position: number): Promise<Link[]> => {
  const { rows } = await sql<Link>`
    select link.position, link.hash, ${sealableColumns}
    from audit_link link join audit_entry entry on entry.id = link.entry_id
    where link.position > ${position} order by link.position limit ${linksAtATime}`.execute(db)
  return rows
}

const countUnsealed = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from audit_entry) - (select count(*) from audit_link))::int as count`.execute(db)
  return rows[0]?.count ?? 0
}
