/** Elements that react to a press. */
const pressable = 'button, a, input, select, textarea, label, summary, [role], [tabindex]'

/** Text inputs. */
const typed = 'textarea, input:not([type=checkbox], [type=radio])'

const kinds = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick', 'keydown', 'keyup'] as const

interface Press {
  on: Element
  at: number
  x: number
  y: number
}

/**
 * The second half of a double click belongs to the element of the first. If that element is gone because a dialog or
 * page opened or closed, the click must not reach what is now in its place; nor may a held key.
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
      // `detail` counts clicks by the system's own double-click interval.
      isIgnored ||= isOther && event.detail > 1
      if (!isIgnored) first = { on, at: event.timeStamp, x: event.clientX, y: event.clientY }
    }
    // Clicks by keyboard or code have detail 0 and are never part of a double click.
    return isIgnored && (event.type !== 'click' || event.detail > 0)
  }

  // If the user typed after the first press, the next one is intended.
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

/** Faster and closer together than two intended presses. */
const isAtOnce = ({ at, x, y }: Press, { timeStamp, clientX, clientY }: MouseEvent): boolean =>
  timeStamp - at < 300 && Math.hypot(clientX - x, clientY - y) < 4
