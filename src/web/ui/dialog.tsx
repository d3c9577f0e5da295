import { Suspense, useState } from 'react'
import type { DialogProps } from './dialog-window.tsx'
import { lazyPart } from './lazy-part.tsx'

const DialogWindow = lazyPart(() => import('./dialog-window.tsx').then((module) => module.DialogWindow))

/** A modal, loaded when it first opens. Its header is not a `<header>`, because a page has one banner. */
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
