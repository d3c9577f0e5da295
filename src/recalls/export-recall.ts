import { sql } from 'kysely'
import { nameWithMarks } from '#catalog/line-words.ts'
import type { Db } from '#platform/db/tables.ts'
import { type CsvColumns, csvFile } from '#platform/http/csv.ts'
import type { ServedFile } from '#platform/http/serve-file.ts'
import type { CsvValue } from '#shared/write-csv.ts'
import type { RecipientRow } from './contract.ts'
import { recalledProducts, recipientRows } from './queries.ts'
import type { Purchase, RecallReply, ReplyLine } from './recall-shapes.ts'

interface Exported extends Pick<
  RecipientRow,
  'name' | 'account' | 'phone' | 'email' | 'rep' | 'basis' | 'calls' | 'lastCall'
> {
  queuedAt: Date | null
  repliedAt: Date | null
  purchases: Purchase[]
  reply: Pick<RecallReply, 'repliedBy' | 'hasNotifiedCustomers' | 'lines' | 'note'> | null
}

/** Every recipient with the current reply, by product, and the last call. */
export const recallFile = async (db: Db, recallId: string): Promise<ServedFile> => {
  const products = await recalledProducts(db, recallId)
  const { rows } = await sql<{ id: string }>`
    select id from notice_recipient where recall_id = ${recallId} order by name, id`.execute(db)
  const columns: CsvColumns<Exported> = {
    Customer: ({ name }) => name,
    'Account number': ({ account }) => account,
    Phone: ({ phone }) => phone,
    Email: ({ email }) => email,
    'Sales rep': ({ rep }) => rep,
    Basis: ({ basis }) => (basis === 'lot' ? 'Lot on record' : 'Purchase, lot not on record'),
    'Notified (UTC)': ({ queuedAt }) => iso(queuedAt),
    'Replied (UTC)': ({ repliedAt }) => iso(repliedAt),
    'Replied by': ({ reply }) => reply?.repliedBy ?? '',
    'Notified own customers': ({ reply }) => (reply ? (reply.hasNotifiedCustomers ? 'yes' : 'no') : ''),
    ...Object.fromEntries(
      products.flatMap(({ productId, name, ndcNumber, ...marks }) =>
        productColumns(productId, nameWithMarks(ndcNumber || name, marks)),
      ),
    ),
    Note: ({ reply }) => reply?.note ?? '',
    Calls: ({ calls }) => calls,
    'Last call (UTC)': ({ lastCall }) => iso(lastCall && new Date(lastCall.at)),
    'Last call by': ({ lastCall }) => lastCall?.by ?? '',
    'Last call result': ({ lastCall }) => lastCall?.result ?? '',
    'Last call note': ({ lastCall }) => lastCall?.note ?? '',
  }
  return csvFile(`recall-${recallId}.csv`, { columns, ids: rows.map(({ id }) => id), read: (ids) => read(db, ids) })
}

const iso = (moment: Date | null): string => moment?.toISOString() ?? ''

const productColumns = (productId: string, label: string): [string, (row: Exported) => CsvValue][] => {
  const answered = (of: (line: ReplyLine) => number) => (row: Exported) => {
    const line = row.reply?.lines.find((one) => one.productId === productId)
    return line ? of(line) : ''
  }
  return [
    [`${label}: bought`, ({ purchases }) => purchases.find((one) => one.productId === productId)?.pieces ?? 0],
    [`${label}: on hand`, answered(({ onHand }) => onHand)],
    [`${label}: returned`, answered(({ returned }) => returned)],
    [`${label}: passed on`, answered(({ passedOn }) => passedOn)],
  ]
}

const read = async (db: Db, ids: readonly string[]): Promise<Exported[]> => {
  const [shown, { rows: stored }] = await Promise.all([
    recipientRows(db, sql<boolean>`id = any(${ids}::uuid[])`),
    sql<Pick<Exported, 'queuedAt' | 'repliedAt' | 'purchases' | 'reply'> & { id: string }>`
      select recipient.id, queued_at as "queuedAt", recipient.replied_at as "repliedAt",
        purchases, reply.reply
      from notice_recipient recipient left join lateral (
        select json_build_object('repliedBy', trim(replier.name || ' ' || replier.last_name), 'lines', lines,
          'hasNotifiedCustomers', has_notified_customers, 'note', note) as reply
        from recall_reply join user_account replier on replier.id = replied_by
        where recipient_id = recipient.id order by recall_reply.id desc limit 1
      ) reply on true
      where recipient.id = any(${ids}::uuid[])`.execute(db),
  ])
  const byId = new Map(stored.map((row) => [row.id, row]))
  return shown.flatMap(({ lastCall, ...row }) => {
    const more = byId.get(row._id)
    return more
      ? [{ ...row, ...more, lastCall: lastCall && { ...lastCall, at: new Date(lastCall.at).toISOString() } }]
      : []
  })
}
