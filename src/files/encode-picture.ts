import { Refusal } from '#platform/http/refusal.ts'

declare module '#platform/work-threads.ts' {
  interface ThreadWork {
    picture: { given: Uint8Array; made: EncodedPicture[] }
  }
}

/** Stored widths: a card, a card on a high-density screen, a product page. */
export const pictureWidths = [240, 480, 960] as const

export interface EncodedPicture {
  width: number
  content: Uint8Array
}

const maxPixels = 40_000_000
const maxSeconds = 10

const kinds = [
  { format: 'png', begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { format: 'jpeg', begins: [0xff, 0xd8, 0xff] },
  { format: 'webp', begins: [0x52, 0x49, 0x46, 0x46] },
] as const

/** Detects the format by the first bytes, because the file name and declared type can be wrong. */
const formatOf = (content: Uint8Array): string | null =>
  kinds.find(({ begins }) => begins.every((byte, at) => content[at] === byte))?.format ?? null

/** Re-encodes the pixels, which removes metadata such as the location and any hidden content. */
export const encodePicture = async (original: Uint8Array): Promise<EncodedPicture[]> => {
  const format = formatOf(original)
  if (!format) throw unknownKind()
  try {
    const { default: sharp } = await import('sharp')
    const picture = sharp(original, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
    const { format: found, width, height } = await picture.metadata()
    if (found !== format) throw unknownKind()
    if (width * height > maxPixels) throw tooManyPixels()
    const upright = picture.timeout({ seconds: maxSeconds }).autoOrient()
    const painted: EncodedPicture[] = []
    // One at a time, because each may hold all its pixels in memory.
    for (const size of pictureWidths) {
      const smaller = upright.clone().resize(size, size, { fit: 'inside', withoutEnlargement: true })
      painted.push({ width: size, content: await smaller.webp({ quality: 82 }).toBuffer() })
    }
    return painted
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (error instanceof Error && /pixel limit/i.test(error.message)) throw tooManyPixels()
    throw new Refusal(415, 'This picture is damaged. Choose another one.')
  }
}

const unknownKind = () => new Refusal(415, 'This file is not a supported picture. Upload a PNG, JPEG or WebP file.')
const tooManyPixels = () => new Refusal(413, 'The picture is too large. The limit is 40 megapixels.')
