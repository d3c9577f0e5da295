import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placing } from '#orders/checkout/testing-placement.ts'
import { orders } from '#orders/contract.ts'
import { startTestPortal } from './testing.ts'

const portal = await startTestPortal()
const { call, db, endpoints, send } = portal
const { addProduct, codeFor, orderOf } = placing(portal)

interface Schema {
  properties?: Record<string, Schema>
  items?: Schema
}

interface OpenApi {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>
}

const fieldsOf = (schema: Schema | undefined): string[] => [
  ...Object.entries(schema?.properties ?? {}).flatMap(([name, one]) => [name, ...fieldsOf(one)]),
  ...(schema?.items ? fieldsOf(schema.items) : []),
]

test('no call about a placed order takes an address', async () => {
  const { body } = await send({ method: 'GET', url: '/api/openapi.json' })
  const { paths } = body as unknown as OpenApi
  const changing = endpoints.filter(({ method, path }) => method !== 'GET' && path.startsWith('/api/orders/:id'))
  const taken: string[] = []
  for (const { method, path } of changing) {
    const operation = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    const fields = fieldsOf(operation?.requestBody?.content['application/json']?.schema)
    taken.push(...fields)
    assert.deepEqual(
      fields.filter((name) => /ship|address|street|city|region|state|postal|zip/i.test(name)),
      [],
      `${method} ${path}`,
    )
  }
  assert.ok(taken.includes('to'), 'the fields of lines are found')
})

test('a placed order keeps its address when that of its customer moves', async () => {
  const buyer = await portal.addUser()
  const product = await addProduct({ dea_schedule: 'CIV' })
  const body = orderOf([{ _id: product, quantity: 1 }], await codeFor(buyer))
  const { body: placed } = await call(orders.place, { body, as: buyer })
  const { _id: id } = placed.order
  const addressOf = async () => (await call(orders.byId, { params: { id }, as: buyer })).body.shippingAddress
  const before = await addressOf()
  assert.notEqual(before.address, '')
  await db
    .updateTable('business')
    .set({ shipto_address1: '1 Elsewhere St', shipto_city: 'Reno', shipto_state: 'NV', shipto_zip: '89501' })
    .where('id', '=', buyer.businessId)
    .execute()
  assert.deepEqual(await addressOf(), before)
  const { raw } = await send({
    method: 'POST',
    url: `/api/orders/${id}/changes`,
    payload: { lines: [{ line: 1, from: 1, to: 0 }], reason: '', shippingAddress: { address: '1 Elsewhere St' } },
    as: buyer,
  })
  assert.equal(raw.statusCode, 200, raw.body)
  assert.deepEqual(await addressOf(), before)
})
