import { type BenchCall, type BenchConnection, openBenchConnection } from './open-line.ts'
import { cpuOf } from './read-usage.ts'

/** Returns the next call; null when none is left. */
export type Calls = () => BenchCall | null

export interface Target {
  url: string
  /** The server's process; its CPU includes child processes. */
  pid: number
  /** PostgreSQL's postmaster; the database's CPU includes all its child processes. */
  postmaster: number
}

export interface Measured {
  name: string
  connections: number
  requests: number
  failures: number
  /** The reply to the first failed call. */
  failure: string
  perSecond: number
  p50: number
  p95: number
  p99: number
  /** CPU microseconds of the server per request. */
  serverMicros: number
  /** CPU microseconds of all PostgreSQL processes per request. */
  databaseMicros: number
  /**
   * The floor measured in turn with it, and the median ratio over the turns, so that one disturbed turn does not
   * decide.
   */
  beside?: { floor: Measured; ratios: Ratios }
}

export interface Ratios {
  cpu: number
  p95: number
}

export interface Load {
  connections: number
  seconds: number
}

/** Repeats the same calls in turn, endlessly. */
export const inTurn = (...paths: (string | BenchCall)[]): Calls => {
  const calls = paths.map((path) => (typeof path === 'string' ? { path } : path))
  let next = 0
  return () => calls[next++ % calls.length] ?? null
}

/** Sends calls over this many connections until the time is up or no call is left. */
export const measure = async (name: string, target: Target, calls: Calls, load: Load): Promise<Measured> => {
  const lines = linesTo(target, load)
  const sent = await sendFor(lines, { target, calls }, load.seconds)
  for (const line of lines) line.close()
  return sumUp(name, load.connections, [sent])
}

const linesTo = ({ url }: Target, { connections }: Load): BenchConnection[] =>
  Array.from({ length: connections }, () => openBenchConnection(url))

interface Params {
  target: Target
  calls: Calls
}

interface Beside extends Params {
  floor: Params & { name: string }
}

/** Odd, so that the median is one of them. */
export const turns = 5
/** Lets the last replies of the other side finish. */
export const warmUpSeconds = 0.1

/** Measures in turn with the floor, half of the time each, so that a slower machine affects both. */
export const measureBeside = async (
  name: string,
  { floor, ...asked }: Beside,
  { connections, seconds }: Load,
): Promise<Measured> => {
  const turnSeconds = seconds / 2 / turns
  const open = (one: Params) => {
    const lines = linesTo(one.target, { connections, seconds })
    const send = async () => {
      await sendFor(lines, one, Math.min(warmUpSeconds, turnSeconds / 2))
      return sendFor(lines, one, turnSeconds)
    }
    const close = () => {
      for (const line of lines) line.close()
    }
    return { send, close }
  }
  const [one, other] = [open(floor), open(asked)]
  const [own, bare]: [Sent[], Sent[]] = [[], []]
  for (let turn = 0; turn < turns; turn++) {
    bare.push(await one.send())
    own.push(await other.send())
  }
  one.close()
  other.close()
  const inTurns = own.map((sent, turn) =>
    ratiosOf(sumUp(name, connections, [sent]), sumUp(floor.name, connections, bare.slice(turn, turn + 1))),
  )
  // A turn without calls has no ratio.
  const middle = (of: keyof Ratios) => median(inTurns.map((ratios) => ratios[of]).filter(Number.isFinite))
  const ratios = { cpu: middle('cpu'), p95: middle('p95') }
  return { ...sumUp(name, connections, own), beside: { floor: sumUp(floor.name, connections, bare), ratios } }
}

const cpuOfRow = ({ serverMicros, databaseMicros }: Measured): number => serverMicros + databaseMicros

const ratiosOf = (row: Measured, floor: Measured): Ratios => ({
  cpu: cpuOfRow(row) / cpuOfRow(floor),
  p95: row.p95 / floor.p95,
})

interface Sent {
  latencies: number[]
  failed: string[]
  /** Seconds. */
  elapsed: number
  /** CPU microseconds of server and database. */
  server: number
  database: number
}

const sendFor = async (
  lines: readonly BenchConnection[],
  { target, calls }: Params,
  seconds: number,
): Promise<Sent> => {
  const { pid, postmaster } = target
  const latencies: number[] = []
  const failed: string[] = []
  const before = [cpuOf(pid), cpuOf(postmaster)] as const
  const started = performance.now()
  const until = started + seconds * 1_000
  const askBy = async (line: BenchConnection) => {
    while (performance.now() < until) {
      const call = calls()
      if (!call) return
      const sent = performance.now()
      const failure = await failureOf(line, call)
      latencies.push(performance.now() - sent)
      if (failure) failed.push(`${call.path}: ${failure}`)
    }
  }
  await Promise.all(lines.map(askBy))
  const elapsed = (performance.now() - started) / 1_000
  const after = [cpuOf(pid), cpuOf(postmaster)] as const
  return { latencies, failed, elapsed, server: after[0] - before[0], database: after[1] - before[1] }
}

const sumUp = (name: string, connections: number, parts: readonly Sent[]): Measured => {
  const latencies = parts.flatMap((part) => part.latencies)
  const failed = parts.flatMap((part) => part.failed)
  const sorted = latencies.toSorted((one, other) => one - other)
  const total = (of: (part: Sent) => number) => parts.reduce((sum, part) => sum + of(part), 0)
  const each = (micros: number) => Math.round((micros * 10) / Math.max(1, latencies.length)) / 10
  return {
    name,
    connections,
    requests: latencies.length,
    failures: failed.length,
    failure: failed[0] ?? '',
    perSecond: Math.round(latencies.length / total(({ elapsed }) => elapsed)),
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
    serverMicros: each(total(({ server }) => server)),
    databaseMicros: each(total(({ database }) => database)),
  }
}

/** The value that this share of the sorted values does not exceed. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0

export const median = (values: readonly number[]): number =>
  quantile(
    values.toSorted((one, other) => one - other),
    0.5,
  )

const failureOf = async (line: BenchConnection, call: BenchCall): Promise<string | null> => {
  try {
    const { status, text } = await line.ask(call)
    return status >= 400 ? `${status} ${text}` : null
  } catch (error) {
    return String(error)
  }
}
