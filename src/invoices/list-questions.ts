import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '#platform/db/tables.ts'
import { type InvoiceQuestion, mostOpenQuestions, type OpenQuestion } from './question-shapes.ts'

const shown = sql`
  question.id as "_id", question.invoice_id as "invoiceID", question.reason, question.words,
  question.asked_at as "askedAt", question.answer, question.settled_at as "settledAt",
  trim(asker.name || ' ' || asker.last_name) as "askedBy",
  coalesce((select coalesce(nullif(name, ''), product_number) from invoice_line line
    where line.invoice_id = question.invoice_id and line.line_no = question.line_no), '') as line`

const asked = sql`invoice_question question join user_account asker on asker.id = question.asked_by`

/** What was asked about an invoice, oldest first. */
export const questionsOf = async (db: Db, invoiceId: string): Promise<z.input<typeof InvoiceQuestion>[]> => {
  const question: RawBuilder<z.input<typeof InvoiceQuestion>> = sql`
    select ${shown} from ${asked} where question.invoice_id = ${invoiceId} order by asked_at, question.id limit 200`
  return (await question.execute(db)).rows
}

/** What waits for the wholesaler, longest first. */
export const openQuestions = async (db: Db): Promise<z.input<typeof OpenQuestion>[]> => {
  const question: RawBuilder<z.input<typeof OpenQuestion>> = sql`
    select ${shown}, invoice.party_id as account, coalesce((
      select name from business where account_number = invoice.party_id and account_number <> '' and deleted_at is null
    ), '') as customer
    from ${asked} join invoice on invoice.id = question.invoice_id
    where settled_at is null order by asked_at, question.id limit ${mostOpenQuestions}`
  return (await question.execute(db)).rows
}
