import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { after, describe, it } from 'node:test'
import serverBuild from '../config/vite.server.config.ts'
import { houseRoot, trackedFiles } from './house/read-house.ts'
import { belongsToRelease, programsOf } from './release-parts.ts'
import { stageSources } from './stage-release.ts'
import { neededBy } from './testing-needs.ts'

const folder = await mkdtemp(join(tmpdir(), 'apotheca-release-'))
after(() => rm(folder, { recursive: true }))
await stageSources(folder)

const { scripts } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

it('lists only the commands that work in a release', () => {
  assert.deepEqual(Object.keys(scripts), ['start', 'portal'])
  for (const program of Object.values(scripts).flatMap(programsOf))
    assert.ok(existsSync(join(folder, program)), program)
})

it('has every file that its programs import, read or start', async () => {
  const built = serverBuild.build?.rolldownOptions?.input as string[]
  // Build scripts are imported only in a checkout.
  const tracked = (await trackedFiles()).filter((file) => file !== 'scripts/build.mjs')
  const needed = await neededBy([...Object.values(scripts).flatMap(programsOf), ...built], tracked)
  for (const one of ['migrations/0001-platform.sql', 'demo/products.json', 'simulators/payments/stripe.ts'])
    assert.ok(needed.has(one), one)
  assert.deepEqual(
    [...needed].filter((file) => !belongsToRelease(file)),
    [],
  )
})

describe('its start', () => {
  const server = 'dist/server/main.js'
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  const start = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/start.mjs', ...args], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 30_000,
    })
    return { status, stdout, stderr }
  }

  it('runs the built files without installing or building', async () => {
    await symlink(resolve(houseRoot, 'node_modules'), join(folder, 'node_modules'))
    await write('dist/web/index.html', '')
    await write(server, `process.stdout.write('it runs')`)
    assert.deepEqual(start(), { status: 0, stdout: 'it runs', stderr: '' })
  })

  it('names what is missing from an incomplete archive', async () => {
    await rm(join(folder, server))
    const { status, stderr } = start()
    assert.equal(status, 1)
    assert.match(stderr, /^This release is incomplete: dist\/server\/main\.js is missing\. Unpack it again\.$/m)
  })

  it('refers developers to a checkout', () => {
    const { status, stderr } = start('--dev')
    assert.equal(status, 1)
    assert.match(stderr, /in a checkout/)
  })
})
