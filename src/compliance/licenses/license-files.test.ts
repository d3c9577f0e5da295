import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { changeBusiness } from '#customers/business/write-business.ts'
import { transaction } from '#platform/db/connect.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { licenses } from './contract.ts'

const portal = await startTestPortal({ environment: { REQUIRE_LICENSE: '1' } })
const { db, call, day } = portal
const admin = await portal.addUser({ is_admin: true, password_hash: 'x' })
const director = await portal.addUser({ is_admin: true, is_read_only: true })
const rep = await portal.addUser({ is_sales_rep: true })

const pdf = Buffer.from('%PDF-1.7 a license')
const firstLicense = async (user: TestUser) => {
  const { body } = await call(licenses.own, { as: user })
  assert.ok(body[0])
  return body[0]
}
const send = async (
  as: TestUser,
  id: string,
  {
    content = pdf,
    name = 'license.pdf',
    renewedUntil,
    key,
  }: { content?: Buffer; name?: string; renewedUntil?: string; key?: string } = {},
) => {
  const head = `--edge\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`
  return portal.send({
    method: 'POST',
    url: `/api/licenses/${id}/files`,
    as,
    query: renewedUntil ? { renewedUntil } : {},
    headers: { 'content-type': 'multipart/form-data; boundary=edge', ...(key && { 'idempotency-key': key }) },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--edge--\r\n')]),
  })
}
const read = (as: TestUser | null, id: unknown) =>
  portal.send({ method: 'GET', url: `/api/licenses/files/${String(id)}`, as })
const verify = (id: string, body: object) =>
  call(licenses.verify, { params: { id }, body: { __v: 1, source: 'Board of Pharmacy', ...body }, as: admin })

describe('a copy of a license', () => {
  it('is read by the business and admins, and by nobody else', async () => {
    const buyer = await portal.addUser()
    const viewer = await portal.addUser({ business_id: buyer.businessId, buying_role: 'viewer' })
    const other = await portal.addUser()
    const { _id } = await firstLicense(buyer)
    const { status, body } = await send(buyer, _id)
    assert.equal(status, 201)
    for (const reader of [buyer, viewer, admin, director]) {
      const { raw } = await read(reader, body['_id'])
      assert.equal(raw.statusCode, 200)
      assert.deepEqual(raw.rawPayload, pdf)
      assert.equal(raw.headers['content-type'], 'application/pdf')
      assert.match(String(raw.headers['content-disposition']), /^attachment; filename="license.pdf"/)
      assert.equal(raw.headers['x-content-type-options'], 'nosniff')
      assert.equal(raw.headers['cache-control'], 'no-store')
    }
    assert.equal((await read(other, body['_id'])).status, 404)
    assert.equal((await read(rep, body['_id'])).status, 404)
    assert.equal((await read(null, body['_id'])).status, 401)
    const { files } = await firstLicense(buyer)
    assert.deepEqual(
      files.map(({ name }) => name),
      ['license.pdf'],
    )
    const trail = await db
      .selectFrom('audit_entry')
      .select('action')
      .where('entity_id', '=', buyer.businessId)
      .execute()
    assert.deepEqual(trail, [{ action: 'license file added' }])
  })

  it('is added by admins and the business, except viewers', async () => {
    const buyer = await portal.addUser()
    const viewer = await portal.addUser({ business_id: buyer.businessId, buying_role: 'viewer' })
    const other = await portal.addUser()
    const { _id } = await firstLicense(buyer)
    const tries = [admin, other, viewer, rep, director].map((as) => send(as, _id))
    assert.deepEqual(
      (await Promise.all(tries)).map(({ status }) => status),
      [201, 404, 403, 404, 403],
    )
  })

  it('is a PDF or a picture by its content, not by its name', async () => {
    const buyer = await portal.addUser()
    const { _id } = await firstLicense(buyer)
    const tried: [content: Buffer, name: string, status: number][] = [
      [Buffer.from('\x89PNG\r\n\x1a\n....', 'latin1'), 'a.txt', 201],
      [Buffer.from('\xff\xd8\xff\xe0..', 'latin1'), 'a.jpg', 201],
      [Buffer.from('RIFF1234WEBPVP8 ', 'latin1'), 'a.webp', 201],
      [Buffer.from('<html><script>alert(1)</script>'), 'license.pdf', 415],
      [Buffer.from('<!--%PDF-1.7--><script>alert(1)</script>'), 'license.pdf', 415],
      [Buffer.from('PK\u0003\u0004%PDF-1.7'), 'license.pdf', 415],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.svg', 415],
      [Buffer.from('MZ program'), 'license.pdf.exe', 415],
      [Buffer.alloc(0), 'license.pdf', 415],
      [Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024)]), 'license.pdf', 413],
    ]
    for (const [content, name, status] of tried)
      assert.equal((await send(buyer, _id, { content, name })).status, status, `${name} of ${content.length} bytes`)
    // Whatever else a file with the signature of a PDF is, it is only ever saved, never shown.
    const { body } = await send(buyer, _id, {
      content: Buffer.from('%PDF-1.7<script>alert(1)</script>'),
      name: 'a.html',
    })
    const { headers } = (await read(buyer, body['_id'])).raw
    assert.deepEqual(
      [
        headers['content-type'],
        headers['content-security-policy'],
        String(headers['content-disposition']).split(';')[0],
      ],
      ['application/pdf', "default-src 'none'; sandbox", 'attachment'],
    )
    const json = { method: 'POST' as const, url: `/api/licenses/${_id}/files`, as: buyer, payload: {} }
    assert.equal((await portal.send(json)).status, 415)
  })

  it('is stored once when the same request is repeated', async () => {
    const buyer = await portal.addUser()
    const { _id } = await firstLicense(buyer)
    const [one, two] = [await send(buyer, _id, { key: 'once' }), await send(buyer, _id, { key: 'once' })]
    assert.deepEqual([one.status, two.status, two.body['_id']], [201, 201, one.body['_id']])
    assert.equal((await firstLicense(buyer)).files.length, 1)
  })
})

