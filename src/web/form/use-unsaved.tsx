import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'
import { hasDraftsToRestore } from '../drafts.ts'
import { session } from '../session.ts'
import { Confirm } from '../ui/confirm.tsx'

/**
 * Asks before a page is left on which something was typed and not saved: by a link, by Back, and by closing the tab. A form for
 * visitors holds without anybody signed in.
 */
export const useUnsaved = (isDirty: () => boolean, isForVisitors = false) => {
  const isSaved = useRef(false)
  // Whoever was signed out could not save it any more.
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
    /** Leaves after saving: nothing is left to ask about. */
    saved: (leave: () => void) => {
      isSaved.current = true
      leave()
    },
  }
}
