/** Bit set of the letters in a word, for a cheap comparison before an exact one. */
export const lettersOf = (word: string): number => {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) - 97)
  return letters
}
