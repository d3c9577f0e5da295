import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { connect } from '../db/connect.ts'
import { keepEmbedded } from './keep-embedded.ts'

it('a PostgreSQL killed under the portal comes back by itself, with everything that was committed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'apotheca-keep-'))
  const kept = await keepEmbedded(folder)
  const { pool, close } = connect({ ...kept.connection, database: 'postgres' }, 3)
  try {
    await pool.query('create table promise (word text)')
    await pool.query(`insert into promise values ('kept')`)
    const [pid] = (await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')
    process.kill(Number(pid), 'SIGKILL')
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
    await rm(folder, { recursive: true, force: true })
  }
})
