import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { callAs } from './call-as.ts'
import { demoPassword, clearSavedCart, enterAs, expect, signOutOnPage, test } from './journey.ts'
import { accessibilityFindings } from './check-page.ts'
import type { RunningPortal } from './portal.ts'
import { pressKey } from './press-key.ts'

// Passkeys are bound to a host name, and staff need a second factor.
test.use({ settings: { HOST: 'localhost', SECOND_FACTOR: 'staff', ORDER_PASSKEY: '1' } })

/** A device that stores passkeys and recognizes its owner. */
const addDevice = async (page: Page) => {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Whether the owner touches the device when it asks. */
    touch: (enabled: boolean) => device.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}

const givePassword = async (page: Page, email: string) => {
  await page.goto('/signin')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** With a space, as many apps show and copy it. */
const asCopied = (code: string): string => ` ${code.slice(0, 3)} ${code.slice(3)}`

const codesShown = async (page: Page): Promise<string[]> => {
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  return dialog.getByRole('listitem').allTextContents()
}

const namePasskey = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const naming = page.getByRole('dialog', { name: 'Add a passkey' })
  await naming.getByLabel('Name').fill(name)
  await naming.getByRole('button', { name: 'Continue' }).click()
}

/** Sets up an authenticator app for this user through the API; another test covers the screens. */
const giveApp = async (portal: RunningPortal, email: string) => {
  const { call } = await callAs(portal, email)
  const { key } = await call<{ key: string }>('POST', '/api/users/authenticator')
  const code = new TOTP({ secret: Secret.fromBase32(key) }).generate()
  await call('PUT', '/api/users/authenticator', { code })
}

test('an admin sets up a passkey at the first sign-in and signs in with it, then helps a buyer who lost their phone', async ({
  page,
  portal,
}) => {
  const device = await addDevice(page)
  await givePassword(page, 'admin@demo.example')
  await expect(heading(page, 'Set up your second factor')).toBeVisible()
  // No other page opens before that.
  await page.goto('/admin/users')
  await expect(heading(page, 'Set up your second factor')).toBeVisible()

  await namePasskey(page, 'My laptop')
  expect((await codesShown(page)).every((code) => /^\w{4}-\w{4}-\w{4}$/.test(code))).toBe(true)
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'I saved my codes' }).click()
  await page.getByRole('link', { name: 'Continue', exact: true }).click()
  await expect(heading(page, 'Admin Dashboard')).toBeVisible()

  await device.touch(false)
  await signOutOnPage(page)
  await givePassword(page, 'admin@demo.example')
  const use = page.getByRole('button', { name: 'Use your passkey', exact: true })
  await expect(use).toBeFocused()
  expect(await accessibilityFindings(page)).toEqual([])
  await device.touch(true)
  await pressKey(use, 'Enter')
  await expect(heading(page, 'Admin Dashboard')).toBeVisible()

  // The sign-in screen suggests the passkey without a press, and the device answers right away.
  const suggested = page.waitForResponse('**/api/users/signin/passkey')
  await page.getByRole('button', { name: /^Hello, / }).click()
  await page.getByRole('menuitem', { name: 'Sign Out', exact: true }).click()
  await suggested
  await expect(heading(page, 'Admin Dashboard')).toBeVisible()

  await device.touch(false)
  await signOutOnPage(page)
  // A request that is already waiting would not notice the touch, so the touch comes first.
  await page.route('**/api/users/signin/passkey/options', async (route) => {
    await device.touch(true)
    await route.fallback()
  })
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(heading(page, 'Admin Dashboard')).toBeVisible()

  await page.goto('/profile')
  await expect(page.getByText('My laptop', { exact: true })).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove My laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('You need a second factor.')).toBeVisible()

  // A buyer has lost their phone.
  const email = 'colleague2@demo.example'
  await giveApp(portal, email)
  await page.goto(`/admin/customers?query=${JSON.stringify({ email })}`)
  await page
    .getByRole('row')
    .filter({ hasText: email })
    .getByRole('link', { name: /Joan Whitaker/ })
    .click()
  await page.getByRole('navigation', { name: 'Customer' }).getByRole('link', { name: 'Sign-in' }).click()
  await expect(page.getByText('Has an authenticator app.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove second factors' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove all second factors?' })
  await expect(dialog.getByRole('button', { name: 'Remove', exact: true })).toBeDisabled()
  await dialog.getByLabel('Reason').fill('Called back: the telephone was lost.')
  expect(await accessibilityFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Signs in with a password only.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByText('Signed out everywhere')).toBeVisible()
})

test('a buyer adds an authenticator app, and signs in with a code or a recovery code', async ({ page }) => {
  await enterAs(page, 'buyer2@demo.example')
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible()
  const key = (await dialog.locator('code').textContent()) ?? ''
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  await dialog.getByLabel('Code from the app').fill('12')
  await dialog.getByRole('button', { name: 'Finish' }).click()
  await expect(dialog.getByText('Enter the six digits the app shows.')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await dialog.getByLabel('Code from the app').fill(asCopied(app.generate()))
  await page.keyboard.press('Enter')
  const [recoveryCode = ''] = await codesShown(page)
  await page.getByRole('button', { name: 'I saved my codes' }).click()

  await signOutOnPage(page)
  await givePassword(page, 'buyer2@demo.example')
  const field = page.getByLabel('Code from your authenticator app')
  await expect(field).toBeFocused()
  await field.fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This code is incorrect.')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  // The code from the setup is used up; the next one is already valid.
  await field.fill(asCopied(app.generate({ timestamp: Date.now() + 30_000 })))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'User Dashboard')).toBeVisible()

  // The session ends while a form is open.
  await page.goto('/profile')
  await expect(page.getByText('10 of 10 left.')).toBeVisible()
  const stored = await page.evaluate(() => localStorage.getItem('userInfo'))
  const { token } = JSON.parse(stored ?? '{}') as { token: string }
  await page.request.post('/api/users/signout', { headers: { authorization: `Bearer ${token}` } })
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Renewed')
  await page.getByRole('button', { name: 'Update' }).click()
  const ended = page.getByRole('dialog', { name: 'Your session has ended' })
  await ended.getByRole('textbox', { name: 'Password' }).fill(demoPassword)
  await page.keyboard.press('Enter')
  const step = page.getByRole('dialog', { name: 'Confirm it is you' })
  await step.getByRole('button', { name: 'Use a recovery code' }).click()
  await step.getByLabel('Recovery code').fill(recoveryCode)
  expect(await accessibilityFindings(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByText('User updated successfully')).toBeVisible()
  await expect(step).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Renewed')
  await expect(page.getByText('9 of 10 left.')).toBeVisible()
})

test('a passkey confirms an order instead of the emailed code', async ({ page, portal }) => {
  await addDevice(page)
  await clearSavedCart(portal, 'buyer@demo.example')
  await enterAs(page, 'buyer@demo.example')
  await page.goto('/profile')
  await namePasskey(page, 'My phone')
  await codesShown(page)
  await page.getByRole('button', { name: 'I saved my codes' }).click()
  await expect(page.getByText('My phone', { exact: true })).toBeVisible()
  await page.goto('/search?query=metformin')
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText('Product added to the cart').last()).toBeVisible()
  await page.goto('/shipping')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Use your passkey instead' }).click()
  await expect(page.getByText('Your passkey confirmed it.')).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByText(/Your order number is/)).toBeVisible()
})
