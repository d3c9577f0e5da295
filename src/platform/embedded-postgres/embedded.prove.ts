import assert from 'node:assert/strict'
import { chmod, mkdir, readdir, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { isStopped, openFolders, saveText, savedText } from './testing-embedded.ts'

const isRoot = process.geteuid?.() === 0
const { base, folderNamed, open, openPortal } = await openFolders()

test('starts one server when processes race for an empty folder', async () => {
  const folder = folderNamed('raced')
  const opened = await Promise.all([openPortal(folder), openPortal(folder), open(folder)])
  const [one, two, three] = opened
  await saveText(one.connection, 'shared')
  assert.deepEqual(await savedText(two.connection), ['shared'])
  assert.deepEqual(await savedText(three.connection), ['shared'])
  await Promise.all([one.close(), two.close(), three.stop()])
  assert.ok(await isStopped(one.connection))
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith('new-')),
    [],
  )
})

test('serves a process that joins while another leaves', async () => {
  const folder = folderNamed('plain')
  let present = await open(folder)
  for (let round = 0; round < 10; round++) {
    const [next] = await Promise.all([open(folder), present.stop()])
    assert.equal(await isStopped(next.connection), false)
    present = next
  }
  await present.stop()
})

test('finds a short socket path when the folder’s path is too long', async (t) => {
  const { connection, stop } = await open(folderNamed('longer, '.repeat(20)))
  t.after(stop)
  t.after(() => rm(connection.host, { recursive: true }))
  assert.equal(dirname(connection.host), tmpdir())
  await saveText(connection, 'far')
  assert.deepEqual(await savedText(connection), ['far'])
})

test(
  'moves out of a folder that its account cannot enter',
  { skip: !isRoot && 'only root has another account' },
  async (t) => {
    const folder = folderNamed('closed/clone/database')
    await mkdir(folder, { recursive: true })
    await chmod(join(base, 'closed'), 0o700)
    const [one, two] = await Promise.all([open(folder), open(folder)])
    const place = await realpath(join(folder, 'elsewhere'))
    t.after(() => rm(place, { recursive: true }))
    await saveText(one.connection, 'outside')
    await Promise.all([one.stop(), two.stop()])

    const again = await open(folder)
    assert.deepEqual(await savedText(again.connection), ['outside'])
    assert.equal(dirname(again.connection.host), place)
    await again.stop()
  },
)
