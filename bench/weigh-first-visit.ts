import { chromium } from '@playwright/test'
import { browserPath } from '../e2e/browser.ts'

/** Bytes transferred to the browser, including headers. */
export interface FirstVisit {
  script: number
  style: number
}

/** The scripts and styles that a first visit of the listing loads. */
export const weighFirstVisit = async (url: string): Promise<FirstVisit> => {
  const browser = await chromium.launch({ executablePath: await browserPath() })
  try {
    const page = await browser.newPage()
    const session = await page.context().newCDPSession(page)
    const sent: FirstVisit = { script: 0, style: 0 }
    const kinds = new Map<string, keyof FirstVisit>()
    session.on('Network.responseReceived', ({ requestId, response: { mimeType } }) => {
      if (mimeType.includes('javascript')) kinds.set(requestId, 'script')
      if (mimeType.includes('css')) kinds.set(requestId, 'style')
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const kind = kinds.get(requestId)
      if (kind) sent[kind] += encodedDataLength
    })
    await session.send('Network.enable')
    await page.goto(url)
    await page.getByRole('button', { name: 'Add to cart' }).first().waitFor()
    await page.waitForLoadState('networkidle')
    return sent
  } finally {
    await browser.close()
  }
}
