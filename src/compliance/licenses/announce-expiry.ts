import { sql } from 'kysely'
import { queueMail } from '#mail/send-mail.ts'
import { recorderIn } from '#platform/act.ts'
import type { Config } from '#platform/config.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { type EndingLicense, licenseDigestEmail, licenseEndingEmail } from './compose-emails.ts'
import { activeAdmins } from '#identity/find-account.ts'

interface Announcing {
  db: Db
  config: Config
}

/** Skip older dates, so that new customers and corrected dates do not cause notices about a long expired license. */
const maxDaysLate = 30
const customersAtOnce = 100

/**
 * Emails customers 60, 30 and 7 days before their license expires and on its last day, and sends the admins one digest
 * of these notices. Each notice goes out once per expiration date; after missed days only the nearest one is sent.
 */
export const announceExpiry = async ({ db, config }: Announcing): Promise<void> => {
  while ((await transaction(db, (tx) => notifyBatch(tx, config))) > 0);
  await transaction(db, (tx) => notifyAdmins(tx, config))
}

interface Noticed extends EndingLicense {
  _id: string
  email: string
  name: string
}

const today = ({ BUSINESS_TIME_ZONE }: Config) => sql`(now() at time zone ${BUSINESS_TIME_ZONE})::date`

const notifyBatch = async (tx: Tx, config: Config): Promise<number> => {
  const { rows } = await sql<Noticed>`
    with ending as (
      select id, license_expiry_date as day, license_expiry_date - ${today(config)} as days_left
      from account
      where is_active and not is_admin and not is_sales_rep and deleted_at is null
        and license_expiry_date between ${today(config)} - ${maxDaysLate}::int and ${today(config)} + 60
    ), reached as (
      select ending.*, (
        select min(days) from unnest(array[0, 7, 30, 60]) as days where days_left <= days
      ) as days_before
      from ending
    ), noted as (
      insert into license_notice (user_id, license_expiry_date, days_before)
      select id, day, days_before from reached
      where not exists (
        select from license_notice
        where user_id = reached.id and license_expiry_date = reached.day and days_before = reached.days_before
      )
      order by day, id limit ${customersAtOnce}
      on conflict do nothing
      returning user_id, license_expiry_date, days_before
    )
    select account.id as _id, email, name, company_name as "companyName", license, license_type as "licenseType",
      noted.license_expiry_date as day, noted.license_expiry_date - ${today(config)} as "daysLeft"
    from noted join account on account.id = noted.user_id
    order by day, _id`.execute(tx)
  for (const customer of rows) {
    await queueMail(tx, licenseEndingEmail(customer, customer, config))
    await recorderIn(tx)('license notice sent', ['account', customer._id], {
      after: { licenseExpiryDate: customer.day, daysLeft: customer.daysLeft },
    })
  }
  return rows.length
}

const notifyAdmins = async (tx: Tx, config: Config): Promise<void> => {
  const { rows } = await sql<EndingLicense>`
    with told as (
      update license_notice set digested_at = now() where digested_at is null
      returning user_id, license_expiry_date as day
    )
    select company_name as "companyName", license, license_type as "licenseType", day,
      day - ${today(config)} as "daysLeft"
    from (select distinct on (day, business_id) day, account.* from told join account on account.id = told.user_id) ending
    order by day, company_name, business_id`.execute(tx)
  if (rows.length === 0) return
  for (const admin of await activeAdmins(tx)) await queueMail(tx, licenseDigestEmail(admin, rows, config.PUBLIC_URL))
}
