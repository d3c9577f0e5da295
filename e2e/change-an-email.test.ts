import { enterAs, expect, mailedLink, signIn, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'

test('a new email waits for its link, holds from then on, and the old address takes it back', async ({
  page,
  portal,
}) => {
  const [before, after] = ['colleague@demo.example', 'elsewhere@demo.example']
  await enterAs(page, before)
  await page.goto('/profile')
  await page.getByLabel('Email').fill(after)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText(`Waiting for confirmation of ${after}`)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(before)
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Cancel the change' }).click()
  await expect(page.getByText(`Waiting for confirmation of ${after}`)).toBeHidden()
  // A press that comes within a second of the same one counts for nothing; whoever comes back presses anew.
  await page.reload()
  await page.getByLabel('Email').fill(after)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByText(`Waiting for confirmation of ${after}`)).toBeVisible()

  await page.goto(await mailedLink(portal, after, 'confirmemail'))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(`Your email address is ${after} now.`)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await signIn(page, after)

  await page.goto(await mailedLink(portal, before, 'keepemail'))
  await expect(page.getByRole('button', { name: 'Keep my email address' })).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Keep my email address' }).click()
  await expect(page.getByText(`Your email address is ${before}.`)).toBeVisible()
})
