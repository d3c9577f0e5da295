import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { startEmbedded } from '../src/platform/embedded-postgres/embedded.ts'
import { callAs } from './call-as.ts'
import { bearer, enterAs, expect, mailedCode, test as base } from './journey.ts'
import { plainProduct } from './orders.ts'
import type { RunningPortal } from './portal.ts'

interface Postgres {
  url: string
  stop(): Promise<void>
  start(): Promise<void>
}

/** A portal on its own PostgreSQL server, which is stopped and started like by an operator. */
const test = base.extend<{}, { postgres: Postgres }>({
  postgres: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'apotheca-postgres-'))
      await chmod(folder, 0o711)
      let running = await startEmbedded(folder, { durable: false })
      const { host, port, user } = running.connection
      const admin = new pg.Client({ ...running.connection, database: 'postgres' })
      await admin.connect()
      await admin.query('create database apotheca')
      await admin.end()
      await use({
        url: `postgres://${user}@localhost/apotheca?host=${encodeURIComponent(host)}&port=${port}`,
        stop: () => running.stop(),
        start: async () => {
          running = await startEmbedded(folder, { durable: false })
        },
      })
      await running.stop()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test.use({
  settings: async ({ postgres }, use) => use({ DATABASE_URL: postgres.url, REFUSE_OWNER: '0', LOG_LEVEL: 'silent' }),
})

const buyer = 'buyer2@demo.example'
const bar = (page: Page) => page.getByText(/The portal is not responding\. Your entries are kept/)

test('a list says that the portal is unavailable, and shows its products when it is back', async ({
  page,
  postgres,
}) => {
  await enterAs(page, buyer)
  await postgres.stop()
  await page.goto('/search?query=metformin')
  await expect(bar(page)).toBeVisible()
  // It gives up after three attempts.
  await expect(page.getByText('The portal’s database does not answer.').first()).toBeVisible()
  await postgres.start()
  await expect(page.getByRole('button', { name: 'Add to cart', exact: true }).first()).toBeVisible()
  await expect(bar(page)).toHaveCount(0)
})

test('a form keeps what was typed while the portal is unavailable, and sends it on the next press', async ({
  page,
  portal,
  postgres,
}) => {
  await enterAs(page, buyer)
  await page.goto('/profile')
  const name = page.getByRole('textbox', { name: 'Name', exact: true }).first()
  await expect(name).not.toHaveValue('')
  // A part that is still loading would show the same reason, so that it would appear twice.
  await expect(page.getByText('This session', { exact: true })).toBeVisible()
  const kept = await nameOf(portal)
  await name.fill(`${kept} Changed`)
  await postgres.stop()
  const update = page.getByRole('button', { name: 'Update', exact: true })
  await update.click()
  await expect(page.getByRole('alert').filter({ hasText: 'does not answer' })).toBeVisible()
  await expect(bar(page)).toBeVisible()
  await postgres.start()
  await expect(bar(page)).toHaveCount(0)
  await expect(name).toHaveValue(`${kept} Changed`)
  expect(await nameOf(portal)).toBe(kept)
  await update.click()
  await expect.poll(() => nameOf(portal)).toBe(`${kept} Changed`)
})

test('the cart sends its change, and the checkout sends its order once', async ({ page, portal, postgres }) => {
  const { call } = await callAs(portal, buyer)
  const { _id } = await call<{ _id: string }>('GET', `/api/products/slug/${plainProduct?.ndcNumber}`)
  await call('PUT', '/api/cart', { lines: [{ _id, quantity: 1 }] })
  await enterAs(page, buyer)
  await page.goto('/cart')
  const quantity = page.getByRole('spinbutton', { name: /^Quantity of/ })
  await expect(quantity).toHaveValue('1')
  await postgres.stop()
  await quantity.fill('3')
  await expect(bar(page)).toBeVisible()
  await postgres.start()
  await expect(bar(page)).toHaveCount(0)
  await expect.poll(() => quantitiesOf(portal)).toEqual([3])

  await page.goto('/shipping')
  await page.getByLabel('Purchase order number').fill('PO-AWAY')
  await page.getByRole('button', { name: 'Continue' }).click()
  const asked = new Date()
  await page.getByRole('button', { name: 'Send verification code' }).click()
  const code = await mailedCode(portal, buyer, asked)
  await page.getByLabel('Verification code').fill(code)
  const before = await countOrders(portal)
  await postgres.stop()
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(bar(page)).toBeVisible()
  await postgres.start()
  await expect(bar(page)).toHaveCount(0)
  await expect(page.getByText('PO-AWAY')).toBeVisible()
  await expect(page.getByLabel('Verification code')).toHaveValue(code)
  expect(await countOrders(portal)).toBe(before)
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  expect(await countOrders(portal)).toBe(before + 1)
})

const read = async (portal: RunningPortal, path: string) =>
  fetch(portal.url + path, { headers: { authorization: `Bearer ${await bearer(portal, buyer)}` } })

const nameOf = async (portal: RunningPortal): Promise<string> =>
  ((await (await read(portal, '/api/users/UserByEmail/' + buyer)).json()) as { name: string }).name

const quantitiesOf = async (portal: RunningPortal): Promise<number[]> =>
  ((await (await read(portal, '/api/cart')).json()) as { lines: { quantity: number }[] }).lines.map(
    ({ quantity }) => quantity,
  )

const countOrders = async (portal: RunningPortal): Promise<number> =>
  Number((await read(portal, `/api/orders/mineSAPLocal/${buyer}`)).headers.get('x-total-count'))
