import { defineConfig } from '@playwright/test'
import { browserPath } from '../e2e/browser.ts'
import { testFolder } from '../src/platform/embedded-postgres/testing-place.ts'

export default defineConfig({
  testDir: '../e2e',
  // `npm run prove` runs the long tests that take down the portal, its database or its ERP; `npm run pictures` takes
  // the pictures of the documentation.
  testMatch: process.env.PROVE ? '*.prove.ts' : process.env.PICTURES ? '*.take.ts' : '*.test.ts',
  globalSetup: '../e2e/open-run.ts',
  outputDir: testFolder('journeys'),
  fullyParallel: false,
  retries: 0,
  // Generous limits, so that a busy machine does not fail tests; they only end hung ones.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  forbidOnly: Boolean(process.env.CI),
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    // Playwright waits for animations before it clicks.
    reducedMotion: 'reduce',
    // Page snapshots slow a journey by an eighth, videos by a fifth; steps, requests and the final screenshot are
    // enough. `npx playwright test --config config --trace on` records everything.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: await browserPath() },
  },
})
