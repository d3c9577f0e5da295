// Writes the list of common passwords from standard input, one per line: `cat passwords.txt | node
// scripts/list-usual-passwords.ts`. The checked-in list was made from the dictionaries of @zxcvbn-ts/language-common
// 4.1.3 (MIT license).
import { writeFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { passwordFingerprint, usualPasswordsPath } from '../src/identity/check-password.ts'

const leastLength = 8

const passwords = (await text(process.stdin)).split('\n').map((line) => line.trim())
const prints = new Set(passwords.filter(({ length }) => length >= leastLength).map(passwordFingerprint))
const bytes = Buffer.alloc(prints.size * 4)
;[...prints].toSorted((one, other) => one - other).forEach((print, at) => bytes.writeUInt32BE(print, at * 4))
await writeFile(usualPasswordsPath, bytes)
