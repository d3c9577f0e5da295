import { readFile } from 'node:fs/promises'

/** The files of each screen of the build by route; the first one is the screen's own. */
export const readScreenFiles = async () =>
  JSON.parse(await readFile('dist/web/screens.json', 'utf8')) as Record<string, string[]>

/** A pattern of the address of a screen's own file. The names of files are hashes, so no pattern can be written. */
export const ownFileOf = async (route: string) => {
  const [file] = (await readScreenFiles())[route] ?? []
  if (!file) throw new Error(`No screen at ${route}.`)
  return `**${file}`
}
