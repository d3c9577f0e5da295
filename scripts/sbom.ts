import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import { houseRoot } from './house/read-house.ts'

const Sbom = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(
    z.looseObject({
      name: z.string(),
      version: z.string(),
      purl: z.string(),
      hashes: z.optional(z.array(z.unknown())),
      licenses: z.optional(
        z.array(
          z.looseObject({
            expression: z.optional(z.string()),
            license: z.optional(z.looseObject({ id: z.optional(z.string()), name: z.optional(z.string()) })),
          }),
        ),
      ),
    }),
  ),
})
type Sbom = z.infer<typeof Sbom>

/** Packages without a license in their manifest, with the license from their LICENSE file. */
const readInTheFile: Record<string, string> = { 'png-js': 'MIT' }

/** Licenses allowed in a release; LGPL libraries are unmodified, separate packages. */
const allowed =
  /^(?:MIT|MIT-0|Apache-2\.0|ISC|0BSD|BSD-[23]-Clause|BlueOak-1\.0\.0|CC0-1\.0|CC-BY-4\.0|Unlicense|Python-2\.0|OFL-1\.1|MPL-2\.0|LGPL-3\.0-or-later|PostgreSQL)$/

/**
 * The bill of materials in CycloneDX 1.5 with every package of the lock file, including those bundled for the browser.
 */
export const makeSbom = async (): Promise<Sbom> => {
  const npm = process.env['npm_execpath']
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []]
  const given = [...first, 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const { stdout } = await promisify(execFile)(command, given, { cwd: houseRoot, maxBuffer: 64 * 1024 * 1024 })
  const sbom = Sbom.parse(JSON.parse(stdout))
  return { ...sbom, components: sbom.components.map(withLicense) }
}

/** Adds the license, because readers of the bill do not have the LICENSE file. */
const withLicense = (component: Sbom['components'][number]): Sbom['components'][number] => {
  const id = readInTheFile[component.name]
  return id && !component.licenses?.length ? { ...component, licenses: [{ license: { id } }] } : component
}

const Lock = z.object({
  packages: z.record(z.string(), z.object({ version: z.string(), name: z.optional(z.string()) })),
})

/** Problems: packages of the lock file that are missing, lack a checksum, or have a license that is not allowed. */
export const checkSbom = async ({ components }: Sbom): Promise<string[]> => {
  const { packages } = Lock.parse(JSON.parse(await readFile(resolve(houseRoot, 'package-lock.json'), 'utf8')))
  const known = new Set(components.map(({ name, version }) => `${name}@${version}`))
  const locked = Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { name, version }]) => `${name ?? path.replace(/^.*node_modules\//, '')}@${version}`)
  return [
    ...locked.filter((one) => !known.has(one)).map((one) => `${one} is missing.`),
    ...components.filter(({ hashes }) => !hashes?.length).map(({ purl }) => `${purl} has no checksum.`),
    ...components.flatMap((component) => {
      const stray = licensesOf(component).filter((id) => !allowed.test(id))
      return stray.map((id) => `${component.purl} comes with the license ${id || '(none)'}.`)
    }),
  ]
}

const licensesOf = ({ licenses }: Sbom['components'][number]): string[] => {
  const named = licenses?.map(({ expression, license }) => expression ?? license?.id ?? license?.name ?? '') ?? []
  const all = named.length > 0 ? named : ['']
  return all.flatMap((one) => one.replaceAll(/[()]/g, '').split(/ (?:AND|OR) /))
}
