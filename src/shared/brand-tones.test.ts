import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contrastOf, tonesOf, colorProblem } from './brand-tones.ts'

/** All hues, vivid and pale, from the lightest to the darkest allowed. */
const colors = [
  '#7a1f5c',
  '#12523f',
  '#0057b8',
  '#b00020',
  '#8a4b00',
  '#5f5f00',
  '#006b5e',
  '#4b2ea8',
  '#001f3f',
  '#000000',
  '#595959',
  '#ff0000',
  '#9900ff',
]

describe('the tones of a color', () => {
  it('have a contrast of 4.5:1 behind text, in both schemes', () => {
    const usable = colors.filter((color) => colorProblem(color) === null)
    assert.ok(usable.length > 10, usable.join())
    for (const color of usable) {
      const { shades, surfaces } = tonesOf(color)
      const both = (name: string) => surfaces[name] ?? ['', '']
      const pairs = [
        [shades[8], '#ffffff'],
        [shades[4], both('--mantine-primary-color-contrast')[1]],
        [both('--mantine-color-anchor')[0], '#f4f1ea'],
        [both('--mantine-color-anchor')[1], '#222c28'],
        ...[0, 1].flatMap((scheme) => [
          [both('--own')[scheme], both('--own-soft')[scheme]],

          [both('--header')[scheme], both('--header-text')[scheme]],
          [both('--header')[scheme], both('--header-dimmed')[scheme]],
          // The demo notice.
          [both('--header')[scheme], '#f0cf8e'],
        ]),
      ] as [string, string][]
      for (const [one, other] of pairs)
        assert.ok(contrastOf(one, other) >= 4.5, `${color}: ${one} on ${other} ${contrastOf(one, other)}`)
    }
  })

  it('go from light to dark and include the color', () => {
    for (const color of colors) {
      const { shades } = tonesOf(color)
      const onWhite = shades.map((shade) => contrastOf(shade, '#ffffff'))
      assert.deepEqual(
        onWhite,
        onWhite.toSorted((one, other) => one - other),
      )
      assert.equal(shades[8], color)
      assert.ok(shades.every((shade) => /^#[0-9a-f]{6}$/.test(shade)))
    }
  })
})

describe('a color', () => {
  it('that is unreadable is reported with a readable shade', () => {
    const told = colorProblem('#ffcc00') ?? ''
    assert.match(told, /^a readable color \(contrast is 1\.\d:1, the minimum 4\.5:1; #[0-9a-f]{6} would work\)$/)
    assert.equal(colorProblem(/; (#\w+) /.exec(told)?.[1] ?? ''), null)
  })

  it('is written as six hexadecimal digits', () => {
    for (const text of ['red', '#123', 'url(x)', '#12523g', '#12523f;'])
      assert.match(colorProblem(text) ?? '', /such as/)
  })

  it('has the contrast that WCAG defines', () => {
    assert.equal(contrastOf('#000000', '#ffffff').toFixed(1), '21.0')
    assert.equal(contrastOf('#777777', '#ffffff').toFixed(2), '4.48')
  })
})
