import type { Page } from '@playwright/test'
import { callAs } from './call-as.ts'
import { enterAs, expect, shiftOf, test, watchShifts } from './journey.ts'
import { accessibilityFindings } from './check-page.ts'
import { awaitPictures, awaitIdle } from './await-idle.ts'
import { ownFileOf } from './screen-files.ts'

test.use({ viewport: { width: 390, height: 844 } })

const admin = 'admin@demo.example'

test('on a phone, neither the list of orders nor an order with late steps moves while it loads', async ({
  page,
  portal,
}) => {
  const { call } = await callAs(portal, admin)
  const delivered = encodeURIComponent('{"orderStatusSap":"3"}')
  const orders = await call<{ _id: string; orderFromSAP: boolean }[]>('GET', `/api/orders/localSAPOrders/${delivered}`)
  // The font is already in the browser, as for users who come from another page.
  await page.goto('/signin')
  await awaitPictures(page)
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
  await enterAs(page, admin)
  await page.goto('/admin/orders')
  await expect(page.getByRole('link', { name: 'Details' }).first()).toBeVisible()
  expect(await shiftOf(page)).toBeLessThan(0.005)

  await page.goto(`/order/${orders.find(({ orderFromSAP }) => !orderFromSAP)?._id}`)
  await expect(page.getByRole('region', { name: 'Progress' }).getByText('Invoiced')).toBeVisible()
  expect(await shiftOf(page)).toBeLessThan(0.005)
  await page.getByRole('heading', { name: 'Timeline' }).click()
  await expect(page.getByText('Order ID assigned')).toBeVisible()
})

test('on a phone, the picture of a product loads before the code and does not move', async ({ page }) => {
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
  for (const side of ['y', 'width', 'height'] as const)
    expect(Math.abs((after?.[side] ?? 0) - (before?.[side] ?? Infinity)), side).toBeLessThan(1)
})

test('a page and what was typed in it stay when a press finds the portal unreachable', async ({ page }) => {
  await page.goto('/signin')
  await page.getByLabel('Email', { exact: true }).fill('buyer@demo.example')
  await page.getByLabel('Password', { exact: true }).fill('apotheca-demo')
  await page.context().setOffline(true)
  const signIn = page.getByRole('button', { name: 'Sign In', exact: true })
  await signIn.click()
  const bar = page.getByText(/^The portal is not responding\. Your entries are kept/)
  await expect(bar).toBeVisible()
  await page.context().setOffline(false)
  await expect(bar).toBeHidden()
  await signIn.click()
  await expect(page.getByRole('heading', { level: 1, name: 'User Dashboard' })).toBeVisible()

  const name = await typeName(page)
  await page.context().setOffline(true)
  // Their code has not been loaded yet.
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  const missing = page.getByRole('alert').filter({ hasText: 'A part of this page could not be loaded.' })
  await expect(missing).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(missing).toHaveCount(1)
  await expect(name).toHaveValue('Typed before')
  await page.context().setOffline(false)
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(missing).toHaveCount(0)
  await expect(name).toHaveValue('Typed before')
})

/** Types into the first field of the profile without saving it. */
const typeName = async (page: Page) => {
  await page.goto('/profile')
  await expect(page.getByText('This session', { exact: true })).toBeVisible()
  const name = page.getByRole('textbox', { name: 'Name', exact: true }).first()
  await name.fill('Typed before')
  return name
}

/** Answers like a server without the files of an older release; returns a function that restores them. */
const takeAway = async (page: Page, files: string | RegExp) => {
  await page.route(files, (route) =>
    route.fulfill({ status: 404, json: { message: 'There is nothing at this address.' } }),
  )
  return () => page.unroute(files)
}

test('a new release under an open page asks for a reload that keeps what was typed, and pages load completely', async ({
  page,
}) => {
  await enterAs(page, 'buyer@demo.example')
  const name = await typeName(page)
  const bringBack = await takeAway(page, /\/assets\/.*\.js$/)
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  const renewed = page.getByRole('alert').filter({ hasText: 'The portal was updated since you opened this page.' })
  await expect(renewed).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(name).toHaveValue('Typed before')
  expect(await accessibilityFindings(page)).toEqual([])
  await bringBack()
  await renewed.getByRole('button', { name: 'Reload the page' }).click()
  await expect(name).toHaveValue('Typed before')
  await expect(page.getByText('We restored what you typed earlier. It is not saved yet.')).toBeVisible()

  // Leaving for another page loads it from the server, after the question about unsaved changes.
  let isAway = true
  await page.route(await ownFileOf('/cart'), (route) => {
    const answer = isAway ? route.fulfill({ status: 404, json: {} }) : route.fallback()
    isAway = false
    return answer
  })
  await page.getByRole('link', { name: /^Cart/ }).click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cart' })).toBeVisible()
  expect(isAway).toBe(false)
})

test('a reload for a new release restores choices from lists, and reports those found by a search', async ({
  page,
}) => {
  await enterAs(page, admin)
  await page.goto('/admin/delivery')
  const another = page.getByRole('form', { name: 'New day' })
  await another.getByLabel('Shipping and delivery').selectOption('open')
  await reloadRenewed(page)
  await expect(another.getByLabel('Shipping and delivery')).toHaveValue('open')

  await page.goto('/admin/pricecheck')
  const product = page.getByRole('combobox', { name: 'Product', exact: true })
  await product.fill('amox')
  await page.getByRole('option').first().click()
  const chosen = await product.inputValue()
  expect(chosen).toMatch(/amox/i)
  await reloadRenewed(page)
  // Restoring only its text would not restore the choice.
  await expect(page.getByText(`could not restore what you entered earlier. Product: ${chosen}`)).toBeVisible()
  await expect(product).toHaveValue('')
})

/** A press that needs a file of another release, and the reload that the portal then asks for. */
const reloadRenewed = async (page: Page) => {
  const bringBack = await takeAway(page, /\/assets\/.*\.js$/)
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  const renewed = page.getByRole('alert').filter({ hasText: 'The portal was updated since you opened this page.' })
  await expect(renewed).toBeVisible()
  await bringBack()
  await renewed.getByRole('button', { name: 'Reload the page' }).click()
}

test('an unavailable part of a page leaves the header and messages intact, and loads when it can', async ({ page }) => {
  await page.goto('/signin')
  await awaitIdle(page)
  const bringBack = await takeAway(page, /\/assets\/.*\.js$/)
  await page.getByLabel('Email', { exact: true }).fill('nobody@demo.example')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  // Messages are in a separate chunk.
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid email or password' }).first()).toBeVisible()
  await bringBack()

  const ownFile = await ownFileOf('/quickorder')
  await page.route(ownFile, (route) => route.fulfill({ status: 503, body: '' }))
  await enterAs(page, 'buyer@demo.example')
  await page.goto('/orderhistory')
  await page.evaluate(() => history.pushState(null, '', '/quickorder'))
  const said = page.getByRole('alert').filter({ hasText: 'A part of this page could not be loaded.' })
  await expect(said).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await page.unroute(ownFile)
  await page.getByRole('button', { name: 'Try now' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Quick Order' })).toBeVisible()
})
