import { accentOf, amber, glass, type Paint, paper, steel } from './picture-paint.ts'
import { box, floor, label, ridges, round, shape, turned } from './picture-parts.ts'

type Draw = (color: Paint) => string

export const drawBottle: Draw = (color) =>
  round('m', amber) +
  round('w', paper) +
  floor(120, 218, 64) +
  shape(
    'M102 60h36v14q0 10 14 16 22 10 22 30v84q0 14-14 14H80q-14 0-14-14v-84q0-20 22-30 14-6 14-16z',
    'url(#m)',
    amber.line,
  ) +
  label({ x: 67, y: 124, w: 106, h: 74 }, accentOf(color)) +
  `<path d="M80 108q-4 4-4 14" stroke="#fff" stroke-width="6" stroke-linecap="round" fill="none" opacity=".5"/>` +
  box({ x: 94, y: 24, w: 52, h: 38 }, 5, 'url(#w)', paper.line) +
  ridges([102, 110, 118, 126, 134, 140], 30, 26, steel.line)

export const drawDropper: Draw = (color) =>
  round('a', accentOf(color)) +
  round('w', paper) +
  floor(120, 214, 52) +
  shape('M84 112q0-12 14-16h44q14 4 14 16v84q0 14-14 14H98q-14 0-14-14z', 'url(#w)', paper.line) +
  label({ x: 85, y: 126, w: 70, h: 62 }, accentOf(color)) +
  shape('M98 96l8-62q2-10 14-10t14 10l8 62z', 'url(#a)', accentOf(color).line) +
  ridges([109, 116, 124, 131], 54, 38, '#fff') +
  `<path d="M184 60q-14 20 0 26 14-6 0-26z" fill="#8fc0e6" stroke="#5d93bd" stroke-width="2"/>`

export const drawPump: Draw = (color) =>
  round('a', accentOf(color)) +
  round('w', paper) +
  floor(120, 222, 62) +
  box({ x: 114, y: 46, w: 12, h: 34 }, 2, 'url(#w)', paper.line) +
  shape('M76 26h54q10 0 10 10v12H96q-4 0-6 6l-2 8H74l2-12q-8-2-8-10 0-12 8-14z', 'url(#a)', accentOf(color).line) +
  box({ x: 98, y: 72, w: 44, h: 22 }, 4, 'url(#a)', accentOf(color).line) +
  shape('M70 118q0-22 24-24h52q24 2 24 24v86q0 14-14 14H84q-14 0-14-14z', 'url(#w)', paper.line) +
  label({ x: 71, y: 126, w: 98, h: 72 }, accentOf(color))

export const drawSpray: Draw = (color) =>
  round('a', accentOf(color)) +
  round('w', paper) +
  floor(120, 218, 52) +
  `<g fill="#8fc0e6"><circle cx="70" cy="34" r="4"/><circle cx="54" cy="24" r="4"/><circle cx="52" cy="44" r="4"/><circle cx="38" cy="34" r="4"/><circle cx="36" cy="54" r="3"/><circle cx="36" cy="16" r="3"/></g>` +
  shape('M98 26h34q8 0 8 8v40h-48l6-24-12-4V30z', 'url(#w)', paper.line) +
  box({ x: 84, y: 72, w: 72, h: 30 }, 6, 'url(#a)', accentOf(color).line) +
  shape('M82 102h76v98q0 14-14 14H96q-14 0-14-14z', 'url(#w)', paper.line) +
  label({ x: 83, y: 120, w: 74, h: 70 }, accentOf(color))

export const drawTube: Draw = (color) => {
  const accent = accentOf(color)
  return (
    round('a', accent) +
    round('w', paper) +
    floor(118, 222, 56) +
    turned(
      10,
      box({ x: 94, y: 184, w: 52, h: 36 }, 5, 'url(#a)', accent.line) +
        ridges([102, 110, 118, 126, 134, 140], 190, 26, '#fff') +
        shape('M66 30h108l-18 136q-2 18-14 20H98q-12-2-14-20z', 'url(#w)', paper.line) +
        `<path d="M71 66h98l-6 46H77z" fill="${accent.base}"/><path d="M88 130h58M90 143h40M92 156h48" stroke="#a9b4c1" stroke-width="5" stroke-linecap="round"/><path d="M93 56l12 118" stroke="#fff" stroke-width="8" stroke-linecap="round" opacity=".4"/>` +
        box({ x: 62, y: 18, w: 116, h: 18 }, 3, paper.dark, paper.line) +
        ridges([74, 86, 98, 110, 122, 134, 146, 158, 168], 20, 14, '#fff'),
    )
  )
}

export const drawJar: Draw = (color) =>
  round('a', accentOf(color)) +
  round('w', paper) +
  floor(120, 206, 86) +
  box({ x: 40, y: 92, w: 160, h: 112 }, 22, 'url(#w)', paper.line) +
  label({ x: 41, y: 116, w: 158, h: 64 }, accentOf(color)) +
  box({ x: 34, y: 54, w: 172, h: 44 }, 9, 'url(#a)', accentOf(color).line) +
  ridges([48, 62, 76, 90, 104, 118, 132, 146, 160, 174, 188], 60, 32, '#fff')

export const drawInhaler: Draw = (color) => {
  const accent = accentOf(color)
  return (
    round('a', accent) +
    round('s', steel) +
    floor(118, 216, 82) +
    box({ x: 112, y: 20, w: 56, h: 60 }, 10, 'url(#s)', steel.line) +
    shape('M98 58h84q6 0 6 8l-6 120q-2 26-28 26H58q-8 0-8-8v-42q0-8 8-8h36q8 0 8-8z', 'url(#a)', accent.line) +
    box({ x: 26, y: 148, w: 30, h: 70 }, 8, accent.dark, accent.line) +
    `<rect x="120" y="86" width="46" height="62" rx="5" fill="#fff" opacity=".92"/><path d="M128 100h28M128 112h20M128 124h26" stroke="#a9b4c1" stroke-width="5" stroke-linecap="round"/><path d="M110 72v84" stroke="#fff" stroke-width="6" stroke-linecap="round" opacity=".5"/>`
  )
}

export const drawCylinder: Draw = (color) =>
  round('a', color) +
  round('s', steel) +
  floor(120, 226, 48) +
  box({ x: 108, y: 28, w: 24, h: 34 }, 3, 'url(#s)', steel.line) +
  box({ x: 126, y: 36, w: 30, h: 12 }, 4, steel.base, steel.line) +
  `<circle cx="120" cy="22" r="12" fill="${glass.dark}" stroke="${steel.line}" stroke-width="2"/>` +
  shape('M78 104h84v104q0 14-14 14H92q-14 0-14-14z', 'url(#s)', steel.line) +
  shape('M78 108v-10q0-40 30-42h24q30 2 30 42v10z', 'url(#a)', color.line) +
  label({ x: 80, y: 128, w: 80, h: 62 }, accentOf(color))
