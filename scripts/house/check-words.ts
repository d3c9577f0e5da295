import { parseSync } from 'vite'
import { isTest } from './layout.ts'

export interface Page {
  file: string
  text: string
}

export interface RetiredWords {
  retiredPhrases: readonly string[]
  retiredLabels: readonly string[]
  allowedNames: readonly string[]
}

/** Finds retired phrases in visible text: strings and JSX text of programs, and headings of documents. */
export const checkWords = (pages: readonly Page[], words: RetiredWords): string[] => {
  const phrase = phrasePattern(words.retiredPhrases)
  const label = labelPattern(words.retiredLabels)
  return pages
    .filter(({ file }) => !isTest(file))
    .flatMap(({ file, text }) => {
      // Parsing is slow, and nearly all files have none of these words.
      if (!phrase.test(text) && !words.retiredLabels.some((known) => text.includes(known))) return []
      return visibleTexts(file, text).flatMap(({ line, shown }) => {
        const read = words.allowedNames.reduce((rest, name) => rest.replaceAll(name, ''), shown)
        const found = label.exec(read)?.[0] ?? (read.includes(' ') ? phrase.exec(read)?.[0] : undefined)
        return found === undefined ? [] : [`${file}:${line}: retired phrase “${found}” in “${shown.slice(0, 100)}”`]
      })
    })
}

const escaped = (phrase: string): string =>
  phrase
    .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(' ', String.raw`\s+`)
    .replaceAll('’', "['’]")

const phrasePattern = (phrases: readonly string[]): RegExp =>
  new RegExp(String.raw`(?<![\w-])(?:${phrases.map(escaped).join('|')})(?![\w-])`, 'i')

const labelPattern = (labels: readonly string[]): RegExp => new RegExp(`^(?:${labels.map(escaped).join('|')})$`)

interface Visible {
  line: number
  shown: string
}

const visibleTexts = (file: string, text: string): Visible[] =>
  file.endsWith('.md')
    ? headingsIn(text)
    : [...textsIn(parseSync(file, text).program)].map(({ start, shown }) => ({
        line: text.slice(0, start).split('\n').length,
        shown: shown.replaceAll(/\s+/g, ' ').trim(),
      }))

const headingsIn = (text: string): Visible[] =>
  text.split('\n').flatMap((row, at) => {
    const shown = /^(?:#{1,6} |title: )(.*)/.exec(row)?.[1]
    return shown === undefined ? [] : [{ line: at + 1, shown }]
  })

type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Skips imports, types, SQL and class names, which are not shown on screens. */
const textsIn = function* (value: unknown): Generator<{ start: number; shown: string }> {
  if (Array.isArray(value)) for (const item of value) yield* textsIn(item)
  else if (isNode(value) && !isHidden(value)) {
    const start = Number(value['start'])
    if (value['type'] === 'TaggedTemplateExpression') yield* textsIn((value['quasi'] as Node)['expressions'])
    else {
      if (value['type'] === 'JSXText' || (value['type'] === 'Literal' && typeof value['value'] === 'string'))
        yield { start, shown: String(value['value']) }
      if (value['type'] === 'TemplateLiteral')
        yield {
          start,
          shown: (value['quasis'] as { value: { cooked: string } }[]).map((part) => part.value.cooked).join('…'),
        }
      for (const part of Object.values(value)) if (isNode(part)) yield* textsIn(part)
    }
  }
}

const isHidden = ({ type, name }: Node): boolean =>
  type === 'ImportDeclaration' ||
  type === 'TSLiteralType' ||
  (type === 'JSXAttribute' && isNode(name) && name['name'] === 'className')
