import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { LegalLinks } from '#shared/legal-links.ts'
import { act } from '#platform/act.ts'
import { logoProblem } from '#platform/check-logo.ts'
import type { Db } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { branding, BrandTexts } from './contract.ts'
import { brandChannel, brandRow, savedBrand } from './sync-brand.ts'
import { type BrandFacts, makeBrand } from './make-brand.ts'

type BrandChange = CallOf<typeof branding.change>['body']

/** Saves the whole brand and notifies all processes. */
export const changeBrand = async (
  db: Db,
  { body: change, ...acting }: CallOf<typeof branding.change>,
): Promise<void> => {
  const given = { logo: logoIn(change, 'logo'), logoDark: logoIn(change, 'logoDark') }
  await act(db, acting, async ({ tx, record }) => {
    await tx.selectFrom('brand').select('is_only').forUpdate().execute()
    const before = await savedBrand(tx)
    const after: BrandFacts = {
      name: change.name,
      color: change.color,
      footer: change.footer,
      legal: chosenOf(change.legal),
      logo: given.logo === undefined ? before.logo : given.logo,
      logoDark: given.logoDark === undefined ? before.logoDark : given.logoDark,
    }
    await refuseUndrawable(after)
    await tx
      .updateTable('brand')
      .set({ ...brandRow(after), changed_at: new Date() })
      .execute()
    await record('brand changed', ['brand', 'brand'], { before: factsForTrail(before), after: factsForTrail(after) })
    await sql`select pg_notify(${brandChannel}, '')`.execute(tx)
  })
}

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
