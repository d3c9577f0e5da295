import { writeFile } from 'node:fs/promises'
import { callAs } from './call-as.ts'
import { accessibilityFindings } from './check-page.ts'
import { confirmOrder, fillCart, goToPlaceOrder } from './checkout.ts'
import { customerPage } from './customers.ts'
import { enterAs, expect, overflowOf, test } from './journey.ts'
import { plainProduct } from './orders.ts'

test.use({ settings: { REQUIRE_LICENSE: '1' } })

const buyer = 'karen@great-lakes-regional-hospital.example'
const admin = 'admin@demo.example'
/** As some boards write it, with two digits for the year. */
const american = (iso: string) => `${iso.slice(5, 7)}/${iso.slice(8)}/${iso.slice(2, 4)}`

test('an order waits for an unverified license until an admin confirms the match of the board’s extract', async ({
  page,
  browser,
  portal,
}, info) => {
  const { call } = await callAs(portal, admin)
  const customer = await customerPage(portal, buyer)
  const [license] = await call<
    { number: string; state: string; expiresOn: string; location: { name: string; address: string } }[]
  >('GET', `/api/licenses?forUser=${customer.split('/').at(-1) ?? ''}`)
  if (!license) throw new Error('The customer has no license.')

  await fillCart(portal, buyer, [{ code: plainProduct?.ndcNumber ?? '', quantity: 1 }])
  await enterAs(page, buyer)
  await goToPlaceOrder(page)
  await confirmOrder(page, portal, buyer)
  await expect(page.getByText(/is not verified yet/).first()).toBeVisible()

  const file = info.outputPath('board-list.csv')
  const { number, location, expiresOn } = license
  const row = [number, location.name, location.address, 'Active', american(expiresOn)].map((cell) => `"${cell}"`)
  await writeFile(
    file,
    `Board of Pharmacy\nLicense Number,Licensee Name,Address,Status,Expiration Date\n${row.join(',')}\n"XX-1","Elsewhere Drugs","9 High St","Active","01/31/29"\n`,
  )
  const context = await browser.newContext({ baseURL: portal.url, viewport: { width: 390, height: 844 } })
  const office = await context.newPage()
  await enterAs(office, admin)
  await office.goto('/admin/licenses?only=unverified')
  await expect(office.getByRole('table', { name: 'Licenses' }).getByText(number)).toBeVisible()
  expect(await overflowOf(office)).toBeLessThanOrEqual(0)
  expect(await accessibilityFindings(office)).toEqual([])

  await office.goto('/admin/licenses/extracts')
  const form = office.getByRole('form', { name: 'Compare an extract' })
  await form.getByRole('button', { name: 'Compare', exact: true }).click()
  await expect(form.getByText('Choose a file.', { exact: true })).toBeVisible()
  await office.locator('input[type=file]').setInputFiles(file)
  await expect(form.getByRole('combobox', { name: 'License number' })).toHaveValue('0')
  await form.getByRole('textbox', { name: 'State', exact: true }).fill(license.state)
  await form.getByLabel('Date of the extract').fill('2026-11-01')
  await form.getByRole('button', { name: 'Compare', exact: true }).click()
  await expect(form.getByText('Confirm it, or get a list with full years.')).toBeVisible()
  await form.getByRole('checkbox', { name: 'Years with two digits are from 2000 to 2099' }).check()
  expect(await accessibilityFindings(office)).toEqual([])
  await form.getByRole('button', { name: 'Compare', exact: true }).click()

  const compared = office.getByRole('table', { name: 'Compared licenses' })
  const match = compared.getByRole('row').filter({ hasText: number })
  await expect(match).toContainText('Matches')
  expect(await overflowOf(office)).toBeLessThanOrEqual(0)
  expect(await accessibilityFindings(office)).toEqual([])
  await office.getByRole('button', { name: /^Verify \d+ match/ }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(match).toContainText('Verified')

  await page.reload()
  await expect(page.getByText(/is not verified yet/)).toHaveCount(0)
})

test('a buyer sends a renewal, and an admin verifies the license with it', async ({ page, browser, portal }, info) => {
  const file = info.outputPath('renewal.pdf')
  await writeFile(file, '%PDF-1.7 renewed')
  await page.setViewportSize({ width: 390, height: 844 })
  await enterAs(page, 'buyer@demo.example')
  await page.goto('/profile')
  const own = page.getByRole('list', { name: 'Licenses and registrations' }).getByRole('listitem').first()
  await own.getByRole('button', { name: /^Send the renewal/ }).click()
  const form = page.getByRole('form', { name: /^Renewal of/ })
  await form.getByRole('button', { name: 'Send renewal' }).click()
  await expect(form.getByText('Choose a file.')).toBeVisible()
  await page.locator('input[type=file]').setInputFiles(file)
  await form.getByLabel('New expiration date').fill('2031-05-01')
  expect(await accessibilityFindings(page)).toEqual([])
  await form.getByRole('button', { name: 'Send renewal' }).click()
  await expect(own.getByText(/^Renewal sent .*valid until May 1, 2031/)).toBeVisible()
  expect(await overflowOf(page)).toBeLessThanOrEqual(0)
  expect(await accessibilityFindings(page)).toEqual([])

  const context = await browser.newContext({ baseURL: portal.url })
  const office = await context.newPage()
  await enterAs(office, admin)
  await office.goto(`${await customerPage(portal, 'buyer@demo.example')}?tab=ordering`)
  const license = office
    .getByRole('list', { name: 'Licenses and registrations' })
    .getByRole('listitem')
    .filter({ hasText: 'Renewal sent' })
  await license.getByRole('button', { name: /^Verify/ }).click()
  const verifying = office.getByRole('form', { name: /^Verify/ })
  await expect(verifying.getByLabel('Valid until')).toHaveValue('2031-05-01')
  await verifying.getByRole('textbox', { name: 'Source' }).fill('Board of Pharmacy')
  await verifying.getByRole('button', { name: 'Verify license' }).click()
  await page.reload()
  await expect(own.getByText(/Valid until May 1, 2031/)).toBeVisible()
  await expect(own.getByText('Verified', { exact: true })).toBeVisible()
})
