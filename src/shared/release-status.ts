/** What the codes of the external system mean, for orders and invoices alike. */
const labels = new Map([
  ['1', 'Open'],
  ['2', 'In Process'],
  ['3', 'Completed'],
] as const)

export type ReleaseStatus = 'Open' | 'In Process' | 'Completed' | 'In Preparation'

/** Code 4, no code and a code nobody knows are all In Preparation. */
export const releaseStatus = (code: string | number | null | undefined): ReleaseStatus => {
  const text = String(code ?? '').trim()
  return [...labels].find(([known]) => known === text)?.[1] ?? 'In Preparation'
}

/** Of orders; it wins over what the code says. */
export const canceledWord = 'Canceled'

/** For the status filter of a list: code and label. */
export const releaseStatuses = [...labels, ['4', 'In Preparation']] as const
