import type { Page } from '@playwright/test'
import { bearer, expect, overflowOf, enterAs, shiftOf, signIn, test, watchShifts } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'
import type { RunningPortal } from './portal.ts'

// One of them takes as long as a whole other file.
test.describe.configure({ mode: 'parallel' })

interface Screen {
  path: string
  as?: string
  /** What must be there before the screen is judged. */
  shows: RegExp
  withCart?: boolean
}

const screens: Screen[] = [
  { path: '/', shows: /results/ },
  { path: '/search?query=lisinoprl', shows: /No exact match/ },
  { path: '/search?query=zzzzzz', shows: /No Product Found/ },
  { path: '/product/00002-4462-30', shows: /Cialis/ },
  { path: '/product/nothing-here', shows: /no product/ },
  { path: '/cart', shows: /Cart is empty/ },
  { path: '/cart', shows: /Proceed to Checkout/, withCart: true },
  { path: '/signin', shows: /Sign In/ },
  { path: '/signup', shows: /Request account/ },
  { path: '/signupSap', shows: /Account ID/ },
  { path: '/resetpass', shows: /reset/i },
  { path: '/setnewpass?email=a%40b.example&key=x', shows: /Re-type password/ },
  { path: '/nowhere', shows: /not found|no page|nothing/i },
  { path: '/shipping', as: 'buyer@demo.example', shows: /Ship to/, withCart: true },
  { path: '/placeorder', as: 'buyer@demo.example', shows: /Verification code/, withCart: true },
  { path: '/placeorder', as: 'rep@demo.example', shows: /Customer/, withCart: true },
]

const fillCart = async (page: Page) => {
  await page.goto('/search?query=metformin')
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText('Product added to the cart').last()).toBeVisible()
}

/** As when the device turns dark in the evening: the page follows without being loaded again. */
const show = async (page: Page, scheme: 'light' | 'dark') => {
  await page.emulateMedia({ colorScheme: scheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
}

/** Words of another spelling, and of the back office, that stand on a page or are read aloud. */
const foreignWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const named = ['aria-label', 'title', 'placeholder', 'alt'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
    )
    const said = [document.title, document.body.innerText, ...named].join('\n')
    const foreign =
      /.{0,30}\b(catalogues?|favourites?|licences?|colours?|cancelled|cent(?:re|res)|organis\w+|ERP|UoM|UTC|SAP)\b.{0,30}/gi
    return said.match(foreign) ?? []
  })

for (const width of [360, 1440])
  test(`no screen has an accessibility finding or scrolls sideways (${width} px, light and dark)`, async ({
    browser,
    portal,
  }) => {
    test.setTimeout(240_000)
    const open = async (as?: string) => {
      const context = await browser.newContext({ baseURL: portal.url, viewport: { width, height: 900 } })
      const page = await context.newPage()
      if (as) await signIn(page, as)
      return page
    }
    const pages = new Map<string, Page>()
    for (const { path, as = '', shows, withCart } of screens) {
      const key = `${as}${withCart}`
      const page = pages.get(key) ?? (await open(as))
      if (withCart && !pages.has(key)) await fillCart(page)
      pages.set(key, page)
      await page.goto(path)
      await expect(page.getByText(shows).first(), path).toBeVisible()
      await expect(page.locator('[aria-busy=true]'), path).toHaveCount(0)
      expect(await foreignWords(page), `words on ${path}`).toEqual([])
      for (const scheme of ['light', 'dark'] as const) {
        await show(page, scheme)
        expect(await accessibilityFindings(page), `${path}, ${scheme}`).toEqual([])
        const overflow = await overflowOf(page)
        expect(overflow, `${path} is wider than the window, ${scheme}`).toBeLessThanOrEqual(0)
      }
    }
  })

interface Known {
  customer: string
  product: string
  invoice: string
  order: string
  list: string
  group: string
  sent: string
}

