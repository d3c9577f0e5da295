// npm run pictures: regenerates docs/pictures, the screenshots for the documentation.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { browserPath } from '../e2e/browser.ts'
import type { SignedInUser } from '#shared/signed-in-user.ts'
import { type Demo, openDemo, type Visitor } from './open-demo.ts'
import { buildDist, projectRoot } from './start-server.ts'

/** A picture's name, the user, and the address; `<name>` is a placeholder for one of the demo's examples. */
const pictures: [name: string, as: Visitor, path: string][] = [
  ['catalog', 'buyer', '/'],
  ['search', 'buyer', '/search?query=metformin%20500'],
  ['product', 'buyer', '/product/<slug>'],
  ['cart', 'buyer', '/cart'],
  ['place-order', 'buyer', '/placeorder'],
  ['order', 'buyer', '/order/<order>'],
  ['order-history', 'buyer', '/orderhistory'],
  ['invoice', 'buyer', '/viewInvoice/<invoice>'],
  ['buyer-dashboard', 'buyer', '/user-dashboard'],
  ['order-guide', 'buyer', '/orderguides/<guide>'],
  ['admin-dashboard', 'admin', '/admin/dashboard'],
  ['products', 'admin', '/admin/products'],
  ['orders', 'admin', '/admin/orders'],
  ['customers', 'admin', '/admin/customers'],
  ['price-list', 'admin', '/admin/pricelist/<pricelist>'],
  ['delivery', 'admin', '/admin/delivery'],
  ['audit-trail', 'admin', '/admin/audit'],
]

const windows = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const folder = join(projectRoot, 'docs/pictures')
/** Keeps documentation pages with several pictures fast. */
const mostBytes = 100_000
const patience = 30_000

const takePictures = async (): Promise<void> => {
  await buildDist()
  const demo = await openDemo()
  const browser = await chromium.launch({ executablePath: await browserPath() })
  try {
    await fillCart(demo)
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    for (const viewport of windows) await takeAll(browser, demo, viewport)
  } finally {
    await browser.close()
    await demo.stop()
  }
}

const takeAll = async (browser: Browser, demo: Demo, viewport: (typeof windows)[number]): Promise<void> => {
  const contexts = new Map<Visitor, BrowserContext>()
  for (const [name, as, path] of pictures) {
    const context = contexts.get(as) ?? (await openAs(browser, demo, as, viewport))
    contexts.set(as, context)
    const page = await context.newPage()
    await page.goto(demo.url + fillExamples(path, demo.examples))
    await untilDrawn(page)
    await keep(`${name}-${viewport.width}.webp`, await page.screenshot())
    await page.close()
  }
  for (const context of contexts.values()) await context.close()
}

const openAs = async (browser: Browser, demo: Demo, as: Visitor, viewport: (typeof windows)[number]) => {
  const context = await browser.newContext({ viewport, colorScheme: 'light', locale: 'en-US', reducedMotion: 'reduce' })
  const { userInfo = '' } = demo.storageOf(as)
  await context.addInitScript(`localStorage.setItem('userInfo', ${JSON.stringify(userInfo)})`)
  return context
}

/** Replaces `<name>` in an address with the demo's example. */
const fillExamples = (path: string, examples: Demo['examples']): string =>
  path.replace(/<(\w+)>/, (_, name: string) => {
    const example = Object.entries(examples).find(([key]) => key === name)?.[1]
    if (!example) throw new Error(`The demo has no example for ${name}.`)
    return encodeURIComponent(example)
  })

const untilDrawn = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForLoadState('networkidle')
  // Evaluated from outside, because the page's CSP forbids evaluating text.
  const isDrawn = () =>
    page.evaluate<boolean>(`
      !document.querySelector('[aria-busy=true], [aria-label=Loading]') &&
      [...document.images].every(({ complete, loading }) => complete || loading === 'lazy') &&
      document.fonts.status === 'loaded'
    `)
  const until = performance.now() + patience
  while (!(await isDrawn())) {
    if (performance.now() > until) throw new Error(`${page.url()} does not become idle.`)
    await pause(100)
  }
}

const keep = async (name: string, picture: Buffer): Promise<void> => {
  for (const quality of [82, 70, 55, 40]) {
    const content = await sharp(picture).webp({ quality, effort: 6 }).toBuffer()
    if (content.byteLength > mostBytes) continue
    await writeFile(join(folder, name), content)
    console.log(`${name}: ${Math.ceil(content.byteLength / 1024)} KB`)
    return
  }
  throw new Error(`${name} has more than ${mostBytes} bytes.`)
}

/** Fills the buyer's cart, which is stored on the server and empty in the demo. */
const fillCart = async (demo: Demo): Promise<void> => {
  const { cartItems = '[]', userInfo = '' } = demo.storageOf('buyer')
  // Both are what the demo itself stores.
  const lines = (JSON.parse(cartItems) as { _id: string; quantity: number }[]).map(({ _id, quantity }) => ({
    _id,
    quantity,
  }))
  const { token } = JSON.parse(userInfo) as SignedInUser
  const answer = await fetch(`${demo.url}/api/cart`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ lines }),
  })
  if (!answer.ok) throw new Error(`The cart returned ${answer.status}: ${await answer.text()}`)
}

await takePictures()
