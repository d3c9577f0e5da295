import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSession } from '#accounts/sign-in.ts'
import { startTestPortal } from './testing.ts'
import { makeHostility, type Shape } from './testing-hostile.ts'

const portal = await startTestPortal()
const { db, addUser } = portal
const users = [
  await addUser({ is_admin: true }),
  await addUser({ buying_role: 'manager' }),
  await addUser({ is_sales_rep: true }),
]
const strangers = [await addUser(), await addUser({ account_number: '1000002' })]

interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: Shape
}

interface Operation {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Shape }> }
}

/** Asks every call with what its contract wants and one thing spoiled; wrong is a failure of ours, or a refusal without words. */
const ask = async (seed: number): Promise<string[]> => {
  const { body } = await portal.send({ method: 'GET', url: '/api/openapi.json' })
  // The portal's own document, which a linter checks.
  const { paths, components } = body as unknown as {
    paths: Record<string, Record<string, Operation>>
    components?: { schemas?: Record<string, Shape> }
  }
  const ids = [...users, ...strangers].map(({ _id }) => _id)
  const { fitting, spoiled, inAddress, happens } = makeHostility(seed, ids, components?.schemas ?? {})
  const wrong: string[] = []
  for (const { method, path } of portal.endpoints)
    for (const user of users) {
      const operation = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      const named = path.replaceAll(/:(\w+)/g, () => (happens(0.6) ? String(fitting({ format: 'uuid' })) : inAddress()))
      const asked = (operation?.parameters ?? [])
        .filter((one) => one.in === 'query' && (one.required || happens(0.6)))
        .map(
          ({ name, schema }) => `${name}=${happens(0.5) ? encodeURIComponent(String(fitting(schema))) : inAddress()}`,
        )
      const url = asked.length > 0 ? `${named}?${asked.join('&')}` : named
      const shape = operation?.requestBody?.content['application/json']?.schema
      const whole = shape && fitting(shape)
      const payload = shape && JSON.stringify(happens(0.6) ? spoiled(whole) : whole)
      const token = await openSession(db, { userId: user._id, ip: '', userAgent: '' })
      const answer = await portal.send({
        method,
        url,
        as: { ...user, token },
        ...(payload !== undefined && { payload, headers: { 'content-type': 'application/json' } }),
      })
      const saysWhy = answer.status < 400 || typeof answer.body.message === 'string'
      if (answer.status >= 500 || !saysWhy)
        wrong.push(
          `${answer.status} ${method} ${url.slice(0, 200)} ${payload?.slice(0, 300) ?? ''} ${answer.raw.body.slice(0, 200)}`,
        )
    }
  return wrong
}

test('whatever is sent is answered or refused in words', async () => {
  assert.deepEqual(await ask(1), [])
})
