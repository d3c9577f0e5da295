// Writes a release to dist/release: the archive with both sides built, its bill of materials, the release notes and
// checksums.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { version } from '#platform/version.ts'
import { houseRoot } from './house/read-house.ts'
import { changelogOf } from './release-parts.ts'
import { checkSbom, makeSbom } from './sbom.ts'
import { stageSources } from './stage-release.ts'

const execute = promisify(execFile)
const folder = resolve(houseRoot, 'dist/release')
const name = `apotheca-${version}`

const stage = async (): Promise<void> => {
  await stageSources(join(folder, name))
  for (const side of ['dist/web', 'dist/server'])
    await cp(resolve(houseRoot, side), join(folder, name, side), { recursive: true })
}

/** Packs a reproducible archive. */
const pack = async (): Promise<void> => {
  const { stdout: at } = await execute('git', ['log', '-1', '--format=%ct'], { cwd: houseRoot })
  const alike = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${at.trim()}`]
  await execute('tar', [...alike, '-C', folder, '-czf', join(folder, `${name}.tar.gz`), name])
  await rm(join(folder, name), { recursive: true })
}

const sumOf = async (file: string): Promise<string> => {
  const sum = createHash('sha256').update(await readFile(join(folder, file)))
  return `${sum.digest('hex')}  ${file}\n`
}

await rm(folder, { recursive: true, force: true })
await stage()
await pack()
const sbom = await makeSbom()
const complaints = await checkSbom(sbom)
if (complaints.length > 0) throw new Error(complaints.join('\n'))
await writeFile(join(folder, `${name}.cdx.json`), `${JSON.stringify(sbom, null, 2)}\n`)
await writeFile(
  join(folder, `${name}.md`),
  changelogOf(await readFile(resolve(houseRoot, 'CHANGELOG.md'), 'utf8'), version),
)
const files = [`${name}.tar.gz`, `${name}.cdx.json`, `${name}.md`]
const sums = await Promise.all(files.map(sumOf))
await writeFile(join(folder, 'SHA256SUMS'), sums.join(''))
process.stdout.write(sums.join(''))
