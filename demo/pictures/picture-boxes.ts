import { accentOf, glass, type Paint, paper, steel } from './picture-paint.ts'
import { box, floor, label, lying, round, shape } from './picture-parts.ts'

type Draw = (color: Paint) => string

const cartonBody = (accent: Paint): string =>
  floor(124, 210, 90) +
  shape('M42 74l28-26h132l-28 26z', paper.base, paper.line) +
  shape('M174 74l28-26v126l-28 32z', accent.dark, accent.line) +
  shape('M42 74h132v132H42z', '#fbfcfd', paper.line) +
  `<path d="M43 75h130v44H43z" fill="${accent.base}"/><path d="M43 119l130-18v18z" fill="${accent.light}" opacity=".6"/>`

export const drawCarton: Draw = (color) =>
  cartonBody(accentOf(color)) +
  `<path d="M58 142h82M58 156h58M58 170h70" stroke="#a9b4c1" stroke-width="6" stroke-linecap="round"/><path d="M106 48l-28 26" stroke="${paper.line}" opacity=".6"/>`

export const drawKit: Draw = (color) => {
  const accent = accentOf(color)
  return (
    lying('g', glass) +
    round('v', glass) +
    round('a', accent) +
    cartonBody(accent) +
    `<path d="M58 136h50M58 150h34" stroke="#a9b4c1" stroke-width="6" stroke-linecap="round"/>` +
    shape('M166 138h32v10q16 6 16 20v36q0 10-10 10h-44q-10 0-10-10v-36q0-14 16-20z', 'url(#v)', glass.line) +
    `<rect x="151" y="174" width="62" height="26" fill="#fff"/><rect x="151" y="174" width="62" height="9" fill="${accent.base}"/>` +
    box({ x: 164, y: 116, w: 36, h: 24 }, 5, 'url(#a)', accent.line) +
    `<g transform="rotate(-12 90 200)">${box({ x: 20, y: 184, w: 8, h: 34 }, 3, paper.base, paper.line)}${box({ x: 28, y: 197, w: 32, h: 8 }, 2, paper.base, paper.line)}${box({ x: 52, y: 188, w: 70, h: 26 }, 5, 'url(#g)', glass.line)}${box({ x: 62, y: 190, w: 9, h: 22 }, 2, accent.dark, accent.line)}${box({ x: 122, y: 196, w: 34, h: 10 }, 5, accent.base, accent.line)}</g>`
  )
}

export const drawPatch: Draw = (color) => {
  const accent = accentOf(color)
  return (
    lying('p', { base: '#f0d9bd', light: '#f8ebda', dark: '#dcc09d', line: '#a88f70' }) +
    floor(120, 214, 80) +
    `<g transform="rotate(-8 110 110)">${box({ x: 38, y: 34, w: 116, h: 146 }, 5, paper.base, paper.line)}${label({ x: 48, y: 48, w: 96, h: 84 }, accent)}<path d="M40 168h112" stroke="${steel.base}" stroke-width="3" stroke-dasharray="4 4"/></g>` +
    `<g transform="rotate(7 150 150)">${shape('M118 92h66q18 0 18 18v58l-30 34h-54q-18 0-18-18v-74q0-18 18-18z', 'url(#p)', '#a88f70')}${shape('M202 168l-30 34q4-24-4-30 14 4 34-4z', '#fdf7ee', '#a88f70')}<rect x="116" y="108" width="66" height="50" rx="10" fill="#fff" opacity=".45"/></g>`
  )
}

export const drawPacket: Draw = (color) => {
  const accent = accentOf(color)
  const sachet = (top: string) =>
    shape('M66 34h104v160H66z', '#fbfcfd', paper.line) +
    `<path d="M67 35h102v20H67zM67 173h102v20H67z" fill="${top}"/><path d="M74 35v20M84 35v20M94 35v20M104 35v20M114 35v20M124 35v20M134 35v20M144 35v20M154 35v20M162 35v20M74 173v20M84 173v20M94 173v20M104 173v20M114 173v20M124 173v20M134 173v20M144 173v20M154 173v20M162 173v20" stroke="#fff" stroke-width="1.5" opacity=".6"/>`
  return (
    floor(120, 214, 74) +
    `<g transform="rotate(12 120 120)">${sachet(accent.dark)}</g><g transform="rotate(-6 120 120) translate(-6 8)">${sachet(accent.base)}<path d="M67 76h102v40q-50 22-102 4z" fill="${accent.light}"/><circle cx="118" cy="98" r="16" fill="${accent.base}"/><path d="M82 136h72M82 150h50" stroke="#a9b4c1" stroke-width="6" stroke-linecap="round"/></g>`
  )
}

export const drawSupply: Draw = (color) => {
  const accent = accentOf(color)
  return (
    round('a', accent) +
    round('w', paper) +
    floor(120, 214, 78) +
    `<path d="M84 66V46q0-14 14-14h44q14 0 14 14v20" fill="none" stroke="${steel.line}" stroke-width="10"/><path d="M84 66V46q0-14 14-14h44q14 0 14 14v20" fill="none" stroke="${steel.light}" stroke-width="6"/>` +
    shape('M50 88h140l-10 112q-1 12-13 12H73q-12 0-13-12z', 'url(#a)', accent.line) +
    box({ x: 42, y: 62, w: 156, h: 30 }, 8, 'url(#w)', paper.line) +
    `<rect x="82" y="112" width="76" height="76" rx="10" fill="#fff" opacity=".95"/><path d="M100 150l15 16 26-32" fill="none" stroke="${accent.base}" stroke-width="13" stroke-linecap="round" stroke-linejoin="round"/>`
  )
}