describe('a renewal', () => {
  it('changes nothing until an admin verifies the license with it', async () => {
    const buyer = await portal.addUser({ license_expiry_date: day(10), company_name: 'Harbor Street Pharmacy' })
    const { _id } = await firstLicense(buyer)
    assert.equal((await send(buyer, _id, { renewedUntil: day(-1) })).status, 422)
    assert.equal((await send(buyer, _id, { renewedUntil: 'soon' })).status, 400)
    assert.equal((await send(buyer, _id, { renewedUntil: day(700) })).status, 201)
    const before = await firstLicense(buyer)
    assert.deepEqual([before.status, before.expiresOn, before.renewal?.renewedUntil], ['unverified', day(10), day(700)])
    const mails = await db.selectFrom('mail').select('subject').where('recipient', '=', admin.email).execute()
    assert.deepEqual(mails, [{ subject: 'License renewal from Harbor Street Pharmacy' }])
    const { body: waiting } = await call(licenses.search, { query: { only: 'renewal' }, as: admin })
    assert.deepEqual(
      waiting.rows.map(({ business }) => business?.name),
      ['Harbor Street Pharmacy'],
    )
    assert.equal((await verify(_id, { expiresOn: day(700) })).status, 200)
    const after = await firstLicense(buyer)
    assert.deepEqual([after.status, after.expiresOn, after.renewal], ['verified', day(700), null])
    assert.deepEqual((await call(licenses.search, { query: { only: 'renewal' }, as: admin })).body.rows, [])
  })

  it('that is declined says why, on the page and by email', async () => {
    const buyer = await portal.addUser()
    const { _id } = await firstLicense(buyer)
    const { body } = await send(buyer, _id, { renewedUntil: day(400) })
    const decline = () =>
      call(licenses.declineRenewal, {
        params: { id: String(body['_id']) },
        body: { why: 'The copy is cut off.' },
        as: admin,
      })
    const both = await Promise.all([decline(), decline()])
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
    const { renewal, declinedWhy } = await firstLicense(buyer)
    assert.deepEqual([renewal, declinedWhy], [null, 'The copy is cut off.'])
    const mail = await db.selectFrom('mail').select('body').where('recipient', '=', buyer.email).executeTakeFirst()
    assert.match(mail?.body ?? '', /The copy is cut off\./)
  })
})

