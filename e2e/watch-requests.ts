import { expect, type Page, type Request } from '@playwright/test'

/**
 * Records the page's requests from now on. The returned function waits until all are answered and rendered, and the
 * page has sent no further request for two frames.
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
