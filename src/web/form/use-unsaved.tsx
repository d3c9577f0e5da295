import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'
import { hasDraftsToRestore } from '../drafts.ts'
import { session } from '../session.ts'
import { Confirm } from '../ui/confirm.tsx'

/** Prompts before the user leaves unsaved edits by link, Back or closing the tab; visitors too, in their forms. */
export const useUnsaved = (isDirty: () => boolean, isForVisitors = false) => {
  const isSaved = useRef(false)
  // A signed-out user could not save the edits.
  const holds = () =>
    !isSaved.current && !hasDraftsToRestore() && (isForVisitors || session().user !== null) && isDirty()
  const leaving = useBlocker({ shouldBlockFn: holds, enableBeforeUnload: holds, withResolver: true })
  return {
    question: (
      <Confirm
        isOpen={leaving.status === 'blocked'}
        question="Leave without saving?"
        answer="Leave"
        isDestructive
        confirm={() => leaving.proceed?.()}
        close={() => leaving.reset?.()}
      >
        <p>Your changes on this page are not saved.</p>
      </Confirm>
    ),
    /** Leaves after saving, without a prompt. */
    saved: (leave: () => void) => {
      isSaved.current = true
      leave()
    },
  }
}
