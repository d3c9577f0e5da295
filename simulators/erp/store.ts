import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { emptyBooks } from './books.ts'
import type { Books, Shelf } from './books.ts'

type Entry = { ObjectID: string }

/** One change of the books: what now stands under an id, or that nothing does. */
export type Change = {
  [Name in Shelf]: readonly [
    shelf: Name,
    id: string,
    value: (Books[Name] extends Map<string, infer Held> ? Held : never) | null,
  ]
}[Shelf]

type Store = {
  books: Books
  /** True when there was no state to continue from. */
  isNew: boolean
  /** Puts changes on disk and then into the books: all of them, or none. */
  commit: (changes: readonly Change[]) => void
  close: () => void
}

const snapshotEvery = 5000

export const openStore = (folder: string | null): Store => {
  const books = emptyBooks()
  if (folder === null) {
    return { books, isNew: true, commit: (changes) => applyAll(books, changes), close: () => undefined }
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const snapshot = join(folder, 'snapshot.jsonl')
  const log = join(folder, 'log.jsonl')
  const replayed = replay(books, snapshot) + replay(books, log)

  const descriptor = openSync(log, 'a', 0o600)
  let sinceSnapshot = 0
  const takeSnapshot = () => {
    writeSnapshot(books, snapshot)
    truncateSync(log)
    sinceSnapshot = 0
  }
  return {
    books,
    isNew: replayed === 0,
    commit: (changes) => {
      if (changes.length === 0) return
      appendWhole(descriptor, `${JSON.stringify(changes)}\n`)
      applyAll(books, changes)
      sinceSnapshot += 1
      if (sinceSnapshot >= snapshotEvery) takeSnapshot()
    },
    close: () => {
      takeSnapshot()
      closeSync(descriptor)
    },
  }
}

/** A half-written last line was never answered: it is cut off. */
const replay = (books: Books, file: string) => {
  if (!existsSync(file)) return 0
  const bytes = readFileSync(file)
  const end = bytes.lastIndexOf(10) + 1
  for (let start = 0; start < end;) {
    const stop = bytes.indexOf(10, start)
    const changes = JSON.parse(bytes.toString('utf8', start, stop)) as Change[] // written by commit() alone
    applyAll(books, changes)
    start = stop + 1
  }
  if (end < bytes.length) truncateSync(file, end)
  return end
}

const applyAll = (books: Books, changes: readonly Change[]) => {
  for (const [name, id, value] of changes) {
    const shelf = books[name] as Map<string, Entry> // a change carries what its shelf holds
    if (value === null) shelf.delete(id)
    else shelf.set(id, value)
  }
}

const writeSnapshot = (books: Books, file: string) => {
  const draft = `${file}.new`
  const descriptor = openSync(draft, 'w', 0o600)
  for (const name of Object.keys(books) as Shelf[]) {
    for (const [id, value] of books[name]) writeWhole(descriptor, `${JSON.stringify([[name, id, value]])}\n`)
  }
  fsyncSync(descriptor)
  closeSync(descriptor)
  renameSync(draft, file)
}

const writeWhole = (descriptor: number, line: string) => {
  const bytes = Buffer.from(line)
  for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written)
}

/** A disk that is full must not leave half a line in front of the next one. */
const appendWhole = (descriptor: number, line: string) => {
  const { size } = fstatSync(descriptor)
  try {
    writeWhole(descriptor, line)
  } catch (error) {
    ftruncateSync(descriptor, size)
    throw error
  }
}
