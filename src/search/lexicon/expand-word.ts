import { writtenForms } from '#catalog/name-form.ts'

/**
 * Synonyms, one line per meaning: a query with one of the words also finds products labeled with the others. The typed
 * word itself always matches too, so an abbreviation never hides a product with that name. A dash represents a space
 * within a term.
 */
const forms: readonly string[] = [
  ...writtenForms,
  'syringe syr pfs',
  'inhalation inh',
  'ampule amp ampoule ampul',
  'vial vl',
  'emulsion emul',
  'aerosol aer',
  'softgel sgel',
  'capsule perle perles pulvule pulvules',
  'topical top',
  'ophthalmic ophth oph opth op eye',
  'otic ear',
  'nasal nose',
  'swab swabstick pad',
  'pen kwikpen flexpen flextouch solostar max-solostar penfill auto-injector autoinjector sureclick',
  'injection iv im intravenous intramuscular',
  'bag',
  'cartridge carpuject',
  'kit',
  'tube',
  'film',
  'nebulizer neb nebs inhalation-solution inhalation-suspension',
  // Inhaled powders and aerosols are not synonyms: the same brand has different strengths in each.
  'hfa mdi aerosol metered-dose-inhaler',
  'ellipta diskus diskhaler flexhaler handihaler inhub respiclick digihaler twisthaler dry-powder-inhaler powder',
  'respimat inhalation-spray',
  'toothpaste dentifrice',
  'orally-disintegrating odt',
  'chewable chew chw',
  'effervescent eff',
  'sublingual sl',
  'er xr sr xl cr la extended-release',
  'ir immediate-release',
  'dr ec delayed-release enteric-coated',
  'dose-pack dosepak dose-pak dosepack therapy-pack',
  'bottle btl bot',
  'box bx',
  'carton ctn',
  'packet pkt pkts',
  'prefilled prefill pfs',
  'unit-dose ud',
]

/** The label's name comes first. */
const substances: readonly string[] = [
  'hydrochloride hcl hci',
  'hydrobromide hbr',
  'chloride cl',
  'hydrochlorothiazide hctz',
  'acetaminophen apap paracetamol',
  'aspirin asa',
  'potassium-chloride kcl',
  'sodium-chloride nacl saline',
  'sulfamethoxazole-and-trimethoprim smz-tmp smx-tmp tmp-smx',
  'sulfamethoxazole smz smx',
  'trimethoprim tmp',
  'amoxicillin-and-clavulanate amox-clav',
  'amoxicillin amox',
  'piperacillin-and-tazobactam pip-tazo piptazo',
  'penicillin pcn',
  'nitroglycerin ntg nitro',
  'isoniazid inh',
  'diphenhydramine dph',
  'pseudoephedrine pse',
  'phenylephrine pe',
  'guaifenesin gg guaif',
  'dextromethorphan dm dxm',
  'hydrocortisone hc',
  'zidovudine zdv',
  'mercaptopurine 6-mp',
  'fluorouracil 5-fu',
  'medroxyprogesterone mpa',
  'ethinyl-estradiol ee',
  'multivitamin mvi multi-vitamin multi-vit multi-vitamins',
  'magnesium mag',
  'magnesium-oxide mgo mag-ox',
  'magnesium-sulfate mgso4',
  'sodium-bicarbonate nahco3 bicarb',
  'influenza flu',
  'azithromycin zpak z-pak zpack z-pack',
  'calcium-carbonate caco3',
  'sulfate sulf so4',
  'phosphate phos po4',
  'vitamin vit vitamins',
  'albuterol salbutamol',
  'epinephrine epi adrenaline',
  'norepinephrine norepi noradrenaline',
  'meperidine pethidine',
  'glyburide glibenclamide',
  'sennosides senna',
]

/** Generic terms for vaccines. A brand name matches only that brand. */
const vaccines: readonly string[] = [
  'tdap boostrix adacel',
  'dtap daptacel infanrix',
  'mmr m-m-r priorix',
  'hepatitis-a hep-a',
  'hepatitis-b hep-b',
]

