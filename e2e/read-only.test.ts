import type { Page } from '@playwright/test'
import { enterAs, expect, test } from './journey.ts'
import {
  customerAndOrderScreens,
  findAdminsPlaces,
  otherAdminScreens,
  productScreens,
  settingScreens,
} from './screens.ts'
import { watchRequests } from './watch-requests.ts'
import { readScreenFiles } from './screen-files.ts'

const changes =
  /^(accept|add|allocate|apply|change|check connection|choose a file|convert|copy|correct|create|delete|done|edit|import|invite|limit|make|new|order for|pay|publish|put|refresh|reject|remove|resend|retry|revert|save|send|set|sync|take|turn|try to sync|undo|unpublish|update|upload)\b/i

/** Visible controls whose names say that they change something, and enabled switches. */
const controlsThatChange = async (page: Page): Promise<string[]> => {
  const names: string[] = []
  for (const role of ['button', 'menuitem', 'link'] as const)
    for (const control of await page.getByRole('main').getByRole(role).all()) {
      const name = (await control.getAttribute('aria-label')) ?? (await control.textContent()) ?? ''
      // Links open records, unless they start an import.
      if (role === 'link' ? /^import /i.test(name) : changes.test(name.trim())) names.push(name.trim())
    }
  for (const form of await page
    .getByRole('main')
    .getByRole('form', { name: /^(new|add)\b/i })
    .all())
    names.push(`form ${await form.getAttribute('aria-label')}`)
  for (const control of await page.getByRole('main').getByRole('switch', { disabled: false }).all())
    names.push(`switch ${await control.getAttribute('aria-label')}`)
  return names
}

test('a director opens every page of the back office and finds no control that changes anything', async ({
  page,
  portal,
}) => {
  const places = await findAdminsPlaces(portal)
  const routes = Object.keys(await readScreenFiles())
  const screens = [customerAndOrderScreens, productScreens, settingScreens].flatMap((screensOf) => screensOf(places))
  const record = `/admin/customer/${places.customer._id}`
  const tabs = ['people', 'orders', 'invoices', 'signin'].map((tab) => `${record}?tab=${tab}`)
  const paths = [...[...screens, ...otherAdminScreens(routes, places)].map(({ path }) => path), ...tabs]
  await enterAs(page, 'director@demo.example')
  const allAnswered = watchRequests(page)
  const found: Record<string, string[]> = {}
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await allAnswered()
    const names = await controlsThatChange(page)
    if (names.length > 0) found[path] = [...new Set(names)]
  }
  expect(found).toEqual({})

  await page.goto('/admin/audit?pageSize=25')
  await page
    .getByRole('button', { name: /^Details: / })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByText('Entry number')).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button')).toHaveCount(1)
})
