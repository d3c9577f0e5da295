/** Whole percentages that add up to 100: the largest remainders are rounded up. */
export const shareOut = (amounts: readonly number[]): number[] => {
  const whole = amounts.reduce((sum, amount) => sum + amount, 0)
  if (whole <= 0) return amounts.map(() => 0)
  const exact = amounts.map((amount) => (amount / whole) * 100)
  const left = 100 - exact.reduce((sum, share) => sum + Math.floor(share), 0)
  const restOf = (at: number) => (exact[at] ?? 0) % 1
  const byRest = exact.map((_, at) => at).toSorted((one, other) => restOf(other) - restOf(one))
  return exact.map((share, at) => Math.floor(share) + (byRest.indexOf(at) < left ? 1 : 0))
}
