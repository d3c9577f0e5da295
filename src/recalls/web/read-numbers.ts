/** Lot or serial numbers as typed or pasted: one per line, or separated by commas. */
export const readNumbers = (typed: string): string[] =>
  typed
    .split(/[\n,;]+/)
    .map((number) => number.trim())
    .filter(Boolean)
