import assert from 'node:assert/strict'
import { addInvoice } from '#orders/history/testing-lists.ts'
import type { TestPortal, TestUser } from '#portal/testing.ts'
import { invoices } from './contract.ts'

/** The statement of `month` is sent on `first`. */
export const month = '2026-10'
export const first = '2026-11-01'

interface Mail {
  subject: string
  body: string
  name: string | null
  content: Buffer | null
}

/** Steps shared by the tests of monthly statements. */
export const statementsOf = (portal: TestPortal) => {
  let numbers = 5_000_000

  const addBusiness = async ({ invoiceDate = '2026-10-12', openAmount = 80 } = {}) => {
    const account = String(++numbers)
    const reader = await portal.addUser({ account_number: account, company_name: `Pharmacy ${account}` })
    await addInvoice(portal.db, {
      id: `INV-${account}`,
      party_id: account,
      buyer_party_id: account,
      payer_party_id: account,
      invoice_date: invoiceDate,
      due_date: '2026-10-20',
      release_status_code: '3',
      total_net_amount: 100,
      total_gross_amount: 100,
      open_amount: openAmount,
      open_amount_at: new Date(),
    })
    return { account, reader }
  }

  const choose = async (as: TestUser, isWanted = true, since = '2026-10-05T12:00:00Z') => {
    const { status } = await portal.call(invoices.chooseStatementByMail, { body: { isWanted }, as })
    assert.equal(status, 200)
    await portal.db.updateTable('statement_wish').set({ chosen_at: since }).where('user_id', '=', as._id).execute()
  }

  const mailsTo = ({ email }: TestUser): Promise<Mail[]> =>
    portal.db
      .selectFrom('mail')
      .leftJoin('mail_attachment', 'mail_id', 'id')
      .select(['subject', 'body', 'name', 'content'])
      .where('recipient', '=', email)
      .orderBy('id')
      .execute()

  return { addBusiness, choose, mailsTo }
}
