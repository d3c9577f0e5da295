import { basename } from 'node:path'
import { expect, test as base, type Page } from '@playwright/test'
import { type RunningPortal, startPortal } from './portal.ts'
import { awaitPictures } from './await-idle.ts'

interface Portals {
  /** The portal of this file, started when its first test needs it; the portal of the previous file is stopped. */
  of(file: string, settings: Record<string, string>): Promise<RunningPortal>
}

/**
 * Each file has its own portal. Playwright has no scope between test and worker, and a worker runs several files in
 * turn, so each worker keeps one portal and replaces it when a test of another file starts. The tests of a file share
 * the portal one after the other; each uses its own accounts or products, so that the order does not matter. After a
 * failure, a new worker starts a new portal.
 */
export const test = base.extend<
  { settings: Record<string, string>; portal: RunningPortal; cleanConsole: void; ownWindows: void },
  { portals: Portals }
>({
  portals: [
    async ({}, use) => {
      let open = null as { key: string; portal: RunningPortal } | null
      let ended: Promise<void> | undefined
      await use({
        of: async (file, settings) => {
          const key = JSON.stringify([file, settings])
          if (open?.key === key) return open.portal
          await ended
          // Nothing waits for the portal of a finished file to stop.
          ended = open?.portal.stop()
          open = null
          const began = performance.now()
          open = { key, portal: await startPortal(settings) }
          const seconds = ((performance.now() - began) / 1_000).toFixed(1)
          process.stdout.write(`portal of ${basename(file)} in ${seconds} s\n`)
          return open.portal
        },
      })
      await Promise.all([ended, open?.portal.stop()])
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  /** Settings for the portal of this file: `test.use({ settings: { SECOND_FACTOR: 'staff' } })`. */
  settings: [{}, { option: true }],
  portal: async ({ portals, settings }, use, { file }) => use(await portals.of(file, settings)),
  baseURL: async ({ portal }, use) => use(portal.url),
  // Pages left open by a journey would keep sending requests during the next ones.
  ownWindows: [
    async ({ browser }, use) => {
      await use()
      for (const context of browser.contexts()) await context.close()
    },
    { auto: true },
  ],
  cleanConsole: [
    async ({ page }, use) => {
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(String(error)))
      page.on('console', (message) => {
        // The browser logs refused calls on its own; the journeys check what the page says about them.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          errors.push(message.text())
      })
      await use()
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

export const demoPassword = 'apotheca-demo'

/** For accounts that a journey creates, because the demo's password is refused as publicly known. */
export const ownPassword = 'violet-anchor-17'

export const signInOnPage = async (page: Page, email: string, password = demoPassword): Promise<void> => {
  await page.goto('/signin')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Dashboard$/ })).toBeVisible()
}

/**
 * Signs in like the sign-in screen, but without waiting for it or the dashboard; for journeys that start on another
 * page.
 */
export const enterAs = async (page: Page, email: string, password = demoPassword): Promise<void> => {
  const answer = await page.request.post('/api/users/signin', { data: { email, password } })
  expect(answer.status()).toBe(200)
  // A page of the portal without scripts.
  await page.goto('/robots.txt')
  await page.evaluate((user) => localStorage.setItem('userInfo', user), await answer.text())
}

export const bearer = async (portal: RunningPortal, email: string): Promise<string> => {
  const answer = await fetch(`${portal.url}/api/users/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  })
  return ((await answer.json()) as { token: string }).token
}

/** For buyers whose cart an earlier test may have filled. */
export const clearSavedCart = async (portal: RunningPortal, email: string): Promise<void> => {
  const headers = { authorization: `Bearer ${await bearer(portal, email)}`, 'content-type': 'application/json' }
  const kept = (await (await fetch(`${portal.url}/api/cart`, { headers })).json()) as { lines: { _id: string }[] }
  const body = JSON.stringify({ lines: kept.lines.map(({ _id }) => ({ _id, quantity: 0 })) })
  const answer = await fetch(`${portal.url}/api/cart`, { method: 'PUT', headers, body })
  expect(answer.status).toBe(200)
}

/** Signs out by the menu; resolves when the sign-in screen is shown. */
export const signOutOnPage = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Hello, / }).click()
  await page.getByRole('menuitem', { name: 'Sign Out', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In', exact: true })).toBeVisible()
}

interface Mail {
  subject: string
  text: string
  createdAt: string
}

/** The emails to this address, newest first. */
export const mailsTo = async (portal: RunningPortal, email: string): Promise<Mail[]> => {
  const answer = await fetch(`${portal.url}/dev/mailbox?to=${encodeURIComponent(email)}`, {
    headers: { accept: 'application/json' },
  })
  return (await answer.json()) as Mail[]
}

/** Polls the emails to this address, newest first, until `read` finds something in one of them. */
const findInMails = async (portal: RunningPortal, email: string, read: (mail: Mail) => string | undefined) => {
  let found = ''
  await expect
    .poll(async () => {
      found = (await mailsTo(portal, email)).map(read).find(Boolean) ?? ''
      return found
    })
    .not.toBe('')
  return found
}

/** The newest code emailed to this address after this moment. */
export const mailedCode = (portal: RunningPortal, email: string, after: Date): Promise<string> =>
  findInMails(portal, email, ({ subject, createdAt }) =>
    subject.startsWith('Your verification code') && new Date(createdAt) >= after
      ? /\d{6}/.exec(subject)?.[0]
      : undefined,
  )

/** The newest link to this page of the portal, such as `setnewpass`, emailed to this address. */
export const mailedLink = (portal: RunningPortal, email: string, path: string): Promise<string> =>
  findInMails(portal, email, ({ text }) => new RegExp(`https?:\\S+/${path}\\S+`).exec(text)?.[0])

/**
 * How many pixels the page is wider than its window, after elements that follow the window size, such as charts, have
 * adapted.
 */
export const overflowOf = async (page: Page): Promise<number> => {
  const measure = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect
    .poll(measure)
    .toBeLessThanOrEqual(0)
    .catch(() => {})
  return measure()
}

export const heightOf = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollHeight)

/** Starts recording layout shifts, from the next page on. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** The layout shift until the page came to rest, as browsers measure it. */
export const shiftOf = async (page: Page): Promise<number> => {
  await awaitPictures(page)
  return page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0))
}
