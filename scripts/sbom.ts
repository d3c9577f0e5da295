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

/** Packages that name no license in their manifest, and the one that their file LICENSE is. */
const readInTheFile: Record<string, string> = { 'png-js': 'MIT' }

/** What may be in what we give away; the libraries below the LGPL are used as they are, each a package of its own. */
const allowed =
  /^(?:MIT|MIT-0|Apache-2\.0|ISC|0BSD|BSD-[23]-Clause|BlueOak-1\.0\.0|CC0-1\.0|CC-BY-4\.0|Unlicense|Python-2\.0|OFL-1\.1|MPL-2\.0|LGPL-3\.0-or-later|PostgreSQL)$/

/** The bill of materials in CycloneDX 1.5: every package of the lock file, those of the browser's bundle too. */
export const makeSbom = async (): Promise<Sbom> => {
  const npm = process.env['npm_execpath']
  const [command, first] = npm ? [process.execPath, [npm]] : ['npm', []]
  const given = [...first, 'sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const { stdout } = await promisify(execFile)(command, given, { cwd: houseRoot, maxBuffer: 64 * 1024 * 1024 })
  const sbom = Sbom.parse(JSON.parse(stdout))
  return { ...sbom, components: sbom.components.map(withLicense) }
}

/** Whoever reads the bill has no file LICENSE beside it. */
const withLicense = (component: Sbom['components'][number]): Sbom['components'][number] => {
  const id = readInTheFile[component.name]
  return id && !component.licenses?.length ? { ...component, licenses: [{ license: { id } }] } : component
}

const Lock = z.object({
  packages: z.record(z.string(), z.object({ version: z.string(), name: z.optional(z.string()) })),
})

/** What is wrong with it: a package of the lock file that is missing, one without a checksum, a license nobody allowed. */
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