describe('a DEA registration', () => {
  it('of another name or address than its ship-to is verified only with a confirmation', async () => {
    const buyer = await portal.addUser()
    const add = async (more: object) => {
      const license = { kind: 'dea' as const, number: 'AB1234563', schedules: ['4'], expiresOn: day(300), ...more }
      const { body } = await call(licenses.add, { body: { forUser: buyer._id, license }, as: admin })
      const { body: list } = await call(licenses.list, { query: { forUser: buyer._id }, as: admin })
      return { id: body._id, differs: list.find(({ _id }) => _id === body._id)?.differs }
    }
    const same = await add({ holder: 'TEST PHARMACY LLC', address: '1 Main St., Boston, Massachusetts 02101-1234' })
    assert.deepEqual(same.differs, [])
    assert.equal((await verify(same.id, {})).status, 200)
    const other = await add({ holder: 'Test Pharmacy', address: '9 Main Street, Boston, MA 02101' })
    assert.deepEqual(other.differs, ['address'])
    const refused = await verify(other.id, {})
    assert.equal(refused.status, 422)
    assert.match(refused.body.message ?? '', /^The address of this registration differs from the ship-to address/)
    assert.equal((await verify(other.id, { isLocationConfirmed: true })).status, 200)
  })
})

describe('a business that moves', () => {
  it('keeps its State licenses, and its registrations are verified again', async () => {
    const buyer = await portal.addUser()
    for (const kind of ['state', 'dea', 'list-one'] as const) {
      const license = { kind, state: kind === 'state' ? 'MA' : '', number: 'AB1234563', expiresOn: day(300) }
      const { body } = await call(licenses.add, { body: { forUser: buyer._id, license }, as: admin })
      assert.equal((await verify(body._id, { proof: 'Certificate' })).status, 200)
    }
    const move = async (address: string) => {
      await transaction(db, (tx) => changeBusiness(tx, buyer.businessId, { shipto_address1: address }))
      const { body } = await call(licenses.list, { query: { forUser: buyer._id }, as: admin })
      return body.flatMap(({ kind, status, isFirst }) => (isFirst ? [] : [`${kind} ${status}`])).toSorted()
    }
    assert.deepEqual(await move('1 MAIN STREET '), ['dea verified', 'list-one verified', 'state verified'])
    assert.deepEqual(await move('2 Main Street'), ['dea unverified', 'list-one unverified', 'state verified'])
  })
})

describe('the list of licenses', () => {
  it('has the licenses of active customers and our own by state', async () => {
    const of = await startTestPortal()
    const officer = await of.addUser({ is_admin: true })
    await of.addUser({ company_name: 'Expired', license_expiry_date: of.day(-1), license: 'E-1' })
    await of.addUser({ company_name: 'Expiring', license_expiry_date: of.day(60), license: 'S-1' })
    await of.addUser({ company_name: 'Later', license_expiry_date: of.day(61), license: 'L-1' })
    await of.addUser({ company_name: 'Applicant', license_expiry_date: of.day(-1), is_active: false })
    await of.call(licenses.add, {
      body: { license: { kind: 'state', state: 'NV', number: 'WH-1', warehouse: 'Reno', expiresOn: of.day(5) } },
      as: officer,
    })
    const search = async (query: object) => {
      const { body } = await of.call(licenses.search, { query, as: officer })
      return { ...body, names: body.rows.map(({ business, warehouse }) => business?.name ?? warehouse) }
    }
    assert.deepEqual((await search({ only: 'expired' })).names, ['Expired'])
    assert.deepEqual((await search({ only: 'expiring' })).names, ['Reno', 'Expiring'])
    assert.deepEqual((await search({ q: 'l-1' })).names, ['Later'])
    const { counts } = await search({})
    assert.deepEqual([counts.expired, counts.expiring, counts.suspended], [1, 2, 0])
    assert.equal((await of.send({ method: 'GET', url: '/api/licenses/search?only=lost', as: officer })).status, 400)
  })
})
