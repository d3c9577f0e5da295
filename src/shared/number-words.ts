const counts = new Intl.NumberFormat('en-US')

/** `1,200`, for counts. */
export const grouped = (count: number): string => counts.format(count)
