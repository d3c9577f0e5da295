import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { createCluster, isCreated, superuser } from './cluster.ts'
import { besideData, bundledEngine, copyBeside, removeOlderEngines, type Engine } from './engine.ts'
import { resolveHome, type Home } from './home.ts'
import { requestStop, clearStale, launch, findServer, type Connection, type Launched } from './postmaster.ts'
import { registerPresence, isProcess, type Presence, isMarkAlive } from './presence.ts'

export interface EmbeddedDatabase {
  /** For `new pg.Pool({ ...connection, database })`; the database `postgres` always exists. */
  connection: Connection
  /** Leaves the server; the last process to leave stops it and waits until it has exited. */
  stop: () => Promise<void>
}

export interface EmbeddedOptions {
  /** False trades durability for speed, for tests. */
  durable?: boolean
  /** Called when the server is starting or already running, so that the caller can do other work meanwhile. */
  underway?: () => void
}

/** Starts the bundled PostgreSQL on this folder, or joins one that is already running there. */
export const startEmbedded = async (folder: string, options: EmbeddedOptions = {}): Promise<EmbeddedDatabase> => {
  const { durable = true, underway = () => {} } = options
  try {
    const home = await resolveHome(folder)
    const engine = await bundledEngine()
    await isCreated(home, engine)
    const presence = await registerPresence(home.folder)
    try {
      const connection = await joinOrStart(home, engine, { presence, durable, underway })
      return { connection, stop: once(() => leave(home, engine, presence)) }
    } catch (error) {
      await presence.forget()
      throw error
    }
  } catch (error) {
    throw isForbidden(error) ? belongsToOthers(folder, error) : error
  }
}

interface How {
  presence: Presence
  durable: boolean
  underway: () => void
}

// Crash recovery can take minutes, and a busy query of a killed server can keep its shared memory for a while.
const patience = { recovery: 600_000, relaunch: 30_000 }

const joinOrStart = async (home: Home, bundled: Engine, how: How): Promise<Connection> => {
  const began = Date.now()
  let launched: Launched | null = null
  for (;;) {
    const running = (await how.presence.isAnyoneLeaving()) ? 'leaving' : await findServer(home)
    if (running === 'leaving' || (running && !running.connection)) {
      if (Date.now() - began > patience.recovery) throw new Error(`The PostgreSQL in ${home.folder} does not answer.`)
    } else if (running?.connection) {
      how.underway()
      return running.connection
    } else if (!launched || launched.hasEnded()) {
      if (launched) await refuseToRepeat(launched, Date.now() - began)
      launched = await start(home, bundled, how)
      if (launched) how.underway()
    }
    await pause(10)
  }
}

/** Returns null after a build, or when another process is building: the caller looks again. */
const start = async (home: Home, bundled: Engine, how: How) => {
  const { presence, durable } = how
  const engine = besideData(bundled, home.folder)
  const isBuilt = async () => existsSync(engine.native) && (await isCreated(home, engine))
  if (!(await isBuilt())) {
    await build(home.folder, presence.mark, async (workshop) => {
      await copyBeside(bundled, engine, workshop)
      if (!(await isCreated(home, engine))) await createCluster(home, engine, { workshop, durable })
    })
    return null
  }
  await clearStale(home)
  return launch(home, engine, durable)
}

// Transient errors: another process was faster, or processes of a killed server are still exiting.
const passing = /lock file|still in use|could not bind|could not create any/

const refuseToRepeat = async (launched: Launched, elapsed: number) => {
  const log = await launched.log()
  if (passing.test(log) && elapsed < patience.relaunch) return
  throw new Error(`PostgreSQL did not start: ${log.trim().split('\n').slice(-8).join('\n') || 'it said nothing.'}`)
}

const leave = async (home: Home, engine: Engine, presence: Presence) => {
  try {
    if (await presence.leave()) await stopServer(home, engine)
  } finally {
    await presence.forget()
  }
}

const stopServer = async (home: Home, engine: Engine) => {
  const running = await findServer(home)
  if (!running) return
  const began = Date.now()
  let mode: 'fast' | 'immediate' = 'fast'
  await requestStop(running.pid, mode)
  while (await isProcess(running.pid)) {
    if (mode === 'fast' && Date.now() - began > 60_000) {
      mode = 'immediate'
      await requestStop(running.pid, mode)
    }
    await pause(10)
  }
  await removeOlderEngines(home.folder, engine)
}

const once = (act: () => Promise<void>) => {
  let done: Promise<void> | null = null
  return () => (done ??= act())
}

const isForbidden = (error: unknown) => ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')

const belongsToOthers = (folder: string, cause: unknown) =>
  new Error(
    `The database folder ${folder} belongs to another account: ${(cause as Error).message}. ` +
      'Start the portal as the account that started it first, give the folder to this one, or set DATABASE_URL.',
    { cause },
  )

/**
 * Runs `act` with a folder to build in, unless a live process with a smaller mark is already building. Two processes
 * may still build at the same time, so the result must be moved into place by a rename; this only avoids duplicate
 * work.
 */
const build = async (folder: string, mark: string, act: (workshop: string) => Promise<void>) => {
  if (await isAnotherBuilding(folder, mark)) return
  const workshop = join(folder, `new-${mark}`)
  await mkdir(workshop)
  try {
    // The server's account must be able to traverse it, whatever the umask; private content has its own modes.
    await chmod(workshop, 0o711)
    if (!(await isAnotherBuilding(folder, mark))) await act(workshop)
  } finally {
    await rm(workshop, { recursive: true, force: true })
  }
}

const isAnotherBuilding = async (folder: string, mark: string) => {
  for (const name of await readdir(folder)) {
    const other = name.startsWith('new-') ? name.slice('new-'.length) : mark
    if (other === mark) continue
    if (!(await isMarkAlive(other))) await rm(join(folder, name), { recursive: true, force: true })
    else if (other < mark) return true
  }
  return false
}

const lookEveryMilliseconds = 2_000

/** Starts or joins the embedded PostgreSQL and restarts it if it dies; `user` does the health check. */
export const superviseEmbedded = async (
  folder: string,
  { user = superuser, ...options }: EmbeddedOptions & { user?: string } = {},
): Promise<EmbeddedDatabase> => {
  let current = await startEmbedded(folder, options)
  let looking: Promise<void> = Promise.resolve()

  const look = async () => {
    if (await answers({ ...current.connection, user })) return
    const gone = current
    current = await startEmbedded(folder, options)
    await gone.stop()
  }
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => {})
  }, lookEveryMilliseconds)
  timer.unref()

  return {
    connection: current.connection,
    stop: async () => {
      clearInterval(timer)
      await looking
      await current.stop()
    },
  }
}

/** Busy or full servers count as answering; only an unreachable one does not. */
const answers = async (connection: Connection): Promise<boolean> => {
  const client = new pg.Client({ ...connection, database: 'postgres', connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && ['ENOENT', 'ECONNREFUSED'].includes(String(error.code)))
  }
}
