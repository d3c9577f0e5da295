/** Columns of an extract; city and ZIP code are added to the address. */
export const extractFields = ['number', 'name', 'address', 'city', 'zip', 'status', 'expiresOn'] as const
export type ExtractColumn = (typeof extractFields)[number]

/** The column of each field; -1 if the extract has none. */
export type ExtractColumns = Record<ExtractColumn, number>

const names: Record<ExtractColumn, RegExp> = {
  number: /^(?:(?:license|lic|permit|registration|credential|certificate)(?:number|no|num|nbr|id)?|number)$/,
  name: /^(?:name|(?:licensee|business|facility|pharmacy|dba|legal|company|entity|organization|full)name|licensee|facility|organization)$/,
  address: /^(?:(?:street|mailing|physical|facility|business|location)?address(?:line)?1?|street|addr1?)$/,
  city: /^(?:(?:facility|business|mailing|physical)?city|town)$/,
  zip: /^(?:zip|zipcode|zip5|postalcode|(?:facility|business|mailing|physical)zip(?:code)?)$/,
  status: /^(?:(?:license|lic|permit|registration|credential|current)?status|statusdescription)$/,
  expiresOn:
    /^(?:(?:license|lic|permit|registration)?(?:expiration|expiry|exp|expire|expires)(?:date|dt|on)?|dateexpires|validuntil|validthrough)$/,
}

const plain = (header: string): string => header.toLowerCase().replaceAll(/[^a-z\d]/g, '')

const columnsIn = (headers: readonly string[]): ExtractColumns =>
  Object.fromEntries(
    extractFields.map((field) => [field, headers.findIndex((header) => names[field].test(plain(header)))]),
  ) as ExtractColumns // of all fields

const rowsLookedAt = 20

/** The header row, with the most known names, and its columns. */
export const matchColumns = (rows: readonly (readonly string[])[]): { headerRow: number; columns: ExtractColumns } => {
  const found = rows.slice(0, rowsLookedAt).map(columnsIn)
  const known = found.map((columns) => Object.values(columns).filter((at) => at >= 0).length)
  const headerRow = Math.max(0, known.indexOf(Math.max(0, ...known)))
  return { headerRow, columns: found[headerRow] ?? columnsIn([]) }
}
