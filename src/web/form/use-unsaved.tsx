import { useBlocker } from '@tanstack/react-router'
import { use, useEffect, useRef, useState } from 'react'
import { hasDraftsToRestore } from '../drafts.ts'
import { session } from '../session.ts'
import { Confirm } from '../ui/confirm.tsx'
import { type DialogGuard, DialogGuards } from '../ui/dialog-guards.ts'

/**
 * Prompts before the user leaves unsaved edits by link, Back, closing the tab or closing the dialog around them;
 * visitors too, in their forms.
 */
export const useUnsaved = (isDirty: () => boolean, isForVisitors = false) => {
  const isSaved = useRef(false)
  // A signed-out user could not save the edits.
  const holds = () =>
    !isSaved.current && !hasDraftsToRestore() && (isForVisitors || session().user !== null) && isDirty()
  const leaving = useBlocker({ shouldBlockFn: holds, enableBeforeUnload: holds, withResolver: true })
  const guards = use(DialogGuards)
  const [closing, setClosing] = useState<{ leave: () => void } | null>(null)
  useEffect(() => {
    const guard: DialogGuard = (leave) => {
      if (!holds()) return false
      setClosing({ leave })
      return true
    }
    guards?.add(guard)
    return () => void guards?.delete(guard)
  })
  const saved = (leave: () => void) => {
    isSaved.current = true
    leave()
  }
  return {
    question: (
      <Confirm
        isOpen={leaving.status === 'blocked' || closing !== null}
        question="Leave without saving?"
        answer="Leave"
        isDestructive
        confirm={() => {
          if (closing) saved(closing.leave)
          else leaving.proceed?.()
          setClosing(null)
        }}
        close={() => {
          setClosing(null)
          leaving.reset?.()
        }}
      >
        <p>Your changes {guards ? 'here' : 'on this page'} are not saved.</p>
      </Confirm>
    ),
    /** Leaves after saving, without a prompt. */
    saved,
  }
}
