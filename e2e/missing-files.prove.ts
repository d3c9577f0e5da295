import type { Page, Route } from '@playwright/test'
import { enterAs, expect, test } from './journey.ts'
import { readScreenFiles } from './screen-files.ts'

/** The screens of the build, with the files that each one loads in addition to those of every page. */
const screens = async () => {
  const all = await readScreenFiles()
  const known = new Set<string>()
  return Object.entries(all).flatMap(([route, files]) => {
    const fresh = files.filter((file) => !known.has(file))
    for (const file of fresh) known.add(file)
    return fresh.map((file) => ({ route: route.replaceAll(/\$\w+/g, 'none'), file }))
  })
}

/** Follows a link within the page, without a reload. */
const follow = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), path)

/** Goes from a page at rest to another one, and answers one of its files with this status once. */
const openWithout = async (page: Page, { route, file }: { route: string; file: string }, status: 404 | 503) => {
  await page.goto('/cart')
  await expect(page.getByRole('heading', { level: 1, name: 'Cart' })).toBeVisible()
  const asked = Promise.withResolvers<void>()
  const answer = async (request: Route) => {
    await request.fulfill({ status, json: {} })
    asked.resolve()
  }
  await page.route(`**${file}`, answer, { times: 1 })
  await follow(page, route)
  return asked.promise
}

test('each file of each screen is missing after a release, or unavailable: the page still loads completely', async ({
  page,
}) => {
  test.setTimeout(1_800_000)
  await enterAs(page, 'admin@demo.example')
  let walked = 0
  for (const one of await screens()) {
    // The files that the cart itself needs are already loaded.
    if ((await loadedAt(page, '/cart')).has(one.file)) continue
    for (const status of [404, 503] as const)
      await test.step(`${one.file} of ${one.route}: ${status}`, async () => {
        await openWithout(page, one, status)
        const again = page.getByRole('button', { name: 'Try now' })
        if (status === 503) await again.click()
        await expect(page.getByRole('main').locator('h1')).toBeVisible()
        await expect(page.getByRole('banner')).toBeVisible()
        await expect(page.getByText('A part of this page could not be loaded.')).toHaveCount(0)
        await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
      })
    walked += 1
  }
  expect(walked).toBeGreaterThan(40)
})

const loaded = new Map<string, Set<string>>()

const loadedAt = async (page: Page, path: string): Promise<Set<string>> => {
  const known = loaded.get(path)
  if (known) return known
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const files = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  )
  loaded.set(path, new Set(files))
  return new Set(files)
}
