import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useDeferredValue, useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import { type DialogGuard, DialogGuards } from './dialog-guards.ts'
import styles from './dialog.module.css'

export interface DialogProps {
  isOpen: boolean
  title: string
  size?: 'md' | 'lg' | 'xl'
  /** For long work: wide, the whole window of a phone, and not closed by a click beside it. */
  isWorkspace?: boolean
  children: ReactNode
  close: () => void
}

/** The last one is on top. */
const openDialogs: Set<DialogGuard>[] = []

/**
 * A form in it that has unsaved changes asks before Escape, the close button or a click beside it close it. Opens one
 * render after mounting, so that the modal can record the focus and restore it.
 */
export function DialogWindow({ isOpen, title, size = 'md', isWorkspace = false, children, close }: DialogProps) {
  const opened = useDeferredValue(isOpen, false)
  const isNarrow = useMediaQuery('(max-width: 767px)') ?? false
  useEffect(returnFocus, [])
  const [guards] = useState(() => new Set<DialogGuard>())
  const isOnTop = isOpen && opened
  // Before the next event: a press right after a dialog closed is for the one below.
  useLayoutEffect(() => {
    if (!isOnTop) return
    openDialogs.push(guards)
    return () => void openDialogs.splice(openDialogs.indexOf(guards), 1)
  }, [isOnTop, guards])
  const tryToClose = () => {
    // Escape reaches every open dialog.
    if (openDialogs.at(-1) !== guards) return
    if (![...guards].some((asks) => asks(close))) close()
  }
  return (
    <Modal.Root
      opened={opened}
      onClose={tryToClose}
      centered={!isWorkspace}
      size={isWorkspace ? 'min(60rem, 94vw)' : size}
      fullScreen={isWorkspace && isNarrow}
      closeOnClickOutside={!isWorkspace}
      className={styles.root ?? ''}
      data-closing={!isOpen || undefined}
    >
      <Modal.Overlay />
      {/* While closing, its controls cannot be pressed again. */}
      <Modal.Content inert={!isOpen}>
        <div className={styles.head}>
          <Modal.Title className={styles.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </div>
        <Modal.Body data-inset ref={markFirst}>
          <DialogGuards value={guards}>{children}</DialogGuards>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** Returns the focus when the dialog leaves the page while open, as one does that exists only for a chosen row. */
const returnFocus = () => {
  const before = document.activeElement
  return () => {
    if (document.activeElement === document.body && before instanceof HTMLElement) before.focus()
  }
}

const fields = ':is(input:not([type="file"], [type="hidden"], [readonly]), select, textarea):not(:disabled)'
const marked = 'data-autofocus'

/**
 * Chooses the first focus: the first field, or one that asks for it; without fields, the button that asks for it, or
 * else the last one, which is the main act.
 */
const markFirst = (body: HTMLElement | null): void => {
  if (!body) return
  const first =
    body.querySelector(`${fields}[${marked}]`) ??
    body.querySelector(fields) ??
    body.querySelector(`[${marked}]`) ??
    [...body.querySelectorAll('button:not(:disabled), a[href]')].at(-1)
  for (const other of body.querySelectorAll(`[${marked}]`)) if (other !== first) other.removeAttribute(marked)
  first?.setAttribute(marked, 'true')
}
