import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod'
import { houseRoot, trackedFiles } from './house/read-house.ts'
import { belongsToRelease, releasedScripts } from './release-parts.ts'

/** Copies the sources of a release to the folder; its package.json has only the commands that work there. */
export const stageSources = async (folder: string): Promise<void> => {
  for (const file of (await trackedFiles()).filter(belongsToRelease)) {
    const to = join(folder, file)
    await mkdir(dirname(to), { recursive: true })
    await cp(resolve(houseRoot, file), to)
  }
  const manifest = join(folder, 'package.json')
  const all = Manifest.parse(JSON.parse(await readFile(manifest, 'utf8')))
  const released = { ...all, scripts: releasedScripts(all.scripts) }
  await writeFile(manifest, `${JSON.stringify(released, null, 2)}\n`)
}

const Manifest = z.looseObject({ scripts: z.record(z.string(), z.string()) })
