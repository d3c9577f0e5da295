import { setTimeout as pause } from 'node:timers/promises'
import { median, type Target } from './measure.ts'
import { fineClock } from './read-usage.ts'

/** Median CPU microseconds of server and database per query. */
export interface Searches {
  first: number
  /** The one-query floor, measured equally often and in the same way. */
  floor: number
}

/** Runs every query once and measures each one's CPU. */
export const measureSearches = async (
  portal: Target,
  floor: Target,
  questions: readonly string[],
): Promise<Searches> => {
  const paths = questions.map((query) => `/api/products/search?query=${encodeURIComponent(query)}`)
  const first = median(await costsOf(portal, paths))
  const bare = paths.map(() => '/')
  return { first, floor: median(await costsOf(floor, bare)) }
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
