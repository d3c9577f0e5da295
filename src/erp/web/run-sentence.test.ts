import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SyncRun } from '../contract.ts'
import { runSentence } from './run-sentence.ts'

const run: SyncRun = {
  _id: '1',
  kind: 'orders',
  state: 'done',
  askedBy: null,
  isFull: false,
  createdAt: '',
  startedAt: null,
  finishedAt: null,
  read: 0,
  added: 0,
  changed: 0,
  refused: 0,
  message: '',
  notes: [],
}

const cases: [Partial<SyncRun>, string][] = [
  [{}, 'Orders: nothing new in the ERP.'],
  [{ added: 1_200, changed: 3, refused: 1 }, 'Orders: 1,200 new, 3 changed, 1 skipped.'],
  [{ state: 'running', read: 400, added: 12 }, 'Orders: 400 read, 12 new so far.'],
  [{ state: 'waiting' }, 'Orders: waiting to start.'],
  [{ state: 'failed', message: 'The ERP failed (500).' }, 'Orders: The ERP failed (500).'],
  [{ kind: 'openItems' }, 'Payments: nothing new in the ERP.'],
]

for (const [facts, sentence] of cases)
  test(`says “${sentence}”`, () => assert.equal(runSentence({ ...run, ...facts }), sentence))
