import { useCallback, useEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type MouseEvent } from 'react'

/**
 * Options below a text field, following the ARIA combobox pattern: focus stays in the field and arrow keys move the
 * active option.
 */
export const useOptions = (close: () => void) => {
  const [list, setList] = useState<HTMLElement | null>(null)
  const [marked, mark] = useState('')
  const boxRef = useRef<HTMLDivElement>(null)
  const isOpen = list !== null

  // Runs whenever the list closes, so the active option never outlives its list.
  const listRef = useCallback((element: HTMLElement | null) => {
    setList(element)
    mark('')
  }, [])

  useEffect(() => {
    if (!isOpen) return undefined
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !boxRef.current?.contains(event.target)) close()
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen, close])

  const closeWhenLeft = (event: FocusEvent) => {
    if (!boxRef.current?.contains(event.relatedTarget)) close()
  }

  const move = (event: KeyboardEvent) => {
    const all = [...(list?.querySelectorAll<HTMLElement>('[role=option]') ?? [])]
    const here = all.findIndex(({ id }) => id === marked)
    const places = all.length + 1 // including the field itself
    const next = {
      ArrowDown: ((here + 2) % places) - 1,
      ArrowUp: ((here + places) % places) - 1,
      // Home and End belong to the text field unless an option is active.
      ...(marked && { Home: 0, End: all.length - 1 }),
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    mark(all[next]?.id ?? '')
    all[next]?.scrollIntoView({ block: 'nearest' })
  }

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    const option = marked ? document.getElementById(marked) : null
    if (event.key === 'Enter' && option) {
      event.preventDefault()
      option.click()
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      // Prevents Escape from clearing the field.
      if (event.key === 'Escape' && isOpen) event.preventDefault()
      close()
    } else if (isOpen) move(event)
  }

  return {
    mark,
    press,
    box: { ref: boxRef, onBlur: closeWhenLeft },
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-expanded': isOpen,
      'aria-controls': list?.id,
      'aria-activedescendant': marked || undefined,
    },
    panel: { onMouseDown: keepFocus },
    list: { ref: listRef, role: 'listbox' },
    group: (headingId: string) => ({ role: 'group', 'aria-labelledby': headingId }),
    option: (id: string) => ({ id, role: 'option', tabIndex: -1, 'aria-selected': id === marked }),
  } as const
}

/** Pressing an option must not take focus from the field. */
const keepFocus = (event: MouseEvent) => event.preventDefault()

export type Options = ReturnType<typeof useOptions>
