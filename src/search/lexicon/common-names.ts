/** Common names that differ from labels, mostly hospital fluids. */
const usualNames = Map.groupBy(
  [
    'normal saline|ns|nss = sodium chloride 0.9%',
    'half normal saline|half ns|1 2 ns|1 2ns = sodium chloride 0.45%',
    'lr|lactated ringer|ringers lactate = lactated ringers',
    'd5w|d5 = dextrose 5%',
    'd10w|d10 = dextrose 10%',
    'd50w|d50 = dextrose 50%',
    'd5ns = dextrose 5% sodium chloride 0.9%',
    'd5lr = dextrose lactated ringers',
    'swfi = sterile water',
    'multi vitamin|multi vit|multi vitamins = multivitamin',
    'pcn vk|pcn-vk|pen vk|pen-vk|pvk|penicillin vk|penicillin-vk = penicillin v potassium',
    'pcn g|pcn-g|pen g|pen-g = penicillin g',
    'nitrofurantoin mono-mac|nitrofurantoin mono mac|nitrofurantoin mono-macro|nitrofurantoin mono macro = nitrofurantoin monohydrate macrocrystalline',
    'toujeo max solostar|toujeo max = toujeo pen 3 ml',
    // Buyers who type this mean tablets.
    'dose pack = dose pack tablet',
    'dosepak = dosepak tablet',
    'fluzone hd = fluzone high-dose',
    'isosorbide mono|isosorbide mn|ismn = isosorbide mononitrate',
    'isosorbide din|isosorbide dn|isdn = isosorbide dinitrate',
    // For this mixture, double strength is a strength.
    'bactrim ds = bactrim 800 160',
    'septra ds = septra 800 160',
    'smz-tmp ds|smz tmp ds|smx-tmp ds|sulfamethoxazole-trimethoprim ds|sulfamethoxazole trimethoprim ds = sulfamethoxazole trimethoprim 800 160',
    'tmp-smx ds|tmp smx ds|tmp-smz ds|tmp smz ds = sulfamethoxazole trimethoprim 800 160',
    'smz-tmp|smz tmp|smx-tmp|smx tmp|tmp-smx|tmp smx|tmp-smz|tmp smz = sulfamethoxazole trimethoprim',
    'ca gluconate = calcium gluconate',
    'ca chloride|cacl|cacl2 = calcium chloride',
    'ca carbonate = calcium carbonate',
    'ca acetate = calcium acetate',
    'na bicarb|na bicarbonate|sodium bicarb = sodium bicarbonate',
    'na chloride = sodium chloride',
    'mg sulfate|mag sulfate = magnesium sulfate',
    'mg oxide = magnesium oxide',
    'insulin regular human|insulin r|regular insulin|insulin regular = insulin human',
    'insulin n|nph insulin|insulin nph = insulin isophane human',
    // A crash-cart syringe has the same substance but is not an EpiPen.
    'epipen jr = epipen jr auto-injector',
    'epipen = epipen auto-injector',
  ].flatMap((line) => {
    const [called = '', label = ''] = line.split(' = ')
    return called.split('|').map((name) => ({ name: name.split(' '), label: label.split(' ') }))
  }),
  ({ name: [first = ''] }) => first,
)

/** Replaces common names in a query with the label's words. */
export const labelledWords = (words: string[]): string[] => {
  const [first] = words
  if (first === undefined) return []
  const called = usualNames.get(first)?.find(({ name }) => name.every((word, at) => words[at] === word))
  return called
    ? [...called.label, ...labelledWords(words.slice(called.name.length))]
    : [first, ...labelledWords(words.slice(1))]
}

/** Synonyms for category names. */
const trades = new Map(
  [
    'anti-infective antibiotic abx antimicrobial',
    'antiviral',
    'cardiovascular cardiac cardiology heart',
    'dermatology derm skin',
    'diabetes diabetic',
    'gastroenterology gi',
    'oncology chemo chemotherapy cancer',
    'ophthalmic eye',
    'psychiatry psych',
    'analgesic pain',
    'respiratory pulmonary',
  ].flatMap((line) => line.split(' ').map((word) => [word, line.split(' ')] as const)),
)

/** Whether the words name the category: `vaccine` matches Vaccines, `antibiotics` matches Anti-infectives. */
export const isCategory = (category: string, words: readonly string[]): boolean => {
  const named = category.toLowerCase().split(/[^a-z-]+/)
  return words.every((word) => {
    const one = word.replace(/s$/, '')
    const ways = trades.get(one) ?? [one]
    return ways.some((way) => way.length > 3 && named.some((name) => name === way || name === `${way}s`))
  })
}

const schedules: Record<string, string> = {
  '2': 'cii',
  '3': 'ciii',
  '4': 'civ',
  '5': 'cv',
  ii: 'cii',
  iii: 'ciii',
  iv: 'civ',
  v: 'cv',
}

/**
 * Normalizes insulin notations: `U-500` and `u200` are units per mL, and `Mix75/25` is a mixture of 75 and 25 parts.
 */
export const insulinWords = (words: string[]): string[] =>
  words.flatMap((word, at) => {
    const [, units] = /^u-?([1235]00)$/.exec(word) ?? []
    if (units !== undefined) return [`${units}units/ml`]
    const [, share] = /^mix(\d\d)?$/.exec(word) ?? []
    if (share !== undefined) return [share]
    return word === 'mix' && isMixture(words[at + 1], words[at + 2]) ? [] : [word]
  })

/** Whether two numbers are the parts of a mixed insulin such as `70/30`: a different drug, not a strength. */
export const isMixture = (one = '', other = ''): boolean =>
  /^[2-7]\d$/.test(one) && /^[2-7]\d$/.test(other) && Number(one) + Number(other) === 100

/** Normalizes DEA schedules: `C-II`, `c2` and `schedule II` become CII. */
export const scheduleWords = (words: string[]): string[] =>
  words.flatMap((word, at) => {
    if (word === 'schedule' && schedules[words[at + 1] ?? '']) return []
    const [, number = ''] = /^c-?([2-5]|i{2,3}|i?v)$/.exec(words[at - 1] === 'schedule' ? `c${word}` : word) ?? []
    return [schedules[number] ?? word]
  })

export const isSchedule = (word: string): boolean => Object.values(schedules).includes(word)
