import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import sharp from 'sharp'
import { awaitPictures } from './await-idle.ts'
import { callAs } from './call-as.ts'
import { enterAs, expect, test } from './journey.ts'
import type { RunningPortal } from './portal.ts'

type Account = 'buyer' | 'manager' | 'rep' | 'admin'

/** A picture's name, the user, and the address; `<name>` is a placeholder for one of the demo's examples. */
const pictures: [name: string, as: Account | 'visitor', path: string][] = [
  ['catalog', 'buyer', '/'],
  ['sign-in', 'visitor', '/signin'],
  ['search', 'buyer', '/search?query=metformin%20500'],
  ['product', 'buyer', '/product/<product>'],
  ['cart', 'buyer', '/cart'],
  ['place-order', 'buyer', '/placeorder'],
  ['order', 'buyer', '/order/<order>'],
  ['order-history', 'buyer', '/orderhistory'],
  ['invoices', 'buyer', '/MyInvoices'],
  ['invoice', 'buyer', '/viewInvoice/<invoice>'],
  ['quick-order', 'buyer', '/quickorder'],
  ['buyer-dashboard', 'buyer', '/user-dashboard'],
  ['order-guide', 'buyer', '/orderguides/<guide>'],
  ['approval', 'manager', '/approvals/<approval>'],
  ['team', 'manager', '/people'],
  ['rep-dashboard', 'rep', '/user-dashboard'],
  ['admin-dashboard', 'admin', '/admin/dashboard'],
  ['products', 'admin', '/admin/products'],
  ['imports', 'admin', '/admin/imports'],
  ['orders', 'admin', '/admin/orders'],
  ['customers', 'admin', '/admin/customers'],
  ['price-list', 'admin', '/admin/pricelist/<list>'],
  ['audit-trail', 'admin', '/admin/audit'],
]
const windows = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const folder = resolve(import.meta.dirname, '../docs/pictures')
/** So that pages with several pictures stay fast. */
const mostBytes = 100_000

type Examples = Record<string, string>
const examplesOf = new Map<string, Promise<Examples>>()

const removeOthers = async (): Promise<void> => {
  await mkdir(folder, { recursive: true })
  const names = new Set(windows.flatMap(({ width }) => pictures.map(([name]) => `${name}-${width}.webp`)))
  for (const file of await readdir(folder)) if (!names.has(file)) await rm(resolve(folder, file))
}

/** Waits for the first sync, fills the buyer's cart and finds the examples; once for each portal. */
const prepare = async (portal: RunningPortal): Promise<Examples> => {
  await removeOthers()
  const [admin, buyer, manager] = await Promise.all([
    callAs(portal, 'admin@demo.example'),
    callAs(portal, 'buyer@demo.example'),
    callAs(portal, 'manager@demo.example'),
  ])
  await expect
    .poll(async () => {
      const totals = await buyer.call<{ unknown: { invoices: number } }[]>('GET', '/api/users/InvoiceTotals')
      return totals[0]?.unknown.invoices
    })
    .toBe(0)
  const orders = await buyer.call<{ _id: string; orderStatusSap: string }[]>(
    'GET',
    `/api/orders/mineSAPLocal/${buyer._id}`,
  )
  const order = orders.find(({ orderStatusSap }) => orderStatusSap === '2')
  const [invoice] = await buyer.call<{ invoiceID: string }[]>(
    'GET',
    `/api/users/InvoicesListFilter/${encodeURIComponent(JSON.stringify({ payment: 'open' }))}`,
  )
  const [guide] = await buyer.call<{ _id: string }[]>('GET', '/api/orderguides')
  const { lines } = await buyer.call<{ lines: { productId: string }[] }>('GET', `/api/orderguides/${guide?._id}`)
  await buyer.call('PUT', '/api/cart', {
    lines: lines.slice(0, 3).map(({ productId }, at) => ({ _id: productId, quantity: 2 - (at % 2) })),
  })
  const { products } = await buyer.call<{ products: { slug: string }[] }>(
    'GET',
    '/api/products/search?query=metformin%20500',
  )
  const lists = await admin.call<{ _id: string; name: string }[]>('GET', '/api/price-lists')
  const { requests } = await manager.call<{ requests: { _id: string }[] }>('GET', '/api/approvals?whose=others')
  return {
    product: products[0]?.slug ?? '',
    order: order?._id ?? '',
    invoice: invoice?.invoiceID ?? '',
    guide: guide?._id ?? '',
    list: lists.find(({ name }) => name === 'Northeast GPO contract')?._id ?? '',
    approval: requests[0]?._id ?? '',
  }
}

const fillExamples = (path: string, examples: Examples): string =>
  path.replace(/<(\w+)>/, (_, key: string) => {
    if (!examples[key]) throw new Error(`The demo has no example for ${key}.`)
    return encodeURIComponent(examples[key])
  })

/** Runs in the page. */
const countSkeletons = (): number =>
  [...document.querySelectorAll('span[aria-hidden=true][style*=height]:empty')].filter(
    (element) => element.getBoundingClientRect().top < innerHeight,
  ).length

const save = async (name: string, picture: Buffer): Promise<void> => {
  for (const quality of [82, 70, 55, 40]) {
    const content = await sharp(picture).webp({ quality, effort: 6 }).toBuffer()
    if (content.byteLength <= mostBytes) return writeFile(resolve(folder, name), content)
  }
  throw new Error(`${name} has more than ${mostBytes} bytes.`)
}

for (const { width, height } of windows)
  for (const [name, as, path] of pictures)
    test(`${name} at ${width} pixels`, async ({ page, portal }) => {
      const examples = examplesOf.get(portal.url) ?? prepare(portal)
      examplesOf.set(portal.url, examples)
      const address = fillExamples(path, await examples)
      await page.setViewportSize({ width, height })
      if (as !== 'visitor') await enterAs(page, `${as}@demo.example`)
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      // Skeletons of what is not loaded yet; those below the window stay.
      await expect.poll(() => page.evaluate(countSkeletons)).toBe(0)
      await awaitPictures(page)
      await save(`${name}-${width}.webp`, await page.screenshot())
    })
