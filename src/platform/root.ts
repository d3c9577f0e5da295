import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

const holding = (folder: string): string =>
  existsSync(join(folder, 'package.json')) ? folder : holding(dirname(folder))

/** The project's root folder, both from source and from a build. */
export const root = holding(import.meta.dirname)
