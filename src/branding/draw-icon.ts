import { type Brand, mainTonesOf } from '#platform/brand.ts'
import { openTypeface } from '#platform/pdf/typeface.ts'
import { jarMark, ownName } from '#shared/jar-mark.ts'

/** The icon for tabs and home screens: a nearly square logo, or else the first letter of the name. */
export const drawIcon = async (brand: Brand, { isSquare = false } = {}): Promise<string> => {
  const { header } = mainTonesOf(brand)
  const square = squareLogoOf(brand)
  const ground = square ? '#ffffff' : header
  const sign = square
    ? `<image href="data:image/png;base64,${square.toString('base64')}" x="4" y="4" width="24" height="24"/>`
    : `<g fill="#f3f1e9">${brand.name === ownName ? `<path fill-rule="evenodd" d="${jarMark.path}"/>` : await letterOf(brand.name)}</g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32"${isSquare ? '' : ' rx="7"'} fill="${ground}"/>${sign}</svg>`
}

/** A PNG icon with square corners, because phones round them. */
export const paintIcon = async (brand: Brand, size: number): Promise<Buffer> => {
  const { default: sharp } = await import('sharp')
  const drawing = Buffer.from(await drawIcon(brand, { isSquare: true }))
  return sharp(drawing, { density: 72 * (size / 32) })
    .resize(size, size)
    .png()
    .toBuffer()
}

const squareLogoOf = ({ logo }: Brand): Buffer | null => {
  const ratio = logo ? logo.width / logo.height : 0
  return logo && ratio > 0.75 && ratio < 1.34 ? logo.png : null
}

/** Drawn as an outline, because the viewer may not have the typeface. */
const letterOf = async (name: string): Promise<string> => {
  const { strong } = await openTypeface()
  const [letter = ''] = name.trim().toLocaleUpperCase('en-US')
  const { glyphs } = strong.layout(letter)
  const [glyph] = glyphs
  if (!glyph) return ''
  const { minX, maxX, minY, maxY } = glyph.bbox
  const scale = 18 / Math.max(maxX - minX, maxY - minY, 1)
  const [x, y] = [16 - ((minX + maxX) / 2) * scale, 16 + ((minY + maxY) / 2) * scale]
  return `<path transform="translate(${x} ${y}) scale(${scale} ${-scale})" d="${glyph.path.toSVG()}"/>`
}
