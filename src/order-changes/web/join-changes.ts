import type { Change } from '#orders/order-shapes.ts'
import type { RequestedChange } from '../change-shapes.ts'

/** A request with its outcomes, or what one reading of the ERP found changed. */
export type ChangeEntry =
  | { at: string; request: RequestedChange; events: null }
  | { at: string; request: null; events: readonly Change[] }

/** Requests and changes in one history, newest first; a change that carries out a request is told with the request. */
export const joinChanges = (events: readonly Change[], requests: readonly RequestedChange[]): ChangeEntry[] => {
  // The end of a backorder always has its request, which shows the pieces.
  const carriedOut = new Set(events.filter(({ field }) => field === 'backorder'))
  for (const { at, lines } of requests)
    for (const { line, from, to, state } of lines) {
      const event = events.find(
        (one) =>
          one.field === 'quantity' &&
          one.line === line &&
          one.before === String(from) &&
          one.after === String(to) &&
          one.at >= at &&
          !carriedOut.has(one),
      )
      if (event && state === 'done') carriedOut.add(event)
    }
  const others = Map.groupBy(
    events.filter((event) => !carriedOut.has(event)),
    ({ at }) => at,
  )
  return [
    ...requests.map((request) => ({ at: request.at, request, events: null })),
    ...[...others].map(([at, some]) => ({ at, request: null, events: some })),
  ].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}
