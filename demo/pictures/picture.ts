import {
  drawBottle,
  drawCylinder,
  drawDropper,
  drawInhaler,
  drawJar,
  drawPump,
  drawSpray,
  drawTube,
} from './picture-bottles.ts'
import { drawCarton, drawKit, drawPacket, drawPatch, drawSupply } from './picture-boxes.ts'
import { drawAmpule, drawBag, drawPen, drawSyringe, drawVial } from './picture-injectables.ts'
import { type Paint, paintsOf } from './picture-paint.ts'
import { drawBlister, drawCapsule, drawSuppository, drawTablet } from './picture-pills.ts'

export const pictureKinds = [
  'tablet',
  'capsule',
  'blister',
  'suppository',
  'vial',
  'ampule',
  'syringe',
  'pen',
  'bag',
  'bottle',
  'dropper',
  'pump',
  'spray',
  'tube',
  'jar',
  'inhaler',
  'cylinder',
  'carton',
  'kit',
  'patch',
  'packet',
  'supply',
] as const
export type PictureKind = (typeof pictureKinds)[number]

/** An SVG document with a transparent background; deterministic. */
export const drawPicture = (kind: PictureKind, color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240">${drawings[kind](...paintsOf(color))}</svg>`

const drawings: Record<PictureKind, (color: Paint, second: Paint) => string> = {
  tablet: drawTablet,
  capsule: drawCapsule,
  blister: drawBlister,
  suppository: drawSuppository,
  vial: drawVial,
  ampule: drawAmpule,
  syringe: drawSyringe,
  pen: drawPen,
  bag: drawBag,
  bottle: drawBottle,
  dropper: drawDropper,
  pump: drawPump,
  spray: drawSpray,
  tube: drawTube,
  jar: drawJar,
  inhaler: drawInhaler,
  cylinder: drawCylinder,
  carton: drawCarton,
  kit: drawKit,
  patch: drawPatch,
  packet: drawPacket,
  supply: drawSupply,
}

interface Pictured {
  form: string
  uom: string
  name: string
}

/**
 * The kind of picture for a product. The first matching rule wins; the name identifies the container if the form does
 * not.
 */
export const pictureKindOf = ({ form, uom, name }: Pictured): PictureKind =>
  rules.find(([forms, rest]) => forms.test(form) && (!rest || rest.test(`${uom} ${name}`)))?.[2] ?? 'carton'

const rules: [form: RegExp, uomAndName: RegExp | null, kind: PictureKind][] = [
  [/^(Kit|Pack)$/, null, 'kit'],
  [/./, /^KIT |, \d+ kits?\b/, 'kit'],
  [/^Gas$/, null, 'cylinder'],
  [/Insert|Suppository/, null, 'suppository'],
  [/Tablet|Lozenge/, /blister|unit-dose|pouch/, 'blister'],
  [/Tablet|Lozenge/, null, 'tablet'],
  [/Capsule/, null, 'capsule'],
  [/Pen Injector|Auto-Injector/, null, 'pen'],
  [/Syringe/, null, 'syringe'],
  [/Inject|Cartridge|^Liquid$/, /\b(pens?|auto-injectors?)\b/, 'pen'],
  [/Inject|^Liquid$/, /syringe/, 'syringe'],
  [/Inject/, /ampule/, 'ampule'],
  [/Inject/, /\bbags?\b|^BAG |x \d{3,} mL$| L$/, 'bag'],
  [/Inject|Cartridge/, null, 'vial'],
  [/^Spray, Metered$/, /Respimat|cartridge/, 'inhaler'],
  [/Nasal|Spray|Foam/, null, 'spray'],
  [/./, /spray bottle/, 'spray'],
  [/Topical Gel/, /actuation/, 'pump'],
  [/Inhalation/, /bottle/, 'bottle'],
  [/./, /inhaler|canister|actuation/, 'inhaler'],
  [/Metered$|Inhaler|Inhalant|^Inhalation Powder/, null, 'inhaler'],
  [/Inhalation/, null, 'ampule'],
  [/Irrigation/, /\bbags?\b/, 'bag'],
  [/Ophthalmic (Solution|Suspension)|Otic/, /\b\d{3} mL|bag/, 'bottle'],
  [/Ophthalmic (Solution|Suspension)/, /\bvials?$/, 'ampule'],
  [/Ophthalmic (Solution|Suspension|Gel)|Otic/, null, 'dropper'],
  [/Patch|Transdermal/, null, 'patch'],
  [/Pad|Film|Granule|Powder/, /jar|bottle/, 'jar'],
  [/Pad|Film|Granule|Powder/, null, 'packet'],
  [/./, /\bjars?\b|^JAR /, 'jar'],
  [/Topical Gel|Lotion|Cream|Soap/, /pump|bottle|^BTL /, 'pump'],
  [/Cream|Gel|Ointment|Toothpaste|Lotion/, null, 'tube'],
  [/Solution|Suspension|Mouthwash|Liquid|Shampoo|Enema|Oil|Soap/, /\bvials?$/, 'vial'],
  [/Solution|Suspension|Mouthwash|Liquid|Shampoo|Enema|Oil|Soap/, /packet|pouch/, 'packet'],
  [/Solution|Suspension|Mouthwash|Liquid|Shampoo|Enema|Oil|Soap/, null, 'bottle'],
  [/^Pellet$/, null, 'ampule'],
]
