import type { Page } from '@playwright/test'
import { awaitOrder, enterCode, fillCart, goToPlaceOrder, placeButton } from './checkout.ts'
import { demoPassword, enterAs, expect, signInOnPage, signOutOnPage, test } from './journey.ts'
import { accessibilityFindings } from './check-page.ts'
import { plainProduct } from './orders.ts'
import { awaitIdle } from './await-idle.ts'
import { ownFileOf } from './screen-files.ts'

/** Delays the server's answers to these addresses until `release` is called; `answered` resolves with the first one. */
const delay = async (page: Page, addresses: string | RegExp) => {
  const answer = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  await page.route(addresses, async (route) => {
    const response = await route.fetch()
    answer.resolve()
    await release.promise
    await route.fulfill({ response })
  })
  return { answered: answer.promise, release: release.resolve }
}

/** Records, frame by frame, what the page shows at the address of the sign-in screen. */
const watchSignIn = (page: Page) =>
  page.evaluate(() => {
    const shown = new Set<string>()
    const look = () => {
      if (location.pathname === '/signin')
        for (const { textContent } of document.querySelectorAll('h1')) shown.add(textContent)
      requestAnimationFrame(look)
    }
    look()
    Object.assign(window, { shownAtSignIn: shown })
  })

const shownAtSignIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(window as unknown as { shownAtSignIn: Set<string> }).shownAtSignIn])

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** The placeholder of a page that is loading. */
const skeleton = (page: Page) => page.getByRole('main').locator('[aria-busy=true]')

const tokenOf = async (page: Page): Promise<string> => {
  const stored = await page.evaluate(() => localStorage.getItem('userInfo'))
  return (JSON.parse(stored ?? '{}') as { token: string }).token
}

/** Calls the API with a token, outside the page. */
const callWith = (page: Page, token: string, path: string, method: 'GET' | 'POST' = 'GET') =>
  page.request.fetch(path, { method, headers: { authorization: `Bearer ${token}` } })

/** The same, as the user of this page. */
const callAsUser = async (page: Page, method: 'GET' | 'POST', path: string) => {
  const answer = await callWith(page, await tokenOf(page), path, method)
  expect(answer.ok()).toBe(true)
}

/** Refuses every save of a profile as if the sign-in was too long ago, until the returned function is called. */
const refuseOldSignIn = async (page: Page): Promise<() => void> => {
  let isOld = true
  await page.route('**/api/users/profile', (route) =>
    isOld
      ? route.fulfill({ status: 403, json: { message: 'Please enter your password again.', passwordNeeded: true } })
      : route.fallback(),
  )
  return () => {
    isOld = false
  }
}

test('signing out removes the page immediately and leaves nothing in the browser but the color scheme', async ({
  page,
}) => {
  const isCached = (address: string) =>
    page.evaluate(async (url) => {
      const answer = await fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => null)
      return answer?.ok ?? false
    }, address)
  await enterAs(page, 'buyer@demo.example')
  await page.evaluate(() => {
    localStorage.setItem('orderAttempt', '["key","order"]')
    localStorage.setItem('mode', 'dark')
    // Saved by the checkout, which is not loaded when the user signs out.
    sessionStorage.setItem('shipTo', '{"forUser":"a","shipToId":"b"}')
  })
  await page.goto('/search')
  await expect(page.getByRole('button', { name: 'Add to cart' }).first()).toBeVisible()
  await page.evaluate(async () => (await fetch('/api/products/categories')).text())
  expect(await isCached('/api/products/categories')).toBe(true)

  const token = await tokenOf(page)
  const { release } = await delay(page, await ownFileOf('/signin'))
  await watchSignIn(page)
  await page.getByRole('button', { name: /^Hello, / }).click()
  await page.getByRole('menuitem', { name: 'Sign Out', exact: true }).click()
  await expect(skeleton(page)).toBeVisible()
  release()
  await expect(heading(page, 'Sign In')).toBeVisible()
  expect(await shownAtSignIn(page)).toEqual(['Sign In'])
  await expect.poll(() => isCached('/api/products/categories')).toBe(false)
  await expect.poll(async () => (await callWith(page, token, '/api/users/sessions')).status()).toBe(401)
  expect(await page.evaluate(() => localStorage.getItem('orderAttempt'))).toBeNull()
  expect(await page.evaluate(() => localStorage.getItem('mode'))).toBe('dark')
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([])
})

