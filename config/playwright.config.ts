import { defineConfig } from '@playwright/test'
import { browserPath } from '../e2e/browser.ts'
import { testFolder } from '../src/platform/embedded-postgres/testing-place.ts'

export default defineConfig({
  testDir: '../e2e',
  // The second ring, `npm run prove`, takes the portal, its database or its ERP away for long, and takes its time.
  testMatch: process.env.PROVE ? '*.prove.ts' : '*.test.ts',
  globalSetup: '../e2e/open-run.ts',
  outputDir: testFolder('journeys'),
  fullyParallel: false,
  retries: 0,
  // They only end what is broken: a busy machine may take its time.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  forbidOnly: Boolean(process.env.CI),
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    // Whatever moves is waited for before it is pressed.
    reducedMotion: 'reduce',
    // Keeping the page of every step takes another eighth of a journey's time, filming it a fifth: its steps, requests and
    // end are enough, and `npx playwright test --config config --trace on` keeps all of it.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: await browserPath() },
  },
})
