/** What one press can be meant for. */
const pressable = 'button, a, input, select, textarea, label, summary, [role], [tabindex]'

/** Where an input is a text, and not a press. */
const typed = 'textarea, input:not([type=checkbox], [type=radio])'

const kinds = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick', 'keydown', 'keyup'] as const

interface Press {
  on: Element
  at: number
  x: number
  y: number
}

/**
 * The second half of a double click is meant for what the first half pressed. Where that is gone by then, because a dialog was
 * closed or opened by it or another page has come, it reaches nothing of what lies there now; nor does a key that is held.
 */
export const ignoreSecondHalves = (): void => {
  let first: Press | null = null
  let held: Element | null = null
  let isIgnored = false

  const check = (event: MouseEvent | KeyboardEvent): boolean => {
    const target = event.target instanceof Element ? event.target : document.documentElement
    if (!(event instanceof MouseEvent)) {
      if (event.type === 'keydown' && !event.repeat) held = target
      return event.repeat && ['Enter', ' '].includes(event.key) && held !== target
    }
    const on = target.closest(pressable) ?? target
    const isOther = first !== null && first.on !== on
    if (event.type === 'pointerdown') isIgnored = isOther && first !== null && isAtOnce(first, event)
    if (event.type === 'mousedown') {
      // The browser knows how far apart the two halves may be.
      isIgnored ||= isOther && event.detail > 1
      if (!isIgnored) first = { on, at: event.timeStamp, x: event.clientX, y: event.clientY }
    }
    // A click by the keyboard or by code is no half of anything.
    return isIgnored && (event.type !== 'click' || event.detail > 0)
  }

  // Whoever typed since the first press means the next one.
  addEventListener(
    'input',
    ({ target }) => {
      if (target instanceof Element && target.matches(typed)) first = null
    },
    true,
  )
  for (const kind of kinds)
    addEventListener(
      kind,
      (event) => {
        if (!check(event)) return
        event.preventDefault()
        event.stopImmediatePropagation()
      },
      true,
    )
}

/** Shorter and nearer than anybody presses two things. */
const isAtOnce = ({ at, x, y }: Press, { timeStamp, clientX, clientY }: MouseEvent): boolean =>
  timeStamp - at < 300 && Math.hypot(clientX - x, clientY - y) < 4
