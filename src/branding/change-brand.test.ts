import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import sharp from 'sharp'
import { buildPortal } from '#portal/app.ts'
import { startTestPortal } from '#portal/testing.ts'
import { connectErp } from '#erp/connect-erp.ts'
import { branding } from './contract.ts'

const portal = await startTestPortal({ environment: { BRAND_NAME: 'By its settings', BRAND_FOOTER: 'From the start' } })
const [admin, buyer] = [await portal.addUser({ is_admin: true }), await portal.addUser()]

const noLegal = { terms: '', privacy: '', imprint: '', accessibility: '' }
const plum = { name: 'Plum Medical', color: '#7a1f5c', footer: '12 Dock Street', legal: noLegal }
const drawing = (inside: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40" viewBox="0 0 200 40">${inside}</svg>`,
  ).toString('base64')
const bar = drawing('<rect width="200" height="40" fill="#7a1f5c"/>')
const png = (
  await sharp({ create: { width: 80, height: 40, channels: 3, background: '#7a1f5c' } })
    .png()
    .toBuffer()
).toString('base64')

const change = (body: Parameters<typeof portal.call<typeof branding.change>>[1]['body']) =>
  portal.call(branding.change, { body, as: admin })
const send = (payload: object, as = admin) => portal.send({ method: 'PUT', url: '/api/brand', payload, as })
const kept = async () => (await portal.call(branding.brand, { as: admin })).body
const pageOf = async ({ http }: Pick<typeof portal, 'http'>) =>
  (await http.inject({ method: 'GET', url: '/signin', headers: { accept: 'text/html' } })).body

describe('a brand set by an admin', () => {
  it('applies immediately to pages and files, and keeps omitted logos', async () => {
    const { name, footer } = await kept()
    assert.deepEqual([name, footer], ['By its settings', 'From the start'])
    const { status } = await change({ ...plum, legal: { ...noLegal, terms: 'https://plum.example/terms' }, logo: bar })
    assert.equal(status, 200)
    const page = await pageOf(portal)
    assert.match(page, /<title>Plum Medical<\/title>/)
    assert.match(page, /plum\.example\/terms/)
    assert.match(page, /--header:#/)
    const logo = await portal.http.inject({ method: 'GET', url: '/brand/logo' })
    assert.equal(logo.headers['content-type'], 'image/svg+xml')
    assert.equal((await change({ ...plum, footer: 'Another foot' })).status, 200)
    assert.ok((await kept()).logo, 'a logo that nobody spoke of stays')
    assert.equal((await change({ ...plum, logo: null, logoDark: png })).status, 200)
    const { logo: none, logoDark } = await kept()
    assert.equal(none, null)
    assert.match(String(logoDark), /^\/brand\/logo-dark\?v=\w+$/)
  })

  it('is synced by other processes and loaded by new ones', async () => {
    const { config, db } = portal
    const other = await buildPortal({ config, db, erp: connectErp(config) })
    await other.http.ready()
    assert.match(await pageOf(other), /Plum Medical/)
    await change({ ...plum, name: 'Plum & Pear' })
    // A process does this when it receives a notification.
    await other.followedBrand.read()
    assert.match(await pageOf(other), /Plum &amp; Pear/)
    await other.http.close()
  })

  it('comes from the settings at the first start only', async () => {
    const { config, db } = portal
    const later = await buildPortal({
      config: { ...config, BRAND_NAME: 'Changed later' },
      db,
      erp: connectErp(config),
    })
    await later.http.ready()
    assert.match(await pageOf(later), /<title>Plum &amp; Pear<\/title>/)
    await later.http.close()
  })

  it('is in the audit trail with both versions and logo hashes', async () => {
    const { before, after } = await portal.db
      .selectFrom('audit_entry')
      .select(['before', 'after'])
      .where('action', '=', 'brand changed')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const facts = (side: unknown) => side as Record<string, string | null>
    assert.deepEqual([facts(before)['name'], facts(before)['logo']], ['By its settings', null])
    assert.equal(facts(after)['name'], 'Plum Medical')
    assert.match(String(facts(after)['logo']), /^[0-9a-f]{12}$/)
  })
})

describe('an invalid brand', () => {
  const refused: [what: string, change: object, message: RegExp][] = [
    ['a color with too little contrast', { color: '#ffe14d' }, /the minimum 4\.5:1; #[0-9a-f]{6} would work/],
    ['text that is not a color', { color: 'green' }, /a color such as/],
    ['a name with markup', { name: '<b>Plum</b>' }, /without < or >/],
    ['no name', { name: '' }, /1 to 40/],
    ['a link with a script', { legal: { ...noLegal, terms: 'javascript:alert(1)' } }, /begins with https/],
    ['a drawing with a script', { logo: drawing('<script>alert(1)</script>') }, /without scripts/],
    [
      'a drawing with an external image',
      { logoDark: drawing('<image href="https://x.example/a.png"/>') },
      /links to elsewhere/,
    ],
    ['a GIF file', { logo: Buffer.from('GIF89a').toString('base64') }, /an SVG or PNG file/],
    ['a file that is too large', { logo: Buffer.alloc(263_000, 1).toString('base64') }, /at most 256 KB/],
    ['a damaged picture', { logo: Buffer.from(png, 'base64').subarray(0, 40).toString('base64') }, /is damaged/],
  ]
  for (const [what, part, message] of refused)
    it(`${what} is refused`, async () => {
      const { status, body } = await send({ ...plum, ...part })
      assert.equal(status, 400)
      assert.match(String(body.message), message)
    })

  it('can be changed only by admins who recently entered their password', async () => {
    assert.equal((await send(plum, buyer)).status, 403)
    await portal.db
      .updateTable('session')
      .set({ confirmed_at: new Date(0) })
      .where('user_id', '=', admin._id)
      .execute()
    const { status, body } = await send(plum)
    assert.deepEqual([status, body['passwordNeeded']], [403, true])
  })
})
