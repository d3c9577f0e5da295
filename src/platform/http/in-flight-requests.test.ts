import assert from 'node:assert/strict'
import { it } from 'node:test'
import Fastify from 'fastify'
import { trackInFlight } from './in-flight-requests.ts'

const openHouse = async () => {
  const http = Fastify()
  const lull = trackInFlight(http)
  const came = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  http.get('/', async () => {
    came.resolve()
    await answer.promise
    return {}
  })
  return { http, lull, came: came.promise, answer: answer.resolve, url: await http.listen({ port: 0 }) }
}

const forEver = 1_000_000

it('resolves immediately without requests', async () => {
  const { http, lull } = await openHouse()
  await lull(forEver)
  await http.close()
})

it('waits until the answer has been sent', async () => {
  const { http, lull, came, answer, url } = await openHouse()
  const order: string[] = []
  const asked = fetch(url).then((got) => got.json())
  await came
  const quiet = lull(forEver).then(() => order.push('quiet'))
  order.push('answering')
  answer()
  await Promise.all([asked, quiet])
  assert.deepEqual(order, ['answering', 'quiet'])
  await http.close()
})

it('stops waiting after its timeout, and when the client disconnects', async () => {
  const { http, lull, came, answer, url } = await openHouse()
  const leaving = new AbortController()
  const asked = fetch(url, { signal: leaving.signal })
  await came
  await lull(1)
  leaving.abort()
  await assert.rejects(asked, { name: 'AbortError' })
  await lull(forEver)
  answer()
  await http.close()
})
