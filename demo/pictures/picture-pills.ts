import { accentOf, glass, type Paint, steel } from './picture-paint.ts'
import { box, floor, lying, pillBottle, shape } from './picture-parts.ts'

type Draw = (color: Paint, second: Paint) => string

export const drawTablet: Draw = (color) =>
  lying('a', color) + pillBottle(accentOf(color)) + floor(160, 212, 62) + coin(126, 190, color) + coin(186, 178, color)

/** A tablet seen from above at an angle: rim, face, score. */
const coin = (x: number, y: number, color: Paint): string =>
  shape(`M${x - 38} ${y}v14a38 20 0 0 0 76 0v-14z`, color.dark, color.line) +
  `<ellipse cx="${x}" cy="${y}" rx="38" ry="20" fill="url(#a)" stroke="${color.line}" stroke-width="2"/>` +
  `<path d="M${x - 25} ${y + 8}L${x + 25} ${y - 8}" stroke="${color.line}" stroke-width="3" stroke-linecap="round" opacity=".6"/>`

export const drawCapsule: Draw = (color, second) =>
  lying('a', color) +
  lying('b', second) +
  pillBottle(accentOf(color.base === '#f4f6f8' ? second : color)) +
  floor(150, 214, 74) +
  `<g transform="rotate(-24 178 166)">${gelatine(128, 148, color, second)}</g><g transform="rotate(8 120 196)">${gelatine(64, 176, color, second)}</g>`

const gelatine = (x: number, y: number, color: Paint, second: Paint): string =>
  shape(`M${x + 54} ${y}h28a18 18 0 0 1 0 37h-28z`, 'url(#b)', second.line) +
  shape(`M${x + 56} ${y - 2}h-38a20 20 0 0 0 0 41h38z`, 'url(#a)', color.line) +
  `<path d="M${x + 18} ${y + 8}h28" stroke="#fff" stroke-width="5" stroke-linecap="round" opacity=".65"/>`

export const drawBlister: Draw = (color) => {
  const at = Array.from({ length: 12 }, (_, place) => [78 + (place % 3) * 42, 62 + Math.floor(place / 3) * 39])
  const circles = (r: number) => at.map(([x, y]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`).join('')
  return (
    lying('a', color) +
    lying('f', steel) +
    floor(122, 222, 76) +
    `<g transform="rotate(-9 120 120)">${box({ x: 64, y: 30, w: 124, h: 184 }, 9, steel.dark, steel.line)}${box({ x: 56, y: 26, w: 128, h: 186 }, 9, 'url(#f)', steel.line)}<g fill="#fff" fill-opacity=".55" stroke="${steel.line}">${circles(17)}</g><g fill="url(#a)" stroke="${color.line}">${circles(12.5)}</g></g>`
  )
}

export const drawSuppository: Draw = (color) => {
  const bullet = (x: number, y: number) =>
    shape(`M${x} ${y}c20 22 26 44 26 74v20q0 12-12 12h-28q-12 0-12-12v-20c0-30 6-52 26-74z`, 'url(#a)', color.line) +
    `<path d="M${x - 12} ${y + 48}q-4 20-3 44" stroke="#fff" stroke-width="6" stroke-linecap="round" fill="none" opacity=".7"/>`
  return (
    lying('a', color).replace(' x2="0" y2="1"', '') +
    floor(120, 210, 84) +
    box({ x: 30, y: 58, w: 180, h: 148 }, 14, glass.light, glass.line) +
    `<path d="M120 60v144" stroke="${glass.line}" stroke-width="2" stroke-dasharray="5 5"/>${bullet(76, 82)}${bullet(164, 82)}`
  )
}
