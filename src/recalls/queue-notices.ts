import { sql } from 'kysely'
import { transaction } from '#platform/db/connect.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import type { Addressee, EmailMessage } from '#mail/compose-email.ts'
import { queueMails } from '#mail/send-mail.ts'
import type { Recipient } from './find-recipients.ts'

type Turn = Row<'notice_recipient'>['turn']

/** What recipients are notified about. */
export interface Subject {
  recallId: string | null
  caseId: string | null
  turn: Turn
}

export const queueNoticesKind = 'recalls.queue-notices'

/** Stores the recipients and queues the job that writes their emails, in the transaction of the decision. */
export const addRecipients = async (tx: Tx, subject: Subject, recipients: readonly Recipient[]): Promise<void> => {
  const rows = recipients.map((one) => ({ id: newId(), ...one }))
  await sql`
    insert into notice_recipient (id, recall_id, case_id, turn, business_id, account_number, name, basis, purchases)
    select id, ${subject.recallId}::uuid, ${subject.caseId}::uuid, ${subject.turn}, "businessId", account, name, basis,
      purchases
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as one (id uuid, "businessId" uuid, account text, name text, basis text, purchases jsonb)`.execute(tx)
  await enqueue(tx, {
    kind: queueNoticesKind,
    key: `${subject.recallId ?? subject.caseId} ${subject.turn}`,
    payload: { recallId: subject.recallId ?? '', caseId: subject.caseId ?? '', turn: subject.turn },
  })
}

/** As they were found when they were notified. */
export const notifiedRecipients = async (db: Db | Tx, { recallId, caseId, turn }: Subject): Promise<Recipient[]> => {
  const { rows } = await sql<Recipient>`
    select business_id as "businessId", account_number as account, name, basis, purchases from notice_recipient
    where turn = ${turn} and (recall_id = ${recallId}::uuid or case_id = ${caseId}::uuid) order by name, id`.execute(db)
  return rows
}

type Compose = (to: Addressee, name: string) => EmailMessage

const batch = 200

/**
 * Queues the emails of the recipients batch by batch. A batch and its marks are one transaction, so that a restart
 * continues with the next recipient and no one is notified twice.
 */
export const queueNotices = async (
  db: Db,
  subject: Subject,
  { compose, signal }: { compose: Compose; signal: AbortSignal },
): Promise<void> => {
  while (await waiting(db, subject).limit(1).executeTakeFirst()) {
    signal.throwIfAborted()
    await transaction(db, (tx) => queueBatch(tx, subject, compose))
  }
}

const waiting = (db: Db | Tx, { recallId, caseId, turn }: Subject) =>
  db
    .selectFrom('notice_recipient')
    .select(['id', 'business_id', 'name'])
    .where('queued_at', 'is', null)
    .where('turn', '=', turn)
    .where(recallId ? 'recall_id' : 'case_id', '=', recallId ?? caseId)

const queueBatch = async (tx: Tx, subject: Subject, compose: Compose): Promise<void> => {
  const recipients = await waiting(tx, subject).orderBy('id').limit(batch).forUpdate().execute()
  const people = await peopleOf(
    tx,
    recipients.flatMap(({ business_id: id }) => id ?? []),
  )
  const mails = recipients.map(({ id, name, business_id: businessId }) => ({
    id,
    emails: (people.get(businessId ?? '') ?? []).map((person) => compose(person, name)),
  }))
  await queueMails(
    tx,
    mails.flatMap(({ emails }) => emails),
  )
  await sql`
    update notice_recipient set queued_at = now(), mail_count = sent.count
    from unnest(${mails.map(({ id }) => id)}::uuid[], ${mails.map(({ emails }) => emails.length)}::int[])
      as sent (id, count)
    where notice_recipient.id = sent.id`.execute(tx)
}

const most = 20

/** The active users of each business; of a former customer, the last users it had. */
const peopleOf = async (tx: Tx, businessIds: string[]): Promise<Map<string, Addressee[]>> => {
  const { rows } = await sql<Addressee & { businessId: string }>`
    select business.id as "businessId", person.email, person.name, person.is_active
    from unnest(${businessIds}::uuid[]) as business (id), lateral (
      select email, name, is_active, rank() over (order by (deleted_at is null and is_active) desc) as place, id
      from user_account where business_id = business.id and not is_admin and not is_sales_rep
      order by place, id desc limit ${most}
    ) person
    where place = 1`.execute(tx)
  return Map.groupBy(rows, ({ businessId }) => businessId)
}
