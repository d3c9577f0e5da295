import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Refusal } from '#platform/http/refusal.ts'
import { root } from '#platform/root.ts'

/** Words that attackers try first; adding digits and signs to one does not make it a good password. */
const commonWords = new Set(
  `password passwort motdepasse contrasena letmein welcome administrator sunshine princess football baseball basketball
  superman batman dragon monkey shadow master michael jennifer jessica charlie jordan hunter trustno iloveyou starwars
  whatever computer internet samsung google facebook linkedin freedom liverpool chelsea arsenal pokemon naruto mustang
  corvette ferrari mercedes porsche yankees cowboys steelers summer winter spring autumn january february monday friday
  secret changeme default temporary temp guest login access passcode qwerty qwertyuiop qwertzuiop asdfgh asdfghjkl zxcvbn
  zxcvbnm qazwsx qazwsxedc abcdef abcdefgh abcdefghi test testing demo sample example hello helloworld apotheca pharmacy
  pharma apothecademo pharmacist medicine hospital clinic apothecary wholesale ordering portal company business customer`.split(
    /\s+/,
  ),
)

/** The list stores four-byte fingerprints: enough to match, and the passwords stay unreadable in the repository. */
export const passwordFingerprint = (password: string): number =>
  createHash('sha256')
    .update(password.toLowerCase().replace(/[^\p{L}\p{N}]+$/u, ''))
    .digest()
    .readUInt32BE()

/** Fingerprints of tens of thousands of common passwords, written by scripts/list-usual-passwords.ts. */
export const usualPasswordsPath = resolve(root, 'src/identity/usual-passwords.bin')

let usual: Set<number> | null = null

const readUsual = (): Set<number> => {
  const bytes = readFileSync(usualPasswordsPath)
  return new Set(Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32BE(at * 4)))
}

const substitutes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

interface Person {
  email: string
  name?: string
  lastName?: string
  companyName?: string
}

/** Refuses common words with decoration, runs, and passwords based on the user's own details. */
export const refuseWeakPassword = (password: string, person: Person, field = 'password'): void => {
  if (isWeak(password, person))
    throw new Refusal(400, 'This password is too easy to guess. Choose a longer or less common one.', { field })
}

const isWeak = (password: string, person: Person): boolean => {
  const lower = password.normalize('NFKC').toLowerCase()
  const core = lettersOf(lower)
  const plain = lettersOf([...lower].map((character) => substitutes[character] ?? character).join(''))
  // Three-letter words occur in too many good passwords.
  const known = wordsOf(person).filter((word) => word.length > 3)
  return (
    new Set(lower).size < 4 ||
    isRun(lower) ||
    (usual ??= readUsual()).has(passwordFingerprint(lower)) ||
    (core === '' && lower.length < 10) ||
    [core, plain].some((word) => commonWords.has(word) || commonWords.has(halfOf(word))) ||
    [lower, core].some((word) => known.includes(word)) ||
    lower === person.email.toLowerCase()
  )
}

const lettersOf = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '')

/** Reduces a doubled word such as `passwordpassword` to `password`. */
const halfOf = (word: string): string => {
  const half = word.slice(0, word.length / 2)
  return half + half === word ? half : word
}

const wordsOf = ({ email, name = '', lastName = '', companyName = '' }: Person): string[] =>
  [email.split('@')[0] ?? '', name, lastName, name + lastName, companyName, ...companyName.split(/\s+/)].map((word) =>
    lettersOf(word.toLowerCase()),
  )

/** A run of adjacent characters such as `12345678`, `87654321` or `abcdefgh`. */
const isRun = (text: string): boolean => {
  const steps = [...text].slice(1).map((character, index) => character.charCodeAt(0) - text.charCodeAt(index))
  return steps.every((step) => step === 1) || steps.every((step) => step === -1)
}
