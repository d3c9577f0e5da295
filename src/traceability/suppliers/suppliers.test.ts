import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { withCheckDigit } from '#shared/check-digit.ts'
import { traceability } from '../contract.ts'
import {
  manufacturerGln,
  packageUri,
  shipmentXml,
  type TestShipment,
  voiding,
  wholesalerGln,
} from '../epcis/testing-documents.ts'
import { receiveTestDocument } from '../testing-receive.ts'
import { suppliers, tokenHeader } from './contract.ts'

const portal = await startTestPortal({ environment: { OWN_GLNS: wholesalerGln } })
const admin = await portal.addUser({ is_admin: true, account_number: '' })
const director = await portal.addUser({ is_admin: true, is_read_only: true, account_number: '' })
const gln = withCheckDigit('030002222222')
const acme = await portal.addUser({ account_number: '1000001', gln_number: gln })

const add = async (fields = { name: 'Maker', gln: manufacturerGln }, as = admin) =>
  portal.call(suppliers.add, { body: fields, as })
const { body: maker } = await add()

const send = (shipment: TestShipment, token: string | null = maker.token) =>
  portal.send({
    method: 'POST',
    url: '/api/trace/inbound',
    headers: { 'content-type': 'multipart/form-data; boundary=edge', ...(token !== null && { [tokenHeader]: token }) },
    payload: `--edge\r\ncontent-disposition: form-data; name="file"; filename="asn.xml"\r\n\r\n${shipmentXml(shipment)}\r\n--edge--\r\n`,
  })

test('a supplier sends a document by its token, once', async () => {
  const { status, body } = await send({})
  assert.equal(status, 201, body.message)
  const { body: document } = await portal.call(traceability.document, {
    params: { id: String(body['_id']) },
    as: admin,
  })
  assert.deepEqual([document.direction, document.fileName, document.packages], ['inbound', 'asn.xml', 4])
  assert.equal((await send({})).status, 409)
  const { body: list } = await portal.call(suppliers.list, { as: admin })
  assert.ok(list[0]?.lastUsedAt)
})

const foreign: [title: string, shipment: TestShipment][] = [
  ['to a customer in our name', { seller: wholesalerGln, buyer: gln }],
  ['of another supplier', { seller: withCheckDigit('030005555555') }],
  ['to a customer in its own name', { buyer: gln }],
]
for (const [title, shipment] of foreign)
  test(`a token refuses a document ${title}, and no customer sees it`, async () => {
    assert.equal((await send({ instance: title, ...shipment })).status, 422)
    const { body } = await portal.call(traceability.shipments, { query: {}, as: acme })
    assert.deepEqual(body.rows, [])
  })

test('a supplier cannot take back what we shipped', async () => {
  const ours = shipmentXml({ seller: wholesalerGln, buyer: gln, serials: ['T1'], instance: 'ours' })
  assert.equal((await receiveTestDocument(portal, ours, admin)).status, 201)
  const forged = voiding([packageUri('T1')], { seller: wholesalerGln, buyer: gln })
  const { status, body } = await send({ instance: 'forged', after: forged })
  assert.equal(status, 201, body.message)
  assert.match(String(body['findings']), /takes back 00300010123455\/T1, which no earlier shipment of this seller has/)
  const { body: found } = await portal.call(traceability.shipments, { query: { q: 'T1' }, as: acme })
  assert.equal(found.rows.length, 1)
})

test('a missing, wrong or revoked token is refused', async () => {
  assert.equal((await send({}, null)).status, 400)
  assert.equal((await send({}, 'wrong')).status, 401)
  const { body: other } = await add({ name: 'Other', gln: manufacturerGln })
  const revoke = (as = admin) => portal.call(suppliers.revoke, { params: { id: other._id }, as })
  assert.equal((await revoke(director)).status, 403)
  assert.deepEqual((await Promise.all([revoke(), revoke()])).map(({ status }) => status).toSorted(), [200, 404])
  assert.equal((await send({ instance: 'revoked' }, other.token)).status, 401)
})

test('tokens are for admins, and stored as hashes only', async () => {
  for (const as of [acme, director]) assert.equal((await add(undefined, as)).status, 403)
  assert.equal((await portal.call(suppliers.list, { as: acme })).status, 403)
  for (const fields of [
    { name: ' ', gln: manufacturerGln },
    { name: 'X', gln: '123' },
  ])
    assert.equal((await add(fields)).status, 400)
  const { rows } = await portal.owner.query(
    'select * from trace_supplier, (select json_agg(audit_entry) from audit_entry) entries',
  )
  assert.ok(!JSON.stringify(rows).includes(maker.token))
})
