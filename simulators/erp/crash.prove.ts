import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { newClient, portalOrder, startSimulator } from './testing.ts'

const orders = 'khsalesorder/SalesOrderCollection'
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'erp-simulator-state-'))
  after(() => rmSync(folder, { recursive: true }))
  return folder
}

const place = async (url: string, reference: string) => {
  const { status, d } = await newClient(url).send('POST', orders, portalOrder(reference))
  assert.equal(status, 201)
  return d?.['results']?.['ID']
}

test('what was answered survives kill -9, and the numbers go on', async () => {
  const environment = { ERP_SIMULATOR_STATE: newFolder() }
  const first = await startSimulator(environment)
  assert.equal(await place(first.url, 'KEEP-1'), '8412')
  await first.control('POST', '/advance', { days: 2 })
  const before = await first.control<Record<string, unknown>>('GET', '/state')
  await first.end('SIGKILL')

  const second = await startSimulator(environment)
  const after = await second.control<Record<string, unknown>>('GET', '/state')
  assert.deepEqual({ ...after, now: '' }, { ...before, now: '' })
  assert.ok(String(after['now']) >= String(before['now']), 'the clock does not run back')
  assert.equal(await place(second.url, 'KEEP-2'), '8413')
  assert.equal(await second.end('SIGTERM'), 0)

  const third = await startSimulator(environment)
  assert.equal((await third.control<unknown[]>('GET', '/orders?reference=KEEP-2')).length, 1)
  assert.equal(await place(third.url, 'KEEP-3'), '8414')
  await third.end('SIGTERM')
})

test('half a line at the end of the log was never answered and is dropped', async () => {
  const folder = newFolder()
  const first = await startSimulator({ ERP_SIMULATOR_STATE: folder })
  await place(first.url, 'WHOLE')
  await first.end('SIGKILL')
  appendFileSync(join(folder, 'log.jsonl'), '[["orders","00163E","{"Objec')

  const second = await startSimulator({ ERP_SIMULATOR_STATE: folder })
  await place(second.url, 'NEXT')
  await second.end('SIGKILL')
  const third = await startSimulator({ ERP_SIMULATOR_STATE: folder })
  assert.equal((await third.control<unknown[]>('GET', '/orders?reference=WHOLE')).length, 1)
  assert.equal((await third.control<unknown[]>('GET', '/orders?reference=NEXT')).length, 1)
  await third.end('SIGTERM')
})
