import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

export const roles = ['visitor', 'viewer', 'buyer', 'approver', 'manager', 'rep', 'admin'] as const
export type Role = (typeof roles)[number]

interface Right {
  /** `yes`, `own` for what belongs to the caller or the caller's business, `customer` for that and for what belongs to the customer whom a rep works for, to be read, `-` for nobody. */
  cells: Record<Role, 'yes' | 'own' | 'customer' | '-'>
  /** `always`, or what a change has to touch before the password of the last 15 minutes is needed. */
  password: string
}

/** Who may make each call, and which need the password of the last 15 minutes: the matrix that contracts are held to. */
export const readRights = async (): Promise<Map<string, Right>> => {
  const text = await readFile(resolve(import.meta.dirname, 'rights.tsv'), 'utf8')
  const [head = '', ...lines] = text.trimEnd().split('\n')
  const names = head.split('\t')
  return new Map(
    lines.map((line) => {
      const [call = '', ...cells] = line.split('\t')
      const row = Object.fromEntries(cells.map((cell, at) => [names[at + 1], cell]))
      return [call, { cells: row as Right['cells'], password: row['password'] ?? '' }] // as the head says
    }),
  )
}
