import assert from 'node:assert/strict'
import { test } from 'node:test'

import { demoProducts } from '../products.ts'
import { drawPicture, type PictureKind, pictureKindOf, pictureKinds } from './picture.ts'

const kindOfForm: Record<string, PictureKind> = {
  'Aerosol, Metered': 'inhaler',
  'Auto-Injector': 'pen',
  Capsule: 'capsule',
  'Capsule, Coated': 'capsule',
  'Capsule, Coated Pellets': 'capsule',
  'Capsule, Coated, Extended Release': 'capsule',
  'Capsule, Delayed Release': 'capsule',
  'Capsule, Delayed Release Pellets': 'capsule',
  'Capsule, Extended Release': 'capsule',
  'Capsule, Gelatin Coated': 'capsule',
  'Capsule, Liquid Filled': 'capsule',
  Cartridge: 'vial',
  'Delayed Release Oral Tablet': 'tablet',
  'Drug Implant': 'carton',
  'Dry Powder Inhaler': 'inhaler',
  'Metered Dose Inhaler': 'inhaler',
  Enema: 'bottle',
  'Extended Release Oral Tablet': 'tablet',
  'Extended Release Suspension': 'bottle',
  'Film, Soluble': 'packet',
  Gas: 'cylinder',
  'Granule, Delayed Release': 'packet',
  'Granules for Oral Suspension': 'packet',
  Inhalant: 'inhaler',
  'Inhalation Powder': 'inhaler',
  'Inhalation Solution': 'ampule',
  'Inhalation Suspension': 'ampule',
  'Injectable Solution': 'vial',
  'Injectable Suspension': 'vial',
  Injection: 'vial',
  'Injection, Powder, for Solution': 'vial',
  'Injection, Powder, Lyophilized, for Solution': 'vial',
  'Injection, Solution': 'vial',
  Insert: 'suppository',
  'Intrauterine Device': 'carton',
  'Irrigation Solution': 'bottle',
  Kit: 'kit',
  Liquid: 'bottle',
  Lozenge: 'tablet',
  'Medicated Liquid Soap': 'bottle',
  'Medicated Pad': 'packet',
  'Medicated Shampoo': 'bottle',
  'Metered Dose Nasal Spray': 'spray',
  Mouthwash: 'bottle',
  'Mucous Membrane Topical Solution': 'bottle',
  'Nasal Spray': 'spray',
  'Ophthalmic Gel': 'dropper',
  'Ophthalmic Ointment': 'tube',
  'Ophthalmic Solution': 'dropper',
  'Ophthalmic Suspension': 'dropper',
  'Oral Capsule': 'capsule',
  'Oral Gel': 'tube',
  'Oral Powder': 'packet',
  'Oral Solution': 'bottle',
  'Oral Suspension': 'bottle',
  'Oral Tablet': 'tablet',
  'Otic Solution': 'dropper',
  'Otic Suspension': 'dropper',
  Pack: 'kit',
  Patch: 'patch',
  'Patch, Extended Release': 'patch',
  Pellet: 'ampule',
  'Pen Injector': 'pen',
  Powder: 'packet',
  'Powder for Oral Solution': 'packet',
  'Powder, for Solution': 'packet',
  'Powder, for Suspension': 'packet',
  'Powder, Metered': 'inhaler',
  'Prefilled Syringe': 'syringe',
  'Rectal Cream': 'tube',
  'Rectal Gel': 'tube',
  Spray: 'spray',
  'Spray, Metered': 'spray',
  'Spray, Suspension': 'spray',
  Suppository: 'suppository',
  Tablet: 'tablet',
  'Tablet, Chewable': 'tablet',
  'Tablet, Coated': 'tablet',
  'Tablet, Delayed Release': 'tablet',
  'Tablet, Effervescent': 'tablet',
  'Tablet, Extended Release': 'tablet',
  'Tablet, Film Coated': 'tablet',
  'Tablet, Film Coated, Extended Release': 'tablet',
  'Tablet, for Suspension': 'tablet',
  'Tablet, Orally Disintegrating': 'tablet',
  'Tablet, Sugar Coated': 'tablet',
  Toothpaste: 'tube',
  'Topical Cream': 'tube',
  'Topical Foam': 'spray',
  'Topical Gel': 'tube',
  'Topical Lotion': 'tube',
  'Topical Oil': 'bottle',
  'Topical Ointment': 'tube',
  'Topical Solution': 'bottle',
  'Topical Spray': 'spray',
  'Transdermal System': 'patch',
  'Vaginal Cream': 'tube',
  'Vaginal Gel': 'tube',
  'Vaginal Insert': 'suppository',
}

