/** A seeded random number generator. */
export const randomFrom = (seed: string): (() => number) => {
  let state = 2_166_136_261
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16_777_619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const between = (random: () => number, low: number, high: number): number =>
  low + Math.floor(random() * (high - low + 1))

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
export const ulidAt = (time: number, random: () => number): string => {
  const stamp = Array.from({ length: 10 }, (_, at) => crockford[Math.floor(time / 32 ** (9 - at)) % 32])
  return [...stamp, ...Array.from({ length: 16 }, () => crockford[between(random, 0, 31)])].join('')
}

export const upsNumber = (random: () => number): string => {
  const serial = `7W48F203${digits(random, 7)}`
  return `1Z${serial}${upsCheckDigit(serial)}`
}

/** Letters count as their position in the alphabet plus one; every second character counts twice. */
export const upsCheckDigit = (serial: string): number => {
  const valueOf = (character: string) =>
    /\d/.test(character) ? Number(character) : (character.charCodeAt(0) - 63) % 10
  const sum = [...serial].reduce((total, character, at) => total + valueOf(character) * (at % 2 === 0 ? 1 : 2), 0)
  return (10 - (sum % 10)) % 10
}

export const fedexNumber = (random: () => number): string => {
  const serial = `79${digits(random, 9)}`
  return `${serial}${fedexCheckDigit(serial)}`
}

export const fedexCheckDigit = (serial: string): number =>
  ([...serial].reduce((total, digit, at) => total + Number(digit) * ([3, 1, 7][at % 3] ?? 0), 0) % 11) % 10

const digits = (random: () => number, count: number): string =>
  Array.from({ length: count }, () => between(random, 0, 9)).join('')
