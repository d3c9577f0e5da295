/** Normalizes a column header for comparison: letters and digits only. */
export const plainHeader = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('#', 'number')
    .replaceAll(/[^a-z0-9]+/g, '')
