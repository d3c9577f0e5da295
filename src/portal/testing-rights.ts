import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Endpoint } from '#shared/endpoint.ts'

export const roles = ['visitor', 'viewer', 'buyer', 'approver', 'manager', 'rep', 'admin', 'director'] as const
export type Role = (typeof roles)[number]

interface Right {
  /**
   * `yes`; `own` for records of the caller or their business; `customer` also for reading records of a rep's customer;
   * `-` for not allowed.
   */
  cells: Record<Role, 'yes' | 'own' | 'customer' | '-'>
  /** `always`, or the changed fields that require a password within the last 15 minutes. */
  password: string
}

/** The right to a call that the matrix does not list: for admins, and for directors if it only reads. */
const adminsOnly = ({ method, isAct }: Pick<Endpoint, 'method' | 'isAct'>): Right => ({
  cells: {
    visitor: '-',
    viewer: '-',
    buyer: '-',
    approver: '-',
    manager: '-',
    rep: '-',
    admin: 'yes',
    director: method === 'GET' && !isAct ? 'yes' : '-',
  },
  password: '',
})

export const rightOf = (rights: ReadonlyMap<string, Right>, endpoint: Endpoint): Right =>
  rights.get(`${endpoint.method} ${endpoint.path}`) ?? adminsOnly(endpoint)

/**
 * The rights matrix: who may make each call that is not only for admins, and which calls need a recent password.
 * Contracts are compared with it.
 */
export const readRights = async (): Promise<Map<string, Right>> => {
  const text = await readFile(resolve(import.meta.dirname, 'rights.tsv'), 'utf8')
  const [head = '', ...lines] = text.trimEnd().split('\n')
  const names = head.split('\t')
  return new Map(
    lines.map((line) => {
      const [call = '', ...cells] = line.split('\t')
      const row = Object.fromEntries(cells.map((cell, at) => [names[at + 1], cell]))
      return [call, { cells: row as Right['cells'], password: row['password'] ?? '' }] // typed by the header row
    }),
  )
}
