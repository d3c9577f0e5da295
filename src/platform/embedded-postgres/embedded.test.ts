import assert from 'node:assert/strict'
import { chmod, mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { ask, isStopped, remember, remembered, serverOf, openFolders } from './testing-embedded.ts'

const isRoot = process.geteuid?.() === 0
const { base, folderNamed, open, openPortal } = await openFolders()

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
