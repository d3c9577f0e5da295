import { ink, type Paint, paper, steel } from './picture-paint.ts'

/** A horizontal gradient for round shapes: a dark edge, a highlight, the color, a shadow. */
export const round = (id: string, { base, light, dark }: Paint): string =>
  `<linearGradient id="${id}"><stop stop-color="${dark}"/><stop offset=".12" stop-color="${base}"/><stop offset=".3" stop-color="${light}"/><stop offset=".55" stop-color="${base}"/><stop offset="1" stop-color="${dark}"/></linearGradient>`

/** The same gradient from top to bottom, for horizontal shapes. */
export const lying = (id: string, color: Paint): string =>
  round(id, color).replace('<linearGradient', '<linearGradient x2="0" y2="1"')

export const floor = (x: number, y: number, width: number): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${width}" ry="${(width / 9).toFixed(1)}" fill="#64748b" opacity=".22"/>`

interface Box {
  x: number
  y: number
  w: number
  h: number
}

export const box = ({ x, y, w, h }: Box, r: number, fill: string, line: string): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}" stroke="${line}" stroke-width="2"/>`

export const shape = (d: string, fill: string, line: string): string =>
  `<path d="${d}" fill="${fill}" stroke="${line}" stroke-width="2" stroke-linejoin="round"/>`

/** A printed label: a color band and gray bars in place of text. */
export const label = ({ x, y, w, h }: Box, accent: Paint): string => {
  const bar = (dy: number, share: number) =>
    `<rect x="${x + w * 0.14}" y="${y + h * dy}" width="${Math.round(w * share)}" height="5" rx="2.5" fill="${ink}"/>`
  return `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="#fff" opacity=".94"/><rect x="${x}" y="${y}" width="${w}" height="${Math.round(h * 0.3)}" fill="${accent.base}"/>${bar(0.46, 0.62)}${bar(0.64, 0.46)}${bar(0.82, 0.54)}<rect x="${x + w * 0.72}" y="${y}" width="${Math.round(w * 0.28)}" height="${h}" fill="#334155" opacity=".08"/>`
}

export const ridges = (xs: number[], y: number, h: number, line: string): string =>
  `<path d="${xs.map((x) => `M${x} ${y}v${h}`).join('')}" stroke="${line}" stroke-width="2" opacity=".45"/>`

/** The white round bottle behind tablets and capsules. */
export const pillBottle = (accent: Paint): string =>
  round('w', paper) +
  floor(102, 206, 72) +
  shape('M58 84q0-16 18-18h52q18 2 18 18v110q0 12-12 12H70q-12 0-12-12z', 'url(#w)', paper.line) +
  label({ x: 59, y: 100, w: 86, h: 78 }, accent) +
  box({ x: 66, y: 30, w: 72, h: 36 }, 6, 'url(#w)', paper.line) +
  ridges([76, 84, 92, 100, 108, 116, 124, 130], 36, 24, steel.line)

export const turned = (degrees: number, body: string): string => `<g transform="rotate(${degrees} 120 120)">${body}</g>`
