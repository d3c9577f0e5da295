import { setTimeout as pause } from 'node:timers/promises'
import type { BuyerQuestion } from './make-questions.ts'
import { median, quantile, type Target } from './measure.ts'
import { fineClock } from './read-usage.ts'

/** CPU microseconds of server and database per query. */
interface Spread {
  p50: number
  p95: number
  dearest: string
}

export interface Searches {
  questions: number
  /** Each query for the first time, and repeated. */
  first: Spread
  again: Spread
  /** Medians by kind of query. */
  rules: { rule: string; questions: number; first: number; again: number }[]
  /** The one-query floor, measured equally often and in the same way. */
  floor: number
}

/** Runs every query once and then again, and measures each one's CPU. */
export const measureSearches = async (
  portal: Target,
  floor: Target,
  questions: readonly BuyerQuestion[],
): Promise<Searches> => {
  const paths = questions.map(({ query }) => `/api/products/search?query=${encodeURIComponent(query)}`)
  const first = await costsOf(portal, paths)
  const again = await costsOf(portal, paths)
  const rules = Map.groupBy(questions.keys(), (at) => questions[at]?.rule ?? '')
  return {
    questions: questions.length,
    first: spreadOf(first, questions),
    again: spreadOf(again, questions),
    rules: [...rules].map(([rule, places]) => ({
      rule,
      questions: places.length,
      first: median(places.map((at) => first[at] ?? 0)),
      again: median(places.map((at) => again[at] ?? 0)),
    })),
    floor: median(
      await costsOf(
        floor,
        paths.map(() => '/'),
      ),
    ),
  }
}

const spreadOf = (costs: readonly number[], questions: readonly BuyerQuestion[]): Spread => {
  const sorted = costs.toSorted((one, other) => one - other)
  const most = quantile(sorted, 1)
  return {
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    dearest: questions[costs.indexOf(most)]?.query ?? '',
  }
}

const costsOf = async ({ url, pid, postmaster }: Target, paths: readonly string[]): Promise<number[]> => {
  const ask = async (path: string) => {
    const answer = await fetch(url + path)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${path} returned ${answer.status}`)
    // Includes the work that the server does after its reply.
    await pause(2)
  }
  await ask('/api/products/search')
  const clock = fineClock([pid, postmaster])
  const costs: number[] = []
  for (const path of paths) {
    const before = clock()
    await ask(path)
    costs.push(Math.round(clock() - before))
  }
  return costs
}
