const tests = /(?:^|\/)testing(?:-[^/]+)?\.ts$|\.test\.tsx?$/
const onlyForDevelopers =
  /^(?:\.ci|\.github|\.editorconfig|\.gitignore|\.ox|bench|e2e|payment-simulators|docs\/images|knip\.json|playwright|tsconfig|scripts\/(?!prepare|run\.mjs|start))/

/** What runs a portal, its commands and its demo; nothing that only builds or tests it. */
export const belongsToRelease = (file: string): boolean => !tests.test(file) && !onlyForDevelopers.test(file)

/** What the changelog says of this version. */
export const changesOf = (changelog: string, version: string): string => {
  const part = changelog.split(/^(?=## )/m).find((one) => one.startsWith(`## ${version} `))
  if (!part) throw new Error(`CHANGELOG.md says nothing of ${version}.`)
  return part
}