test('a user whose session ends signs in again above the form, and the save continues', async ({ page }) => {
  await enterAs(page, 'colleague@demo.example')
  await page.goto('/profile')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Colleen')
  await callAsUser(page, 'POST', '/api/users/signout')
  await page.getByRole('button', { name: 'Update' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  const password = dialog.getByRole('textbox', { name: 'Password' })
  await expect(password).toBeFocused()
  await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue('colleague@demo.example')
  expect(await accessibilityFindings(page)).toEqual([])
  await password.fill('not mine')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Invalid email or password')).toBeVisible()
  await password.fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('User updated successfully')).toBeVisible()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(name).toHaveValue('Colleen')
})

test('an order continues after its buyer has signed in again', async ({ page, portal }) => {
  const buyer = 'buyer2@demo.example'
  await fillCart(portal, buyer, [{ code: plainProduct?.ndcNumber ?? '', quantity: 2 }])
  await enterAs(page, buyer)
  await goToPlaceOrder(page)
  await enterCode(page, portal, buyer)
  await callAsUser(page, 'POST', '/api/users/signout')
  await placeButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByRole('textbox', { name: 'Password' }).fill(demoPassword)
  await dialog.getByRole('button', { name: 'Sign In' }).click()
  await awaitOrder(page)
})

test('a user who leaves the page instead gets a warning, and returns to it and to what was typed', async ({ page }) => {
  await enterAs(page, 'buyer@demo.example')
  await page.goto('/quickorder')
  const pasted = page.getByLabel('Paste lines')
  await pasted.fill('00002-4462-30 2')
  const { release } = await delay(page, await ownFileOf('/signin'))
  await watchSignIn(page)
  await callAsUser(page, 'POST', '/api/users/signout')
  await page.getByRole('button', { name: 'Review lines' }).click()
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Leave this page' }).click()
  await expect(skeleton(page)).toBeVisible()
  release()
  await expect(heading(page, 'Sign In')).toBeVisible()
  expect(await shownAtSignIn(page)).toEqual(['Sign In'])
  await expect(page.getByRole('alert')).toHaveText('Your session has ended. Please sign in again.')
  await expect(page).toHaveURL(/\/signin\?redirect=\/quickorder$/)
  await page.getByLabel('Email', { exact: true }).fill('buyer@demo.example')
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(heading(page, 'Quick Order')).toBeVisible()
  await expect(pasted).toHaveValue('00002-4462-30 2')
})

test('a user who signs in in another tab finds nothing of the previous user', async ({ page, context }) => {
  const switchTo = async (email: string) => {
    const other = await context.newPage()
    await enterAs(other, email)
    await other.close()
  }
  await enterAs(page, 'buyer@demo.example')
  await page.goto('/quickorder')
  const pasted = page.getByLabel('Paste lines')
  const search = page.getByRole('combobox', { name: 'Search Products' })
  await search.fill('oxycodone')
  await pasted.fill('00002-4462-30 2')
  await switchTo('rep@demo.example')
  await expect(page.getByRole('button', { name: /^Hello, .*\(Sales Rep\)$/ })).toBeVisible()
  await expect(pasted).toHaveValue('')
  await expect(search).toHaveValue('')

  await page.goto('/profile')
  await refuseOldSignIn(page)
  await page.getByRole('button', { name: 'Update' }).click()
  const question = page.getByRole('dialog', { name: 'Please enter your password again' })
  await expect(question).toBeVisible()
  await switchTo('buyer@demo.example')
  await expect(page.getByRole('button', { name: /^Hello, .*\(Sales Rep\)$/ })).toHaveCount(0)
  await expect(question).toHaveCount(0)
  await expect(heading(page, 'User Profile')).toBeVisible()
})

test('what a user saved just before signing out is not reported to the next one', async ({ page }) => {
  await enterAs(page, 'colleague@demo.example')
  await page.goto('/profile')
  const { answered, release } = await delay(page, '**/api/users/profile')
  const arrived = page.waitForResponse('**/api/users/profile')
  await page.getByRole('button', { name: 'Update' }).click()
  await answered
  await signOutOnPage(page)
  release()
  await (await arrived).finished()
  await awaitIdle(page)
  await expect(page.getByText('User updated successfully')).toHaveCount(0)
  await expect(page).toHaveURL(/\/signin$/)
})

test('a new password is confirmed with the old one and ends the other sessions', async ({ page, browser, portal }) => {
  await enterAs(page, 'rep2@demo.example')
  const context = await browser.newContext({ baseURL: portal.url })
  const elsewhere = await context.newPage()
  await enterAs(elsewhere, 'rep2@demo.example')

  await page.goto('/profile')
  const endOldSignIn = await refuseOldSignIn(page)
  const update = page.getByRole('button', { name: 'Update' })
  await page.getByRole('textbox', { name: 'Name' }).fill('Paula')
  await update.click()
  const dialog = page.getByRole('dialog', { name: 'Please enter your password again' })
  const password = dialog.getByRole('textbox', { name: 'Password' })
  await expect(password).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Please enter your password again.')).toBeVisible()
  await update.click()
  await password.fill('not mine')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('The password is incorrect.')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  endOldSignIn()
  await password.fill(demoPassword)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('User updated successfully')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Hello, Paula (Sales Rep)' })).toBeVisible()

  await page.getByRole('textbox', { name: 'New Password' }).fill('violet-anchor-17')
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill('violet-anchor-1')
  await update.click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill('violet-anchor-17')
  await page.getByRole('textbox', { name: 'Current Password' }).fill(demoPassword)
  await update.click()
  await expect(page.getByRole('textbox', { name: 'Current Password' })).toHaveValue('')
  await elsewhere.goto('/profile')
  await expect(elsewhere.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()

  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(heading(page, 'Sign In')).toBeVisible()
  await signInOnPage(page, 'rep2@demo.example', 'violet-anchor-17')
})
