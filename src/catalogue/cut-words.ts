/** Lower case, no accents, `500mg` as `500 mg`, `10,000` as one number; stored texts and questions are cut alike. */
export const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/['’®™]/g, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/(?<=\d),(?=\d{3})/g, '')
    .split(/[\s\p{C}\p{Pi}\p{Pf}„‚`,;:()[\]/+"*?!]+/u)
    .map((word) => word.replace(/\.+$/, ''))
    .flatMap((word) => /^(\d+(?:\.\d+)?)([a-z]+)$/.exec(word)?.slice(1) ?? [word])
    .filter((word) => word !== '')
