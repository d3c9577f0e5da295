// Writes the bill of materials to dist/sbom.cdx.json and exits with 1 if it has a problem.
import { mkdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { houseRoot } from './house/read-house.ts'
import { checkSbom, makeSbom } from './sbom.ts'

const sbom = await makeSbom()
await mkdir(resolve(houseRoot, 'dist'), { recursive: true })
await writeFile(resolve(houseRoot, 'dist/sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`)
const complaints = await checkSbom(sbom)
for (const complaint of complaints) process.stderr.write(`${complaint}\n`)
process.stderr.write(`${sbom.components.length} packages in dist/sbom.cdx.json\n`)
process.exit(complaints.length === 0 ? 0 : 1)
