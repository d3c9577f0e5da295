import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/db/tables.ts'

/** From 0 to 1, the same for the same text. */
const chanceOf = (text: RawBuilder<unknown>) => sql`(hashtext(${text}) & 1023) / 1023.0`

/** Accounts, products and prices are as old as the history, and applicants are a few days old. */
export const seedDates = async (tx: Tx): Promise<void> => {
  await sql`
    update business set created_at = now() - case status
      when 'requested' then interval '5 days' * ${chanceOf(sql`name`)} + interval '3 hours'
      else interval '740 days' + interval '900 days' * ${chanceOf(sql`name`)} end`.execute(tx)
  await sql`
    update user_account set created_at = said.at, email_proven_at = said.at
    from (
      select person.id, business.created_at + case
        when row_number() over (partition by business_id order by person.id) = 1 then interval '0'
        else (now() - business.created_at) * 0.8 * ${chanceOf(sql`email`)} end as at
      from user_account person join business on business.id = business_id
    ) said where said.id = user_account.id`.execute(tx)
  await sql`
    update product set updated_at = created_at + (now() - created_at) * ${chanceOf(sql`ndc_number`)}`.execute(tx)
  await sql`
    update contract_price set created_at = now() - interval '600 days' * ${chanceOf(sql`price::text`)}`.execute(tx)
  await sql`
    update price_list set created_at = least(valid_from, current_date) - interval '20 days',
      changed_at = least(valid_from, current_date) - interval '12 days'`.execute(tx)
}