test('every dosage form of the catalogue has its picture', () => {
  for (const form of new Set(demoProducts().flatMap((product) => product.form || []))) {
    assert.equal(pictureKindOf({ form, uom: 'EA', name: '' }), kindOfForm[form], form)
  }
})

const byContainer: [form: string, uom: string, name: string, kind: PictureKind][] = [
  ['Tablet', 'CTN', 'Tavist 1.34 mg Tablet, 32 ct blister pack', 'blister'],
  ['Tablet', 'BOX', 'Meloxicam 15 mg Tablet, 100 ct unit-dose box', 'blister'],
  ['Injection', 'BAG', 'Sodium Chloride 0.9% Injection, 250 mL bag', 'bag'],
  ['Injection', 'CTN', 'Ropivacaine Hydrochloride 2 mg/mL Injection, 10 x 200 mL', 'bag'],
  ['Injection', 'CTN', 'Digoxin 0.25 mg/mL Injection, 25 x 2 mL ampules', 'ampule'],
  ['Injection', 'CTN', 'Zyprexa 210 mg Injection, 1 kit', 'kit'],
  ['Topical Cream', 'JAR', 'Silvadene 1% Cream, 400 g jar', 'jar'],
  ['Topical Gel', 'BTL', 'Hand Sanitizer 70% Gel, 236 mL bottle', 'pump'],
  ['Topical Solution', 'BTL', 'Rubbing Alcohol 70% Topical Solution, 295 mL spray bottle', 'spray'],
  ['Powder', 'CTN', 'Advair 250/50 mcg/actuation Inhalation Powder, 14-dose inhaler', 'inhaler'],
  ['Irrigation Solution', 'CTN', 'Sodium Chloride Irrigation Solution, 4 x 3000 mL bags', 'bag'],
  ['Ophthalmic Solution', 'CTN', 'Cosopt PF 2/0.5% Ophthalmic Solution, 60 x 0.2 mL vials', 'ampule'],
  ['Spray, Metered', 'CTN', 'Stiolto Respimat Metered Spray, 60 ct cartridge', 'inhaler'],
  ['Spray, Metered', 'CTN', 'Olopatadine Metered Spray, 240 ct bottle', 'spray'],
  ['Something new', 'EA', 'Something new', 'carton'],
]

test('the container decides if the form does not', () => {
  for (const [form, uom, name, kind] of byContainer) assert.equal(pictureKindOf({ form, uom, name }), kind, name)
})

test('products of the demo have the picture that matches their description', () => {
  for (const { form, unitOfMeasure: uom, name, pictureKind, dummyNDC } of demoProducts()) {
    if (!dummyNDC) assert.equal(pictureKind, pictureKindOf({ form, uom, name: name.replace(/ \([^()]*\)$/, '') }), name)
  }
})

test('a picture is a small, well-formed SVG without scripts', () => {
  const colors = ['', 'white', 'light pink', 'green/white', 'white; blue', 'dark-green', 'no such colour', '"><script>']
  for (const kind of pictureKinds) {
    for (const color of colors) {
      const svg = drawPicture(kind, color)
      assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 240 240">.+<\/svg>$/s)
      assert.ok(svg.length < 3000, `${kind} ${svg.length}`)
      assert.doesNotMatch(svg, /script|foreignObject|href|style|<text|<image|\son\w+=|NaN|undefined/i)
      assert.deepEqual(unclosed(svg), [], kind)
      assert.deepEqual(missingPaints(svg), [], kind)
      assert.equal(svg, drawPicture(kind, color))
    }
  }
})

test('the color changes the picture', () => {
  const pictures = ['', 'white', 'yellow', 'pink', 'light pink', 'dark-pink', 'green/white', 'white/green'].map(
    (color) => drawPicture('capsule', color),
  )
  assert.equal(new Set(pictures).size, pictures.length)
  assert.equal(drawPicture('capsule', 'green/white'), drawPicture('capsule', 'green-white'))
})

const unclosed = (svg: string): string[] => {
  const open: string[] = []
  for (const [tag, closing, name, , empty] of svg.matchAll(/<(\/?)([a-zA-Z]+)((?:\s[\w-]+="[^"<>]*")*)(\/?)>|[<>]/g)) {
    if (!name) return [tag]
    if (closing && open.pop() !== name) return [tag]
    if (!closing && !empty) open.push(name)
  }
  return open
}

const missingPaints = (svg: string): string[] => {
  const defined = new Set([...svg.matchAll(/id="(\w+)"/g)].map(([, id]) => id))
  return [...svg.matchAll(/url\(#(\w+)\)/g)].flatMap(([, id]) => (id && !defined.has(id) ? [id] : []))
}
