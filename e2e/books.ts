import { callAs } from './call-as.ts'
import { expect } from './journey.ts'
import type { RunningPortal } from './portal.ts'

/** Calls the control port of the ERP simulator. */
export const control = async <T = unknown>(
  portal: RunningPortal,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<T> => {
  const answer = await fetch(`${portal.control}${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
  const said = await answer.text()
  expect(answer.ok, said).toBe(true)
  return JSON.parse(said) as T // it answers in JSON only
}

/** Loads accounts, orders and invoices into the books of the ERP. */
export const load = (portal: RunningPortal, books: object) => control(portal, 'POST', '/load', books)

type Kind = 'orders' | 'invoices' | 'addresses' | 'openItems'

/** Imports these kinds from the ERP, one after the other. Resolves when everything in its books has been read. */
export const readNow = async (portal: RunningPortal, ...kinds: Kind[]) => {
  const { call } = await callAs(portal, 'admin@demo.example')
  for (const kind of kinds) {
    const began = Date.now()
    for (let isOwn = false; !isOwn;) {
      const { jobId, run } = await call<{ jobId: string; run: { createdAt: string } }>(
        'POST',
        `/api/erp/sync/${kind}`,
        {},
      )
      const stateOf = async () => (await call<{ state: string }>('GET', `/api/erp/runs/${jobId}`)).state
      await expect.poll(stateOf).toBe('done')
      // A run that was already in progress may have missed new records.
      isOwn = Date.parse(run.createdAt) >= began
    }
  }
}
