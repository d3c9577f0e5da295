import { accentOf, amber, glass, type Paint, paper, steel } from './picture-paint.ts'
import { box, floor, label, lying, ridges, round, shape, turned } from './picture-parts.ts'

type Draw = (color: Paint) => string

export const drawVial: Draw = (color) => round('a', color) + floor(120, 212, 60) + vialAt(color)

const vialAt = (color: Paint): string =>
  round('g', glass) +
  round('s', steel) +
  shape(
    'M98 72h44v16q0 8 10 12 16 6 16 22v76q0 14-14 14H86q-14 0-14-14v-76q0-16 16-22 10-4 10-12z',
    'url(#g)',
    glass.line,
  ) +
  `<path d="M75 118q30 7 90 0v76q0 14-14 14H89q-14 0-14-14z" fill="#9cc5e4" opacity=".4"/>` +
  label({ x: 73, y: 128, w: 94, h: 62 }, accentOf(color)) +
  `<path d="M82 108v90" stroke="#fff" stroke-width="6" stroke-linecap="round" opacity=".75"/>` +
  box({ x: 92, y: 48, w: 56, h: 28 }, 4, 'url(#s)', steel.line) +
  box({ x: 95, y: 30, w: 50, h: 20 }, 5, 'url(#a)', color.line)

export const drawAmpule: Draw = (color) => {
  const accent = accentOf(color)
  const one = (x: number, tone: string, line: string) =>
    shape(
      `M${x} 28c10 0 13 12 11 30-2 14-4 20-1 28 4 12 22 14 22 34v78q0 10-10 10h-44q-10 0-10-10v-78c0-20 18-22 22-34 3-8 1-14-1-28-2-18 1-30 11-30z`,
      tone,
      line,
    ) +
    `<path d="M${x - 12} 88h24" stroke="${accent.base}" stroke-width="5" stroke-linecap="round"/>` +
    `<path d="M${x - 22} 118v78" stroke="#fff" stroke-width="4" stroke-linecap="round" opacity=".7"/>` +
    label({ x: x - 31, y: 134, w: 62, h: 50 }, accent)
  return (
    round('g', glass) +
    round('m', amber) +
    floor(120, 212, 84) +
    one(80, 'url(#g)', glass.line) +
    one(160, 'url(#g)', glass.line)
  )
}

export const drawSyringe: Draw = (color) => {
  const accent = accentOf(color)
  const marks = Array.from({ length: 9 }, (_, at) => `M${96 + at * 11} 106v${at % 2 ? 7 : 12}`).join('')
  return (
    lying('a', accent) +
    lying('g', glass) +
    lying('w', paper) +
    floor(120, 218, 62) +
    turned(
      -42,
      box({ x: 12, y: 100, w: 10, h: 40 }, 4, 'url(#w)', paper.line) +
        box({ x: 22, y: 115, w: 62, h: 10 }, 2, 'url(#w)', paper.line) +
        box({ x: 64, y: 90, w: 9, h: 60 }, 4, 'url(#g)', glass.line) +
        box({ x: 72, y: 102, w: 120, h: 36 }, 6, 'url(#g)', glass.line) +
        `<rect x="98" y="104" width="92" height="32" rx="4" fill="#9cc5e4" opacity=".5"/>` +
        box({ x: 84, y: 104, w: 14, h: 32 }, 4, accent.dark, accent.line) +
        `<path d="${marks}" stroke="#64748b" stroke-width="2"/><path d="M82 131h100" stroke="#fff" stroke-width="4" stroke-linecap="round" opacity=".8"/>` +
        box({ x: 190, y: 111, w: 12, h: 18 }, 3, 'url(#w)', paper.line) +
        box({ x: 200, y: 113, w: 40, h: 14 }, 7, 'url(#a)', accent.line),
    )
  )
}

export const drawPen: Draw = (color) => {
  const accent = accentOf(color)
  return (
    lying('a', accent) +
    lying('w', paper) +
    floor(120, 218, 62) +
    turned(
      -42,
      box({ x: 4, y: 106, w: 18, h: 28 }, 6, 'url(#a)', accent.line) +
        box({ x: 18, y: 98, w: 138, h: 44 }, 12, 'url(#w)', paper.line) +
        box({ x: 150, y: 95, w: 86, h: 50 }, 14, 'url(#a)', accent.line) +
        ridges([164, 172, 180, 188], 104, 32, '#fff') +
        box({ x: 96, y: 109, w: 42, h: 22 }, 11, '#cfe3f2', glass.line) +
        `<path d="M104 120h18" stroke="#7fb2d8" stroke-width="10" stroke-linecap="round"/><rect x="34" y="99" width="14" height="42" fill="${accent.base}"/><path d="M56 113h30M56 122h22" stroke="#a9b4c1" stroke-width="5" stroke-linecap="round"/>`,
    )
  )
}

export const drawBag: Draw = (color) =>
  round('g', glass) +
  floor(120, 224, 54) +
  box({ x: 98, y: 184, w: 12, h: 34 }, 4, steel.light, steel.line) +
  box({ x: 130, y: 184, w: 12, h: 34 }, 4, accentOf(color).base, accentOf(color).line) +
  shape('M66 22h108q12 0 12 14v134q0 26-36 26H90q-36 0-36-26V36q0-14 12-14z', 'url(#g)', glass.line) +
  `<path d="M58 62q62 10 124 0v108q0 22-32 22H90q-32 0-32-22z" fill="#9cc5e4" opacity=".38"/>` +
  box({ x: 104, y: 29, w: 32, h: 11 }, 5.5, '#f8fafc', glass.line) +
  label({ x: 76, y: 78, w: 88, h: 76 }, accentOf(color)) +
  `<path d="M66 52v112" stroke="#fff" stroke-width="6" stroke-linecap="round" opacity=".75"/>`
