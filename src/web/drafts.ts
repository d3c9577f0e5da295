import * as z from 'zod/mini'
import { isSecret } from './is-secret.ts'
import { onSignOut, session } from './session.ts'
import { parseStored } from './storage.ts'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Fields on this page that the user has edited. */
const typed = new WeakSet<Field>()

const key = 'typed'

const Stored = z.object({
  address: z.string(),
  user: z.nullable(z.string()),
  fields: z.array(z.object({ name: z.string(), label: z.string(), value: z.string(), words: z.string() })),
})

let isReloading = false

/** True while the page reloads with its drafts saved, so that no leave prompt is needed. */
export const hasDraftsToRestore = (): boolean => isReloading

/** Saves the edited fields for the same user, address and tab. */
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

/** Reloads the page and restores edited fields. If they cannot be saved, the browser prompts before leaving. */
export const reloadWithDrafts = (): void => {
  isReloading = saveDrafts()
  location.reload()
}

let notifyAll: (missing: string[]) => void = () => {}

/** Tracks edited fields and restores those saved before a reload; `notify` gets the labels of missing fields. */
export const trackDrafts = (notify: (missing: string[]) => void): void => {
  notifyAll = notify
  addEventListener('input', ({ target }) => isField(target) && typed.add(target), true)
  // Choosing from a searchable select fires no input event.
  addEventListener('focusin', ({ target }) => isField(target) && isSearched(target) && typed.add(target), true)
  onSignOut(forget)
  restoreDrafts()
}

/** Restores the fields that were saved at this address. */
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
    // Nothing was saved if storage is unavailable.
  }
}

/** Long enough for a page to load the data its form needs. */
const milliseconds = 8_000

/** Fields appear once the page has loaded its data, and some are replaced: fill each when it appears. */
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
  // After the user acts, do not overwrite their input.
  addEventListener('keydown', end)
  addEventListener('pointerdown', end)
}

/** Options load late as well; a removed option cannot be selected. */
const takes = (field: Field, value: string): boolean => {
  if (field instanceof HTMLSelectElement) return [...field.options].some((option) => option.value === value)
  return !isSearched(field) || field.value === value
}

/** A searchable select accepts only a chosen option, so restored text is reported as missing. */
const isSearched = (field: Field): boolean => field.closest('.mantine-Select-root') !== null

/** Sets a field so that React notices the change. */
const write = (field: Field, value: string) => {
  if (field.type === 'checkbox' || field.type === 'radio') {
    if (String((field as HTMLInputElement).checked) !== value) field.click()
    return
  }
  if (field.value !== value) type(field, value)
}

const type = (field: Field, value: string) => {
  // Use the prototype's setter, because React overrides it on the element.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value') ?? {}
  set?.call(field, value)
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
}

const valueOf = (field: Field): string =>
  field.type === 'checkbox' || field.type === 'radio' ? String((field as HTMLInputElement).checked) : field.value

/** The value as shown to the user. */
const wordsOf = (field: Field): string =>
  field instanceof HTMLSelectElement ? (field.selectedOptions[0]?.text ?? '') : valueOf(field)

const isField = (target: unknown): target is Field =>
  target instanceof HTMLTextAreaElement ||
  target instanceof HTMLSelectElement ||
  (target instanceof HTMLInputElement && !isSecret(target))

/** The fields of the page and of open dialogs, keyed by label and by their position among fields with that label. */
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
