import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { it } from 'node:test'
import { readEntries } from './read-lists.ts'

const lists = readdirSync(import.meta.dirname).flatMap((file) => /^(.*)\.txt$/.exec(file)?.[1] ?? [])

/** A word or phrase in lower case; a comma only in the generic names of former brands. */
const isWord = /^[^\s:|#A-Z]+(?: [^\s:|#A-Z]+)*$/

const repeated = (words: readonly string[]): string[] => words.filter((word, at) => words.indexOf(word) !== at)

it('has lists', () => assert.ok(lists.length > 10))

for (const list of lists)
  it(`${list}.txt has valid entries, each once`, () => {
    const entries = readEntries(list)
    assert.ok(entries.length > 0)
    for (const { word, others } of entries) {
      for (const one of [word, ...others]) assert.match(one, isWord, word)
      assert.deepEqual(repeated(others), [], word)
    }
    assert.deepEqual(repeated(entries.map(({ word }) => word)), [])
    const lines = readFileSync(`${import.meta.dirname}/${list}.txt`, 'utf8').split('\n')
    assert.deepEqual(
      lines.filter((line) => line !== line.trim() || line.split(': ').length > 2),
      [],
    )
  })
