import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { glob, readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describe, it } from 'node:test'

const root = resolve(import.meta.dirname, '..')
const folder = resolve(root, 'docs/decisions')
const read = (name: string) => readFile(resolve(folder, name), 'utf8')

const files = await readdir(folder)
const names = files.filter((name) => /^\d{4}-/.test(name) && !name.startsWith('0000')).toSorted()
const pages = await Promise.all(names.map(async (name) => ({ name, number: name.slice(0, 4), text: await read(name) })))
const numbers = pages.map(({ number }) => number)
const history = [...(await read('history.md')).matchAll(/^\| (\d{4}) \| [^|]+ \| [^|]+ \|$/gm)].map(
  ([, number]) => number,
)

const headings = ['Context', 'Decision', 'Rejected alternatives', 'Consequences']
const mostWords = 400
/** Results of single runs become outdated; docs/performance.md has those of the current build. */
const measurement = /\b(?:measured|medians?|p9\d|interleaved|microseconds?|load of \d+)\b|\d\s?(?:ms|µs)\b|^\|/im

for (const { name, number, text } of pages)
  describe(name, () => {
    it('states its decision, its date and its status', () => {
      const head = /^# (\d+)\. (.+)\n\nDate: \d{4}-\d\d-\d\d\n\nStatus: (?:proposed|accepted)\n\n## /.exec(text)
      assert.equal(head?.[1]?.padStart(4, '0'), number)
      assert.doesNotMatch(head?.[2] ?? '', /^(?:What|Who|Whoever|Where|Those) |[.?]$/)
    })

    it('has the sections of the template, and something in each', () => {
      const sections = text.split(/^## /m).slice(1)
      assert.deepEqual(
        sections.map((section) => section.split('\n', 1)[0]),
        headings,
      )
      for (const section of sections) assert.match(section, /\n\n\S/)
    })

    it(`has at most ${mostWords} words and no measurements`, () => {
      const words = text.split(/\s+/).filter((word) => word !== '').length
      assert.ok(words <= mostWords, `${words} words`)
      assert.doesNotMatch(text, measurement)
    })
  })

it('a number names one page, or one line of the history', () => {
  const all = [...numbers, ...history]
  assert.deepEqual(all, [...new Set(all)])
  assert.deepEqual(history, history.toSorted())
})

it('links between decisions lead to pages', async () => {
  for (const text of [...pages.map((page) => page.text), await read('history.md')])
    for (const [, name = ''] of text.matchAll(/\]\((\d{4}-[^)]+)\)/g)) assert.ok(names.includes(name), name)
})

it('files and folders that a decision names exist', () => {
  for (const { name, text } of pages)
    for (const [, path = ''] of text.matchAll(/`((?:src|scripts|bench|e2e|deploy)\/[\w./-]+)`/g))
      assert.ok(existsSync(resolve(root, path)), `${name}: ${path}`)
})

it('code and documents refer to decisions that have a page', async () => {
  const sources = glob(['*.md', '.github/*.md', 'docs/*.md', '{src,scripts,bench,e2e}/**/*.{ts,tsx,mjs,md}'], {
    cwd: root,
  })
  for await (const source of sources) {
    const text = await readFile(resolve(root, source), 'utf8')
    for (const [, name = ''] of text.matchAll(/decisions\/(\d{4}-[\w-]+\.md)/g)) assert.ok(names.includes(name), name)
    for (const [reference, number = ''] of text.matchAll(/(?:\bdecision |decisions\/)(\d+)\b/gi))
      assert.ok(numbers.includes(number.padStart(4, '0')), `${source}: ${reference}`)
  }
})

it('the table of decisions matches the pages', async () => {
  const rows = pages.map(({ name, number, text }) => {
    const [, title, date] = /^# \d+\. (.+)\n\nDate: (.+)\n/.exec(text) ?? []
    return `| [${number}](${name}) | ${title} | ${date} |`
  })
  const table = (await read('README.md')).split('\n').filter((line) => line.startsWith('| ['))
  assert.deepEqual(table, rows)
})
