import { clientId, clientSecret, startProvider } from '../src/accounts/sign-on/testing-provider.ts'
import { expect, enterAs, signIn, test as journey } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'

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

test('a sales rep signs in at the company, and is told why when he may not', async ({ page, provider }) => {
  provider.seat({ sub: 'rep', email: 'rep@demo.example', email_verified: true })
  await page.goto('/signin')
  const button = page.getByRole('button', { name: 'Sign in with Harbor ID' })
  await expect(button).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await button.click()
  await expect(page.getByRole('heading', { name: 'Provider' })).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL(/user-dashboard$/)

  await page.evaluate(() => localStorage.clear())
  await page.goto('/signin')
  provider.seat({ sub: 'stranger', email: 'stranger@demo.example', email_verified: true })
  await page.getByRole('button', { name: 'Sign in with Harbor ID' }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('you have no account here')
  // Neither code nor state stay in the address.
  expect(new URL(page.url()).search).toBe('')
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('an admin gives a business its own sign-on, and switches its passwords off', async ({ page, provider }) => {
  provider.seat({ sub: 'buyer', email: 'buyer@demo.example', email_verified: true })
  await signIn(page, 'admin@demo.example')
  const token = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('userInfo') ?? '{}') as { token: string }).token,
  )
  const found = await page.request.get('/api/users/customers?pageSize=200', {
    headers: { authorization: `Bearer ${token}` },
  })
  const customers = (await found.json()) as { _id: string; email: string }[]
  const screen = `/admin/customer/${customers.find(({ email }) => email === 'buyer@demo.example')?._id}`
  await page.goto(screen)
  await page.getByRole('button', { name: 'Set up company sign-on' }).click()
  const form = page.getByRole('form', { name: 'Company sign-on' })
  await form.getByLabel('Issuer').fill(provider.issuer)
  await form.getByLabel('Email domains').fill('demo.example')
  await form.getByLabel('Client id').fill(clientId)
  await form.getByLabel('Client secret').fill(clientSecret)
  expect(await accessibilityFindings(page)).toEqual([])
  await form.getByRole('button', { name: 'Save company sign-on' }).click()
  await expect(page.getByText('Company sign-on saved')).toBeVisible()

  const signOut = async () => {
    await page.getByRole('button', { name: /^Hello/ }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await page.waitForURL(/signin/)
  }
  await signOut()
  await page.getByRole('link', { name: 'Company sign-on' }).click()
  await expect(page.getByRole('heading', { name: 'Company sign-on' })).toBeVisible()
  await page.getByLabel('Email').fill('buyer@demo.example')
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL(/user-dashboard$/)

  await signOut()
  await enterAs(page, 'admin@demo.example')
  await page.goto(screen)
  await form.getByRole('checkbox', { name: /^Only the company sign-on/ }).check()
  await form.getByRole('button', { name: 'Save company sign-on' }).click()
  await expect(page.getByText('Company sign-on saved')).toBeVisible()
  await signOut()
  await page.getByLabel('Email').fill('buyer@demo.example')
  await page.getByLabel('Password', { exact: true }).fill('apotheca-demo')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    /Please use the company sign-on\./,
  )
})
