import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '../db/connect.ts'
import { superviseEmbedded } from './embedded.ts'
import { isStopped, saveText, savedText, serverOf, openFolders } from './testing-embedded.ts'

const { folderNamed, open, openPortal } = await openFolders()

const until = async (isTrue: () => Promise<boolean> | boolean) => {
  for (const end = Date.now() + 20_000; !(await isTrue()); await pause(5)) {
    if (Date.now() > end) assert.fail('It never came true.')
  }
}

test('recovers automatically after the server was killed', async () => {
  const folder = folderNamed('plain')
  const before = await open(folder, { durable: true })
  await saveText(before.connection, 'survives')
  process.kill(await serverOf(folder), 'SIGKILL')
  await until(() => isStopped(before.connection))

  const now = await open(folder)
  assert.ok((await savedText(now.connection)).includes('survives'))
  await Promise.all([before.stop(), now.stop()])
  assert.ok(await isStopped(now.connection))
})

test('outlives a killed portal; the next portal joins it and finally stops it', async () => {
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

test('recovers when both were killed and another program reuses the server’s PID', async () => {
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
  assert.ok((await savedText(next.connection)).includes('survives'))
  await next.stop()
})

test('a PostgreSQL killed under the portal restarts automatically with all committed data', async () => {
  const folder = folderNamed('kept')
  const kept = await superviseEmbedded(folder)
  const { pool, close } = connect({ ...kept.connection, database: 'postgres' }, 3)
  try {
    await pool.query('create table promise (word text)')
    await pool.query(`insert into promise values ('kept')`)
    process.kill(await serverOf(folder), 'SIGKILL')
    const until = Date.now() + 60_000
    let word = ''
    while (!word && Date.now() < until)
      word = await pool.query<{ word: string }>('select word from promise').then(
        ({ rows }) => rows[0]?.word ?? '',
        () => '',
      )
    assert.equal(word, 'kept')
  } finally {
    await close()
    await kept.stop()
  }
})
