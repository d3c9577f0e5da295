import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { LegalLinks } from '#shared/legal-links.ts'
import { recordAudit } from '#audit/record-entry.ts'
import { logoProblem } from '#platform/check-logo.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { actOnce } from '#platform/http/act-once.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import type { BrandTexts } from './contract.ts'
import { brandChannel, savedBrand } from './sync-brand.ts'
import { type BrandFacts, makeBrand } from './make-brand.ts'

interface Act {
  actorId: string
  request: RequestFacts
}

export interface BrandChange extends BrandTexts {
  logo?: string | null | undefined
  logoDark?: string | null | undefined
}

/** Saves the whole brand, so that changing a server setting later does not mix with it. */
export const changeBrand = async (
  db: Db,
  { actorId, request, usual, change }: Act & { usual: BrandFacts; change: BrandChange },
): Promise<void> => {
  const given = { logo: logoIn(change, 'logo'), logoDark: logoIn(change, 'logoDark') }
  await actOnce(db, request, async (tx) => {
    await takeTurn(tx)
    const kept = await savedBrand(tx)
    const before = kept ?? usual
    const after: BrandFacts = {
      name: change.name,
      color: change.color,
      footer: change.footer,
      legal: chosenOf(change.legal),
      logo: given.logo === undefined ? before.logo : given.logo,
      logoDark: given.logoDark === undefined ? before.logoDark : given.logoDark,
    }
    await refuseUndrawable(after)
    const { logoDark, legal, ...facts } = after
    const row = { ...facts, legal: JSON.stringify(legal), logo_dark: logoDark, changed_at: new Date() }
    await tx
      .insertInto('brand')
      .values({ is_only: true, ...row })
      .onConflict((conflict) => conflict.column('is_only').doUpdateSet(row))
      .execute()
    const told = { before: factsForTrail(before), after: factsForTrail(after) }
    await recordAudit(tx, { actorId, action: 'brand changed', entity: 'brand', entityId: 'brand', ...told, request })
    await notifyAll(tx)
  })
}

/** Resets the brand to the server's settings. */
export const resetBrand = (db: Db, { actorId, request, usual }: Act & { usual: BrandFacts }): Promise<void> =>
  actOnce(db, request, async (tx) => {
    await takeTurn(tx)
    const before = await savedBrand(tx)
    if (!before) throw notFound('Brand')
    await tx.deleteFrom('brand').execute()
    const told = { before: factsForTrail(before), after: factsForTrail(usual) }
    await recordAudit(tx, { actorId, action: 'brand reset', entity: 'brand', entityId: 'brand', ...told, request })
    await notifyAll(tx)
  })

/** An advisory lock, because there may be no row to lock. */
const takeTurn = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext(${brandChannel}))`.execute(tx)

const notifyAll = (tx: Tx) => sql`select pg_notify(${brandChannel}, '')`.execute(tx)

/** Undefined if the logo does not change. */
const logoIn = (change: BrandChange, field: 'logo' | 'logoDark'): Buffer | null | undefined => {
  const given = change[field]
  if (given === undefined || given === null) return given
  const content = Buffer.from(given, 'base64')
  const weakness = logoProblem(content)
  if (weakness) throw new Refusal(400, `The logo must be ${weakness}.`, { field })
  return content
}

const refuseUndrawable = async (facts: BrandFacts): Promise<void> => {
  for (const field of ['logo', 'logoDark'] as const) {
    const alone = { ...facts, logo: null, logoDark: null, [field]: facts[field] }
    await makeBrand(alone).catch(() => {
      throw new Refusal(400, 'This logo file is damaged. Choose another file.', { field })
    })
  }
}

const chosenOf = (legal: BrandTexts['legal']): LegalLinks =>
  Object.fromEntries(Object.entries(legal).filter(([, address]) => address !== ''))

/** Logos as hashes, so that the trail shows whether they changed. */
const factsForTrail = ({ logo, logoDark, legal, ...facts }: BrandFacts) => ({
  ...facts,
  ...legal,
  logo: logo && fingerprintOf(logo),
  logoDark: logoDark && fingerprintOf(logoDark),
})

const fingerprintOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex').slice(0, 12)
