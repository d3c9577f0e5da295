export type DocumentType = 'application/pdf' | 'image/png' | 'image/jpeg' | 'image/webp'

const startsWith = (content: Buffer, signature: string, at = 0): boolean =>
  content.subarray(at, at + signature.length).toString('latin1') === signature

/** The type of a scanned document by its first bytes, never by its name; null for any other type. */
export const typeOfContent = (content: Buffer): DocumentType | null => {
  if (startsWith(content, '%PDF-')) return 'application/pdf'
  if (startsWith(content, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (startsWith(content, '\xff\xd8\xff')) return 'image/jpeg'
  return startsWith(content, 'RIFF') && startsWith(content, 'WEBP', 8) ? 'image/webp' : null
}

export const wrongTypeMessage = 'The file must be a PDF or a picture: PNG, JPEG or WebP.'
