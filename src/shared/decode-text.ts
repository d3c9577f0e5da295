const begins = (bytes: Uint8Array, mark: readonly number[]): boolean => mark.every((byte, at) => bytes[at] === byte)

export const isUtf16 = (bytes: Uint8Array): boolean => begins(bytes, [0xff, 0xfe]) || begins(bytes, [0xfe, 0xff])

/** What a text may be written in, by how it begins: UTF-8 where all of it is, else the code page of western Windows, which Excel still writes. */
export const encodingsOf = (head: Uint8Array): readonly string[] => {
  if (isUtf16(head)) return [head[0] === 0xff ? 'utf-16le' : 'utf-16be']
  return ['utf-8', 'windows-1252']
}

export const decoderFor = (encoding: string) => new TextDecoder(encoding, { fatal: encoding === 'utf-8' })

/** Said of a text that is in none of them, or that lost letters before. */
export const damagedMessage =
  'Some characters in this file are damaged (\ufffd) or in an unknown encoding. Export it again as “CSV UTF-8” or .xlsx.'

/** A letter that was lost before cannot be known any more; signs that no code page has at their place say that it is another one. */
export const isDamaged = (piece: string, encoding: string): boolean =>
  encoding === 'windows-1252' ? /[\u0080-\u009f]/.test(piece) : piece.includes('\ufffd')

/** The text of a whole file. */
export const decodeText = (bytes: Uint8Array, refuse: (sentence: string) => Error): string => {
  for (const encoding of encodingsOf(bytes)) {
    const text = attempt(bytes, encoding)
    if (text === null) continue
    if (isDamaged(text, encoding)) break
    return text
  }
  throw refuse(damagedMessage)
}

const attempt = (bytes: Uint8Array, encoding: string): string | null => {
  try {
    return decoderFor(encoding).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
