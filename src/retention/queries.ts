import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Config } from '#platform/config.ts'
import type { Db } from '#platform/db/tables.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { holdsPerPage, mostDue, type retention } from './contract.ts'
import { type KeptKind, keptKinds, tableOf, yearsOf } from './record-kinds.ts'
import { isDue } from './purge-due-records.ts'

type Kinds = z.input<(typeof retention.kinds)['reply']>
type Holds = z.input<(typeof retention.holds)['reply']>

export const listKinds = async (
  db: Db,
  { RECORD_YEARS, PURGE_RECORDS }: Pick<Config, 'RECORD_YEARS' | 'PURGE_RECORDS'>,
): Promise<Kinds> => {
  const totals = keptKinds.map((kind) => totalOf(kind, yearsOf(kind, RECORD_YEARS)))
  const { rows } = await sql<{ at: number; oldest: Date | null; due: number | null }>`
    ${sql.join(
      totals.map((total, at) => sql`select ${at}::int as at, total.* from ${total} total`),
      sql` union all `,
    )}`.execute(db)
  const kinds = keptKinds.map((kind, at) => {
    const { oldest = null, due = null } = rows.find((row) => row.at === at) ?? {}
    return { name: kind.name, law: kind.law, since: kind.since, years: yearsOf(kind, RECORD_YEARS), oldest, due }
  })
  return { kinds, isPurging: PURGE_RECORDS }
}

const totalOf = (kind: KeptKind, years: number) => {
  const [table, moment] = [sql.table(tableOf(kind)), sql.ref(kind.moment)]
  const due = kind.purge
    ? sql`(select count(*)::int from (select from ${table} where ${isDue(kind, years)} limit ${mostDue}) due)`
    : sql`null::int`
  const order = kind.order ? sql.ref(kind.order) : moment
  const oldest = sql`(select ${moment} from ${table} where ${moment} is not null order by ${order} limit 1)`
  return sql`(select ${oldest} as oldest, ${due} as due)`
}

export const pageOfHolds = async (
  db: Db,
  { page, released }: CallOf<typeof retention.holds>['query'],
): Promise<Holds> => {
  const where = released ? sql`true` : sql`released_at is null`
  const { rows: holds } = await sql<Holds['holds'][number]>`
    select hold.id as "_id",
      case when hold.business_id is not null then 'customer' when hold.product_id is not null then 'product'
        else 'lot' end as subject,
      coalesce(business.name, product.name, hold.lot) as name,
      coalesce(business.account_number, product.ndc_number, '') as number,
      hold.reference, hold.reason, hold.set_at as "setAt", setter.email as "setBy", hold.released_at as "releasedAt",
      coalesce(releaser.email, '') as "releasedBy", hold.release_reason as "releaseReason"
    from (select * from legal_hold where ${where}
      order by set_at desc, id limit ${holdsPerPage} offset ${(page - 1) * holdsPerPage}) hold
      join user_account setter on setter.id = hold.set_by
      left join user_account releaser on releaser.id = hold.released_by
      left join business on business.id = hold.business_id
      left join product on product.id = hold.product_id
    order by hold.set_at desc, hold.id`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from legal_hold where ${where}`.execute(db)
  return { holds, count: rows[0]?.count ?? 0 }
}
