import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

interface Near {
  asked: string
  word: string
  similarity: number
}

const isName = (word: string): boolean => /^[a-z][a-z-]{3,39}$/.test(word)

/** The words with misspelt names put right, or null when there is nothing better to offer. */
export const correctSpelling = async (db: Db, words: string[]): Promise<string[] | null> => {
  const names = words.filter(isName)
  if (names.length === 0) return null
  const { rows } = await sql<Near>`
    select asked.word as asked, near.word, near.similarity
    from unnest(${names}::text[]) as asked (word)
    cross join lateral (
      select word, similarity(word, asked.word) as similarity
      from catalogue_word
      where word % asked.word and similarity(word, asked.word) > 0.3
      order by similarity desc, word
      limit 20
    ) as near`.execute(db)
  const corrected = words.map((word) =>
    closest(
      word,
      rows.filter(({ asked }) => asked === word),
    ),
  )
  return corrected.some((word, at) => word !== words[at]) ? corrected : null
}

/** Names that the typed word is part of need no correction; else the fewest slips win, then the most alike. */
const closest = (typed: string, near: Near[]): string => {
  if (near.some(({ word }) => word.includes(typed))) return typed
  const [best] = near
    .map(({ word, similarity }) => ({ word, similarity, slips: slipsBetween(typed, word) }))
    .filter(({ word, slips }) => slips <= mostSlips(Math.min(typed.length, word.length)))
    .toSorted((one, other) => one.slips - other.slips || other.similarity - one.similarity)
  return best?.word ?? typed
}

const mostSlips = (letters: number): number => (letters < 6 ? 1 : letters < 9 ? 2 : 3)

/** Letters missing, added, wrong or swapped with their neighbour: the optimal string alignment distance. */
const slipsBetween = (one: string, other: string): number => {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwap = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row[j] = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        at(last, j - 1) + (isSame ? 0 : 1),
        isSwap ? at(beforeLast, j - 2) + 1 : Infinity,
      )
    }
    beforeLast = last
    last = row
  }
  return at(last, other.length)
}

const at = (row: number[], index: number): number => row[index] ?? Infinity
