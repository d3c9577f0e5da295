import type { Page } from '@playwright/test'
import { enterAs, expect, shiftOf, test, watchShifts } from './journey.ts'
import { checkScreens } from './check-screens.ts'
import {
  adminEmail,
  buyerEmail,
  buyerScreens,
  cartScreen,
  checkoutScreens,
  customerAndOrderScreens,
  findAdminsPlaces,
  findBuyersPlaces,
  guestScreens,
  managerEmail,
  managerScreens,
  otherAdminScreens,
  productScreens,
  repScreens,
  requestApproval,
  settingScreens,
} from './screens.ts'
import { watchRequests } from './watch-requests.ts'
import { readScreenFiles } from './screen-files.ts'

// Together they take as long as several other files, so two workers share them.
test.describe.configure({ mode: 'parallel' })
// Tooltips name the reader's time zone, and UTC is none of a buyer's words.
test.use({ timezoneId: 'America/New_York' })

const rep = 'rep@demo.example'
const hasBuyersWords = true

const fillCart = async (page: Page) => {
  await page.goto('/search?query=metformin')
  await page.getByRole('button', { name: 'Add to cart', exact: true }).first().click()
  await expect(page.getByText('Product added to the cart', { exact: true }).last()).toBeVisible()
}

test('screens of guests are accessible and fit from 360 to 1920 px, light and dark', async ({ page }) => {
  await checkScreens(page, guestScreens, { hasBuyersWords })
  await fillCart(page)
  await checkScreens(page, [cartScreen], { hasBuyersWords })
})

test('screens of buyers are accessible and fit from 360 to 1920 px, light and dark', async ({ page, portal }) => {
  await enterAs(page, buyerEmail)
  await checkScreens(page, buyerScreens(await findBuyersPlaces(portal)), { hasBuyersWords })
})

test('screens of a checkout and of a manager are accessible and fit from 360 to 1920 px, light and dark', async ({
  page,
  portal,
}) => {
  await enterAs(page, buyerEmail)
  await fillCart(page)
  await checkScreens(page, checkoutScreens, { hasBuyersWords })
  await enterAs(page, managerEmail)
  await checkScreens(page, managerScreens(await requestApproval(portal)), { hasBuyersWords })
  await enterAs(page, rep)
  await fillCart(page)
  await checkScreens(page, repScreens, { hasBuyersWords: false })
})

const readRoutes = async () => Object.keys(await readScreenFiles())

const back = { 'customers and orders': customerAndOrderScreens, products: productScreens, settings: settingScreens }
for (const [subject, screensOf] of Object.entries(back))
  test(`screens of admins for ${subject} are accessible and fit from 360 to 1920 px, light and dark`, async ({
    page,
    portal,
  }) => {
    await enterAs(page, adminEmail)
    const places = await findAdminsPlaces(portal)
    const others = screensOf === settingScreens ? otherAdminScreens(await readRoutes(), places) : []
    await checkScreens(page, [...screensOf(places), ...others], { hasBuyersWords: false })
  })

/** The route that matches this path. */
const routeOf = (path: string, routes: readonly string[]): string | undefined => {
  const { pathname } = new URL(path, 'http://portal.example')
  const asPattern = (route: string) => new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`)
  return routes.find((route) => route === pathname) ?? routes.find((route) => asPattern(route).test(pathname))
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** Follows a link within the page, without a reload. */
const follow = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), path)

test('each screen is checked above, and opens for the users it is for', async ({ page, portal }) => {
  const routes = await readRoutes()
  const [ownPlaces, all] = await Promise.all([findBuyersPlaces(portal), findAdminsPlaces(portal)])
  const routesOf = (...screens: { path: string }[]) => new Set(screens.map(({ path }) => routeOf(path, routes)))
  const open = routesOf(...guestScreens)
  // Some screens of guests are checked again for signed-in users.
  const own = routesOf(...buyerScreens(ownPlaces), ...checkoutScreens, ...repScreens, ...managerScreens('1'))
  const signedIn = own.difference(open)
  const ofAdmins = routesOf(
    ...Object.values(back).flatMap((screensOf) => screensOf(all)),
    ...otherAdminScreens(routes, all),
  ).difference(own.union(open))
  expect(new Set(routes).difference(open.union(signedIn).union(ofAdmins))).toEqual(new Set())

  await page.goto('/signin')
  await expect(heading(page, 'Sign In')).toBeVisible()
  for (const route of signedIn.union(ofAdmins)) {
    if (!route) continue
    await follow(page, route)
    await expect(page, route).toHaveURL(({ searchParams }) => searchParams.get('redirect') === route)
    await expect(heading(page, 'Sign In'), route).toBeVisible()
  }
  await follow(page, '/ORDERHISTORY')
  await expect(page.getByRole('heading', { level: 1, name: /not found/i })).toBeVisible()

  await enterAs(page, rep)
  await page.goto('/cart')
  for (const route of ofAdmins) {
    await expect(heading(page, 'Cart')).toBeVisible()
    await follow(page, route ?? '')
    await expect(heading(page, 'Product Catalog'), route).toBeVisible()
    await expect(page).toHaveURL('/')
    await follow(page, '/cart')
  }
})

test('a first visit sends one request as the user who opens the page, loads at most 168 KB of JavaScript and 16 KB of styles and shifts nothing', async ({
  page,
}) => {
  const session = await page.context().newCDPSession(page)
  const kinds = new Map<string, 'script' | 'style'>()
  const bytes = { script: 0, style: 0 }
  await session.send('Network.enable')
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.mimeType.includes('javascript')) kinds.set(requestId, 'script')
    if (response.mimeType.includes('css')) kinds.set(requestId, 'style')
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId)
    if (kind) bytes[kind] += encodedDataLength
  })
  const asked: [path: string, isSignedIn: boolean][] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/products\/(search|slug\/.*)$/.test(pathname))
      asked.push([pathname, 'authorization' in request.headers()])
  })
  const allAnswered = watchRequests(page)
  const look = async (path: string) => {
    asked.length = 0
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Add to cart' }).first()).toBeVisible()
    await allAnswered()
    return [...asked]
  }
  await watchShifts(page)
  expect(await look('/')).toEqual([['/api/products/search', false]])
  expect(bytes.style).toBeGreaterThan(1_000)
  expect(bytes.script).toBeLessThanOrEqual(168 * 1024)
  expect(bytes.style).toBeLessThanOrEqual(16 * 1024)
  expect(await shiftOf(page)).toBeLessThan(0.01)
  expect(await look('/product/00002-4462-30')).toEqual([['/api/products/slug/00002-4462-30', false]])
  await enterAs(page, buyerEmail)
  expect(await look('/search?query=metformin')).toEqual([['/api/products/search', true]])
  expect(await look('/product/00002-4462-30')).toEqual([['/api/products/slug/00002-4462-30', true]])
})

test('two tabs share one cart, and the color scheme outlives a reload', async ({ page }) => {
  const other = await page.context().newPage()
  await other.goto('/cart')
  await fillCart(page)
  const checkOut = { name: 'Proceed to Checkout', exact: true }
  await expect(other.getByRole('link', checkOut).or(other.getByRole('button', checkOut))).toBeVisible()
  await page.getByRole('button', { name: 'Switch to dark mode' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})
