import { useEffect } from 'react'

type Take = (code: string) => void

const takers: Take[] = []

/** Passes scanner input to the most recent subscriber, wherever the focus is. */
export const useScans = (take: Take): void =>
  useEffect(() => {
    if (takers.length === 0) document.addEventListener('keydown', listen, { capture: true })
    takers.push(take)
    return () => {
      takers.splice(takers.lastIndexOf(take), 1)
      if (takers.length === 0) document.removeEventListener('keydown', listen, { capture: true })
    }
  }, [take])

/** Passes on a code from another source, such as the camera, as if scanned. */
export const takeScan = (code: string): void => takers.at(-1)?.(printable(code))

/** Separator characters of a code are invisible in fields, addresses and lists, so they are spelled out. */
const printable = (code: string): string =>
  code.replaceAll('\u001d', '<GS>').replaceAll('\u001e', '<RS>').replaceAll('\u0004', '<EOT>')

/** No person types sixteen keys a second, as even slow scanners do; the shortest barcode has as many characters. */
const fewestLetters = 8
/** Every code on a box has digits; a fast-typed name followed by Enter has none. */
const hasDigits = /\d.*\d.*\d/
const milliseconds = { between: 300, average: 60 }

interface Burst {
  text: string
  from: number
  until: number
  /** The field's value before the scan. */
  before: string
}

let burst: Burst = { text: '', from: 0, until: 0, before: '' }

const listen = (event: KeyboardEvent): void => {
  const { timeStamp, target } = event
  // Scanners type the group separator as Ctrl+].
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

/** Scans are never quantities; every other field and every dialog keeps its input. */
const wantsText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  !target.matches('input[data-quantity]') &&
  (target.isContentEditable || target.matches('input, textarea, select, [role="dialog"] *'))

/** Fires an input event, so that listeners notice. */
const giveBack = (input: HTMLInputElement, value: string): void => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
