import { expect, shiftOf, signIn, test, watchShifts } from './journey.ts'

const phone = { width: 390, height: 844 }

test('on a phone neither an order nor the list of all orders moves while it comes', async ({ page }) => {
  await page.setViewportSize(phone)
  await watchShifts(page)
  await signIn(page, 'admin@demo.example')
  await page.goto('/admin/orders')
  const details = page.getByRole('link', { name: 'Details' }).first()
  await expect(details).toBeVisible()
  expect(await shiftOf(page)).toBeLessThan(0.005)
  await page.goto((await details.getAttribute('href')) ?? '')
  await expect(page.getByText('Placed', { exact: true }).first()).toBeVisible()
  expect(await shiftOf(page)).toBeLessThan(0.005)
})

test('on a phone a product’s picture is there before the code, where it stays', async ({ page }) => {
  await page.setViewportSize(phone)
  const { promise: isSeen, resolve: goOn } = Promise.withResolvers<null>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await isSeen
    await route.continue()
  })
  await page.goto('/product/00002-4462-30', { waitUntil: 'commit' })
  const early = page.locator('#root img')
  await expect(early).toBeVisible()
  const before = await early.boundingBox()
  goOn(null)
  const picture = page.getByRole('img', { name: /^Picture of / })
  await expect(picture).toBeVisible()
  const after = await picture.boundingBox()
  expect(before).not.toBeNull()
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(1)
  expect(Math.abs((after?.width ?? 0) - (before?.width ?? 0))).toBeLessThan(1)
  expect(Math.abs((after?.height ?? 0) - (before?.height ?? 0))).toBeLessThan(1)
})
