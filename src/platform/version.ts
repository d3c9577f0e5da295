import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { root } from './root.ts'

const manifest: unknown = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'))

/** The release version in the changelog. */
export const { version } = z.parse(z.object({ version: z.string() }), manifest)

/** The commit of the build; empty for a build outside of a Git repository. */
const commitBuilt = (): string => {
  try {
    return readFileSync(resolve(root, 'dist/server/commit'), 'utf8').trim()
  } catch {
    return ''
  }
}

const commit = commitBuilt()

/** The running build: distinguishes two builds of an unreleased version. */
export const builtVersion = /^[0-9a-f]{7,40}$/.test(commit) ? `${version}+${commit}` : version
