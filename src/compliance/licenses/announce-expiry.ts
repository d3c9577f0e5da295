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
const licensesAtOnce = 100

/**
 * Emails customers 60, 30 and 7 days before a license or registration expires and on its last day, and sends admins and
 * compliance one digest of these notices and of our own licenses. Each notice goes out once per expiration date; after
 * missed days only the nearest one is sent.
 */
export const announceExpiry = async ({ db, config }: Announcing): Promise<void> => {
  while ((await transaction(db, (tx) => notifyBatch(tx, config))) > 0);
  await transaction(db, (tx) => sendDigest(tx, config))
}

interface Noticed extends EndingLicense {
  id: string
  /** Null for our own license. */
  businessId: string | null
}

const today = ({ BUSINESS_TIME_ZONE }: Config) => sql`(now() at time zone ${BUSINESS_TIME_ZONE})::date`

const isActiveCustomer = sql<boolean>`is_active and not is_admin and not is_sales_rep and deleted_at is null`

const described = (config: Config) => sql`
  license.id, license.business_id as "businessId", coalesce(business.name, '') as "companyName", license.kind,
  number as license, type as "licenseType", coalesce(nullif(warehouse, ''), ship_to.name, '') as place,
  noted.expires_on as day, noted.expires_on - ${today(config)} as "daysLeft"
  from noted join license on license.id = noted.license_id
  left join business on business.id = license.business_id
  left join ship_to on ship_to.id = license.ship_to_id
  order by day, "companyName", license.id`

const notifyBatch = async (tx: Tx, config: Config): Promise<number> => {
  const { rows } = await sql<Noticed>`
    with reached as (
      select id, expires_on, (
        select min(days) from unnest(array[0, 7, 30, 60]) as days where expires_on - ${today(config)} <= days
      ) as days_before
      from license
      where removed_at is null
        and expires_on between ${today(config)} - ${maxDaysLate}::int and ${today(config)} + 60
        and (business_id is null or exists (
          select from user_account where user_account.business_id = license.business_id and ${isActiveCustomer}
        ))
    ), noted as (
      insert into license_notice (license_id, expires_on, days_before)
      select id, expires_on, days_before from reached
      where not exists (
        select from license_notice noticed
        where license_id = reached.id and noticed.expires_on = reached.expires_on
          and noticed.days_before = reached.days_before
      )
      order by expires_on, id limit ${licensesAtOnce}
      on conflict do nothing
      returning license_id, expires_on
    )
    select ${described(config)}`.execute(tx)
  const people = await recipientsOf(
    tx,
    rows.flatMap(({ businessId }) => businessId ?? []),
  )
  for (const license of rows) {
    for (const person of people.filter(({ businessId }) => businessId === license.businessId))
      await queueMail(tx, licenseEndingEmail(person, license, config))
    await recorderIn(tx)(
      'license notice sent',
      license.businessId === null ? ['license', license.id] : ['business', license.businessId],
      { after: { license: license.license, expiresOn: license.day, daysLeft: license.daysLeft } },
    )
  }
  return rows.length
}

/** The managers of a business, or all its active users if it has none. */
const recipientsOf = async (tx: Tx, businessIds: readonly string[]) => {
  const { rows } = await sql<{ businessId: string; email: string; name: string }>`
    select business_id as "businessId", email, name from (
      select *, bool_or(buying_role = 'manager') over (partition by business_id) as is_managed
      from user_account where business_id = any(${[...businessIds]}::uuid[]) and ${isActiveCustomer}
    ) person
    where not is_managed or buying_role = 'manager'
    order by id`.execute(tx)
  return rows
}

const sendDigest = async (tx: Tx, config: Config): Promise<void> => {
  const { rows } = await sql<Noticed>`
    with noted as (
      update license_notice set digested_at = now() where digested_at is null returning license_id, expires_on
    )
    select ${described(config)}`.execute(tx)
  if (rows.length === 0) return
  for (const reader of await complianceReaders(tx, config))
    await queueMail(tx, licenseDigestEmail(reader, rows, config.PUBLIC_URL))
}

/** Admins and the compliance address of the settings. */
export const complianceReaders = async (tx: Tx, { COMPLIANCE_EMAIL: email }: Config) => {
  const admins = await activeAdmins(tx)
  return email === '' || admins.some((admin) => admin.email === email)
    ? admins
    : [...admins, { email, name: 'Compliance' }]
}
