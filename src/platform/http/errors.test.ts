import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import Fastify from 'fastify'
import { answerError } from './errors.ts'

const nowhere = join(tmpdir(), 'is', 'nowhere')

const faults: [what: string, happen: () => Promise<unknown>, databaseAway: true | undefined][] = [
  ['a socket of the database that is not there', () => once(connect(nowhere), 'connect'), true],
  ['a file that is not there', () => readFile(nowhere), undefined],
]

for (const [what, happen, databaseAway] of faults)
  test(`${what} is ${databaseAway ? 'a database that is away' : 'a fault of the portal'}`, async () => {
    const http = Fastify()
    http.setErrorHandler(answerError)
    http.get('/', happen)
    const answer = await http.inject('/')
    assert.equal(answer.statusCode, databaseAway ? 503 : 500)
    assert.equal(answer.json().databaseAway, databaseAway)
  })
