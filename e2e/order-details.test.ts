import { businessDay, dayAfter } from '../src/shared/business-day.ts'
import { callAs } from './call-as.ts'
import { accessibilityFindings } from './check-page.ts'
import { confirmOrder, fillCart } from './checkout.ts'
import { enterAs, expect, mailedLink, overflowOf, test } from './journey.ts'
import { plainProduct } from './orders.ts'

const buyer = 'buyer@demo.example'
const shown = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

for (const width of [390, 1440])
  test(`a buyer writes notes and chooses a delivery day at ${width} px`, async ({ page, portal }) => {
    const { call } = await callAs(portal, buyer)
    const { products } = await call<{ products: { ndcNumber: string; name: string; countInStock: number }[] }>(
      'GET',
      '/api/products/search?query=atorvastatin&viewCount=36',
    )
    const product = products.find(({ countInStock }) => countInStock > 5)
    if (!product) throw new Error('The demo has no such product.')
    await fillCart(portal, buyer, [{ code: product.ndcNumber, quantity: 1 }])
    await page.setViewportSize({ width, height: 900 })
    await enterAs(page, buyer)
    await page.goto('/cart')
    await page.getByRole('button', { name: `Add note: ${product.name}` }).click()
    await page.getByLabel(`Note on ${product.name}`).fill('Longest dating')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Note: Longest dating')).toBeVisible()
    await page.goto('/shipping')
    if (width < 768) await page.getByText('Delivery details').click()
    const day = page.getByLabel('Delivery day')
    await expect(day.locator('option')).not.toHaveCount(1)
    await day.selectOption({ index: 3 })
    const chosen = await day.inputValue()
    await page.getByLabel('Attention').fill('Dock 3')
    await page.getByLabel('Note to the wholesaler').fill('Use the back door.')
    expect(await overflowOf(page)).toBe(0)
    expect(await accessibilityFindings(page)).toEqual([])
    await page.reload()
    await expect(page.getByLabel('Attention')).toHaveValue('Dock 3')
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page.getByText('Use the back door.')).toBeVisible()
    await expect(page.getByText('Note: Longest dating')).toBeVisible()
    await confirmOrder(page, portal, buyer)
    for (const text of ['Attn: Dock 3', 'Use the back door.', 'Note: Longest dating'])
      await expect(page.getByText(text)).toBeVisible()
    const order = await call<object>('GET', `/api/orders/${page.url().split('/').at(-1) ?? ''}`)
    expect(order).toMatchObject({ requestedDay: chosen, attention: 'Dock 3' })
    expect(await overflowOf(page)).toBe(0)
  })

for (const width of [390, 1440])
  test(`a standing order asks by email and fills the cart at ${width} px`, async ({ page, portal }) => {
    const admin = await callAs(portal, 'admin@demo.example')
    const { call } = await callAs(portal, buyer)
    // Without deliveries until tomorrow, tomorrow's order is asked for now.
    const [today, tomorrow] = [0, 1].map((at) => dayAfter(businessDay('America/New_York'), at)) as [string, string]
    for (const day of [today, tomorrow])
      await admin.call('PUT', `/api/delivery/days/${day}`, { isOpen: false, name: 'Closed' })
    await fillCart(portal, buyer, [])
    const [guide] = await call<{ _id: string; name: string }[]>('GET', '/api/orderguides')
    if (!guide) throw new Error('The demo has no order guide.')
    await page.setViewportSize({ width, height: 900 })
    await enterAs(page, buyer)
    await page.goto(`/orderguides/${guide._id}`)
    await page.getByRole('button', { name: 'Set up standing order' }).click()
    await page.getByLabel('Repeat').selectOption('2')
    await page.getByLabel('Next order').fill(tomorrow)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText(/Every 2 weeks on \w+day\. Next:/)).toBeVisible()
    expect(await accessibilityFindings(page)).toEqual([])
    expect(await overflowOf(page)).toBe(0)
    await page.goto(await mailedLink(portal, buyer, 'orderguides'))
    await expect(page.getByRole('heading', { level: 1, name: guide.name })).toBeVisible()
    await page.getByRole('button', { name: /^Add all \d+ lines? to the cart$/ }).click()
    await expect(page.getByText(/\d+ lines? added to the cart/)).toBeVisible()
    const { lines } = await call<{ lines: unknown[] }>('GET', '/api/cart')
    expect(lines.length).toBeGreaterThan(0)
    await page.getByRole('button', { name: /^Skip/ }).click()
    await expect(page.getByText('Skipped')).toBeVisible()
    // The page has read the changed standing order before it is changed again.
    await expect(
      page.getByRole('button', { name: `Skip ${shown.format(new Date(dayAfter(tomorrow, 28)))}` }),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await expect(page.getByText('No emails are sent until you resume it.')).toBeVisible()
    await page.getByRole('button', { name: 'Delete standing order' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click()
    await expect(page.getByRole('button', { name: 'Set up standing order' })).toBeVisible()
  })

for (const width of [390, 1440])
  test(`a buyer makes a standing order of the cart at ${width} px`, async ({ page, portal }) => {
    const { call } = await callAs(portal, buyer)
    await fillCart(portal, buyer, [{ code: plainProduct?.ndcNumber ?? '', quantity: 2 }])
    await page.setViewportSize({ width, height: 900 })
    await enterAs(page, buyer)
    await page.goto('/cart')
    await page.getByRole('button', { name: 'Make a standing order' }).click()
    const dialog = page.getByRole('dialog', { name: 'Make a standing order' })
    const save = dialog.getByRole('button', { name: 'Save', exact: true })
    await save.click()
    await expect(dialog.getByLabel('Name')).toBeFocused()
    await dialog.getByLabel('Name').fill(`Shelf ${width}`)
    await dialog.getByLabel('Next order').fill(dayAfter(businessDay('America/New_York'), 7))
    await expect(dialog.getByText(/^Always on a \w+day\./)).toBeVisible()
    expect(await accessibilityFindings(page)).toEqual([])
    expect(await overflowOf(page)).toBeLessThanOrEqual(0)
    await save.dblclick()
    await expect(dialog).toBeHidden()
    await page.goto('/orderguides')
    await page.getByRole('link', { name: `Shelf ${width}` }).click()
    await expect(page.getByText(/Every week on \w+day\. Next:/)).toBeVisible()
    const made = (await call<{ _id: string; name: string }[]>('GET', '/api/orderguides')).filter(
      ({ name }) => name === `Shelf ${width}`,
    )
    expect(made).toHaveLength(1)
    await call('DELETE', `/api/orderguides/${made[0]?._id}`)
  })
