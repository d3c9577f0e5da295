import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeValueCache } from './cache-values.ts'

const counter = (version: string) => {
  let computed = 0
  const compute = async () => ({ version, value: ++computed })
  return { compute, times: () => computed }
}

test('concurrent callers share one computation per version', async () => {
  const memory = makeValueCache<number>(10)
  const { compute, times } = counter('1')
  await Promise.all([1, 2, 3].map(() => memory.get('all', '1', compute)))
  await memory.prepare('all', compute)
  assert.equal(await memory.get('all', '1', compute), 1)
  assert.equal(times(), 1)
})

test('a new version is computed again', async () => {
  const memory = makeValueCache<number>(10)
  await memory.get('all', '1', counter('1').compute)
  const { compute, times } = counter('2')
  await memory.get('all', '2', compute)
  assert.equal(times(), 1)
})

test('a failure is not cached', async () => {
  const memory = makeValueCache<number>(10)
  await assert.rejects(memory.get('all', '1', () => Promise.reject(new Error('gone'))))
  assert.equal(await memory.get('all', '1', counter('1').compute), 1)
  await assert.rejects(memory.get('all', '2', () => Promise.reject(new Error('gone'))))
  assert.equal(memory.last('all'), 1)
})

test('a value evicted while it is computed is still returned', async () => {
  const memory = makeValueCache<string>(1)
  const answers = ['a', 'b', 'c'].map((key) => memory.get(key, '1', async () => ({ version: '1', value: key })))
  assert.deepEqual(await Promise.all(answers), ['a', 'b', 'c'])
  assert.equal(memory.last('c'), 'c')
})

test('the oldest entry is evicted', async () => {
  const memory = makeValueCache<number>(2)
  for (const key of ['a', 'b', 'c']) await memory.get(key, '1', counter('1').compute)
  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => memory.last(key)),
    [undefined, 1, 1],
  )
})
