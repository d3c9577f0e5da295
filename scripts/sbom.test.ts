import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSbom, makeSbom } from './sbom.ts'

const sbom = await makeSbom()

test('the bill of materials names every package of the lock file, with a checksum and a license that we allow', async () => {
  assert.deepEqual(await checkSbom(sbom), [])
  const unlicensed = sbom.components.filter(({ licenses }) => !licenses?.length)
  assert.deepEqual(
    unlicensed.map(({ purl }) => purl),
    [],
  )
})

test('a package that is missing, altered or under another license is found', async () => {
  const [first, second, ...rest] = sbom.components
  assert.ok(first && second)
  const altered = { ...second, hashes: [], licenses: [{ license: { id: 'AGPL-3.0-only' } }] }
  assert.deepEqual(await checkSbom({ ...sbom, components: [altered, ...rest] }), [
    `${first.name}@${first.version} is missing.`,
    `${second.purl} has no checksum.`,
    `${second.purl} comes with the license AGPL-3.0-only.`,
  ])
})
