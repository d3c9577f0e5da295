import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** One package as the public sources describe it, with their column names. */
export interface PackageFacts {
  ndc11: string
  ndc10: string
  brand: string
  generic: string
  labeler: string
  form: string
  route: string
  strength: string
  package: string
  pack_qty: string
  pack_unit: string
  /** `1` if the package size is an estimate. */
  pack_est: string
  uom: string
  category: string
  cold: string
  dea: string
  rx_otc: string
  price: string
  /** The RxNorm code. */
  rxcui: string
  color: string
}

export const readFacts = (path: string): PackageFacts[] => {
  const [header = [], ...rows] = parseCsv(gunzipSync(readFileSync(path)).toString('utf8'))
  return rows.map(
    (row) => Object.fromEntries(header.map((column, at) => [column, row[at] ?? ''])) as unknown as PackageFacts,
  )
}

const parseCsv = (text: string): string[][] => {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    if (row.length > 1) rows.push(row)
    row = []
  }
  return rows
}
