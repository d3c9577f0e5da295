const begins = (bytes: Uint8Array, mark: readonly number[]): boolean => mark.every((byte, at) => bytes[at] === byte)

export const isUtf16 = (bytes: Uint8Array): boolean => begins(bytes, [0xff, 0xfe]) || begins(bytes, [0xfe, 0xff])

/** UTF-16 with a byte order mark, else UTF-8 if all of it is valid, else windows-1252, which Excel still writes. */
export const encodingsOf = (head: Uint8Array): readonly string[] => {
  if (isUtf16(head)) return [head[0] === 0xff ? 'utf-16le' : 'utf-16be']
  return ['utf-8', 'windows-1252']
}

export const decoderFor = (encoding: string) => new TextDecoder(encoding, { fatal: encoding === 'utf-8' })

/** The error for text in an unknown encoding, or with characters lost earlier. */
export const damagedMessage =
  'Some characters in this file are damaged (\ufffd) or in an unknown encoding. Export it again as “CSV UTF-8” or .xlsx.'

/** Detects replacement characters, and bytes that windows-1252 leaves undefined. */
export const isDamaged = (piece: string, encoding: string): boolean =>
  encoding === 'windows-1252' ? /[\u0080-\u009f]/.test(piece) : piece.includes('\ufffd')

/** Decodes a whole file. */
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
