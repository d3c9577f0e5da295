import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { startTestPortal } from '#portal/testing.ts'
import { post } from '#shared/endpoint.ts'
import { Message } from '#shared/wire.ts'

const shared = { name: 'test shared', per: 'caller', most: 3, seconds: 3_600 } as const

const calls = {
  own: post('/api/test/own', {
    access: 'signedIn',
    limits: [{ name: 'test own', per: 'caller', most: 2, seconds: 60, message: 'That was enough.' }],
    summary: 'A call that is limited by its caller',
    body: z.object({ count: z.number() }),
    reply: Message,
  }),
  named: post('/api/test/named/:name', {
    access: 'anyone',
    limits: [{ name: 'test named', per: ['network', 'params.name'], most: 1, seconds: 60 }],
    summary: 'A call that is limited by its address',
    params: z.object({ name: z.string() }),
    reply: Message,
  }),
  one: post('/api/test/one', { access: 'signedIn', limits: [shared], summary: 'One', reply: Message }),
  other: post('/api/test/other', { access: 'signedIn', limits: [shared], summary: 'Other', reply: Message }),
}

const portal = await startTestPortal({
  environment: { RATE_LIMITS: '1' },
  features: [
    ({ serve }) => {
      for (const endpoint of Object.values(calls)) serve(endpoint, async () => ({ message: 'Done' }))
    },
  ],
})
const [ann, ben] = [await portal.addUser(), await portal.addUser()]

test('a limit counts accepted calls of each caller and is checked before the handler', async () => {
  const call = (as: typeof ann | null, count: unknown = 1) =>
    portal.send({ method: 'POST', url: calls.own.path, payload: { count }, as })
  assert.equal((await call(null)).status, 401)
  assert.equal((await call(ann, 'one')).status, 400)
  const statuses = [(await call(ann)).status, (await call(ann)).status]
  const { status, body, raw } = await call(ann)
  assert.deepEqual([...statuses, status], [200, 200, 429])
  assert.deepEqual(body, { message: 'That was enough.', retryAfter: Number(raw.headers['retry-after']) })
  assert.equal((await call(ben)).status, 200)
})

test('a limit by network and field counts each value', async () => {
  const call = async (name: string) => (await portal.call(calls.named, { params: { name } })).status
  assert.deepEqual([await call('a'), await call('b'), await call('a')], [200, 200, 429])
})

test('limits with one name share a counter', async () => {
  const call = async (endpoint: typeof calls.one | typeof calls.other) =>
    (await portal.call(endpoint, { as: ann })).status
  const statuses = [await call(calls.one), await call(calls.other), await call(calls.one), await call(calls.other)]
  assert.deepEqual(statuses, [200, 200, 200, 429])
})

test('the OpenAPI document has 429 for each call with limits', async () => {
  const { raw } = await portal.send({ method: 'GET', url: '/api/openapi.json' })
  const { paths } = raw.json<{ paths: Record<string, Record<string, { responses: object }>> }>()
  assert.ok('429' in (paths['/api/test/own']?.['post']?.responses ?? {}))
  assert.ok(!('429' in (paths['/api/orders']?.['post']?.responses ?? {})))
})
