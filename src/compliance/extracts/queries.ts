import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '#platform/db/tables.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { Extract, extracts } from './contract.ts'

type ListedExtract = z.input<typeof Extract>
type ExtractDetail = z.input<(typeof extracts.byId)['reply']>

const columns = sql`
  license_extract.id as "_id", license_extract.state, license_extract.kind, file_name as "fileName",
  published_on as "publishedOn", row_count as "rows", uploaded_at as "uploadedAt",
  trim(person.name || ' ' || person.last_name) as "uploadedBy",
  count(*) filter (where outcome = 'matches')::int as matches,
  count(*) filter (where outcome = 'differs')::int as differs,
  count(*) filter (where outcome = 'missing')::int as missing,
  count(confirmed_at)::int as confirmed`

const tables = sql`license_extract
  join user_account person on person.id = uploaded_by
  left join license_check on extract_id = license_extract.id`

export const listExtracts = async (db: Db): Promise<ListedExtract[]> => {
  const { rows } = await sql<ListedExtract>`
    select ${columns} from ${tables}
    where license_extract.id in (select id from license_extract order by uploaded_at desc, id limit 50)
    group by license_extract.id, person.id order by uploaded_at desc, license_extract.id`.execute(db)
  return rows
}

export const extractById = async (db: Db, id: string): Promise<ExtractDetail> => {
  const { rows: found } = await sql<ListedExtract>`
    select ${columns} from ${tables} where license_extract.id = ${id} group by license_extract.id, person.id`.execute(
    db,
  )
  const [extract] = found
  if (!extract) throw notFound('Extract')
  const { rows } = await sql<ExtractDetail['licenses'][number]>`
    select license.id as "_id", number, coalesce(ship_to.name, nullif(warehouse, ''), '') as place,
      expires_on as "expiresOn", outcome, differences, confirmed_at as "confirmedAt",
      confirmed_at is null and (license.version <> license_version or not is_latest or license.removed_at is not null) as "isChanged",
      case when business.id is not null then json_build_object('name', business.name, 'userId', (
        select user_id from named_customer where named_customer.business_id = business.id)) end as business
    from license_check join license on license.id = license_id
    left join business on business.id = license.business_id
    left join ship_to on ship_to.id = license.ship_to_id
    where extract_id = ${id}
    order by array_position(array['differs', 'missing', 'matches'], outcome), business.name nulls first, license.id`.execute(
    db,
  )
  return { ...extract, licenses: rows }
}
