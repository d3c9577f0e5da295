import { openSession } from '#identity/open-session.ts'
import type { TestPortal, TestUser } from './testing.ts'
import { makeHostility, type Shape } from './testing-hostile.ts'

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

interface Params {
  count: number
  /** Server errors, and refusals without a message. */
  wrong: string[]
}

/** Calls every endpoint as each of these users, with valid input except for one malformed part. */
export const callSpoiled = async (
  { db, send, endpoints }: TestPortal,
  { users, strangers }: Record<'users' | 'strangers', readonly TestUser[]>,
  seed: number,
): Promise<Params> => {
  const { body } = await send({ method: 'GET', url: '/api/openapi.json' })
  // The portal's own document, which a linter validates.
  const { paths, components } = body as unknown as {
    paths: Record<string, Record<string, Operation>>
    components?: { schemas?: Record<string, Shape> }
  }
  const ids = [...users, ...strangers].map(({ _id }) => _id)
  const { fitting, spoiled, inAddress, happens } = makeHostility(seed, ids, components?.schemas ?? {})
  const asked: Params = { count: 0, wrong: [] }
  for (const { method, path } of endpoints)
    for (const user of users) {
      const operation = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      const named = path.replaceAll(/:(\w+)/g, () => (happens(0.6) ? String(fitting({ format: 'uuid' })) : inAddress()))
      const query = (operation?.parameters ?? [])
        .filter((one) => one.in === 'query' && (one.required || happens(0.6)))
        .map(
          ({ name, schema }) => `${name}=${happens(0.5) ? encodeURIComponent(String(fitting(schema))) : inAddress()}`,
        )
      const url = query.length > 0 ? `${named}?${query.join('&')}` : named
      const shape = operation?.requestBody?.content['application/json']?.schema
      const whole = shape && fitting(shape)
      const payload = shape && JSON.stringify(happens(0.6) ? spoiled(whole) : whole)
      const token = await openSession(db, { userId: user._id, ip: '', userAgent: '' })
      const answer = await send({
        method,
        url,
        as: { ...user, token },
        ...(payload !== undefined && { payload, headers: { 'content-type': 'application/json' } }),
      })
      asked.count++
      const saysWhy = answer.status < 400 || typeof answer.body.message === 'string'
      if (answer.status >= 500 || !saysWhy)
        asked.wrong.push(
          `${answer.status} ${method} ${url.slice(0, 200)} ${payload?.slice(0, 300) ?? ''} ${answer.raw.body.slice(0, 200)}`,
        )
    }
  return asked
}
