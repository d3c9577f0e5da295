import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadOnce } from './load-once.ts'

test('calls happen in their order, although a later load would end first', async () => {
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

test('a load that failed harms nothing and begins anew with the next call', async () => {
  const answers = [() => Promise.reject(new Error('offline')), () => Promise.resolve('it')]
  const late = loadOnce(() => answers.shift()?.() ?? Promise.reject(new Error('once too often')))
  const acts: string[] = []
  late.use((name) => acts.push(`first ${name}`))
  await new Promise(setImmediate)
  late.use((name) => acts.push(`second ${name}`))
  await new Promise(setImmediate)
  assert.deepEqual(acts, ['second it'])
})