/** Where the back office and signed-in customers work, by whose eyes; tables with fewer rows than they have at first. */
const workplaces: { who: string; as: string; places: (known: Known) => string[] }[] = [
  {
    who: 'admins among customers and orders',
    as: 'admin@demo.example',
    places: ({ customer, order, invoice }) => [
      '/admin/customers?pageSize=25',
      `/admin/customer/${customer}`,
      '/admin/users?pageSize=25',
      '/admin/orders?pageSize=25',
      `/order/${order}`,
      '/admin/invoices?pageSize=25',
      `/admin/viewInvoice/${invoice}`,
    ],
  },
  {
    who: 'admins among products and records',
    as: 'admin@demo.example',
    places: ({ customer, product }) => [
      '/admin/dashboard',
      '/admin/products',
      `/admin/product/${product}`,
      `/admin/productpricing/${product}`,
      `/admin/customerprices/${customer}`,
      '/admin/sync',
      '/admin/brand',
      '/admin/audit?pageSize=25',
    ],
  },
  {
    who: 'admins among prices and imports',
    as: 'admin@demo.example',
    places: ({ product, list, group, sent }) => [
      '/admin/pricelists',
      `/admin/pricelist/${list}`,
      '/admin/groups',
      `/admin/group/${group}`,
      '/admin/pricecheck',
      '/admin/limits',
      `/admin/limits/${product}`,
      '/admin/delivery',
      '/admin/imports',
      `/admin/import/${sent}`,
    ],
  },
  {
    who: 'managers',
    as: 'manager@demo.example',
    places: () => ['/people', '/approvals'],
  },
  {
    who: 'buyers',
    as: 'buyer@demo.example',
    places: () => [
      '/user-dashboard',
      '/orderhistory?pageSize=25',
      '/MyInvoices?pageSize=25',
      '/quickorder',
      '/orderguides',
      '/orderguides/purchased',
      '/payInvoices',
      '/profile',
      '/secondfactor',
    ],
  },
]

const lookAround = async (portal: RunningPortal): Promise<Known> => {
  const admin = await bearer(portal, 'admin@demo.example')
  const [[customer], { products }, [invoice], orders, [list], [group], sent] = await Promise.all([
    ask<{ _id: string }[]>(portal, admin, '/api/users/customers?pageSize=25'),
    ask<{ products: { _id: string }[] }>(portal, admin, '/api/products/search'),
    ask<{ invoiceID: string }[]>(portal, admin, '/api/users/Invoices/all?pageSize=25'),
    ask<{ _id: string; isPaid: boolean }[]>(portal, admin, '/api/orders/localSAPOrders/all?pageSize=200'),
    ask<{ _id: string }[]>(portal, admin, '/api/price-lists'),
    ask<{ _id: string }[]>(portal, admin, '/api/business-groups'),
    beginImport(portal, admin),
  ])
  // An unpaid one shows the payment provider's own frames, whose colours are not ours to judge.
  const order = orders.find(({ isPaid }) => isPaid)
  const [product] = products
  if (!customer || !product || !invoice || !order || !list || !group) throw new Error('The demo has no such places.')
  return {
    customer: customer._id,
    product: product._id,
    invoice: invoice.invoiceID,
    order: order._id,
    list: list._id,
    group: group._id,
    sent,
  }
}

