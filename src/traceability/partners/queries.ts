import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { findBusiness } from '#colleagues/people/find-business.ts'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound } from '#platform/http/refusal.ts'
import type { Partner, PushRow } from './contract.ts'

export const partnerOf = async (db: Db, caller: Caller, userId: string): Promise<z.input<typeof Partner>> => {
  const { id } = await findBusiness(db, caller, userId)
  const partner = await db
    .selectFrom('trace_partner')
    .select(['way', 'guideline', 'url', 'header_name as headerName', 'agreed_on as agreedOn', 'version as __v'])
    .select(['agreement_name as agreement', sql<boolean>`header_value is not null`.as('hasSecret')])
    .where('business_id', '=', id)
    .executeTakeFirst()
  return (
    partner ?? {
      way: 'none',
      guideline: 'R1.2',
      url: '',
      headerName: 'Authorization',
      hasSecret: false,
      agreedOn: null,
      agreement: '',
      __v: 1,
    }
  )
}

export const agreementOf = async (db: Db, caller: Caller, userId: string) => {
  const { id } = await findBusiness(db, caller, userId)
  const found = await db
    .selectFrom('trace_partner')
    .select(['agreement', 'agreement_name'])
    .where('business_id', '=', id)
    .executeTakeFirst()
  if (!found?.agreement) throw notFound('Agreement')
  return { content: found.agreement, name: found.agreement_name || 'agreement.pdf' }
}

const pageSize = 50

interface Pushes {
  rows: z.input<typeof PushRow>[]
  hasMore: boolean
}

export const pageOfPushes = async (db: Db, { page, failed }: { page: number; failed: boolean }): Promise<Pushes> => {
  const where = failed ? sql`where state = 'failed'` : sql``
  const { rows } = await sql<z.input<typeof PushRow>>`
    select push.id as "_id", business.name as customer, document_id as "documentId", state, attempts,
      last_error as "lastError", queued_at as "queuedAt", sent_at as "sentAt",
      coalesce((select json_agg(json_build_object('kind', kind, 'number', number) order by kind, number)
        from trace_reference where shipment_id = push.shipment_id), '[]') as "references"
    from (select * from trace_push ${where} order by queued_at desc, id limit ${pageSize + 1}
      offset ${(page - 1) * pageSize}) push
      join trace_shipment on trace_shipment.id = shipment_id join business on business.id = push.business_id
    order by queued_at desc, push.id`.execute(db)
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize }
}
