import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGate } from './gate.ts'

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

test('feeds leave a slot for orders, and at most three requests run', async () => {
  const gate = openGate()
  const inside: string[] = []
  const leave: (() => void)[] = []
  const enter = (priority: 'placing' | 'feeding', name: string) =>
    gate(priority, async () => {
      inside.push(name)
      await new Promise<void>((resolve) => leave.push(resolve))
    })
  const all = [
    enter('feeding', 'feed 1'),
    enter('feeding', 'feed 2'),
    enter('feeding', 'feed 3'),
    enter('placing', 'order 1'),
    enter('placing', 'order 2'),
  ]
  await turn()
  assert.deepEqual(inside, ['feed 1', 'feed 2', 'order 1'])
  leave[0]?.()
  await turn()
  assert.deepEqual(inside, ['feed 1', 'feed 2', 'order 1', 'order 2'], 'the order goes before the feed')
  for (let round = 0; round < 5; round++) {
    for (const one of leave) one()
    await turn()
  }
  await Promise.all(all)
  assert.equal(inside.length, 5)
})

test('an aborted caller leaves the queue', async () => {
  const gate = openGate(1)
  const stop = new AbortController()
  const first = gate('placing', () => new Promise<string>((resolve) => setTimeout(() => resolve('done'), 20)))
  const second = gate('placing', () => Promise.resolve('never'), stop.signal)
  stop.abort(new Error('stopped'))
  await assert.rejects(second, /stopped/)
  assert.equal(await first, 'done')
  assert.equal(await gate('placing', () => Promise.resolve('third')), 'third')
})

test('an abort does not interrupt running work', async () => {
  const gate = openGate(1)
  const stop = new AbortController()
  const answer = Promise.withResolvers<string>()
  const inside = gate('placing', () => answer.promise, stop.signal)
  const waiting = gate('placing', () => Promise.resolve('next'))
  await turn()
  stop.abort(new Error('stopped'))
  answer.resolve('created')
  assert.equal(await inside, 'created')
  assert.equal(await waiting, 'next')
})
