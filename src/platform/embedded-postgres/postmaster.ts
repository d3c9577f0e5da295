import { execFile, spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

import { Client } from 'pg'

import { runAs, superuser } from './cluster.ts'
import type { Engine } from './engine.ts'
import { giveToOwnerOf, socketFolder, type Home } from './home.ts'
import { isProcess } from './presence.ts'

const run = promisify(execFile)

const socketPort = 5432
const socketName = `.s.PGSQL.${socketPort}`

/** Options of `new pg.Pool()` without the database name. */
export interface Connection {
  host: string
  port: number
  user: string
}

interface Running {
  pid: number
  /** Null while it starts, recovers or stops. */
  connection: Connection | null
}

/** Finds the server that runs on this data. */
export const findServer = async ({ data }: Home): Promise<Running | null> => {
  const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
  const [pid, port, host, status] = [Number(lines[0]), Number(lines[3]), lines[4] ?? '', lines[7]?.trim()]
  if (!pid) return null
  if (status === 'ready') {
    const connection = { host, port, user: superuser }
    // Connects before checking the process: a server in another container answers, although its PID is unknown here.
    if (await answers(connection, data)) return { pid, connection }
  }
  return (await isPostmaster(pid, data)) ? { pid, connection: null } : null
}

// The socket of a stale file may belong to another server, so the answer must name our data folder.
const answers = async (connection: Connection, data: string) => {
  const client = new Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`)
    return resolve(rows[0]?.folder ?? '') === data
  } catch (error) {
    // A server with too many connections (53300) is running.
    return (error as { code?: string }).code === '53300'
  } finally {
    await client.end().catch(() => undefined)
  }
}

// After a reboot of the machine or container another program may have this PID.
const isPostmaster = async (pid: number, data: string) => {
  if (!(await isProcess(pid))) return false
  const isLinux = process.platform === 'linux'
  const line = isLinux
    ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    : await run('ps', ['-p', String(pid), '-o', 'command=']).then(
        ({ stdout }) => stdout,
        () => '',
      )
  return line.includes('postgres') && line.includes(data)
}

/** Removes the lock files of a dead server whose PID was reused, because PostgreSQL would consider it alive. */
export const clearStale = async (home: Home) => {
  const locks = [join(home.data, 'postmaster.pid'), join(await socketFolder(home, socketName), `${socketName}.lock`)]
  for (const lock of locks) {
    const pid = Number((await readFile(lock, 'utf8').catch(() => '')).split('\n')[0])
    if (pid && (await isProcess(pid)) && !(await isPostmaster(pid, home.data))) await rm(lock, { force: true })
  }
}

export interface Launched {
  hasEnded: () => boolean
  /** The server's log output since its launch. */
  log: () => Promise<string>
}

/** Launches a detached server that outlives this process and a Ctrl-C in the terminal. */
export const launch = async (home: Home, engine: Engine, durable: boolean) => {
  const place = [
    '-p',
    `${socketPort}`,
    '-c',
    'listen_addresses=',
    '-c',
    `unix_socket_directories=${await quoted(home)}`,
  ]
  const path = join(home.folder, 'postgres.log')
  const written = await begin(path)
  const file = await open(path, appending, 0o600)
  try {
    await giveToOwnerOf(home.folder, path)
    const child = spawn(engine.postgres, ['-D', home.data, ...place, ...settings(durable)], {
      ...runAs(home),
      detached: true,
      stdio: ['ignore', file.fd, file.fd],
    })
    let end: string | null = null
    child.on('error', (error) => (end = error.message)).on('exit', () => (end ??= ''))
    child.unref()
    return {
      hasEnded: () => end !== null,
      log: async () => (await readFile(path)).subarray(written).toString() + (end ?? ''),
    } satisfies Launched
  } finally {
    await file.close()
  }
}

// Root writes the log into a folder that another account may own, so it must not follow symlinks.
const appending = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NOFOLLOW

/** Rotates a large log and returns the size of the current one. */
const begin = async (log: string) => {
  const size = await stat(log).then(
    (found) => found.size,
    () => 0,
  )
  if (size < 10_000_000) return size
  await rename(log, `${log}.1`)
  return 0
}

/** A sixteenth of the machine's memory; PostgreSQL allocates it as needed. */
const bufferMegabytes = () => Math.round(Math.min(1_024, Math.max(128, totalmem() / 2 ** 20 / 16)))

const settings = (durable: boolean) =>
  [
    'cluster_name=apotheca',
    `shared_buffers=${durable ? bufferMegabytes() : 128}MB`,
    'max_connections=100',
    'unix_socket_permissions=0700',
    'timezone=UTC',
    'log_timezone=UTC',
    'log_checkpoints=off',
    'logging_collector=off',
    // For many short queries JIT compilation costs more than it saves.
    'jit=off',
    ...(durable ? ['fsync=on'] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ].flatMap((setting) => ['-c', setting])

const quoted = async (home: Home) => `"${(await socketFolder(home, socketName)).replaceAll('"', '""')}"`

/** Requests a shutdown: "fast" ends sessions and writes a checkpoint, "immediate" aborts. */
export const requestStop = async (pid: number, mode: 'fast' | 'immediate') => {
  try {
    process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
  } catch (error) {
    if (await isProcess(pid)) throw error
  }
}
