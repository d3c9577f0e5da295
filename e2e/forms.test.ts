import type { Locator, Page } from '@playwright/test'
import { fillCart } from './checkout.ts'
import { requestAccount } from './customers.ts'
import { enterAs, expect, test } from './journey.ts'
import { accessibilityFindings } from './check-page.ts'
import { makeProducts } from './make-products.ts'
import { findAdminsPlaces } from './screens.ts'
import { redPixel } from './red-pixel.ts'

/** A double press by a shaky hand, as a browser sends it. */
const pressTwice = async (page: Page, name: string, apart: number) => {
  const button = page.getByRole('button', { name, exact: true })
  await button.evaluate(
    (element: HTMLElement, milliseconds) =>
      new Promise<void>((done) => {
        element.click()
        setTimeout(() => {
          element.click()
          done()
        }, milliseconds)
      }),
    apart,
  )
}

/** Records the bodies of the page's calls to these addresses. */
const noteCalls = (page: Page, method: string, address: RegExp) => {
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === method && address.test(request.url())) sent.push(request.postDataJSON())
  })
  return sent
}

test('a button that is pressed twice acts once', async ({ page, portal }) => {
  await makeProducts(portal, { name: 'Pressed Twice', ndcNumber: 'TWICE-1' })
  const email = 'rejected@twice.example'
  await requestAccount(portal, { email, companyName: 'Rejected Twice' })
  await enterAs(page, 'admin@demo.example')

  const created = noteCalls(page, 'POST', /\/api\/products$/)
  for (const apart of [0, 100]) {
    await page.goto('/admin/products')
    await page.getByRole('button', { name: 'New Product' }).click()
    await expect(page.getByRole('button', { name: 'Create', exact: true })).toBeVisible()
    await pressTwice(page, 'Create', apart)
    await expect(page.getByRole('heading', { level: 1, name: 'Edit Product', exact: true })).toBeVisible()
  }
  expect(created).toHaveLength(2)

  const removed = noteCalls(page, 'DELETE', /\/api\/products\//)
  await page.goto('/admin/products?query=TWICE-1')
  await page
    .getByRole('row', { name: /Pressed Twice/ })
    .getByRole('button', { name: 'Delete product' })
    .click()
  await expect(page.getByRole('button', { name: 'Delete', exact: true })).toBeVisible()
  await pressTwice(page, 'Delete', 250)
  await expect(page.getByText('Product deleted successfully')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('Product deleted successfully')).toBeVisible()
  expect(removed).toHaveLength(1)

  const rejected = noteCalls(page, 'DELETE', /\/api\/users\/reject\//i)
  await page.goto(`/admin/customers?query={"email":"${email}"}`)
  await page.getByRole('button', { name: 'Reject: Rejected Twice' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true })).toBeVisible()
  await pressTwice(page, 'Reject', 60)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('Customer profile rejected')).toBeVisible()
  expect(rejected).toHaveLength(1)

  const converted = noteCalls(page, 'PUT', /\/api\/users\/converttosalesrep\//i)
  await page.goto('/admin/customers?query={"companyName":"Kaimana Pharmacy"}')
  await page.getByRole('button', { name: 'Actions: Kaimana Pharmacy' }).first().click()
  await page.getByRole('menuitem', { name: 'Convert to sales rep' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true })).toBeVisible()
  await pressTwice(page, 'Continue', 60)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByText('Profile maked as sales representative.')).toBeVisible()
  expect(converted).toHaveLength(1)
})

test('a request for an account asks before it is left, and is sent once with all it needs', async ({ page }) => {
  const company = page.getByRole('textbox', { name: 'Company Name', exact: true })
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.goto('/signup')
  await company.fill('Half Typed Pharmacy')
  await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).click()
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(company).toHaveValue('Half Typed Pharmacy')
  for (const [name, value] of [
    ['First Name', 'Tess'],
    ['Last Name', 'Twice'],
    ['Email', 'twice@press.example'],
    ['Phone', '555-0100'],
    ['License', 'PH-22'],
    ['Password', 'a long enough passphrase'],
    ['Confirm Password', 'a long enough passphrase'],
  ] as const)
    await page.getByRole('textbox', { name, exact: true }).fill(value)
  const sent = noteCalls(page, 'POST', /\/api\/users\/signup$/)
  await pressTwice(page, 'Request account', 30)
  await expect(page.getByText('We received your request')).toBeVisible()
  expect(sent.map((body) => Object.keys(body as object).toSorted())).toEqual([
    ['companyName', 'email', 'isActive', 'lastName', 'license', 'name', 'password', 'phone'],
  ])
})

