import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import sharp from 'sharp'
import { startTestPortal, type TestPortal } from '#portal/testing.ts'

const folder = await mkdtemp(join(tmpdir(), 'brand-'))
after(() => rm(folder, { recursive: true }))
const logo = join(folder, 'logo.svg')
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40" viewBox="0 0 200 40"><rect width="200" height="40" fill="#7a1f5c"/></svg>'
await writeFile(logo, drawing)

const plain = await startTestPortal()
const branded = await startTestPortal({
  environment: {
    BRAND_NAME: 'Harbor & Sons "Medical"',
    BRAND_COLOR: '#7a1f5c',
    BRAND_LOGO: logo,
    BRAND_FOOTER: '12 Dock Street, Boston',
    LEGAL_URLS: 'terms=https://harbor.example/terms privacy=https://harbor.example/privacy',
  },
})

const get = async (portal: TestPortal, url: string, accept = 'text/html') =>
  (await portal.send({ method: 'GET', url, headers: { accept } })).raw

const addressIn = (page: string, start: string): string => {
  const [, address = ''] = new RegExp(`"(${start}[^"]*)"`).exec(page) ?? []
  return address
}

describe('the page', () => {
  it('has the brand’s name, colors and logo before a script runs', async () => {
    const { body, headers } = await get(branded, '/signin')
    assert.match(body, /<title>Harbor &amp; Sons &quot;Medical&quot;<\/title>/)
    assert.ok(!body.includes('Apotheca'), 'no other name')
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(String(headers['content-security-policy'])) ?? []
    assert.match(body, new RegExp(`<style nonce="${nonce.replaceAll('+', '\\+')}">html\\{[^}]*--header:#[0-9a-f]{6}`))
    assert.match(
      body,
      /<img class="first-picture" src="\/brand\/logo\?v=\w+" width="150" height="30" alt="" data-plate/,
    )
    assert.ok(body.includes('harbor.example/terms'))
  })

  it('has the default brand without settings', async () => {
    const { body } = await get(plain, '/')
    assert.match(body, /<title>Apotheca<\/title>/)
    assert.match(body, /<svg width="24" height="28"/)
    assert.match(body, /<meta name="theme-color" content="#0b3b2e"/)
    assert.ok(!/FIRST_|BRAND_NAME|CSP_NONCE/.test(body))
  })
})

describe('the files of a brand', () => {
  it('are cached until they change', async () => {
    const { body } = await get(branded, '/')
    for (const start of ['/brand/logo', '/brand/icon.svg', '/brand/icon-180.png', '/brand/manifest']) {
      const { statusCode, headers } = await get(branded, addressIn(body, start))
      assert.equal(statusCode, 200, start)
      assert.match(String(headers['cache-control']), /immutable/)
    }
    assert.equal((await get(branded, '/brand/logo')).headers['cache-control'], 'no-cache')
    for (const address of ['/brand/logo-dark', '/brand/other', '/brand/constructor'])
      assert.equal((await get(branded, address)).statusCode, 404, address)
  })

  it('run no scripts when opened directly', async () => {
    const { headers, body } = await get(branded, '/brand/logo')
    assert.equal(body, drawing)
    assert.equal(headers['content-type'], 'image/svg+xml')
    assert.match(String(headers['content-security-policy']), /^default-src 'none'.*; sandbox$/)
    assert.equal(headers['x-content-type-options'], 'nosniff')
  })

  it('are icons of the sizes that phones request', async () => {
    for (const portal of [plain, branded])
      for (const size of [180, 192, 512]) {
        const { rawPayload } = await get(portal, `/brand/icon-${size}.png`)
        const { width, height, format } = await sharp(rawPayload).metadata()
        assert.deepEqual([width, height, format], [size, size, 'png'])
      }
    const { body } = await get(branded, '/brand/icon.svg')
    assert.match(body, /<path transform=/)
    assert.ok(!body.includes('<text'), 'no typeface is needed')
  })

  it('include a manifest for installed apps', async () => {
    const manifest = (await get(branded, '/brand/manifest.webmanifest')).json<Record<string, unknown>>()
    assert.deepEqual(
      [manifest['name'], manifest['short_name'], manifest['start_url']],
      ['Harbor & Sons "Medical"', 'Harbor & Son', '/'],
    )
  })
})

it('the map uses the brand’s shades', async () => {
  assert.match((await get(branded, '/pictures/us-map')).body, /<style nonce="[^"]+">:root\{--level-1:#/)
})
