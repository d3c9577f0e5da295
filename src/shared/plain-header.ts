/** A column's header as it is compared with what the portal knows: letters and digits alone. */
export const plainHeader = (header: string): string =>
  header
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('#', 'number')
    .replaceAll(/[^a-z0-9]+/g, '')
