import type { Config } from '#platform/config.ts'
import type { Db } from '#platform/db/tables.ts'
import { maskText } from '#platform/http/mask-addresses.ts'
import { listTroubles, type Trouble } from '#reports/list-troubles.ts'
import type { Outside } from './find-troubles.ts'

export interface Watch {
  /** What is amiss now, and what else showed when it was last looked for. */
  troubles(): Promise<Trouble[]>
  /** How many of each kind there were then; null before that. */
  counted(): ReadonlyMap<Trouble['kind'], number> | null
  /** Looks at everything now, and writes into the log what is due. */
  look(): Promise<void>
  start(): void
  stop(): void
}

interface Watched {
  db: Db
  config: Config
  log: { warn(facts: object, text: string): void; info(facts: object, text: string): void }
  now?: () => number
}

const everyMilliseconds = 60_000
/** The mail server and the place of backups are asked less often. */
const outsideMilliseconds = 290_000
const againMilliseconds = 3_600_000
/** What comes and goes with each try is one trouble and no two. */
const overMilliseconds = 600_000

/** Each process tells in its own log what an operator must hear: once, once an hour while it lasts, and that it is over. */
export const watchTroubles = ({ db, config, log, now = Date.now }: Watched): Watch => {
  const told = new Map<string, { at: number; seen: number }>()
  let found: Trouble[] = []
  let asked: { at: number; outside: Promise<Outside> } | null = null
  let last: ReadonlyMap<Trouble['kind'], number> | null = null
  let timer: NodeJS.Timeout | null = null
  let looking: Promise<void> | null = null

  const tell = (troubles: readonly Trouble[]): void => {
    for (const { kind, which = '', text, reason } of troubles) {
      const key = which || kind
      const before = told.get(key)
      const isDue = !before || now() - before.at >= againMilliseconds
      told.set(key, { at: isDue ? now() : before.at, seen: now() })
      if (isDue) log.warn({ trouble: key, ...(reason && { reason: maskText(reason) }) }, text)
    }
    for (const [key, { seen }] of told) {
      if (now() - seen < overMilliseconds) continue
      told.delete(key)
      log.info({ trouble: key }, 'issue resolved')
    }
  }

  const lookAtAll = async (): Promise<void> => {
    try {
      // Loaded when it is needed first: a start must not wait for it.
      const { askOutside, findTroubles } = await import('./find-troubles.ts')
      if (!asked || now() - asked.at >= outsideMilliseconds) asked = { at: now(), outside: askOutside(config) }
      const present = await listTroubles(db, config)
      found = await findTroubles(db, config, await asked.outside)
      const all = together(present, found)
      last = new Map([...Map.groupBy(all, ({ kind }) => kind)].map(([kind, { length }]) => [kind, length]))
      tell(all)
    } catch (error) {
      // A database that is away says so by itself, at every request.
      log.warn({ err: error }, 'cannot check for operator issues')
    }
  }

  const look: Watch['look'] = () => (looking ??= lookAtAll().finally(() => (looking = null)))

  return {
    troubles: async () => together(await listTroubles(db, config), found),
    counted: () => last,
    look,
    start: () => {
      timer ??= setInterval(() => void look(), everyMilliseconds).unref()
      void look()
    },
    stop: () => {
      if (timer) clearInterval(timer)
    },
  }
}

/** What is known at once says more of mail and disk than what was found by looking. */
const together = (present: readonly Trouble[], found: readonly Trouble[]): Trouble[] => {
  const kinds = new Set(present.map(({ kind }) => kind))
  return [...present, ...found.filter(({ kind }) => kind === 'jobs' || !kinds.has(kind))]
}
