import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { accounts } from '#identity/contract.ts'
import { hashPassword } from '#identity/hash-password.ts'
import { addInvoice } from '#orders/history/testing-lists.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { startTestPortal } from '#portal/testing.ts'
import { makeDocuments } from './fetch-document.ts'

const portal = await startTestPortal()
const { db } = portal
const pdf = Buffer.from('%PDF-1.7 an invoice')

const invoiceRow = async (facts: Parameters<typeof addInvoice>[1] = {}) => {
  const id = await addInvoice(db, facts)
  return db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

describe('an invoice document', () => {
  it('is fetched once for concurrent requests and cached', async () => {
    let asked = 0
    const documents = makeDocuments(db, async () => {
      asked++
      await pause(20)
      return pdf
    })
    const invoice = await invoiceRow()
    const all = await Promise.all([documents(invoice), documents(invoice), documents(invoice)])
    assert.ok(all.every((document) => Buffer.from(document).equals(pdf)))
    assert.ok(Buffer.from(await documents(invoice)).equals(pdf))
    assert.equal(asked, 1)
    const elsewhere = makeDocuments(db, async () => assert.fail('another process has it already'))
    assert.ok(Buffer.from(await elsewhere(invoice)).equals(pdf))
  })

  it('is fetched again after the invoice changes', async () => {
    let asked = 0
    const documents = makeDocuments(db, async () => {
      asked++
      return pdf
    })
    const invoice = await invoiceRow()
    await documents(invoice)
    await documents({ ...invoice, erp_changed_at: new Date(Date.now() + 60_000) })
    assert.equal(asked, 2)
  })

  it('that is missing, broken or not a PDF is refused and not cached', async () => {
    const cases: [number, () => Promise<Uint8Array | null>][] = [
      [404, async () => null],
      [502, async () => Buffer.from('<html>')],
      [502, async () => Promise.reject(new Error('ERP is down'))],
      [502, async () => Buffer.concat([pdf, Buffer.alloc(10 * 1024 * 1024)])],
    ]
    for (const [status, fetchPdf] of cases) {
      const invoice = await invoiceRow()
      await assert.rejects(
        makeDocuments(db, fetchPdf)(invoice),
        (error) =>
          error instanceof Refusal &&
          error.status === status &&
          error.message === 'The invoice document is not available yet.',
      )
      const kept = await db
        .selectFrom('invoice_document')
        .select('invoice_id')
        .where('invoice_id', '=', invoice.id)
        .execute()
      assert.deepEqual(kept, [])
    }
  })
})

describe('the document’s address', () => {
  it('accepts the document cookie, which works for no other path and ends at sign-out', async () => {
    const user = await portal.addUser({
      account_number: '1000001',
      password_hash: await hashPassword('a long password'),
    })
    const { id } = await invoiceRow()
    await db.insertInto('invoice_document').values({ invoice_id: id, content: pdf }).execute()
    const signedIn = await portal.call(accounts.signIn, { body: { email: user.email, password: 'a long password' } })
    const setCookie = [signedIn.raw.headers['set-cookie']].flat().find((one) => one?.includes('DownloadPDF')) ?? ''
    assert.match(setCookie, /; Path=\/api\/users\/DownloadPDF; HttpOnly; SameSite=Strict; Max-Age=604800$/)
    const cookie = setCookie.split(';')[0] ?? ''

    const opened = await portal.send({
      method: 'GET',
      url: `/api/users/DownloadPDF/${id}`,
      headers: { cookie, 'sec-fetch-dest': 'document' },
    })
    assert.equal(opened.status, 200)
    assert.equal(opened.raw.headers['content-type'], 'application/pdf')
    assert.equal(opened.raw.headers['content-disposition'], `inline; filename="invoice-${id}.pdf"`)
    assert.equal(opened.raw.headers['cache-control'], 'no-store')
    assert.ok(opened.raw.rawPayload.equals(pdf))

    for (const url of ['/api/users', `/api/users/InvoiceDetailsById/${id}`])
      assert.equal((await portal.send({ method: 'GET', url, headers: { cookie } })).status, 401)

    const out = await portal.send({
      method: 'POST',
      url: '/api/users/signout',
      headers: { authorization: `Bearer ${signedIn.body.token}` },
    })
    assert.match(String(out.raw.headers['set-cookie']), /^apotheca_document=; .*Max-Age=0/)
    assert.equal(out.raw.headers['clear-site-data'], '"cache"')
    const after = await portal.send({ method: 'GET', url: `/api/users/DownloadPDF/${id}`, headers: { cookie } })
    assert.equal(after.status, 401)
  })

  it('answers a browser tab with HTML and an API client with JSON', async () => {
    const user = await portal.addUser({ account_number: '1000001' })
    const { id } = await invoiceRow()
    const url = `/api/users/DownloadPDF/${id}`
    const program = await portal.send({ method: 'GET', url, as: user })
    assert.deepEqual([program.status, program.body.message], [502, 'The invoice document is not available yet.'])
    const tab = await portal.send({ method: 'GET', url, as: user, headers: { accept: 'text/html' } })
    assert.equal(tab.status, 502)
    assert.match(String(tab.raw.headers['content-type']), /^text\/html/)
    assert.ok(tab.raw.body.includes('The invoice document is not available yet.') && !tab.raw.body.includes('<script'))
    assert.match(tab.raw.body, /the ERP, which is not responding.*<a href="">Try again<\/a> <a href="\/viewInvoice\//s)
    const stranger = await portal.send({ method: 'GET', url, headers: { accept: 'text/html' } })
    assert.equal(stranger.status, 401)
  })
})
