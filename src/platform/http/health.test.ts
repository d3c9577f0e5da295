import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { addProducts } from '#catalog/add-products.ts'
import { catalog } from '#catalog/contract.ts'
import { awaitedLaneOf } from '#mail/send-mail.ts'
import { orders } from '#orders/contract.ts'
import { builtVersion } from '#platform/version.ts'
import { startTestPortal } from '#portal/testing.ts'
import { reports } from '#reports/contract.ts'
import { newId } from '../db/new-id.ts'

const portal = await startTestPortal()
await addProducts(portal.db, [{ name: 'Alpha', is_published: true }])

const readiness = async () => {
  const { status, body } = await portal.send({ method: 'GET', url: '/readyz' })
  return [status, body.status]
}

test('a process is ready once the catalog is loaded, and starts loading it on the first probe', async () => {
  assert.deepEqual(await readiness(), [503, 'loading the catalog'])
  await portal.catalogue.current()
  assert.deepEqual(await readiness(), [200, 'ready'])
})

test('the release is reported by the process, every answer and the page', async () => {
  const version = builtVersion
  assert.ok(version.startsWith((await readManifest()).version))
  const { body, raw } = await portal.send({ method: 'GET', url: '/healthz' })
  assert.deepEqual([body, raw.headers['x-apotheca-version']], [{ status: 'ok', version }, version])
  const page = await portal.send({ method: 'GET', url: '/', headers: { accept: 'text/html' } })
  assert.ok(page.raw.body.includes(`&quot;version&quot;:&quot;${version}&quot;`))
})

const readManifest = async () => JSON.parse(await readFile('package.json', 'utf8')) as { version: string }

test('listings during the catalog load wait for the same load', async () => {
  const fresh = await startTestPortal()
  await addProducts(fresh.db, [{ name: 'Beta', is_published: true }])
  const pages = await Promise.all([1, 2, 3].map(() => fresh.call(catalog.search, { query: {} })))
  assert.deepEqual(
    pages.map(({ body }) => body.products.map(({ name }) => name)),
    [['Beta'], ['Beta'], ['Beta']],
  )
  assert.equal(fresh.catalogue.isLoaded, true)
})

test('operator warnings are reported without failing readiness', async () => {
  await portal.catalogue.current()
  await portal.db
    .insertInto('job')
    .values({
      id: newId(),
      kind: 'mail.send',
      lane: 'mail.0',

      failed_at: new Date(),
      last_error: '550 no',
    })
    .execute()
  await portal.owner.query(`
    create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$;
    create trigger refuse before insert on mail for each row execute function refuse()`)
  const buyer = await portal.addUser()
  const refused = await portal.call(orders.sendOtp, { params: { id: buyer._id }, as: buyer })
  assert.deepEqual(
    [refused.status, refused.body.message],
    [503, 'The portal cannot save changes right now. Please try again later.'],
  )
  const { status, body } = await portal.send({ method: 'GET', url: '/readyz' })
  assert.deepEqual([status, body], [200, { status: 'ready', warnings: [fullDisk, mailAside] }])

  const { body: attention } = await portal.call(reports.attention, { as: await portal.addUser({ is_admin: true }) })
  assert.deepEqual(attention.troubles, [
    { text: fullDisk, reason: '' },
    { text: mailAside, reason: '550 no' },
  ])
  await portal.owner.query('drop trigger refuse on mail')
})

const fullDisk = 'The disk is full. Orders and changes are refused until you free space.'
const mailAside = '1 email could not be delivered and was set aside.'

test('a user who requests a code while email is failing sees an error', async () => {
  const buyer = await portal.addUser()
  await portal.db
    .insertInto('lane')
    .values({
      name: awaitedLaneOf(buyer.email),
      paused_until: new Date(Date.now() + 30_000),
      reason: 'The mail server cannot be used.',
    })
    .execute()
  const { status, body } = await portal.call(orders.sendOtp, { params: { id: buyer._id }, as: buyer })
  assert.equal(status, 200)
  assert.deepEqual(body, {
    message: 'Email is delayed at the moment. Your code will be sent as soon as possible.',
    isLate: true,
  })
})
