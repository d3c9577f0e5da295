import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { BadSetting } from './read-setting.ts'
import { root } from './root.ts'

/** Releases don't contain the build script. */
const isInRelease = (): boolean => !existsSync(resolve(root, 'scripts/build.mjs'))

/** A release must not fall back to the demo or to a local folder because DATABASE_URL got lost. */
export const refuseUnnamedDatabase = (
  environment: Record<string, string | undefined>,
  isRelease = isInRelease(),
): void => {
  const isNamed = environment['DATABASE_URL'] || environment['DATABASE_URL_FILE']
  if (!isRelease || isNamed || environment['DEMO'] === '1') return
  throw new BadSetting(
    'Setting DATABASE_URL: empty. Set the URL of your PostgreSQL, or embedded for the bundled one; DEMO=1 shows the demo, whose password is public.',
  )
}
