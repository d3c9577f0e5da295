export type SheetCell = string | number | boolean | null

export const textOf = (cell: SheetCell | undefined): string =>
  cell === null || cell === undefined ? '' : String(cell).replaceAll(/\s+/g, ' ').trim()
