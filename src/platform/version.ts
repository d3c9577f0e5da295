import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { root } from './root.ts'

const manifest: unknown = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'))

/** Of the release, as the changelog calls it. */
export const { version } = z.parse(z.object({ version: z.string() }), manifest)

/** Of which commit it was built; nothing where it was built of no history. */
const commitBuilt = (): string => {
  try {
    return readFileSync(resolve(root, 'dist/server/commit'), 'utf8').trim()
  } catch {
    return ''
  }
}

const commit = commitBuilt()

/** What runs: two builds of one release that is not out yet are two. */
export const builtVersion = /^[0-9a-f]{7,40}$/.test(commit) ? `${version}+${commit}` : version
