/** Labels of the ERP's status codes, for orders and invoices. */
const labels = new Map([
  ['1', 'Open'],
  ['2', 'In Process'],
  ['3', 'Completed'],
] as const)

export type ReleaseStatus = 'Open' | 'In Process' | 'Completed' | 'In Preparation'

/** Code 4, a missing code and unknown codes are In Preparation. */
export const releaseStatus = (code: string | number | null | undefined): ReleaseStatus => {
  const text = String(code ?? '').trim()
  return [...labels].find(([known]) => known === text)?.[1] ?? 'In Preparation'
}

/** An order's status that takes precedence over the code. */
export const canceledWord = 'Canceled'

/** Code and label, for the status filter of a list. */
export const releaseStatuses = [...labels, ['4', 'In Preparation']] as const
