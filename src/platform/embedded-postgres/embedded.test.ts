import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { queryRows, isStopped, openFolders, saveText, savedText, serverOf } from './testing-embedded.ts'

const { folderNamed, open, openPortal } = await openFolders()

test('starts on an empty folder, persists data, and stops', async () => {
  const folder = folderNamed('plain')
  const first = await open(folder)
  await saveText(first.connection, 'one')
  await first.stop()
  assert.ok(await isStopped(first.connection))

  const second = await open(folder)
  assert.deepEqual(await savedText(second.connection), ['one'])
  await second.stop()
  await second.stop()
  assert.ok(await isStopped(second.connection))
})

test('uses UTF-8 with builtin collation, UTC and pg_trgm', async (t) => {
  const { connection, stop } = await open(folderNamed('plain'))
  t.after(stop)
  await queryRows(connection, 'create extension pg_trgm')
  const [row] = await queryRows(
    connection,
    `select lower('ÄÖ') as lower, current_setting('server_encoding') as encoding, current_setting('timezone') as zone,
      similarity('amoxicillin', 'amoxicilin') > 0.5 as "isSimilar"`,
  )
  assert.deepEqual(row, { lower: 'äö', encoding: 'UTF8', zone: 'UTC', isSimilar: true })
})

test('is durable by default', async (t) => {
  const { connection, stop } = await open(folderNamed('plain'), { durable: true })
  t.after(stop)
  const [row] = await queryRows(
    connection,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
      current_setting('full_page_writes') as pages`,
  )
  assert.deepEqual(row, { fsync: 'on', commit: 'on', pages: 'on' })
})

test('is joined by a second process, and the last one stops it', async () => {
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

test('removes the leftovers of an interrupted start', async () => {
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

test('refuses a database of another major version', async () => {
  const folder = folderNamed('plain')
  const version = join(folder, 'data/PG_VERSION')
  const ours = await readFile(version, 'utf8')
  await writeFile(version, '17\n')
  await assert.rejects(open(folder), /written by PostgreSQL 17, and this portal brings PostgreSQL 18/)
  await writeFile(version, ours)
})

test('reports why the server did not start', async () => {
  const folder = folderNamed('plain')
  const settings = join(folder, 'data/postgresql.conf')
  const good = await readFile(settings, 'utf8')
  await writeFile(settings, 'no such setting')
  await assert.rejects(open(folder), /PostgreSQL did not start: .*syntax error/s)
  await writeFile(settings, good)
})
