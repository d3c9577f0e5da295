import { sql } from 'kysely'
import { activeAdmins } from '#identity/find-account.ts'
import { recordAll } from '#platform/record-entry.ts'
import { composeEmail, facts, link } from '#mail/compose-email.ts'
import { queueMail } from '#mail/send-mail.ts'
import { businessDay } from '#shared/business-day.ts'
import { dayWords } from '#shared/day-words.ts'
import type { Config } from '#platform/config.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db } from '#platform/db/tables.ts'

interface Ending {
  id: string
  name: string
  contract: string
  day: string
  daysLeft: number
}

const daysBefore = 7
const maxListed = 50

/** Emails the admins about price lists that end within seven days, once per last day. */
export const announceEnding = (db: Db, config: Config, today = businessDay(config.BUSINESS_TIME_ZONE)): Promise<void> =>
  transaction(db, async (tx) => {
    const { rows } = await sql<Ending>`
      with told as (
        update price_list set ending_notified_for = valid_to
        where valid_to between ${today}::date and ${today}::date + ${daysBefore}::int
          and valid_from <= ${today}::date and ending_notified_for is distinct from valid_to
        returning id, name, contract_number as contract, valid_to as day, valid_to - ${today}::date as "daysLeft"
      )
      select * from told order by day, lower(name), id`.execute(tx)
    if (rows.length === 0) return
    for (const { email } of await activeAdmins(tx)) await queueMail(tx, endingEmail(email, rows, config.PUBLIC_URL))
    await recordAll(
      tx,
      rows.map(({ id, day, daysLeft }) => ({
        actorId: null,
        action: 'price list notice sent',
        entity: 'price list',
        entityId: id,
        after: { validTo: day, daysLeft },
        request: null,
      })),
    )
  })

export const endingEmail = (to: string, ending: readonly Ending[], publicUrl: string) =>
  composeEmail(to, ending.length === 1 ? 'A price list expires soon' : `${ending.length} price lists expire soon`, [
    'These price lists expire. Their prices no longer apply after the last day:',
    facts(
      ending
        .slice(0, maxListed)
        .map(({ name, contract, day, daysLeft }) => [
          contract ? `${name} (${contract})` : name,
          `last day ${dayWords(day)}, ${inWords(daysLeft)}`,
        ]),
    ),
    ending.length > maxListed && `And ${ending.length - maxListed} more.`,
    link(publicUrl, 'Price lists', '/admin/pricelists'),
  ])

const inWords = (daysLeft: number): string => {
  if (daysLeft === 0) return 'today'
  return daysLeft === 1 ? 'tomorrow' : `in ${daysLeft} days`
}
