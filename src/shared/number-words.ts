/** `1,200`, of whole pieces and counts. */
export const grouped = (count: number): string =>
  // By hand, because a slow phone waits long for its first `Intl.NumberFormat`.
  Number.isSafeInteger(count) ? groupDigits(String(count)) : count.toLocaleString('en-US')

export const groupDigits = (digits: string): string => digits.replaceAll(/\B(?=(\d{3})+$)/g, ',')
