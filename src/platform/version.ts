import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { root } from './root.ts'

const manifest: unknown = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'))

/** Of the release that runs. */
export const { version } = z.parse(z.object({ version: z.string() }), manifest)
