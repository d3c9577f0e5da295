import { callAs } from './call-as.ts'
import { accessibilityFindings } from './check-page.ts'
import { confirmOrder, fillCart } from './checkout.ts'
import { enterAs, expect, overflowOf, test } from './journey.ts'

const buyer = 'buyer@demo.example'

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
