import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'

const portal = await startTestPortal({ environment: { CONTACT_EMAIL: 'desk@wholesaler.example' } })

test('security.txt names a contact and an expiry date', async () => {
  const { status, raw } = await portal.send({ method: 'GET', url: '/.well-known/security.txt' })
  assert.equal(status, 200)
  assert.match(String(raw.headers['content-type']), /^text\/plain/)
  assert.match(raw.body, /^Contact: mailto:desk@wholesaler\.example$/m)
  const expires = Date.parse(/^Expires: (.+)$/m.exec(raw.body)?.[1] ?? '')
  const days = (expires - Date.now()) / 86_400_000
  assert.ok(days > 1 && days < 366, `${days} days`)
})

test('search engines may index the catalog, and nothing of a demo', async () => {
  const robots = async ({ send }: typeof portal) => (await send({ method: 'GET', url: '/robots.txt' })).raw.body
  assert.equal(await robots(portal), 'User-agent: *\nDisallow: /\n')
  const real = await startTestPortal({ environment: { DEMO: '0' } })
  assert.match(await robots(real), /^Disallow: \/admin\/$/m)
  assert.doesNotMatch(await robots(real), /^Disallow: \/$/m)
})
