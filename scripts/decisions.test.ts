import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { it } from 'node:test'

const folder = resolve(import.meta.dirname, '../docs/decisions')
const read = (name: string) => readFile(resolve(folder, name), 'utf8')

const files = await readdir(folder)
const names = files.filter((name) => /^\d{4}-/.test(name) && !name.startsWith('0000')).toSorted()
const texts = await Promise.all(names.map(read))

it('decisions have a number each, and each says its day and how it stands', () => {
  const heads = texts.map((text) => /^# (\d+)\. .+\n\nDate: \d{4}-\d\d-\d\d\n\nStatus: (.+)\n\n/.exec(text))
  assert.deepEqual(
    heads.map((head) => head?.[1]?.padStart(4, '0')),
    names.map((name) => name.slice(0, 4)),
  )
  names.forEach((name, at) => {
    assert.notEqual(name.slice(0, 4), names[at - 1]?.slice(0, 4))
    assert.match(heads[at]?.[2] ?? '', /^(proposed|accepted|replaced by \[\d{4}\]\(.+\))(;|$)/, name)
  })
})

it('decisions lead to pages that are there', () => {
  for (const text of texts)
    for (const [, name = ''] of text.matchAll(/\]\((\d{4}-[^)]+)\)/g)) assert.ok(names.includes(name), name)
})

it('the table of decisions says what the pages say', async () => {
  const rows = texts.map((text, at) => {
    const [, title, date, status] = /^# \d+\. (.+)\n\nDate: (.+)\n\nStatus: (.+)\n/.exec(text) ?? []
    return `| [${names[at]?.slice(0, 4)}](${names[at]}) | ${title} | ${date} | ${status} |`
  })
  const table = (await read('README.md')).split('\n').filter((line) => line.startsWith('| ['))
  assert.deepEqual(table, rows)
})
