import { sql } from 'kysely'
import { noteRestrictionChange } from '#catalog/note-change.ts'
import type { Audience } from '#customers/audience/audience-shapes.ts'
import { changeAudience } from '#customers/audience/change-audience.ts'
import { audienceSummary, readAudience } from '#customers/audience/read-audience.ts'
import { act } from '#platform/act.ts'
import type { Db } from '#platform/db/tables.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { isUuid } from '#shared/wire.ts'
import type { restrictions } from './contract.ts'
import { maxRestrictions, type RestrictionRow } from './restriction-shapes.ts'

type Restricted = CallOf<typeof restrictions.find>['params']

/** Replaces the audience of a product or category, effective immediately. */
export const restrictProducts = (db: Db, { params, body, ...acting }: CallOf<typeof restrictions.set>): Promise<void> =>
  act(db, acting, async ({ tx, record }) => {
    const { kind } = params
    const isProduct = kind === 'product'
    // Removing a restriction is allowed even for an unused category.
    const subject = isProduct || body.rule === 'only' ? await findSubject(tx, params, isProduct) : params.subject
    const changed = await changeAudience(tx, 'The visibility', { ...body, kind, subject })
    await record('visibility changed', [kind, subject], changed)
    await noteRestrictionChange(tx)
  })

/** A category exists while a product has it. A product is locked, so that orders in progress end first. */
const findSubject = async (db: Db, { kind, subject }: Restricted, isLocked = false): Promise<string> => {
  const found =
    kind === 'product' && !isUuid(subject)
      ? undefined
      : await db
          .selectFrom('product')
          .select(['id', 'category'])
          .where('deleted_at', 'is', null)
          .where(kind === 'product' ? 'id' : 'category', '=', subject)
          .limit(1)
          .$if(isLocked, (query) => query.forShare())
          .executeTakeFirst()
  if (!found) throw notFound(kind === 'product' ? 'Product' : 'Category')
  return kind === 'product' ? found.id : found.category
}

/** All products and categories with limited visibility, categories first. */
export const listRestrictions = async (db: Db): Promise<RestrictionRow[]> => {
  const { rows } = await sql<RestrictionRow>`
    select case kind when 'product' then subject end as "productId", case kind when 'category' then subject end as category,
      coalesce(product.name, subject) as name, ${audienceSummary(sql`audience.id`)}
    from audience left join product on product.id = case kind when 'product' then subject::uuid end
    where kind in ('product', 'category') and rule <> 'all' and product.deleted_at is null
    order by kind, 3 limit ${sql.lit(maxRestrictions)}`.execute(db)
  return rows
}

export const findRestriction = async (db: Db, { kind, subject }: Restricted): Promise<Audience> =>
  readAudience(db, { kind, subject: kind === 'product' ? await findSubject(db, { kind, subject }) : subject })
