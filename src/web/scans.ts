import { useEffect } from 'react'

type Take = (code: string) => void

const takers: Take[] = []

/** Hands over what a scanner types, wherever the focus is; the part of the page that asked last gets it. */
export const useScans = (take: Take): void =>
  useEffect(() => {
    if (takers.length === 0) document.addEventListener('keydown', listen, { capture: true })
    takers.push(take)
    return () => {
      takers.splice(takers.lastIndexOf(take), 1)
      if (takers.length === 0) document.removeEventListener('keydown', listen, { capture: true })
    }
  }, [take])

/** Hands over what was read in another way, as if a scanner had typed it. */
export const takeScan = (code: string): void => takers.at(-1)?.(printable(code))

/** The signs between the parts of a code are in no field, address or list: they are spelled. */
const printable = (code: string): string =>
  code.replaceAll('\u001d', '<GS>').replaceAll('\u001e', '<RS>').replaceAll('\u0004', '<EOT>')

/** Nobody types sixteen keys a second, as a scanner does on a slow machine too, and what it reads has at least as many letters as the shortest code. */
const fewestLetters = 8
/** Every code on a box has digits; a name that somebody types fast has none, though Enter may follow it at once. */
const hasDigits = /\d.*\d.*\d/
const milliseconds = { between: 300, average: 60 }

interface Burst {
  text: string
  from: number
  until: number
  /** What stood in the field into which it is typed. */
  before: string
}

let burst: Burst = { text: '', from: 0, until: 0, before: '' }

const listen = (event: KeyboardEvent): void => {
  const { timeStamp, target } = event
  // A scanner types the sign between the parts of a code as Ctrl+].
  const key = event.ctrlKey && event.key === ']' ? '\u001d' : event.key
  if ((event.ctrlKey && key !== '\u001d') || event.metaKey || event.altKey) return
  const isNew = timeStamp - burst.until > milliseconds.between
  if (key === 'Enter') {
    const { text, from, until } = burst
    burst = { ...burst, text: '' }
    const isFast = !isNew && text.length >= fewestLetters && (until - from) / (text.length - 1) <= milliseconds.average
    const isScan = isFast && hasDigits.test(text)
    if (isScan && !wantsText(target)) take(event, text)
  } else if (key.length === 1) {
    burst =
      isNew || burst.text === ''
        ? {
            text: key,
            from: timeStamp,
            until: timeStamp,
            before: target instanceof HTMLInputElement ? target.value : '',
          }
        : { ...burst, text: burst.text + key, until: timeStamp }
  }
}

const take = (event: KeyboardEvent, code: string): void => {
  event.preventDefault()
  event.stopPropagation()
  if (event.target instanceof HTMLInputElement) giveBack(event.target, burst.before)
  takeScan(code)
}

/** A code is no quantity; every other field and every dialog keeps what is typed there. */
const wantsText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  !target.matches('input[data-quantity]') &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="dialog"] *'))

/** As if it had been typed, so that whoever follows the field knows. */
const giveBack = (input: HTMLInputElement, value: string): void => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
