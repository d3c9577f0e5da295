/** Splits stored texts and queries alike into words: lower case, no accents, `500mg` as `500 mg`, `10,000` as one. */
export const splitWords = (text: string): string[] =>
  text
    .replaceAll(/['’®™]/g, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(vitamin, (_, vit: string, b = '', one = '', other = '', two = '') => `${vit}${b}${one}${other}${two}`)
    .replaceAll(/(?<=\d),(?=\d{3})/g, '')
    .split(/[\s\p{C}\p{Pi}\p{Pf}„‚`,;:()[\]/+"*?!]+/u)
    .map((word) => word.replace(/\.+$/, ''))
    .flatMap((word) => /^(\d+(?:\.\d+)?)([a-z]+)$/.exec(word)?.slice(1) ?? [word])
    .filter((word) => word !== '')

/** Treats `Vitamin B-12` and `vitamin b 12` as `b12`. */
const vitamin = /(?<![\w-])(vit(?:amin)? )(?:(b)[- ](12|6)|(?:(?<=vit(?:amin)? )(b|d|k)-([1-37])))(?![\w.-])/g
