import { retiredIn } from './words.ts'

/** For each file what it exports by name; a type and a value of one name are one. */
export type Exports = ReadonlyMap<string, readonly string[]>

/** So many names may be exported by two files or more, before a reader cannot tell any more which one is meant. */
export const maxExportedTwice = 24

/** What is wrong with the exported names of these files. */
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

/** The names that more than one file exports, the most frequent first. */
export const exportedTwice = (exports: Exports): { name: string; files: string[] }[] => {
  const filesOf = new Map<string, string[]>()
  for (const [file, names] of exports) for (const name of names) filesOf.set(name, [...(filesOf.get(name) ?? []), file])
  return [...filesOf]
    .filter(([, files]) => files.length > 1)
    .map(([name, files]) => ({ name, files }))
    .toSorted((one, other) => other.files.length - one.files.length || (one.name < other.name ? -1 : 1))
}

/** What a file exports by name; what it hands on of another file's is that file's. */
export const readExports = (text: string): string[] => [
  ...new Set(
    [
      ...text.matchAll(/^export (?:declare )?(?:async )?(?:const|let|function\*?|interface|type|class|enum) (\w+)/gm),
    ].map(([, name = '']) => name),
  ),
]
