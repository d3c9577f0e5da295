import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { Client } from 'pg'
import { type EmbeddedDatabase, type EmbeddedOptions, startEmbedded } from './embedded.ts'

type Connection = EmbeddedDatabase['connection']

/** Databases in temporary folders of a test file; stops them at its end. */
export const openFolders = async () => {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'embedded-test-')))
  // As root the server runs as nobody, which needs access.
  await chmod(base, 0o711)
  const portals = new Set<ChildProcess>()
  const opened = new Set<EmbeddedDatabase>()

  after(async () => {
    for (const portal of portals) portal.kill('SIGKILL')
    for (const database of opened) await database.stop()
    await rm(base, { recursive: true })
  })

  const open = async (folder: string, options: EmbeddedOptions = {}) => {
    const database = await startEmbedded(folder, { durable: false, ...options })
    opened.add(database)
    return database
  }

  /** Starts a portal in a separate process. */
  const openPortal = async (folder: string) => {
    const portal = spawn(process.execPath, ['--input-type=module', '-e', portalProgram, folder], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    portals.add(portal)
    const ended = once(portal, 'exit').finally(() => portals.delete(portal))
    const [connection] = (await Promise.race([
      once(portal, 'message'),
      ended.then(() => assert.fail('The portal ended before it had a database.')),
    ])) as [Connection]
    return {
      connection,
      close: async () => {
        portal.send('stop')
        await ended
      },
      kill: async () => {
        portal.kill('SIGKILL')
        await ended
      },
    }
  }

  return { base, folderNamed: (name: string) => join(base, name), open, openPortal }
}

const portalProgram = `
  import { once } from 'node:events'
  import { startEmbedded } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)}
  const database = await startEmbedded(process.argv[1], { durable: false })
  process.send(database.connection)
  await once(process, 'message')
  await database.stop()
  process.disconnect()
`

export const queryRows = async <Row extends object>(connection: Connection, sql: string) => {
  const client = new Client({ ...connection, database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

export const saveText = async (connection: Connection, text: string) => {
  await queryRows(connection, 'create table if not exists remembered (text text)')
  await queryRows(connection, `insert into remembered values ('${text}')`)
}

export const savedText = async (connection: Connection) =>
  (await queryRows<{ text: string }>(connection, 'select text from remembered order by 1')).map(({ text }) => text)

export const serverOf = async (folder: string) =>
  Number((await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')[0])

export const isStopped = async (connection: Connection) =>
  queryRows(connection, 'select 1').then(
    () => false,
    () => true,
  )
