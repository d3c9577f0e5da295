import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

const holding = (folder: string): string =>
  existsSync(join(folder, 'package.json')) ? folder : holding(dirname(folder))

/** The project's folder, for the sources and for what was built of them alike. */
export const root = holding(import.meta.dirname)
