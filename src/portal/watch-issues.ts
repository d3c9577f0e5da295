import type { Config } from '#platform/config.ts'
import type { Db } from '#platform/db/tables.ts'
import { maskText } from '#platform/http/mask-addresses.ts'
import { listIssues, type Issue } from '#reports/list-issues.ts'
import type { ServiceStatus } from './find-issues.ts'

export interface Watch {
  /** Current issues, including those of the last check. */
  troubles(): Promise<Issue[]>
  /** Number of issues of each kind at the last check; null before it. */
  counted(): ReadonlyMap<Issue['kind'], number> | null
  /** Checks everything and logs what is due. */
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
/** The mail server and the backup store are probed less often. */
const outsideMilliseconds = 290_000
const againMilliseconds = 3_600_000
/** An issue that reappears within this time counts as the same one. */
const overMilliseconds = 600_000

/** Logs operator issues of each process: once, hourly while they last, and when they are resolved. */
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
      // Loaded on demand, to keep the start fast.
      const { probeServices, findIssues } = await import('./find-issues.ts')
      if (!asked || now() - asked.at >= outsideMilliseconds) asked = { at: now(), outside: probeServices(config) }
      const present = await listIssues(db, config)
      found = await findIssues(db, config, await asked.outside)
      const all = together(present, found)
      last = new Map([...Map.groupBy(all, ({ kind }) => kind)].map(([kind, { length }]) => [kind, length]))
      notify(all)
    } catch (error) {
      // Every request logs a database outage already.
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

/** For mail and disk, current issues are more precise than those of the last check. */
const together = (present: readonly Issue[], found: readonly Issue[]): Issue[] => {
  const kinds = new Set(present.map(({ kind }) => kind))
  return [...present, ...found.filter(({ kind }) => kind === 'jobs' || !kinds.has(kind))]
}
