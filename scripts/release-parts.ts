import { isTest } from './house/layout.ts'

const onlyForDevelopers =
  /^(?:\.ci|\.git(?!hub\/[A-Z_]+\.md$)|\.editorconfig|\.ox|bench|config\/|e2e|docs\/images|tsconfig|scripts\/(?!prepare\.mjs|run\.mjs|start\.mjs))/

/** What a portal, its commands and its demo need at run time; nothing that only builds or tests. */
export const belongsToRelease = (file: string): boolean => !isTest(file) && !onlyForDevelopers.test(file)

/** The commands of package.json whose programs are in a release. */
export const releasedScripts = (scripts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(scripts).filter(
      ([, command]) => !command.includes('--dev') && programsOf(command).every(belongsToRelease),
    ),
  )

/** The project files that a package.json command names. */
export const programsOf = (command: string): string[] => command.match(/\S+\.(?:mjs|ts)\b/g) ?? []

/** The changelog section of this version. */
export const changelogOf = (changelog: string, version: string): string => {
  const part = changelog.split(/^(?=## )/m).find((one) => one.startsWith(`## ${version} `))
  if (!part) throw new Error(`CHANGELOG.md has no section for ${version}.`)
  return part
}
