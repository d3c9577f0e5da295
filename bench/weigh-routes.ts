import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, type CDPSession, chromium } from '@playwright/test'
import { browserPath } from '../e2e/browser.ts'
import { type Demo, fillExamples, type Visitor } from './open-demo.ts'
import { projectRoot } from './start-server.ts'

const kinds = ['script', 'style', 'font', 'image', 'other'] as const
type Kind = (typeof kinds)[number]

export interface RouteWeight {
  path: string
  as: Visitor
  /** Bytes transferred to this browser, including headers. */
  sent: Record<Kind, number>
  /** Bytes of scripts and styles for a browser that accepts only gzip. */
  gzip: number
}

/** Every route and the user who visits it; `<name>` is a placeholder for one of the demo's examples. */
export const routes: Record<string, Visitor> = {
  '/': 'anyone',
  '/search': 'anyone',
  '/product/<slug>': 'anyone',
  '/cart': 'anyone',
  '/signin': 'anyone',
  '/signin/company': 'anyone',
  '/signin/company/<way>': 'anyone',
  '/resetpass': 'anyone',
  '/confirmemail': 'anyone',
  '/keepemail': 'anyone',
  '/setnewpass': 'anyone',
  '/signup': 'anyone',
  '/signupSap': 'anyone',
  '/orderhistory': 'buyer',
  '/quickorder': 'buyer',
  '/orderguides': 'buyer',
  '/orderguides/purchased': 'buyer',
  '/orderguides/<guide>': 'buyer',
  '/secondfactor': 'buyer',
  '/shipping': 'buyer',
  '/payment': 'buyer',
  '/placeorder': 'buyer',
  '/MyInvoices': 'buyer',
  '/payInvoices': 'buyer',
  '/profile': 'buyer',
  '/people': 'buyer',
  '/approvals': 'buyer',
  '/approvals/<request>': 'buyer',
  '/order/<order>': 'buyer',
  '/viewInvoice/<invoice>': 'buyer',
  '/user-dashboard': 'buyer',
  '/admin/dashboard': 'admin',
  '/admin/users': 'admin',
  '/admin/customers': 'admin',
  '/admin/invoices': 'admin',
  '/admin/audit': 'admin',
  '/admin/user/<rep>': 'admin',
  '/admin/salesrep/<rep>': 'admin',
  '/admin/customer/<customer>': 'admin',
  '/admin/products': 'admin',
  '/admin/product/<product>': 'admin',
  '/admin/viewInvoice/<invoice>': 'admin',
  '/admin/orders': 'admin',
  '/admin/productpricing/<product>': 'admin',
  '/admin/customerprices/<customer>': 'admin',
  '/admin/delivery': 'admin',
  '/admin/ordermethods': 'admin',
  '/admin/visibility': 'admin',
  '/admin/limits': 'admin',
  '/admin/limits/<product>': 'admin',
  '/admin/pricelists': 'admin',
  '/admin/pricelist/<pricelist>': 'admin',
  '/admin/groups': 'admin',
  '/admin/group/<group>': 'admin',
  '/admin/pricecheck': 'admin',
  '/pricecheck': 'admin',
  '/admin/brand': 'admin',
  '/admin/imports': 'admin',
  '/admin/import/<import>': 'admin',
  '/admin/sync': 'admin',
}

/** Transferred bytes do not depend on the machine's load. */
const atOnce = 2

/** The bytes that a first visit of every route loads, each with a new browser profile. */
export const weighRoutes = async (demo: Demo): Promise<RouteWeight[]> => {
  const browser = await chromium.launch({ executablePath: await browserPath() })
  try {
    const visits = Object.entries(routes)
    const weighed: RouteWeight[] = []
    const visitFrom = async (first: number) => {
      for (const [at, [path, as]] of visits.entries())
        if (at % atOnce === first) weighed[at] = await weigh(browser, demo, path, as)
    }
    await Promise.all(Array.from({ length: atOnce }, (_, first) => visitFrom(first)))
    return weighed
  } finally {
    await browser.close()
  }
}

/** Expected errors: these pages have nothing to show in the demo. */
const refusals = [
  /\/api\/users\/signin\/company\/arrival was answered 401$/,
  /\/api\/people\/[\w-]+ was answered 403$/,
  /\/api\/approvals\/[\w-]+ was answered 404$/,
]

const weigh = async (browser: Browser, demo: Demo, path: string, as: Visitor): Promise<RouteWeight> => {
  const context = await browser.newContext()
  const storage = JSON.stringify(demo.storageOf(as))
  await context.addInitScript(
    `for (const [name, value] of Object.entries(${storage})) localStorage.setItem(name, value)`,
  )
  const page = await context.newPage()
  const traffic = await watchTraffic(await context.newCDPSession(page))
  await page.goto(demo.url + fillExamples(path, demo.examples))
  // A screen's chunk and data are requested after the page's load event.
  await traffic.untilQuiet()
  await context.close()
  const failed = traffic.failed.filter((one) => !refusals.some((refused) => refused.test(one)))
  if (failed.length > 0) throw new Error(`${path}: ${failed.join(', ')}`)
  const compressed = [...traffic.answered.values()].filter(({ kind }) => kind === 'script' || kind === 'style')
  const sizes = await Promise.all(compressed.map(({ url }) => gzipSize(url)))
  return { path, as, sent: traffic.sent, gzip: sizes.reduce((sum, size) => sum + size, 0) }
}

const milliseconds = { quiet: 700, patience: 20_000 }

const watchTraffic = async (session: CDPSession) => {
  const sent: RouteWeight['sent'] = { script: 0, style: 0, font: 0, image: 0, other: 0 }
  const answered = new Map<string, { kind: Kind; url: string }>()
  const failed: string[] = []
  const open = new Set<string>()
  let changedAt = performance.now()
  const close = (requestId: string) => {
    open.delete(requestId)
    changedAt = performance.now()
  }
  session.on('Network.requestWillBeSent', ({ requestId }) => {
    open.add(requestId)
  })
  session.on('Network.responseReceived', ({ requestId, type, response: { url, mimeType, status } }) => {
    if (status >= 400) failed.push(`${url} was answered ${status}`)
    answered.set(requestId, { kind: kindOf(type, mimeType), url })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    close(requestId)
    sent[answered.get(requestId)?.kind ?? 'other'] += encodedDataLength
  })
  session.on('Network.loadingFailed', ({ requestId }) => close(requestId))
  await session.send('Network.enable')
  const untilQuiet = async () => {
    const until = performance.now() + milliseconds.patience
    while (open.size > 0 || performance.now() - changedAt < milliseconds.quiet) {
      if (performance.now() > until) throw new Error('The page does not become idle.')
      await pause(50)
    }
  }
  return { sent, answered, failed, untilQuiet }
}

const kindOf = (type: string, mimeType: string): Kind => {
  if (mimeType.includes('javascript')) return 'script'
  const known: Record<string, Kind> = { Script: 'script', Stylesheet: 'style', Font: 'font', Image: 'image' }
  return known[type] ?? 'other'
}

/** The build writes compressed files next to the plain ones. */
const gzipSize = async (url: string): Promise<number> => {
  const { pathname } = new URL(url)
  const found = await stat(join(projectRoot, 'dist/web', `${pathname}.gz`)).catch(() => null)
  return found?.size ?? 0
}
