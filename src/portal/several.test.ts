import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { after, test } from 'node:test'
import { cloneDatabase } from './testing.ts'

const root = resolve(import.meta.dirname, '../..')
const database = await cloneDatabase()
after(database.remove)
const { host, port, database: name } = database.connection
const DATABASE_URL = `postgres://postgres@localhost/${name}?host=${encodeURIComponent(String(host))}&port=${port}`

const start = async (): Promise<{ child: ChildProcess; address: string }> => {
  const child = spawn(process.execPath, ['src/portal/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL, DEMO: '0', PORT: '0', PROCESSES: '2', LOG_LEVEL: 'silent' },
  })
  after(() => child.kill('SIGKILL'))
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /ready at (http:\S+)/.exec(line)?.[1]
    if (address) return { child, address }
  }
  throw new Error('The portal ended before it was ready.')
}

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
