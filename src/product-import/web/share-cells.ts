const mostLetters = 60
const mostKnown = 200_000

/** The row with each text that was seen before in its place: a large file says most things many times, and a tab has little room. */
export const shareCells = (row: string[], known: Map<string, string>): string[] => {
  row.forEach((cell, at) => {
    if (cell.length > mostLetters) return
    const same = known.get(cell)
    if (same !== undefined) row[at] = same
    else if (known.size < mostKnown) known.set(cell, cell)
  })
  return row
}
