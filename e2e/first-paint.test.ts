import { bearer, expect, shiftOf, signIn, test, watchShifts } from './journey.ts'

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

test('on a phone an order that was delivered does not move when its steps come late', async ({ page, portal }) => {
  const headers = { authorization: `Bearer ${await bearer(portal, 'admin@demo.example')}` }
  const answer = await fetch(`${portal.url}/api/orders/localSAPOrders/all`, { headers })
  const orders = (await answer.json()) as { _id: string; orderStatusSap: string }[]
  const delivered = orders.find(({ orderStatusSap }) => orderStatusSap === '3')
  await page.setViewportSize(phone)
  await watchShifts(page)
  await page.addInitScript(() => {
    const ask = window.fetch
    const drawn = () => new Promise(requestAnimationFrame)
    window.fetch = async (...asked) => {
      const answered = await ask(...asked)
      if (answered.url.endsWith('/timeline')) for (let count = 0; count < 20; count += 1) await drawn()
      return answered
    }
  })
  await signIn(page, 'admin@demo.example')
  await page.goto(`/order/${delivered?._id}`)
  await expect(page.getByRole('region', { name: 'Progress' }).getByText('Invoiced')).toBeVisible()
  await expect(page.getByText('Order ID assigned')).toBeVisible()
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
