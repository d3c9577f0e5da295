import { expect, type Page, type Request } from '@playwright/test'

/**
 * Notes what the page asks for from now on. What comes back waits until all of it is answered and drawn, and the page has
 * asked for nothing more in two frames.
 */
export const watchRequests = (page: Page): (() => Promise<void>) => {
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  const asksNothing = async () => {
    if (open.size > 0) return false
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    return open.size === 0
  }
  return () => expect.poll(asksNothing, { intervals: [20] }).toBe(true)
}
