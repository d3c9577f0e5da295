import { expect, overflowOf, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'

const email = 'buyer2@demo.example'

test('an email can be read in the light and in the dark, also on a phone', async ({ page, portal }) => {
  await page.goto('/resetpass')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send reset link' }).click()
  const newest = async (): Promise<{ id: string } | undefined> => {
    const answer = await fetch(`${portal.url}/dev/mailbox?to=${email}`, { headers: { accept: 'application/json' } })
    const mails = (await answer.json()) as { id: string; subject: string }[]
    return mails.find(({ subject }) => subject === 'Reset your password')
  }
  await expect.poll(newest).toBeTruthy()
  const sent = await fetch(`${portal.url}/dev/mailbox/${(await newest())?.id}`, { headers: { accept: 'text/html' } })
  // By itself, because the mailbox shows it where nothing runs, not even what judges it.
  await page.goto('about:blank')
  await page.setContent(await sent.text())
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.getByRole('link', { name: 'Set a new password' })).toBeVisible()
    expect(
      (await accessibilityFindings(page)).filter((finding) => !finding.startsWith('page-has-heading-one')),
    ).toEqual([])
  }
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await overflowOf(page)).toBe(0)
})
