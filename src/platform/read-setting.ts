import { readFileSync } from 'node:fs'

/** A setting that prevents the start; its message is the one line shown to the operator. */
export class BadSetting extends Error {}

/** The value of a setting from the environment; a secret can also come from the file named by `NAME_FILE`. */
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

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code
