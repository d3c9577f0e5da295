import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkWords } from './check-words.ts'

const words = {
  retiredPhrases: ['is told', 'whoever', 'one’s own'],
  retiredLabels: ['Holds'],
  allowedNames: ['account "whoever"'],
}

const check = (file: string, text: string) => checkWords([{ file, text }], words)

const refused: [what: string, file: string, text: string, found: string][] = [
  ['a string', 'src/a/b.ts', "const words = 'The buyer is told.'", '1: retired phrase “is told”'],
  ['a template', 'src/a/b.ts', 'const words = `${name} is told.`', '1: retired phrase “is told”'],
  ['words on two lines', 'src/a/b.tsx', 'const a = (\n  <p>\n    Whoever is\n    told\n  </p>\n)', 'phrase “Whoever”'],
  ['an attribute', 'src/a/b.tsx', 'const a = <a title="Whoever may" />', '“Whoever”'],
  ['any apostrophe', 'src/a/b.ts', 'const words = "Change one\'s own name"', "“one's own”"],
  ['a label', 'src/a/b.tsx', 'const a = <b>Holds</b>', '“Holds”'],
  ['a heading', 'docs/a.md', 'Text\n\n## Whoever comes\n', '3: retired phrase “Whoever”'],
  ['a title of the guide', 'docs-site/a.md', '---\ntitle: Whoever comes\n---\n', '2: retired phrase'],
]

for (const [what, file, text, found] of refused)
  it(`${what} with a retired phrase is refused`, () => {
    const [complaint = 'none', ...more] = check(file, text)
    assert.ok(complaint.startsWith(`${file}:`) && complaint.includes(found), complaint)
    assert.deepEqual(more, [])
  })

const accepted: [what: string, file: string, text: string][] = [
  ['a comment', 'src/a/b.ts', "// Whoever is told.\nconst a = 'Fine words'"],
  ['SQL', 'src/a/b.ts', 'const a = sql`select 1 as whoever where true`'],
  ['a name in code', 'src/a/b.ts', "const a: 'whoever' = 'whoever'"],
  ['part of a longer word', 'src/a/b.ts', "const a = 'This told them'"],
  ['a label inside a sentence', 'src/a/b.ts', "const a = 'Holds on orders'"],
  ['an allowed name', 'src/a/b.ts', `const a = 'The account "whoever" is missing'`],
  ['a test', 'src/a/b.test.ts', "it('is told to whoever asks')"],
  ['the text of a document', 'docs/a.md', '# Title\n\nWhoever comes.\n'],
]

for (const [what, file, text] of accepted) it(`${what} is accepted`, () => assert.deepEqual(check(file, text), []))
