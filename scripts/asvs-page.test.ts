import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { it } from 'node:test'
import { settings } from '#platform/settings.ts'

const root = resolve(import.meta.dirname, '..')
const page = await readFile(resolve(root, 'docs/asvs.md'), 'utf8')
const rows = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| ([^|]+) \| (.+) \|$/gm)].map(
  ([, id = '', answer = '', how = '']) => ({ id, answer, how }),
)

/** The number of lines of level 2, which includes level 1, in each section; they are numbered from 1. */
const sections = `1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 5.1:1
  5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3
  8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2
  13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3`

const ids = sections.split(/\s+/).flatMap((entry) => {
  const [section, count] = entry.split(':')
  return Array.from({ length: Number(count) }, (_, at) => `${section}.${at + 1}`)
})

it('every line of the standard has one answer, in its order', () => {
  assert.deepEqual(
    rows.map(({ id }) => id),
    ids,
  )
  const answers = new Set(rows.map(({ answer }) => answer))
  assert.deepEqual([...answers].toSorted(), ['met', 'not applicable', 'not met', 'operator'])
})

it('every met requirement says where', () => {
  const silent = rows.filter(({ answer, how }) => answer === 'met' && !/`[^`]+[./][^`]+`|\]\(#|As \d|npm/.test(how))
  assert.deepEqual(
    silent.map(({ id }) => id),
    [],
  )
})

it('every named file exists', () => {
  const named = [
    ...page.matchAll(/`((?:src|e2e|scripts|docs|migrations|\.github)\/[^`*]+|[\w.]+\.(?:md|json|html))`/g),
  ].map(([, path = '']) => path)
  assert.ok(named.length > 200)
  assert.deepEqual(
    named.filter((path) => !existsSync(resolve(root, path))),
    [],
  )
})

it('every named section exists', () => {
  const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-'))
  for (const [, section = ''] of page.matchAll(/\]\(#([^)]+)\)/g)) assert.ok(headings.includes(section), section)
})

it('the list of gaps matches the answers', () => {
  const lead = page.slice(0, page.indexOf('## The list'))
  const told = [...lead.matchAll(/\d+\.\d+\.\d+/g)].map(([id]) => id).filter((id) => ids.includes(id))
  const missing = rows.filter(({ answer }) => answer === 'not met').map(({ id }) => id)
  assert.deepEqual(told.toSorted(), missing.toSorted())
})

const spans: Record<string, number> = {
  'a minute': 60,
  'in 5 minutes': 300,
  'in 10 minutes': 600,
  'in 15 minutes': 900,
  'an hour': 3_600,
  'a day': 86_400,
}

it('every rate limit of the code is listed with its value', async () => {
  const counted = new Set<string>()
  let calls = 0
  for await (const file of glob('src/**/*.ts', { cwd: root })) {
    if (file.endsWith('.test.ts')) continue
    const text = await readFile(resolve(root, file), 'utf8')
    calls += [...text.matchAll(/countAttempt\([\w.]+, \{|\bper: (?:\[|'(?:caller|network|params|body))/g)].length
    for (const [, what, name, most = '', seconds = ''] of text.matchAll(
      /(?:what: '([\w -]+)',\s*whom: \[[^\]]*\]|name: '([\w -]+)',\s*per: (?:'[\w.]+'|\[[^\]]*\])),\s*most: ([\d_]+),\s*seconds: ([\d_]+)/g,
    )) {
      counted.add(`${what ?? name} ${Number(most.replaceAll('_', ''))} ${Number(seconds.replaceAll('_', ''))}`)
      calls--
    }
  }
  assert.equal(calls, 0, 'a counter is written in a way that this test cannot read')
  const limits = page.slice(page.indexOf('## Limits'), page.indexOf('## Passwords'))
  const told = [...limits.matchAll(/^\| `([\w -]+)` \| ([\d,]+) (\D[^|]*) \|/gm)].map(
    ([, what, most = '', span = '']) => `${what} ${most.replaceAll(',', '')} ${spans[span.trim()]}`,
  )
  assert.deepEqual(told.toSorted(), [...counted].toSorted())
})

it('every named table exists', async () => {
  const migrations = await Promise.all(
    (await Array.fromAsync(glob('migrations/*.sql', { cwd: root }))).map((file) =>
      readFile(resolve(root, file), 'utf8'),
    ),
  )
  const there = new Set(
    migrations.flatMap((text) => [...text.matchAll(/^create table (\w+)/gm)].map(([, name]) => name)),
  )
  // A claim of OpenID Connect.
  const named = [...page.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, name = '']) => name)
  assert.deepEqual(
    named.filter((name) => name !== 'auth_time' && !there.has(name)),
    [],
  )
})

it('every setting with an external address is listed as a system the portal contacts', () => {
  const section = page.slice(page.indexOf('## Whom the portal talks to'), page.indexOf('## Data'))
  /** Addresses for people or browsers, and recipients reached through the mail server. */
  const asksNobody = ['PUBLIC_URL', 'DOCS_URL', 'LEGAL_URLS', 'TRAIL_HEAD_TO', 'MIGRATION_DATABASE_URL']
  const leading = Object.keys(settings).filter(
    (name) =>
      /(?:_URLS?|_BASE|_ISSUER|_ENDPOINT|_TO|_HOSTS|_ORIGINS|_BUCKET|^UPLOADS)$/.test(name) &&
      !asksNobody.includes(name),
  )
  assert.ok(leading.length > 7)
  assert.deepEqual(
    leading.filter((name) => !section.includes(`\`${name.replace(/^.*_API_BASE$/, '*_API_BASE')}`)),
    [],
  )
})
