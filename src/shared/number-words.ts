/** `1,200`, for counts. */
export const grouped = (count: number): string =>
  // Without `Intl.NumberFormat`, whose first use is slow on phones.
  Number.isSafeInteger(count) ? groupDigits(String(count)) : count.toLocaleString('en-US')

export const groupDigits = (digits: string): string => digits.replaceAll(/\B(?=(\d{3})+$)/g, ',')
