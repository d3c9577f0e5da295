import assert from 'node:assert/strict'
import { it } from 'node:test'
import { checkScale } from './check-scale.ts'

const complaintsOf = (file: string, text: string) => checkScale([{ file, text }])

const refused: [what: string, file: string, text: string, found: string][] = [
  ['a size between two steps', 'src/a/b.module.css', '.a {\n  font-size: 1.0625rem;\n}', '2: font size “1.0625rem”'],
  ['a size in pixels', 'src/a/b.module.css', '.a { font-size: 11px; }', '1: font size “11px”'],
  ['a size that follows the window', 'src/a/b.module.css', '.a { font-size: clamp(1rem, 2vw, 2rem); }', 'clamp'],
  ['a weight', 'src/a/b.module.css', '.a { font-weight: 600; }', '1: font weight “600”'],
  ['a weight of a component', 'src/a/b.tsx', '<Text fw={640}>Name</Text>', '1: font weight “640”'],
  ['a height of a control', 'src/a/b.module.css', '.a { height: 34px; }', '1: height “34px”'],
  ['a size of a component', 'src/a/b.tsx', '<Text fz="0.9rem">Name</Text>', '1: font size “0.9rem”'],
  ['a size in a style object', 'src/a/b.tsx', "<p style={{ fontSize: '11px' }} />", '1: font size “11px”'],
  ['a weight in a style object', 'src/a/b.tsx', '<p style={{ fontWeight: 500 }} />', '1: font weight “500”'],
  ['a height of a component', 'src/a/b.tsx', '<Group mih={32} />', '1: height “32”'],
  ['a height in a style object', 'src/a/b.tsx', '<p style={{ height: 44 }} />', '1: height “44”'],
  ['a large button', 'src/a/b.tsx', '<Button size="lg">Pay</Button>', '1: size “lg”'],
  ['a least height', 'src/a/b.module.css', '.a { min-height: 2.5rem; }', '1: height “2.5rem”'],
]

for (const [what, file, text, found] of refused)
  it(`${what} that is not on the scale is refused`, () => {
    const [complaint = 'none', ...more] = complaintsOf(file, text)
    assert.ok(complaint.startsWith(`${file}:`) && complaint.includes(found), complaint)
    assert.deepEqual(more, [])
  })

const accepted: [what: string, text: string][] = [
  ['steps of the scale', '.a { font-size: 0.75rem; font-weight: 550; height: 36px; min-height: 2.625rem; }'],
  ['relative and printed sizes', '.a { font-size: inherit; font-size: 9pt; }'],
  ['the weights of a font file', '@font-face { font-weight: 100 900; }'],
  ['boxes and rules', '.a { height: 1px; min-height: 14rem; height: auto; max-height: 34px; line-height: 22px; }'],
]

for (const [what, text] of accepted)
  it(`${what} are accepted`, () => assert.deepEqual(complaintsOf('src/a/b.module.css', text), []))