const units: readonly string[] = [
  'mcg mcgs ug μg microgram micrograms',
  'g gm gms gram grams',
  'mg mgs milligram milligrams miligram miligrams',
  'ml mls cc milliliter milliliters',
  'l liter liters litre',
  'units unit unt unts iu u',
  'hr hour hours',
  'meq meqs milliequivalent milliequivalents',
  'mmol millimole millimoles',
]

const spaced = (word: string): string => word.replaceAll('-', ' ')
const wordsIn = (line: string): string[] => line.split(' ').map(spaced)

const readings = new Map<string, string[]>()
for (const words of [...forms, ...substances, ...vaccines, ...units].map(wordsIn))
  for (const word of words)
    readings.set(word, [...(readings.get(word) ?? []), ...words.filter((other) => other !== word)])

// RxNorm names drawn-up injections solution or suspension and names pens, syringes and cartridges explicitly, so `vial`
// matches the former.
readings.get('vial')?.push('injectable solution', 'injectable suspension')

/** Other words or phrases on labels with the same meaning as this word. */
export const otherReadings = (word: string): string[] => readings.get(spaced(word)) ?? []

/** Multi-word synonyms, longest first; they are matched as one term when typed in a row. */
export const phrases: readonly string[] = [...readings.keys()]
  .filter((word) => word.includes(' '))
  .toSorted((one, other) => other.length - one.length)

const labels = new Map(
  substances.map(wordsIn).flatMap(([label = '', ...others]) => others.map((word) => [word, label])),
)

/** The label's word for an abbreviation. */
export const labelTermOf = (word: string): string => labels.get(spaced(word)) ?? word

/** Units of strength. */
export const strengthUnits: readonly string[] = ['mg', 'mcg', 'g', 'meq', 'mmol', ...wordsIn('units unit unt iu')]

const unitWords = new Set(units.flatMap(wordsIn))

export const isUnitWord = (word: string): boolean => unitWords.has(word)

const formWords = new Set(forms.flatMap(wordsIn))

/** Singular of a dosage form or pack: `tablets` becomes `tablet`. */
export const singularOf = (word: string): string => {
  if (formWords.has(word) || !word.endsWith('s')) return word
  return [word.slice(0, -1), word.slice(0, -2), word.replace(/ies$/, 'y')].find((one) => formWords.has(one)) ?? word
}

export const isForm = (word: string): boolean => formWords.has(spaced(word))

/** Whether the word may be part of a product name: not a number, unit, form or pack. */
export const isOfName = (word: string): boolean =>
  !/^[\d.]/.test(word) && !unitWords.has(word) && !formWords.has(spaced(singularOf(word)))

const milligrams: Record<string, number> = {}
for (const [line, each] of [
  ['mg', 1],
  ['mcg', 0.001],
  ['g', 1_000],
] as const)
  for (const word of units.map(wordsIn).find(([first]) => first === line) ?? []) milligrams[word] = each

const milliliters: Record<string, number> = {}
for (const [line, each] of [
  ['ml', 1],
  ['l', 1_000],
] as const)
  for (const word of units.map(wordsIn).find(([first]) => first === line) ?? []) milliliters[word] = each

/** The same strength in other units: 50 mcg as 0.05 mg, 1% as 10 mg/mL or 0.01 mg/mg. */
export const otherStrengths = (amount: string, unit: string): [amount: string, unit: string][] => {
  if (unit === '%')
    return [
      [tidy(Number(amount) * 10), 'mg ml'],
      [tidy(Number(amount) / 100), 'mg mg'],
    ]
  const volume = milliliters[unit]
  if (volume !== undefined)
    return [
      [tidy(Number(amount) * volume), 'ml'],
      [tidy((Number(amount) * volume) / 1_000), 'l'],
    ]
  const each = milligrams[unit]
  if (each === undefined) return otherReadings(unit).map((other) => [amount, other])
  const inMilligrams = Number(amount) * each
  return [
    [tidy(inMilligrams), 'mg'],
    [tidy(inMilligrams * 1_000), 'mcg'],
    [tidy(inMilligrams / 1_000), 'g'],
  ]
}

const tidy = (amount: number): string => String(Number(amount.toPrecision(6)))
