/** Lowercases and strips accents for searching: `nunez` finds `Núñez`. The database function `folded` does the same. */
export const foldText = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
