import { bearer, expect } from './journey.ts'
import type { RunningPortal } from './portal.ts'

/** Puts accounts, orders and invoices into the ERP's books. */
export const load = async (portal: RunningPortal, books: object) => {
  const answer = await fetch(`${portal.control}/load`, { method: 'POST', body: JSON.stringify(books) })
  expect(answer.ok, await answer.text()).toBe(true)
}

/** Reads a kind anew, and comes back when that is over. */
export const readNow = async (portal: RunningPortal, kind: string) => {
  const headers = {
    authorization: `Bearer ${await bearer(portal, 'admin@demo.example')}`,
    'content-type': 'application/json',
  }
  const answer = await fetch(`${portal.url}/api/erp/sync/${kind}`, { method: 'POST', headers, body: '{}' })
  const { jobId } = (await answer.json()) as { jobId: string }
  await expect
    .poll(
      async () => {
        const run = await fetch(`${portal.url}/api/erp/runs/${jobId}`, { headers })
        return ((await run.json()) as { state: string }).state
      },
      { timeout: 30_000 },
    )
    .toBe('done')
}