/** An import that nothing has been sent of yet. */
const beginImport = async (portal: RunningPortal, token: string): Promise<string> => {
  const answer = await fetch(`${portal.url}/api/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'products', fileName: 'prices.csv', fingerprint: 'screens', rowCount: 1 }),
  })
  return ((await answer.json()) as { _id: string })._id // what the contract says
}

const ask = async <T>(portal: RunningPortal, token: string, path: string): Promise<T> => {
  const answer = await fetch(`${portal.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
  return (await answer.json()) as T // what the contract says
}

for (const { who, as, places } of workplaces)
  test(`no place where ${who} work has an accessibility finding or scrolls sideways, from 360 to 1920 px, light and dark`, async ({
    page,
    portal,
  }) => {
    test.setTimeout(240_000)
    const findings: string[] = []
    await signIn(page, as)
    for (const path of places(await lookAround(portal))) {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expect(page.locator('[aria-busy=true], [aria-label=Loading]'), path).toHaveCount(0)
      await expect(page.getByText(/not found|went wrong/i), path).toHaveCount(0)
      if (as === 'buyer@demo.example')
        for (const words of await foreignWords(page)) findings.push(`${path} says: ${words}`)
      for (const [width, scheme] of [
        [1920, null],
        [1440, 'light'],
        [360, 'dark'],
      ] as const) {
        await page.setViewportSize({ width, height: 900 })
        const overflow = await overflowOf(page)
        if (overflow > 0) findings.push(`${path} at ${width} px is ${overflow} px wider than the window`)
        if (!scheme) continue
        await show(page, scheme)
        for (const finding of await accessibilityFindings(page))
          findings.push(`${path} at ${width} px, ${scheme}: ${finding}`)
      }
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    expect(findings).toEqual([])
  })

test('every route exists and is guarded', async ({ page }) => {
  const guarded = [
    '/orderhistory',
    '/shipping',
    '/payment',
    '/placeorder',
    '/MyInvoices',
    '/profile',
    '/secondfactor',
    '/order/1',
    '/viewInvoice/1',
    '/user-dashboard',
  ]
  const admin = [
    'dashboard',
    'users',
    'customers',
    'invoices',
    'user/1',
    'salesrep/1',
    'customer/1',
    'products',
    'product/1',
    'viewInvoice/1',
    'orders',
    'productpricing/1',
  ]
  for (const path of [...guarded, ...admin.map((name) => `/admin/${name}`)]) {
    await page.goto(path)
    await page.waitForURL(/\/signin/)
  }
  for (const path of ['/resetpass', '/setnewpass', '/signup', '/signupSap']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(/page not found/i)).toHaveCount(0)
  }
  await page.goto('/ORDERHISTORY')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/not found/i)
  await enterAs(page, 'rep@demo.example')
  await page.goto('/admin/orders')
  await page.waitForURL((url) => url.pathname === '/')
})

test('a page asks its first question once, and as who opens it', async ({ browser, portal }) => {
  const context = await browser.newContext({ baseURL: portal.url })
  const page = await context.newPage()
  const asked: [path: string, isSignedIn: boolean][] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/products\/(search|slug\/.*)$/.test(pathname))
      asked.push([pathname, 'authorization' in request.headers()])
  })
  const look = async (path: string) => {
    asked.length = 0
    await page.goto(path)
    await expect(page.getByRole('button', { name: 'Add to cart' }).first()).toBeVisible()
    await page.waitForLoadState('networkidle')
    return [...asked]
  }
  expect(await look('/')).toEqual([['/api/products/search', false]])
  expect(await look('/product/00002-4462-30')).toEqual([['/api/products/slug/00002-4462-30', false]])
  await signIn(page, 'buyer@demo.example')
  expect(await look('/search?query=metformin')).toEqual([['/api/products/search', true]])
  expect(await look('/product/00002-4462-30')).toEqual([['/api/products/slug/00002-4462-30', true]])
  await context.close()
})

test('the first visit of the listing sends at most 160 KB of JavaScript and 15 KB of styles, and shifts nothing', async ({
  browser,
  portal,
}) => {
  const context = await browser.newContext({ baseURL: portal.url })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
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
  await watchShifts(page)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Add to cart' }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(bytes.style).toBeGreaterThan(1_000)
  expect(bytes.script).toBeLessThanOrEqual(160 * 1024)
  expect(bytes.style).toBeLessThanOrEqual(15 * 1024)
  expect(await shiftOf(page)).toBeLessThan(0.01)
})

test('the colour scheme is remembered, and two tabs share one cart', async ({ browser, portal }) => {
  const context = await browser.newContext({ baseURL: portal.url, colorScheme: 'light' })
  const [one, other] = [await context.newPage(), await context.newPage()]
  await other.goto('/cart')
  await fillCart(one)
  await expect(
    other
      .getByRole('link', { name: 'Proceed to Checkout' })
      .or(other.getByRole('button', { name: 'Proceed to Checkout' })),
  ).toBeVisible()
  await one.getByRole('button', { name: 'Switch to dark mode' }).click()
  expect(await one.evaluate(() => localStorage.getItem('mode'))).toBe('dark')
  await one.reload()
  await expect(one.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})