test('an edited form asks before it is left, returns to the list, and reports only its last save', async ({
  page,
  portal,
}) => {
  await makeProducts(portal, { name: 'Unsavedol', ndcNumber: 'UNSAVED-1', price: 5 })
  const manufacturer = page.getByRole('textbox', { name: 'Manufacturer', exact: true })
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const cancel = page.getByRole('button', { name: 'Cancel', exact: true })
  const update = page.getByRole('button', { name: 'Update', exact: true })
  const list = page.getByRole('heading', { level: 1, name: 'Product Maintenance', exact: true })
  const edit = page.getByRole('link', { name: 'Edit product' })
  await enterAs(page, 'admin@demo.example')
  await page.goto('/admin/products?query=unsavedol&pageSize=25')
  await edit.click()
  await manufacturer.fill('Unsaved Labs')
  await cancel.click()
  await expect(question).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(question).toHaveCount(0)
  await expect(manufacturer).toHaveValue('Unsaved Labs')

  await page.locator('input[type=file]').setInputFiles(redPixel)
  const uploaded = page.getByText('Image uploaded successfully. click Update to apply it')
  await expect(uploaded).toBeVisible()
  const description = page.getByRole('textbox', { name: 'Material Description', exact: true })
  const name = await description.inputValue()
  await description.fill('')
  await update.click()
  await expect(page.getByText('Material Description is required.')).toBeVisible()
  await expect(uploaded).toHaveCount(0)
  await description.fill(name)
  await update.click()
  await expect(page.getByText('Product updated successfully')).toBeVisible()
  await expect(list).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/products\?.*unsavedol/)
  await expect(question).toHaveCount(0)

  await edit.click()
  await manufacturer.fill('Given up Labs')
  await page.goBack()
  await question.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(list).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/products\?.*unsavedol/)

  await page.goto('/profile')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Another Name')
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  expect((await asked).type()).toBe('beforeunload')
})

test('a field with too long a text, or with a day in the year 26, keeps it, says why, and sends neither', async ({
  page,
  portal,
}) => {
  const [buyer, admin] = ['buyer@demo.example', 'admin@demo.example']
  const long = 'PO-2026-11-27 / Pharmacy East / Refill week 48'
  await fillCart(portal, buyer, [{ code: '00378-1803-77', quantity: 1 }])
  await enterAs(page, buyer)
  await page.goto('/shipping')
  const number = page.getByLabel('Purchase order number')
  await number.fill(long)
  await expect(page.getByText(`This has ${long.length} characters; the limit is 35.`)).toBeVisible()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(number).toBeFocused()
  await expect(number).toHaveValue(long)
  await page.reload()
  await expect(number).toHaveValue(long)
  await number.fill(long.slice(0, 35))
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Place Order' })).toBeVisible()

  await enterAs(page, admin)
  await page.goto('/admin/delivery')
  const form = page.getByRole('form', { name: 'New day' })
  await form.getByLabel('Day').pressSequentially('123126')
  await form.getByRole('button', { name: 'Save day' }).click()
  await expect(form.getByText('Enter the year with four digits: 2026 instead of 26.')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
})

test('a dialog with changed fields asks before Escape, the close button or a click beside it close it', async ({
  page,
  portal,
}) => {
  const [product] = await makeProducts(portal, { name: 'Guardol', ndcNumber: 'GUARD-1', price: 5 })
  const { customer } = await findAdminsPlaces(portal)
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const dialogs: { path: string; open: string; title: string; change: (dialog: Locator) => Promise<unknown> }[] = [
    {
      path: '/admin/ordermethods',
      open: 'Edit UPS GROUND',
      title: 'UPS GROUND',
      change: (dialog) => dialog.getByLabel('Available to').selectOption('Only for'),
    },
    {
      path: '/admin/delivery',
      open: 'Edit UPS GROUND',
      title: 'UPS GROUND',
      change: (dialog) => dialog.getByLabel('Transit days').fill('9'),
    },
    {
      path: '/admin/visibility',
      open: 'Limit a category',
      title: 'Limit a category',
      change: async (dialog) => {
        await dialog.getByLabel('Category').selectOption({ index: 1 })
        await dialog.getByLabel('Visible to').selectOption('Only for')
      },
    },
    {
      path: '/admin/users',
      open: 'Add User',
      title: 'Add User',
      change: (dialog) => dialog.getByLabel('First Name').fill('Una'),
    },
    {
      path: `/admin/customerprices/${customer._id}`,
      open: 'Add a price',
      title: 'Add a price',
      change: (dialog) => dialog.getByRole('textbox', { name: 'Price' }).fill('9.99'),
    },
    {
      path: `/admin/productpricing/${product}`,
      open: 'Add a price: Custom prices',
      title: 'Add a price: Custom prices',
      change: (dialog) => dialog.getByRole('textbox', { name: 'Price' }).fill('9.99'),
    },
    {
      path: `/admin/product/${product}`,
      open: 'Correct stock',
      title: 'Correct stock',
      change: (dialog) => dialog.getByLabel('Reason').fill('Counted'),
    },
  ]
  await enterAs(page, 'admin@demo.example')
  for (const { path, open, title, change } of dialogs)
    await test.step(path, async () => {
      const dialog = page.getByRole('dialog', { name: title, exact: true })
      const close = dialog.getByRole('button', { name: 'Close' })
      await page.goto(path)
      await page.getByRole('button', { name: open, exact: true }).click()
      await close.click()
      await expect(dialog).toHaveCount(0)

      await page.getByRole('button', { name: open, exact: true }).click()
      await change(dialog)
      const ways = [() => page.keyboard.press('Escape'), () => close.click(), () => page.mouse.click(5, 5)]
      for (const way of ways) {
        await way()
        await expect(question).toBeVisible()
        // Escape closes only the question above.
        await page.keyboard.press('Escape')
        await expect(question).toHaveCount(0)
        await expect(dialog).toBeVisible()
      }
      await close.click()
      await question.getByRole('button', { name: 'Leave', exact: true }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page).toHaveURL(new RegExp(path))
    })
})
