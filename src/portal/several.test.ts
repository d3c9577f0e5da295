import assert from 'node:assert/strict'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { cloneDatabase } from './testing.ts'
import { databaseUrl, startProcess } from './testing-process.ts'

const database = await cloneDatabase()
after(database.remove)
const start = () => startProcess({ DATABASE_URL: databaseUrl(database.connection), DEMO: '0', PROCESSES: '2' })

const parentOf = async (pid: string): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

/** The processes that share the port of this one. */
const sharersOf = async ({ pid }: ChildProcess): Promise<number[]> => {
  const all = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))
  const parents = await Promise.all(all.map(parentOf))
  return all.filter((_, at) => parents[at] === pid).map(Number)
}

const statusOf = async (address: string) =>
  (await fetch(`${address}/readyz`, { headers: { connection: 'close' } })).status

test('several processes answer at one address, one that dies is replaced, and all leave together', async () => {
  const { child, address } = await start()
  for (let at = 0; at < 6; at++) assert.equal(await statusOf(address), 200)

  let sharers = await sharersOf(child)
  while (sharers.length < 2) sharers = await sharersOf(child)
  const [victim = 0] = sharers
  process.kill(victim, 'SIGKILL')
  while (sharers.includes(victim) || sharers.length < 2) sharers = await sharersOf(child)
  for (let at = 0; at < 6; at++) assert.equal(await statusOf(address), 200)

  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  assert.deepEqual(await ended, [0, null])
  for (const pid of sharers) assert.throws(() => process.kill(pid, 0), /ESRCH/)
  await assert.rejects(statusOf(address))
})
