import { sql } from 'kysely'
import { newId } from '#platform/db/new-id.ts'
import type { Tx } from '#platform/db/tables.ts'

interface Seeding {
  /** Businesses whose license is verified; the others wait for somebody to look them up. */
  verified: readonly string[]
  /** A business whose DEA registration has expired, and one whose registration expires in 20 days. */
  expired: string | undefined
  expiring: string | undefined
  verifiedBy: string
}

const register = 'License search of the board'

/** Licenses of the demo: States of the valid first ones, our own for every State that we ship to, and DEA registrations. */
export const seedLicenses = async (tx: Tx, { verified, expired, expiring, verifiedBy }: Seeding): Promise<void> => {
  await sql`update license set state = business.shipto_state from business
    where business.id = license.business_id and place = 1 and number <> '' and shipto_state ~ '^[A-Z]{2}$'
      and expires_on >= current_date`.execute(tx)
  const looked = {
    status: 'verified' as const,
    verified_by: verifiedBy,
    verified_at: sql<Date>`now() - interval '40 days'`,
  }
  await tx
    .updateTable('license')
    .set({ ...looked, verified_against: register })
    .where('business_id', 'in', [...verified, newId()])
    .where('number', '<>', '')
    .execute()
  const { rows: states } = await sql<{ state: string }>`
    select distinct state from license where state <> '' and removed_at is null order by state`.execute(tx)
  const until = (days: number) => sql<string>`current_date + ${days}::int`
  const registration = {
    kind: 'dea' as const,
    issued_by: 'Drug Enforcement Administration',
    schedules: ['2', '2N', '3', '3N', '4', '5'],
    ...looked,
    verified_against: 'DEA registration validation',
  }
  await tx
    .insertInto('license')
    .values([
      ...states.map(({ state }, at) => ({
        id: newId(),
        warehouse: 'Louisville',
        state,
        number: `WD-${40_118 + at * 373}`,
        type: 'Wholesale drug distributor',
        issued_by: 'Board of Pharmacy',
        expires_on: until(at === 0 ? 45 : 200 + at * 17),
        ...looked,
        verified_against: register,
      })),
      { id: newId(), warehouse: 'Louisville', number: 'RA0448212', expires_on: until(310), ...registration },
      ...[
        { business_id: expired, number: 'FH4417627', days: -12 },
        { business_id: expiring, number: 'BM7702916', days: 20 },
      ].flatMap(({ business_id: businessId, number, days }) =>
        businessId ? [{ id: newId(), business_id: businessId, number, expires_on: until(days), ...registration }] : [],
      ),
    ])
    .execute()
}
