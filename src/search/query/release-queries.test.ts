import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchIndex } from './find-products.ts'
import { unfiltered } from './match-filters.ts'
import { indexedProduct, indexOf } from './testing-index.ts'

type Listed = readonly [name: string, brand: string, genericName: string]

const wellbutrinSr: Listed = ['Wellbutrin SR 150 mg ER Tablet, 60 ct', 'Wellbutrin SR', 'Bupropion Hydrochloride']
const wellbutrinXl: Listed = ['Wellbutrin XL 150 mg ER Tablet, 90 ct', 'Wellbutrin XL', 'Bupropion Hydrochloride']
const bupropion: Listed = ['Bupropion 150 mg ER Tablet, 100 ct', 'Bupropion', 'Bupropion Hydrochloride']
const bupropionSr: Listed = [
  'Bupropion Hydrochloride (SR) 150 mg ER Tablet, 60 ct',
  'Bupropion Hydrochloride (SR)',
  'Bupropion Hydrochloride',
]
const contrave: Listed = ['Contrave 8/90 mg ER Tablet, 120 ct', 'Contrave', 'Naltrexone and Bupropion']
const cardizemLa: Listed = ['Cardizem LA 120 mg ER Tablet, 30 ct', 'Cardizem LA', 'Diltiazem Hydrochloride']
const cardizemCd: Listed = ['Cardizem CD 120 mg ER Capsule, 90 ct', 'Cardizem CD', 'Diltiazem Hydrochloride']
const astagraf: Listed = ['Astagraf XL 1 mg ER Capsule, 30 ct', 'Astagraf XL', 'Tacrolimus']
const adalat: Listed = ['Adalat CC 30 mg ER Tablet, 100 ct', 'Adalat CC', 'Nifedipine']
const toprol: Listed = ['Toprol-XL 25 mg ER Tablet, 100 ct', 'Toprol-XL', 'Metoprolol Succinate']
const metoprolol: Listed = ['Metoprolol Succinate 25 mg ER Tablet, 100 ct', 'Metoprolol Succinate', '']

const ask = (listed: readonly Listed[], text: string) => {
  const products = listed.map(([name, brand, genericName]) =>
    indexedProduct({
      id: name,
      name,
      brand,
      genericName: genericName || brand,
      form: /Tablet|Capsule/.exec(name)?.[0] ?? '',
    }),
  )
  const { remarks, part, noteOf } = searchIndex(indexOf(products), {
    text,
    filters: unfiltered(false),
    order: 'newest',
  })
  return { warning: remarks.warning, notes: part(0, 12).map((id) => [id, noteOf(id)]) }
}

const [noXl, noSr] = ['Its label says XL, not SR', 'Its label says SR, not XL']
const plainSr = 'Its label does not show whether it is SR'
const bothKinds = 'Bupropion is sold as SR and XL, which are different products'

const cases: [typed: string, listed: Listed[], found: [Listed, note: string][], warning: string][] = [
  // Only the other release is carried.
  ['wellbutrin sr 150', [wellbutrinXl], [[wellbutrinXl, noXl]], 'No label says SR. Showing XL, a different product.'],
  ['wellbutrin xl 150', [wellbutrinSr], [[wellbutrinSr, noSr]], 'No label says XL. Showing SR, a different product.'],
  ['bupropion xl', [bupropionSr], [[bupropionSr, noSr]], 'No label says XL. Showing SR, a different product.'],
  [
    'cardizem cd 120',
    [cardizemLa],
    [[cardizemLa, 'Its label says LA, not CD']],
    'No label says CD. Showing LA, a different product.',
  ],
  [
    'tacrolimus xr 1 mg',
    [astagraf],
    [[astagraf, 'Its label says XL, not XR']],
    'No label says XR. Showing XL, a different product.',
  ],
  [
    'nifedipine xl 30',
    [adalat],
    [[adalat, 'Its label says CC, not XL']],
    'No label says XL. Showing CC, a different product.',
  ],
  // The requested release comes first, even if others are newer.
  [
    'wellbutrin sr 150',
    [wellbutrinSr, wellbutrinXl],
    [
      [wellbutrinSr, ''],
      [wellbutrinXl, noXl],
    ],
    '',
  ],
  [
    'bupropion xl',
    [wellbutrinXl, wellbutrinSr],
    [
      [wellbutrinXl, ''],
      [wellbutrinSr, noSr],
    ],
    '',
  ],
  ['wellbutrin xl', [wellbutrinXl, wellbutrinSr], [[wellbutrinXl, '']], ''],
  [
    'cardizem la 120',
    [cardizemLa, cardizemCd],
    [
      [cardizemLa, ''],
      [cardizemCd, 'Its label says CD, not LA'],
    ],
    '',
  ],
  // A label without a release could be either, so it is not an answer alone.
  ['bupropion sr 150', [bupropion], [[bupropion, plainSr]], `No label says SR. ${bothKinds}: check which one it is.`],
  [
    'bupropion sr 150',
    [bupropion, bupropionSr, wellbutrinXl],
    [
      [bupropionSr, ''],
      [bupropion, plainSr],
      [wellbutrinXl, noXl],
    ],
    '',
  ],
  // Mixtures rank after the drug.
  [
    'bupropion sr',
    [contrave, bupropion, bupropionSr],
    [
      [bupropionSr, ''],
      [bupropion, plainSr],
      [contrave, plainSr],
    ],
    '',
  ],
  // Sold in one extended release only.
  ['metoprolol xl 25', [metoprolol], [[metoprolol, '']], ''],
  ['toprol-xl 25', [toprol], [[toprol, '']], ''],
  ['bupropion er 150', [bupropion], [[bupropion, '']], ''],
]
for (const [typed, listed, found, warning] of cases)
  test(`${typed} among ${listed.map(([name]) => name).join(' and ')}`, () => {
    const answer = ask(listed, typed)
    assert.deepEqual(answer, { warning, notes: found.map(([[name], note]) => [name, note]) })
  })

test('other strengths and other releases are both reported', () => {
  const { warning } = ask([wellbutrinXl], 'wellbutrin sr 200')
  assert.match(warning, /^No label says SR\. Showing XL, a different product\. Not carried: wellbutrin 200\./)
})
