import { lazy, Suspense, useState } from 'react'
import type { DialogProps } from './dialog-window.tsx'

const DialogWindow = lazy(() => import('./dialog-window.tsx').then((module) => ({ default: module.DialogWindow })))

/** A modal window, loaded when it first opens. Its head is no `<header>`: a page has one banner. */
export function Dialog(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.isOpen)
  if (props.isOpen && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense>
      <DialogWindow {...props} />
    </Suspense>
  )
}
