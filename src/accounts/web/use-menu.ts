import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'

/** A menu below its button, by the ARIA pattern: arrows move, Escape and leaving close, the focus comes back. */
export const useMenu = () => {
  const [isOpen, setIsOpen] = useState(false)
  const boxRef = useRef<HTMLDivElement>(null)
  const buttonRef = useRef<HTMLButtonElement>(null)

  const items = () => [...(boxRef.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]

  useEffect(() => {
    if (!isOpen) return undefined
    items()[0]?.focus({ focusVisible: false } as FocusOptions) // known to browsers, not yet to TypeScript's DOM
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !boxRef.current?.contains(event.target)) setIsOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])

  const close = () => {
    setIsOpen(false)
    buttonRef.current?.focus()
  }

  const move = (event: KeyboardEvent) => {
    const all = items()
    const here = all.indexOf(document.activeElement as HTMLElement) // -1 for any other element
    const next = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: all.length - 1 }[event.key]
    if (event.key === 'Escape') close()
    if (next === undefined) return
    event.preventDefault()
    all.at(next % all.length)?.focus()
  }

  const openWithArrow = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || isOpen) return
    event.preventDefault()
    setIsOpen(true)
  }

  const closeWhenLeft = (event: FocusEvent) => {
    if (event.relatedTarget instanceof Node && !boxRef.current?.contains(event.relatedTarget)) setIsOpen(false)
  }

  return {
    isOpen,
    box: { ref: boxRef, onBlur: closeWhenLeft },
    button: {
      ref: buttonRef,
      'aria-haspopup': 'menu',
      'aria-expanded': isOpen,
      onClick: () => setIsOpen(!isOpen),
      onKeyDown: openWithArrow,
    },
    menu: { role: 'menu', onKeyDown: move, onClick: close },
    item: { role: 'menuitem', tabIndex: -1 },
  } as const
}
