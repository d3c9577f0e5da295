import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'

/** What the browser says when a string is to become this; empty when it became it. */
const tryString = (page: Page, what: 'html' | 'tag' | 'script' | 'frame' | 'worker') =>
  page.evaluate((sink) => {
    const sinks = {
      html: () => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'),
      tag: () => document.body.insertAdjacentHTML('beforeend', '<b>'),
      script: () => (document.createElement('script').src = 'https://evil.example/x.js'),
      frame: () => (document.createElement('iframe').srcdoc = '<script>alert(1)</script>'),
      worker: () => new Worker('/api/products/search'),
    }
    try {
      sinks[sink]()
      return ''
    } catch (error) {
      return error instanceof Error ? error.name : 'thrown'
    }
  }, what)

test.describe('a string', () => {
  // The browser logs each refusal.
  test.use({ cleanConsole: async ({}, use) => use() })

  test('becomes neither markup nor a script', async ({ page }) => {
    await page.goto('/')
    for (const sink of ['html', 'tag', 'script', 'frame', 'worker'] as const)
      expect(await tryString(page, sink), sink).toBe('TypeError')
  })
})

test('the API reference shows the calls under the same policy', async ({ page }) => {
  await page.goto('/api/docs')
  await expect(page.getByText('The calls of the ordering portal.')).toBeVisible()
  await expect(page.getByText('The audit trail, filtered and paged', { exact: false })).toBeVisible()
})
