const maxButtons = 9

/** The numbers of the page buttons: all, or both ends and the neighbors, with a negative number for each gap. */
export const numbersToShow = (page: number, pages: number): number[] => {
  if (pages <= maxButtons) return Array.from({ length: pages }, (_, at) => at + 1)
  const start = Math.min(Math.max(page - 2, 3), pages - 6)
  const middle = Array.from({ length: 5 }, (_, at) => start + at)
  return [1, start > 3 ? -1 : 2, ...middle, start + 5 < pages - 1 ? -2 : pages - 1, pages]
}
