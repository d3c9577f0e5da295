// Writes the bill of materials to dist/sbom.cdx.json and ends with 1 if something is wrong with it.
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { root } from './house/read-house.ts'
import { judgeSbom, makeSbom } from './sbom.ts'

const sbom = await makeSbom()
await mkdir(resolve(root, 'dist'), { recursive: true })
await writeFile(resolve(root, 'dist/sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`)
const complaints = await judgeSbom(sbom)
for (const complaint of complaints) process.stderr.write(`${complaint}\n`)
process.stderr.write(`${sbom.components.length} packages in dist/sbom.cdx.json\n`)
process.exit(complaints.length === 0 ? 0 : 1)
