import type { Config } from '#platform/config.ts'
import type { Db } from '#platform/db/tables.ts'
import { maskText } from '#platform/http/mask-addresses.ts'
import { listIssues, type Issue } from '#reports/list-issues.ts'
import type { ServiceStatus } from './find-issues.ts'

export interface Watch {
  /** What is amiss now, and what else showed when it was last looked for. */
  troubles(): Promise<Issue[]>
  /** How many of each kind there were then; null before that. */
  counted(): ReadonlyMap<Issue['kind'], number> | null
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
export const watchIssues = ({ db, config, log, now = Date.now }: Watched): Watch => {
  const told = new Map<string, { at: number; seen: number }>()
  let found: Issue[] = []
  let asked: { at: number; outside: Promise<ServiceStatus> } | null = null
  let last: ReadonlyMap<Issue['kind'], number> | null = null
  let timer: NodeJS.Timeout | null = null
  let looking: Promise<void> | null = null

  const notify = (troubles: readonly Issue[]): void => {
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
      const { probeServices, findIssues } = await import('./find-issues.ts')
      if (!asked || now() - asked.at >= outsideMilliseconds) asked = { at: now(), outside: probeServices(config) }
      const present = await listIssues(db, config)
      found = await findIssues(db, config, await asked.outside)
      const all = together(present, found)
      last = new Map([...Map.groupBy(all, ({ kind }) => kind)].map(([kind, { length }]) => [kind, length]))
      notify(all)
    } catch (error) {
      // A database that is away says so by itself, at every request.
      log.warn({ err: error }, 'cannot check for operator issues')
    }
  }

  const look: Watch['look'] = () => (looking ??= lookAtAll().finally(() => (looking = null)))

  return {
    troubles: async () => together(await listIssues(db, config), found),
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
const together = (present: readonly Issue[], found: readonly Issue[]): Issue[] => {
  const kinds = new Set(present.map(({ kind }) => kind))
  return [...present, ...found.filter(({ kind }) => kind === 'jobs' || !kinds.has(kind))]
}
