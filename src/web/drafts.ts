import * as z from 'zod/mini'
import { isSecret } from './is-secret.ts'
import { onSignOut, session } from './session.ts'
import { parseStored } from './storage.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The fields of this page into which somebody typed, or where somebody chose. */
const typed = new WeakSet<Field>()

const key = 'typed'

const Stored = z.object({
  address: z.string(),
  user: z.nullable(z.string()),
  fields: z.array(z.object({ name: z.string(), label: z.string(), value: z.string(), words: z.string() })),
})

let isReloading = false

/** Whether the page is being loaded anew with all that was typed, so that nobody need be asked. */
export const hasDraftsToRestore = (): boolean => isReloading

/** Writes down what was typed, for the same user at the same address of this tab. */
export const saveDrafts = (): boolean => {
  const fields = [...named()].flatMap(([name, field]) =>
    typed.has(field) && !(isSearched(field) && field.value === '')
      ? [{ name, label: labelOf(field), value: valueOf(field), words: wordsOf(field) }]
      : [],
  )
  const kept: z.output<typeof Stored> = { address: location.href, user: session().user?._id ?? null, fields }
  try {
    if (fields.length > 0) sessionStorage.setItem(key, JSON.stringify(kept))
    return true
  } catch {
    return false
  }
}

/** Loads the page anew; what was typed is put back into its fields then. Where it cannot be kept the browser asks before. */
export const reloadWithDrafts = (): void => {
  isReloading = saveDrafts()
  location.reload()
}

let notifyAll: (missing: string[]) => void = () => {}

/** Notes what is typed from now on, and puts back what was typed before a reload; `tell` hears of what has no field any more. */
export const trackDrafts = (notify: (missing: string[]) => void): void => {
  notifyAll = notify
  addEventListener('input', ({ target }) => isField(target) && typed.add(target), true)
  // What is chosen of a list that is searched is not typed.
  addEventListener('focusin', ({ target }) => isField(target) && isSearched(target) && typed.add(target), true)
  onSignOut(forget)
  restoreDrafts()
}

/** Puts back what was typed at this address. */
export const restoreDrafts = (): void => {
  const kept = parseStored(read(), Stored, null)
  forget()
  if (kept && kept.fields.length > 0 && kept.address === location.href && kept.user === (session().user?._id ?? null))
    fillAgain(kept.fields)
}

const read = (): string | null => {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

const forget = (): void => {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept where storage is forbidden.
  }
}

/** Long enough for what a page reads before it shows its form. */
const milliseconds = 8_000

/** Fields come when the page has read what it needs, and some come twice: each is filled when it is there. */
const fillAgain = (fields: z.output<typeof Stored>['fields']) => {
  const filled = new Map<string, Field>()
  const fill = () => {
    const there = named()
    for (const { name, value } of fields) {
      const field = there.get(name)
      if (!field || filled.get(name) === field || !takes(field, value)) continue
      filled.set(name, field)
      write(field, value)
      if (filled.size === fields.length) notifyAll([])
    }
  }
  const observer = new MutationObserver(fill)
  observer.observe(document.body, { childList: true, subtree: true })
  fill()
  const end = () => {
    clearTimeout(timer)
    observer.disconnect()
    removeEventListener('keydown', end)
    removeEventListener('pointerdown', end)
    const missing = fields.filter(({ name }) => !filled.has(name))
    if (missing.length > 0) notifyAll(missing.map(({ label, words }) => `${label}: ${words}`))
  }
  const timer = setTimeout(end, milliseconds)
  // From then on the page is theirs again.
  addEventListener('keydown', end)
  addEventListener('pointerdown', end)
}

/** Options come late as well; one that is gone cannot be chosen. */
const takes = (field: Field, value: string): boolean => {
  if (field instanceof HTMLSelectElement) return [...field.options].some((option) => option.value === value)
  return !isSearched(field) || field.value === value
}

/** A list that is searched takes what is chosen of it: text alone would look chosen and be none, so it is told instead. */
const isSearched = (field: Field): boolean => field.closest('.mantine-Select-root') !== null

/** What a page takes as typed, by React's own way of noticing it. */
const write = (field: Field, value: string) => {
  if (field.type === 'checkbox' || field.type === 'radio') {
    if (String((field as HTMLInputElement).checked) !== value) field.click()
    return
  }
  if (field.value !== value) type(field, value)
}

const type = (field: Field, value: string) => {
  // The setter of the class, because React has its own on the field.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value') ?? {}
  set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

const valueOf = (field: Field): string =>
  field.type === 'checkbox' || field.type === 'radio' ? String((field as HTMLInputElement).checked) : field.value

/** The value as people know it. */
const wordsOf = (field: Field): string =>
  field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.text ?? '') : valueOf(field)

const isField = (target: unknown): target is Field =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && !isSecret(target))

/** The fields of the page and of what is open above it, each by what it is called and the which of those so called it is. */
const named = (): Map<string, Field> => {
  const fields = new Map<string, Field>()
  for (const field of document.querySelectorAll(
    'main :is(input, textarea, select), [role=dialog] :is(input, textarea, select)',
  )) {
    if (!isField(field)) continue
    const name = `${field.type} ${field.name} ${labelOf(field)}`
    let at = 0
    while (fields.has(`${name} ${at}`)) at += 1
    fields.set(`${name} ${at}`, field)
  }
  return fields
}

const labelOf = (field: Field): string =>
  (field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? field.getAttribute('placeholder') ?? '')
    .replace(/\s*\*$/, '')
    .trim()
