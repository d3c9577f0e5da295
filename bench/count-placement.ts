// Counts what a placement costs besides time: the files that place-order.ts reaches, and its round trips to the
// database.
import { readFileSync } from 'node:fs'
import { posix, resolve } from 'node:path'
import pg from 'pg'
import { parseSync } from 'vite'
import { orderInDemo } from './order-in-demo.ts'
import { projectRoot } from './start-server.ts'

export interface PlacementCounts {
  /** Files of the rooms above `shared` and `platform`, without types and tests. */
  files: number
  /** Statements from the request to the commit. */
  roundTrips: number
}

export const countPlacement = async (): Promise<PlacementCounts> => ({
  files: filesReached('src/orders/checkout/place-order.ts').filter((file) => !isGround(file)).length,
  roundTrips: await countRoundTrips(),
})

const isGround = (file: string): boolean => /^src\/(?:shared|platform)\//.test(file)

/** The file and the project files whose values it imports, directly or through others. */
export const filesReached = (start: string): string[] => {
  const reached = new Set([start])
  for (const file of reached)
    for (const name of valuesImported(file, readFileSync(resolve(projectRoot, file), 'utf8')))
      if (name.startsWith('#')) reached.add(`src/${name.slice(1)}`)
      else if (name.startsWith('.')) reached.add(posix.join(posix.dirname(file), name))
  return [...reached]
}

const valuesImported = (file: string, text: string): string[] => {
  const { staticImports, staticExports } = parseSync(file, text).module
  const imported = staticImports.filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
  const exported = staticExports.flatMap(({ entries }) => entries).filter(({ isType }) => !isType)
  return [
    ...imported.map(({ moduleRequest }) => moduleRequest.value),
    ...exported.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
  ]
}

const countRoundTrips = (): Promise<number> =>
  orderInDemo(async ({ prepareOrder }) => {
    // The first order fills caches, as those of other buyers do.
    const first = await prepareOrder()
    await first()
    const statements = await recordStatements(await prepareOrder())
    const commit = statements.findIndex((text) => text.startsWith('commit'))
    if (commit < 0) throw new Error('No transaction placed the order.')
    return commit + 1
  })

const recordStatements = async (act: () => Promise<unknown>): Promise<string[]> => {
  const sent: string[] = []
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given as [string | { text?: string }]
    sent.push(typeof first === 'string' ? first : (first.text ?? ''))
    return query.apply(this, given)
  } as typeof pg.Client.prototype.query
  try {
    await act()
    return sent
  } finally {
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query
  }
}

if (import.meta.main) console.log(JSON.stringify(await countPlacement()))
