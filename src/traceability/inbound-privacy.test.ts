import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSession } from '#identity/open-session.ts'
import { addListedOrder } from '#orders/history/testing-lists.ts'
import { startTestPortal } from '#portal/testing.ts'
import { traceability } from './contract.ts'
import { shipmentXml, wholesalerGln } from './epcis/testing-documents.ts'
import { receiveTestDocument } from './testing-receive.ts'

const portal = await startTestPortal({ environment: { OWN_GLNS: wholesalerGln } })
const { db, endpoints, send } = portal
const admin = await portal.addUser({ is_admin: true, account_number: '' })
const buyer = await portal.addUser({ account_number: '1000001' })
const manager = await portal.addUser({ account_number: '1000002', buying_role: 'manager' })
const rep = await portal.addUser({ is_sales_rep: true, account_number: '' })
for (const user of [buyer, manager]) await addListedOrder(db, { user_id: user._id, purchase_order: 'PO-OWN' })

/** Texts that only inbound documents have. */
const secrets = { lot: 'SECRETLOT', serial: 'SECRETSERIAL', product: 'Secretozine', po: 'PO-SECRET' }
const receive = async (order: string, instance: string) => {
  const xml = shipmentXml({ order, instance, lot: secrets.lot, serials: [secrets.serial] })
  const { status, body } = await receiveTestDocument(portal, xml.replaceAll('Epcistra', secrets.product), admin)
  assert.equal(status, 201, body.message)
  const document = await portal.call(traceability.document, { params: { id: String(body['_id']) }, as: admin })
  assert.equal(document.body.direction, 'inbound')
  return [document.body._id, document.body.lines[0]?._id ?? '']
}
const ids = [...(await receive('PO-OWN', '1')), ...(await receive(secrets.po, '2'))]

interface Operation {
  parameters?: { name: string; in: string; schema?: { type?: string; enum?: unknown; format?: string } }[]
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown> } }> }
}

const { body: openApi } = await send({ method: 'GET', url: '/api/openapi.json' })
// The portal's own document, which a linter validates.
const { paths } = openApi as unknown as { paths: Record<string, Record<string, Operation>> }

/** Each call with each ID in its address, and with each text wherever it takes a text. */
const callsOf = ({ method, path }: (typeof endpoints)[number]) => {
  const operation = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  const query = (operation?.parameters ?? []).filter(
    (one) => one.in === 'query' && one.schema?.type === 'string' && !one.schema.enum,
  )
  const fields = Object.keys(operation?.requestBody?.content['application/json']?.schema.properties ?? {})
  const values = [...ids.slice(2), secrets.lot, secrets.serial, secrets.po]
  const address = (at: number) => path.replaceAll(/:\w+/g, ids[at % ids.length] ?? '')
  if (fields.length > 0)
    return values.map((value, at) => ({
      value,
      url: address(at),
      payload: Object.fromEntries(fields.map((name) => [name, value])),
    }))
  // One at a time: a page number that is none would refuse the whole call.
  const searches = query.flatMap(({ name }) =>
    values.map((value, at) => ({ value, url: address(at), query: { [name]: value } })),
  )
  return [...(path.includes(':') ? ids : ['']).map((value, at) => ({ value, url: address(at) })), ...searches]
}

/** Reading comes first, because other calls change what the caller may read. */
const walked = endpoints.toSorted((one, other) => Number(one.method !== 'GET') - Number(other.method !== 'GET'))

for (const [role, user] of Object.entries({ buyer, manager, rep }))
  test(`no call tells a ${role} anything of an inbound document`, async () => {
    const answered = new Set<string>()
    const told: string[] = []
    for (const endpoint of walked)
      for (const { value, ...request } of callsOf(endpoint)) {
        // Some calls end the session.
        const token = await openSession(db, { userId: user._id, ip: '', userAgent: '' })
        const { method, path } = endpoint
        const { status, raw } = await send({ method, ...request, as: { ...user, token } })
        if (status === 200)
          answered.add(`${path} ${Object.keys('query' in request && request.query ? request.query : {}).join()}`)
        // A search may repeat what was searched for.
        const others = [...Object.values(secrets), ...ids].filter((one) => one !== value && !request.url.includes(one))
        for (const one of others) if (raw.body.includes(one)) told.push(`${method} ${path} with ${value}: ${one}`)
      }
    assert.deepEqual(told, [])
    for (const call of ['/api/trace/shipments q', '/api/backorders '])
      assert.ok(answered.has(call), [...answered].join('\n'))
  })

test('the same calls tell an admin of it', async () => {
  const { raw } = await send({ method: 'GET', url: `/api/trace/documents/${ids[0] ?? ''}/file`, as: admin })
  for (const one of [secrets.lot, secrets.serial, secrets.product]) assert.ok(raw.body.includes(one))
})
