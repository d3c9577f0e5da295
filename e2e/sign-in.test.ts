import { clientId, clientSecret, startProvider } from '../src/identity/sign-on/testing-provider.ts'
import { customerPage } from './customers.ts'
import { demoPassword, enterAs, expect, mailedLink, signInOnPage, signOutOnPage, test as journey } from './journey.ts'
import { accessibilityFindings } from './check-page.ts'

type Provider = Awaited<ReturnType<typeof startProvider>>

const test = journey.extend<object, { provider: Provider }>({
  provider: [
    async ({}, use) => {
      const provider = await startProvider()
      await use(provider)
      await provider.stop()
    },
    { scope: 'worker' },
  ],
})

test.use({
  settings: async ({ provider }, use) =>
    use({
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: 'Harbor ID',
    }),
})

test('a sales rep signs in with the company account, and a stranger learns why they cannot', async ({
  page,
  provider,
}) => {
  const signInAtCompany = async () => {
    await page.getByRole('button', { name: 'Sign in with Harbor ID' }).click()
    await expect(page.getByRole('heading', { name: 'Provider' })).toBeVisible()
    await page.getByRole('link', { name: 'Continue' }).click()
  }
  provider.seat({ sub: 'rep', email: 'rep@demo.example', email_verified: true })
  await page.goto('/signin')
  await expect(page.getByRole('button', { name: 'Sign in with Harbor ID' })).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await signInAtCompany()
  await expect(page.getByRole('heading', { level: 1, name: 'User Dashboard' })).toBeVisible()

  await signOutOnPage(page)
  provider.seat({ sub: 'stranger', email: 'stranger@demo.example', email_verified: true })
  await signInAtCompany()
  await expect(page.getByRole('alert')).toContainText('you have no account here')
  // Neither code nor state stay in the address.
  expect(new URL(page.url()).search).toBe('')
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toBeVisible()
})

test('an admin sets up single sign-on for a business and turns its passwords off', async ({
  page,
  portal,
  provider,
}) => {
  const email = 'buyer2@demo.example'
  provider.seat({ sub: 'buyer2', email, email_verified: true })
  const screen = `${await customerPage(portal, email)}?tab=signin`
  const form = page.getByRole('form', { name: 'Company sign-on' })
  const save = async () => {
    await form.getByRole('button', { name: 'Save company sign-on' }).click()
    await expect(page.getByText('Company sign-on saved')).toBeVisible()
  }
  await enterAs(page, 'admin@demo.example')
  await page.goto(screen)
  await page.getByRole('button', { name: 'Set up company sign-on' }).click()
  await form.getByLabel('Issuer').fill(provider.issuer)
  await form.getByLabel('Email domains').fill('demo.example')
  await form.getByLabel('Client ID').fill(clientId)
  await form.getByLabel('Client secret').fill(clientSecret)
  expect(await accessibilityFindings(page)).toEqual([])
  await save()

  await signOutOnPage(page)
  await page.getByRole('link', { name: 'Company sign-on' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Company sign-on' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Provider' })).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'User Dashboard' })).toBeVisible()

  await enterAs(page, 'admin@demo.example')
  await page.goto(screen)
  await form.getByRole('checkbox', { name: /^Require company sign-on/ }).check()
  await save()
  await signOutOnPage(page)
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  const password = page.getByLabel('Password', { exact: true })
  await password.fill(demoPassword)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(password).toHaveAccessibleDescription(/Use the company sign-on\./)
})

test('a user who forgot their password sets a new one with the emailed link, once', async ({ page, portal }) => {
  const email = 'gary@northern-pines-hospital.example'
  await page.goto('/signin')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('not the password')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(password).toHaveAccessibleDescription(/Invalid email or password/)
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue(email)
  await page.getByRole('button', { name: 'Close message' }).click()
  await expect(page.getByRole('button', { name: 'Close message' })).toHaveCount(0)
  await expect(password).toHaveAccessibleDescription(/Invalid email or password/)

  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Reset password' })).toBeVisible()
  const address = page.getByRole('textbox', { name: 'Email', exact: true })
  await address.fill('nobody@demo.example')
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(page.getByRole('alert').getByText('User not found')).toBeVisible()
  await expect(address).toHaveValue('nobody@demo.example')
  expect(await accessibilityFindings(page)).toEqual([])
  await address.fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  await expect(
    page.getByText('We have sent an email with the reset link. Kindly use that to reset your password.'),
  ).toBeVisible()
  await expect(address).toBeHidden()

  const link = await mailedLink(portal, email, 'setnewpass')
  const setPassword = async (first: string, again: string) => {
    await page.getByRole('textbox', { name: 'New Password', exact: true }).fill(first)
    await page.getByRole('textbox', { name: 'Re-type password', exact: true }).fill(again)
    await page.getByRole('button', { name: 'Set new password' }).click()
  }
  await page.goto(link)
  await expect(address).toHaveValue(email)
  await expect(page).toHaveURL(/\/setnewpass$/)
  await setPassword('violet-anchor-17', 'violet-anchor-18')
  await expect(page.getByText('Passwords do not match!')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Re-type password', exact: true })).toBeFocused()
  expect(await accessibilityFindings(page)).toEqual([])
  await setPassword('violet-anchor-17', 'violet-anchor-17')
  await expect(page.getByText('Password has been changed successfully.')).toBeVisible()

  await page.goto(link)
  await setPassword('violet-anchor-19', 'violet-anchor-19')
  await expect(page.getByRole('alert').getByText('Invalid or expired key')).toBeVisible()
  await signInOnPage(page, email, 'violet-anchor-17')
})

test('a new email address becomes active when its link is confirmed, and the old address can undo it', async ({
  page,
  portal,
}) => {
  const [before, after] = ['colleague@demo.example', 'elsewhere@demo.example']
  const address = page.getByRole('textbox', { name: 'Email', exact: true })
  const waiting = page.getByText(`Waiting for confirmation of ${after}`)
  await enterAs(page, before)
  await page.goto('/profile')
  await address.fill(after)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(waiting).toBeVisible()
  await expect(address).toHaveValue(before)
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel change' }).click()
  await expect(waiting).toBeHidden()
  // The button ignores a second press with the same content for a second; another name avoids that.
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Miles A.')
  await address.fill(after)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(waiting).toBeVisible()

  await page.goto(await mailedLink(portal, after, 'confirmemail'))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(`Your email address is now ${after}.`)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In', exact: true })).toBeVisible()
  await enterAs(page, after)

  await page.goto(await mailedLink(portal, before, 'keepemail'))
  await expect(page.getByRole('button', { name: 'Keep my email address' })).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Keep my email address' }).click()
  await expect(page.getByText(`Your email address is ${before}.`)).toBeVisible()
})
