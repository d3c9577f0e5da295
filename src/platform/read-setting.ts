import { readFileSync } from 'node:fs'

/** A setting that stops the start: its message is the one line an operator reads. */
export class BadSetting extends Error {}

/** What the environment says of a setting; of a secret one also by a file that it names. */
export const valueOf = (
  name: string,
  environment: Record<string, string | undefined>,
  isSecret: boolean,
): string | undefined => {
  const file = isSecret && environment[`${name}_FILE`]
  if (!file) return environment[name]
  if (environment[name]) throw new BadSetting(`Settings ${name} and ${name}_FILE: set only one of them.`)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new BadSetting(`Setting ${name}_FILE: the file "${file}" cannot be read (${codeOf(error)}).`)
  }
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code // what the file system throws
