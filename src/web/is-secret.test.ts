import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { it } from 'node:test'
import { isSecret } from './is-secret.ts'

const cases = [
  ['a covered password', 'password', '', {}, true],
  ['an uncovered password', 'text', 'current-password', {}, true],
  ['an uncovered secret of a provider', 'text', 'off', { secret: '' }, true],
  ['a code', 'text', 'one-time-code', {}, true],
  ['the number of a card', 'text', 'cc-number', {}, true],
  ['a name', 'text', 'off', {}, false],
] as const

for (const [what, type, autocomplete, dataset, isKept] of cases)
  it(`${what} is ${isKept ? '' : 'not '}secret`, () =>
    assert.equal(isSecret({ type, autocomplete: autocomplete as AutoFill, dataset }), isKept))

it('every password field and the recovery code field are marked as secret', async () => {
  for await (const file of glob('src/**/*.tsx')) {
    const text = await readFile(file, 'utf8')
    const fields = [...text.matchAll(/<(?:PasswordInput\b|TextInput\b[^>]*?Recovery code)/gs)].map(({ index }) => index)
    for (const at of fields) assert.match(text.slice(at, at + 600), /data-secret/, file)
  }
})
