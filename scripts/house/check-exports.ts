import { retiredIn } from './words.ts'

/** The names that each file exports; a type and a value with the same name count once. */
export type Exports = ReadonlyMap<string, readonly string[]>

/** The number of names that two or more files may export; more would make names ambiguous for readers. */
export const maxExportedTwice = 24

/** Problems with the exported names of these files. */
export const checkExports = (exports: Exports): string[] => {
  const twice = exportedTwice(exports)
  return [
    ...[...exports].flatMap(([file, names]) =>
      names.flatMap((name) => {
        const complaint = retiredIn(name)
        return complaint ? [`${file}: ${name}: ${complaint}`] : []
      }),
    ),
    ...(twice.length > maxExportedTwice
      ? [
          `${twice.length} names are exported by several files, at most ${maxExportedTwice} may be:`,
          ...twice.map(({ name, files }) => `  ${name}: ${files.join(', ')}`),
        ]
      : []),
  ]
}

/** Names exported by more than one file, the most frequent first. */
export const exportedTwice = (exports: Exports): { name: string; files: string[] }[] => {
  const filesOf = new Map<string, string[]>()
  for (const [file, names] of exports) for (const name of names) filesOf.set(name, [...(filesOf.get(name) ?? []), file])
  return [...filesOf]
    .filter(([, files]) => files.length > 1)
    .map(([name, files]) => ({ name, files }))
    .toSorted((one, other) => other.files.length - one.files.length || (one.name < other.name ? -1 : 1))
}

/** The names that a file exports itself; re-exports do not count. */
export const readExports = (text: string): string[] => [
  ...new Set(
    [
      ...text.matchAll(/^export (?:declare )?(?:async )?(?:const|let|function\*?|interface|type|class|enum) (\w+)/gm),
    ].map(([, name = '']) => name),
  ),
]
