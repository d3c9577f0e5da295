import { readFile, readdir } from 'node:fs/promises'
import { Agent, request } from 'node:http'

export interface Target {
  url: string
  /** Process whose CPU counts as the server's. */
  pid: number
  /** The PostgreSQL's first process: its own CPU and that of all its children, ended ones too, counts as the database's. */
  postmaster: number
  headers?: Record<string, string>
}

export interface Measured {
  name: string
  connections: number
  requests: number
  failures: number
  perSecond: number
  p50: number
  p95: number
  p99: number
  /** CPU microseconds of the server's process for each request. */
  serverMicros: number
  /** The same of all PostgreSQL processes. */
  databaseMicros: number
}

const ticksPerSecond = 100

/** Sends the paths in turn over the given number of connections until the time is over. */
export const measure = async (
  name: string,
  { url, pid, postmaster, headers = {} }: Target,
  paths: readonly string[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Measured> => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const latencies: number[] = []
  let failures = 0
  let next = 0
  const until = performance.now() + seconds * 1_000
  const before = await cpuSeconds(pid, postmaster)
  const started = performance.now()
  const caller = async () => {
    while (performance.now() < until) {
      const path = paths[next++ % paths.length] ?? '/'
      const sent = performance.now()
      if ((await statusOf(new URL(path, url), agent, headers)) >= 400) failures++
      latencies.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: connections }, caller))
  const elapsed = (performance.now() - started) / 1_000
  const after = await cpuSeconds(pid, postmaster)
  agent.destroy()
  const sorted = latencies.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  const each = (total: number) => Math.round((total / latencies.length) * 1e6)
  return {
    name,
    connections,
    requests: latencies.length,
    failures,
    perSecond: Math.round(latencies.length / elapsed),
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    serverMicros: each(after.server - before.server),
    databaseMicros: each(after.database - before.database),
  }
}

const statusOf = (url: URL, agent: Agent, headers: Record<string, string>): Promise<number> =>
  new Promise((done, failed) => {
    const sent = request(url, { agent, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => done(answer.statusCode ?? 0))
      answer.on('error', failed)
    })
    sent.on('error', failed)
    sent.end()
  })

/** CPU time so far of one process and of a PostgreSQL; zeros where /proc is missing. */
const cpuSeconds = async (pid: number, postmaster: number): Promise<{ server: number; database: number }> => {
  let server = 0
  let database = 0
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number)
  for (const id of ids) {
    const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')
    const [, parent, , , , , , , , , , user, system, endedUser, endedSystem] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const own = ((user ?? 0) + (system ?? 0)) / ticksPerSecond
    if (id === pid) server = own
    if (id === postmaster) database += own + ((endedUser ?? 0) + (endedSystem ?? 0)) / ticksPerSecond
    if (parent === postmaster) database += own
  }
  return { server, database }
}
