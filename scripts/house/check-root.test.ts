import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkRoot } from './check-root.ts'
import { trackedFiles } from './read-house.ts'

const entries = (count: number) => Array.from({ length: count }, (_, at) => `notes-${at}.md`)

const right: [what: string, files: string[]][] = [
  ['20 entries', entries(20)],
  ['20 entries of which one is a folder with many files', [...entries(19), 'src/a.ts', 'src/b.ts', 'src/orders/c.ts']],
  ['20 entries beside those that begin with a dot', [...entries(20), '.npmrc', '.github/CONTRIBUTING.md']],
]
for (const [what, files] of right) it(`the root folder may have ${what}`, () => assert.deepEqual(checkRoot(files), []))

const wrong: [what: string, files: string[]][] = [
  ['21 files', entries(21)],
  ['20 files and a folder', [...entries(20), 'tools/run.ts', 'tools/stop.ts']],
]
for (const [what, files] of wrong)
  it(`the root folder may not have ${what}`, () => {
    const [complaint = '', ...more] = checkRoot(files)
    assert.match(complaint, /^The root folder has 21 entries without a leading dot, 20 are allowed: notes-0\.md, /)
    assert.deepEqual(more, [])
  })

it('git lists the files by their path from the root folder', async () => {
  const tracked = await trackedFiles()
  for (const file of ['README.md', 'scripts/house/check-root.ts']) assert.ok(tracked.includes(file), file)
})
