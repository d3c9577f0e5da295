import assert from 'node:assert/strict'
import { describe, it, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { accounts } from '#identity/contract.ts'
import { hashPassword } from '#identity/hash-password.ts'
import { addInvoice } from '#orders/history/testing-lists.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { makeDocuments } from './fetch-document.ts'
import { inflateRawSync } from 'node:zlib'
import { maxArchived } from './contract.ts'

const portal = await startTestPortal()
const { db } = portal
const pdf = Buffer.from('%PDF-1.7 an invoice')

const invoiceRow = async (facts: Parameters<typeof addInvoice>[1] = {}) => {
  const id = await addInvoice(db, facts)
  return db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

const acme = await portal.addUser({ account_number: '1000001' })
const other = await portal.addUser({ account_number: '2000002' })

const addDocument = async (id: string, facts = {}) => {
  await addInvoice(db, { id, ...facts })
  await db
    .insertInto('invoice_document')
    .values({ invoice_id: id, content: Buffer.from(`%PDF-1.7 ${id}`.repeat(500)) })
    .execute()
}
await addDocument('70000001')
await addDocument('70000002')
await addInvoice(db, { id: '70000003' })
const foreign = { party_id: '2000002', buyer_party_id: '2000002', payer_party_id: '2000002' }
await addDocument('70000009', foreign)

const ask = (ids: readonly string[], as: TestUser | null) =>
  portal.send({ method: 'GET', url: `/api/users/InvoiceArchive?ids=${ids.join(',')}`, as })

/** The files in an archive, by the entries of its directory. */
const unpack = (archive: Buffer): Map<string, string> => {
  const files = new Map<string, string>()
  for (let at = archive.indexOf('PK\u0001\u0002'); archive.readUInt32LE(at) === 0x02014b50;) {
    const [packed, length, start] = [
      archive.readUInt32LE(at + 20),
      archive.readUInt16LE(at + 28),
      archive.readUInt32LE(at + 42),
    ]
    const content = start + 30 + archive.readUInt16LE(start + 26)
    const name = archive.toString('utf8', at + 46, at + 46 + length)
    files.set(name, inflateRawSync(archive.subarray(content, content + packed)).toString())
    at += 46 + length
  }
  return files
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

test('the archive has the documents and lists those the ERP did not provide', async () => {
  const { status, raw } = await ask(['70000002', '70000001', '70000003', '70000001'], acme)
  assert.equal(status, 200)
  assert.equal(raw.headers['content-type'], 'application/zip')
  const files = unpack(raw.rawPayload)
  assert.deepEqual([...files.keys()], ['invoice-70000001.pdf', 'invoice-70000002.pdf', 'not-included.txt'])
  assert.equal(files.get('invoice-70000002.pdf'), '%PDF-1.7 70000002'.repeat(500))
  assert.match(files.get('not-included.txt') ?? '', /^Invoice 70000003: /)
})

test('an archive with another customer’s invoice is not found', async () => {
  assert.equal((await ask(['70000001', '70000009'], acme)).status, 404)
  assert.equal((await ask(['70000001', '79999999'], acme)).status, 404)
  assert.equal((await ask(['70000009'], other)).status, 200)
  assert.equal((await ask(['70000001'], null)).status, 401)
})

test('too many, no and invalid invoice numbers are refused', async () => {
  const many = Array.from({ length: maxArchived + 1 }, (_, at) => String(at))
  for (const ids of [many, [], ['%27 or 1=1'], ['a b']]) assert.equal((await ask(ids, acme)).status, 400, ids[0])
})

test('each user runs one archive at a time', async () => {
  const statuses = (await Promise.all([1, 2, 3, 4].map(() => ask(['70000001'], acme)))).map(({ status }) => status)
  assert.ok(statuses.includes(200) && statuses.every((status) => status === 200 || status === 429), statuses.join(' '))
  assert.equal((await ask(['70000001'], acme)).status, 200)
})
