import assert from 'node:assert/strict'
import { once } from 'node:events'
import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'

import { Client } from 'pg'

import { startEmbedded, type EmbeddedDatabase, type EmbeddedOptions } from './embedded.ts'

type Connection = EmbeddedDatabase['connection']

const isRoot = process.geteuid?.() === 0
const base = await realpath(await mkdtemp(join(tmpdir(), 'embedded-test-')))
// As root the server runs as nobody, who has to get here.
await chmod(base, 0o711)

const portals = new Set<ChildProcess>()
const opened = new Set<EmbeddedDatabase>()

after(async () => {
  for (const portal of portals) portal.kill('SIGKILL')
  for (const database of opened) await database.stop()
  await rm(base, { recursive: true })
})

const folderNamed = (name: string) => join(base, name)

const open = async (folder: string, options: EmbeddedOptions = {}) => {
  const database = await startEmbedded(folder, { durable: false, ...options })
  opened.add(database)
  return database
}

const ask = async <Row extends object>(connection: Connection, sql: string) => {
  const client = new Client({ ...connection, database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

const remember = async (connection: Connection, text: string) => {
  await ask(connection, 'create table if not exists remembered (text text)')
  await ask(connection, `insert into remembered values ('${text}')`)
}

const remembered = async (connection: Connection) =>
  (await ask<{ text: string }>(connection, 'select text from remembered order by 1')).map(({ text }) => text)

const serverOf = async (folder: string) =>
  Number((await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')[0])

const until = async (isTrue: () => Promise<boolean> | boolean) => {
  for (const end = Date.now() + 20_000; !(await isTrue()); await pause(5)) {
    if (Date.now() > end) assert.fail('It never came true.')
  }
}

const isStopped = async (connection: Connection) =>
  ask(connection, 'select 1').then(
    () => false,
    () => true,
  )

const portalProgram = `
  import { once } from 'node:events'
  import { startEmbedded } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)}
  const database = await startEmbedded(process.argv[1], { durable: false })
  process.send(database.connection)
  await once(process, 'message')
  await database.stop()
  process.disconnect()
`

/** A portal in a process of its own. */
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

test('starts on an empty folder, keeps what it was told, and stops', async () => {
  const folder = folderNamed('plain')
  const first = await open(folder)
  await remember(first.connection, 'one')
  await first.stop()
  assert.ok(await isStopped(first.connection))

  const second = await open(folder)
  assert.deepEqual(await remembered(second.connection), ['one'])
  await second.stop()
  await second.stop()
  assert.ok(await isStopped(second.connection))
})

test('speaks UTF-8 by its own rules, counts time in UTC and brings pg_trgm', async (t) => {
  const { connection, stop } = await open(folderNamed('plain'))
  t.after(stop)
  await ask(connection, 'create extension pg_trgm')
  const [row] = await ask(
    connection,
    `select lower('ÄÖ') as lower, current_setting('server_encoding') as encoding, current_setting('timezone') as zone,
      similarity('amoxicillin', 'amoxicilin') > 0.5 as "isSimilar"`,
  )
  assert.deepEqual(row, { lower: 'äö', encoding: 'UTF8', zone: 'UTC', isSimilar: true })
})

test('is durable unless told otherwise', async (t) => {
  const { connection, stop } = await open(folderNamed('plain'), { durable: true })
  t.after(stop)
  const [row] = await ask(
    connection,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('full_page_writes') as pages`,
  )
  assert.deepEqual(row, { fsync: 'on', commit: 'on', pages: 'on' })
})

test('is joined by a second process, and the last of them stops it', async () => {
  const folder = folderNamed('plain')
  const first = await open(folder)
  const server = await serverOf(folder)

  const passing = await openPortal(folder)
  await passing.close()
  assert.equal(await isStopped(first.connection), false)

  const staying = await openPortal(folder)
  assert.deepEqual(staying.connection, first.connection)
  await first.stop()
  assert.equal(await isStopped(first.connection), false)
  assert.equal(await serverOf(folder), server)

  await staying.close()
  assert.ok(await isStopped(first.connection))
})

test('is one server when processes race for an empty folder', async () => {
  const folder = folderNamed('raced')
  const opened = await Promise.all([openPortal(folder), openPortal(folder), open(folder)])
  const [one, two, three] = opened
  await remember(one.connection, 'shared')
  assert.deepEqual(await remembered(two.connection), ['shared'])
  assert.deepEqual(await remembered(three.connection), ['shared'])
  await Promise.all([one.close(), two.close(), three.stop()])
  assert.ok(await isStopped(one.connection))
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith('new-')),
    [],
  )
})

test('is there for one who comes while another leaves', async () => {
  const folder = folderNamed('plain')
  let present = await open(folder)
  for (let round = 0; round < 10; round++) {
    const [next] = await Promise.all([open(folder), present.stop()])
    assert.equal(await isStopped(next.connection), false)
    present = next
  }
  await present.stop()
})

test('recovers by itself when the server was killed', async () => {
  const folder = folderNamed('plain')
  const before = await open(folder, { durable: true })
  await remember(before.connection, 'survives')
  process.kill(await serverOf(folder), 'SIGKILL')
  await until(() => isStopped(before.connection))

  const now = await open(folder)
  assert.ok((await remembered(now.connection)).includes('survives'))
  await Promise.all([before.stop(), now.stop()])
  assert.ok(await isStopped(now.connection))
})

test('outlives a killed portal; the next one joins it and stops it in the end', async () => {
  const folder = folderNamed('plain')
  const killed = await openPortal(folder)
  const server = await serverOf(folder)
  await killed.kill()
  assert.equal(await isStopped(killed.connection), false)

  const next = await open(folder)
  assert.equal(await serverOf(folder), server)
  await next.stop()
  assert.ok(await isStopped(killed.connection))
})

test('recovers when both were killed and another program has the number of the server', async () => {
  const folder = folderNamed('plain')
  const killed = await openPortal(folder)
  const pidFile = join(folder, 'data/postmaster.pid')
  const server = await serverOf(folder)
  process.kill(server, 'SIGKILL')
  await killed.kill()
  for (const lock of [pidFile, join(folder, 'data/.s.PGSQL.5432.lock')]) {
    await writeFile(lock, (await readFile(lock, 'utf8')).replace(String(server), String(process.pid)))
  }

  const next = await open(folder)
  assert.ok((await remembered(next.connection)).includes('survives'))
  await next.stop()
})

test('removes what a start that was killed half-way has left', async () => {
  const folder = folderNamed('plain')
  await mkdir(join(folder, 'new-999999999-1-1/data'), { recursive: true })
  const [engine = ''] = (await readdir(folder)).filter((name) => name.startsWith('engine-'))
  await rm(join(folder, engine), { recursive: true })
  await (await open(folder)).stop()
  assert.ok((await readdir(folder)).includes(engine))
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith('new-')),
    [],
  )
})

test('refuses a database of another release', async () => {
  const folder = folderNamed('plain')
  const version = join(folder, 'data/PG_VERSION')
  const ours = await readFile(version, 'utf8')
  await writeFile(version, '17\n')
  await assert.rejects(open(folder), /written by PostgreSQL 17, and this portal brings PostgreSQL 18/)
  await writeFile(version, ours)
})

test('says why the server did not start', async () => {
  const folder = folderNamed('plain')
  const settings = join(folder, 'data/postgresql.conf')
  const good = await readFile(settings, 'utf8')
  await writeFile(settings, 'no such setting')
  await assert.rejects(open(folder), /PostgreSQL did not start: .*syntax error/s)
  await writeFile(settings, good)
})

test('finds a short place for the socket when the path of the folder is too long', async (t) => {
  const { connection, stop } = await open(folderNamed('longer, '.repeat(20)))
  t.after(stop)
  t.after(() => rm(connection.host, { recursive: true }))
  assert.equal(dirname(connection.host), tmpdir())
  await remember(connection, 'far')
  assert.deepEqual(await remembered(connection), ['far'])
})

test('asks for a password where it has to listen on the loopback', async (t) => {
  const { connection, stop } = await open(folderNamed('loopback'), { loopback: true })
  t.after(stop)
  assert.equal(connection.host, '127.0.0.1')
  await remember(connection, 'near')
  await assert.rejects(ask({ ...connection, password: 'guess' }, 'select 1'), /password authentication failed/)

  const portal = await openPortal(folderNamed('loopback'))
  assert.deepEqual(portal.connection, connection)
  await portal.close()
})

test(
  'moves out of a folder that its account cannot enter',
  { skip: !isRoot && 'only root has another account' },
  async (t) => {
    const folder = folderNamed('closed/clone/database')
    await mkdir(folder, { recursive: true })
    await chmod(join(base, 'closed'), 0o700)
    const [one, two] = await Promise.all([open(folder), open(folder)])
    const place = await realpath(join(folder, 'elsewhere'))
    t.after(() => rm(place, { recursive: true }))
    await remember(one.connection, 'outside')
    await Promise.all([one.stop(), two.stop()])

    const again = await open(folder)
    assert.deepEqual(await remembered(again.connection), ['outside'])
    assert.equal(dirname(again.connection.host), place)
    await again.stop()
  },
)
