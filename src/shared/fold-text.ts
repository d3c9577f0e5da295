/** A text as people look for it: in lower case, without accents. `Núñez` is found by `nunez`; the database has the same as `folded`. */
export const foldText = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
