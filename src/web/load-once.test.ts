import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadOnce } from './load-once.ts'

test('calls run in order, even if a later load would finish first', async () => {
  const loads: ((name: string) => void)[] = []
  const late = loadOnce(() => new Promise<string>((loaded) => loads.push(loaded)))
  const acts: string[] = []
  assert.equal(late.isWanted(), false)
  late.use((name) => acts.push(`clear ${name}`))
  late.use((name) => acts.push(`show ${name}`))
  for (const loaded of loads.toReversed()) loaded('it')
  await new Promise(setImmediate)
  assert.deepEqual(acts, ['clear it', 'show it'])
})

test('a failed load is harmless and is retried by the next call', async () => {
  const answers = [() => Promise.reject(new Error('offline')), () => Promise.resolve('it')]
  const late = loadOnce(() => answers.shift()?.() ?? Promise.reject(new Error('once too often')))
  const acts: string[] = []
  late.use((name) => acts.push(`first ${name}`))
  await new Promise(setImmediate)
  late.use((name) => acts.push(`second ${name}`))
  await new Promise(setImmediate)
  assert.deepEqual(acts, ['second it'])
})
