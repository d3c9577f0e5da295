import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { houseRoot, listDocuments } from './house/read-house.ts'

const pages = [...listDocuments(), 'README.md'].map((file) => ({
  file,
  text: readFileSync(resolve(houseRoot, file), 'utf8'),
}))
const taken = readdirSync(resolve(houseRoot, 'docs/pictures'))
const shown = pages.flatMap(({ file, text }) =>
  [...text.matchAll(/!\[([^\]]*)\]\([^)]*pictures\/([\w-]+)-1440\.webp\)/g)].map(([, alt = '', name = '']) => ({
    file,
    alt,
    name,
  })),
)

test('every picture of the documentation is on a page, and every page has its pictures in both widths', () => {
  const wanted = shown.flatMap(({ name }) => [`${name}-1440.webp`, `${name}-390.webp`])
  assert.deepEqual(taken.toSorted(), [...new Set(wanted)].toSorted())
})

test('every picture on a page has a text in its place', () => {
  for (const { file, alt, name } of shown) assert.ok(alt.length > 10, `${file}: ${name}`)
})
