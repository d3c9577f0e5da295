import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { queueMail } from '#mail/send-mail.ts'
import { reportException } from '#erp/report-exception.ts'
import { mailTrailCheck } from './mail-trail-check.ts'
import { everyEmail } from './testing-emails.ts'
import { startTestPortal } from './testing.ts'

const folder = await mkdtemp(join(tmpdir(), 'brand-'))
after(() => rm(folder, { recursive: true }))
const logo = join(folder, 'logo.svg')
await writeFile(
  logo,
  '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40"><rect width="90" height="40"/></svg>',
)

const portal = await startTestPortal({
  environment: {
    BRAND_NAME: 'Harbor & Sons',
    BRAND_COLOR: '#7a1f5c',
    BRAND_LOGO: logo,
    BRAND_FOOTER: '12 Dock Street',
    LEGAL_URLS: 'privacy=https://harbor.example/privacy',
    TRAIL_HEAD_TO: 'auditor@harbor.example',
  },
})
const { db } = portal

for (const email of Object.values(everyEmail).flat()) await queueMail(db, email)
await portal.addUser({ is_admin: true, password_hash: 'a hash' })
await reportException(db, { key: 'k', orderId: null, message: 'An order has two numbers.' })
await mailTrailCheck(portal, { isIntact: true, reason: null, sealed: 7, head: 'f'.repeat(64) })

interface Shown {
  id: string
  subject: string
  text: string
}

const shown = (
  await portal.send({ method: 'GET', url: '/dev/mailbox', headers: { accept: 'application/json' } })
).raw.json<Shown[]>()

const wordsIn = (html: string): string =>
  html
    .replace(/<head>[^]*?<\/head>/, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll(/\s+/g, ' ')

describe('every email', () => {
  for (const { id, subject, text } of shown)
    it(`has the same content as text and as HTML: ${subject}`, async () => {
      const { raw } = await portal.send({ method: 'GET', url: `/dev/mailbox/${id}`, headers: { accept: 'text/html' } })
      const html = raw.body
      const words = wordsIn(html)
      const [said = '', signature = ''] = text.split('\n\n-- \n')
      assert.equal(signature, 'Harbor & Sons\n')
      for (const line of said.split('\n').filter((written) => !written.startsWith('http')))
        for (const part of line.split(/: |:$/)) assert.ok(words.includes(part.trim()), `${part} in ${words}`)
      for (const [url] of said.matchAll(/^https:.*$/gm)) assert.ok(html.includes(url.replaceAll('&', '&amp;')), url)
      assert.ok(!/\{\{|Apotheca/.test(html + text + subject))
      assert.ok((html.match(/class="button"/g) ?? []).length === (said.includes('\nhttps:') ? 1 : 0), 'one button')
      assert.ok(!/(src|background)="http|url\(|<link|<script/.test(html), 'nothing is fetched')
      assert.match(html, /<img src="data:image\/png;base64,[^"]+" alt="Harbor &amp; Sons"/)
      assert.ok(words.includes('12 Dock Street') && html.includes('href="https://harbor.example/privacy"'))
    })

  it('of every kind is covered', () => assert.equal(shown.length, Object.values(everyEmail).flat().length + 2))
})

it('emails about an order or an invoice state its total', () => {
  const said = Object.entries(everyEmail)
    .filter(([name]) => /^(order|question|approval)/.test(name))
    .flatMap(([name, emails]) => [emails].flat().map(({ text }) => [name, text] as const))
  assert.equal(said.length, 10)
  for (const [name, text] of said) assert.match(text, /^Total( net amount)?: \$[\d,]+\.\d\d$/m, name)
})

it('the confirmation of an order names its goods, address and delivery, and promises no day while it is on hold', () => {
  const [placed = { text: '' }, held = { text: '' }] = [everyEmail.orderPlacedEmail].flat()
  const [line, goods] = placed.text.split('\n').slice(4)
  assert.equal(line, 'Tramadol Hydrochloride 50 mg Tablet, bottle of 0 (CIV, Refrigerated): $14,814.00')
  assert.equal(goods, '  NDC 00093-0058-01, 12 × $1,234.50')
  assert.match(placed.text, /^Ship to: Acme <Pharmacy>, 12 Dock Street, Salem, MA 01970\nShipping method: UPS GROUND$/m)
  assert.match(
    placed.text,
    /^Delivery: Arrives Tue, Nov 24; refrigerated items ship Mon, Nov 23, arrive Tue, Nov 24\.$/m,
  )
  assert.ok(!held.text.includes('Delivery:'))
})

it('names of people and products cannot inject markup', () => {
  const { html } = [everyEmail.requestToCheckEmail].flat()[0] ?? { html: '' }
  assert.ok(html.includes('Acme &lt;b&gt;Pharmacy&lt;/b&gt;'))
})
