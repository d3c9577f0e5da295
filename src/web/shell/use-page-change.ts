import { useMatches, useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { setTitle } from '../display.ts'

/** What a full page load does by itself: a new title, and the focus at the start of the new page. */
export const usePageChange = (): void => {
  const router = useRouter()
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname })

  // As a layout effect it runs before the effect of a page that knows a better title.
  useLayoutEffect(() => {
    if (title) setTitle(title)
  }, [title, path])

  useEffect(() => {
    let focusedBefore: Element | null = null
    const leave = router.subscribe('onBeforeNavigate', () => {
      focusedBefore = document.activeElement
    })
    const arrive = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      // Whoever began to type while the page was loading is not interrupted.
      const hasMovedOn = document.activeElement !== focusedBefore && document.activeElement instanceof HTMLInputElement
      if (fromLocation && pathChanged && !hasMovedOn) focusPage()
    })
    return () => {
      leave()
      arrive()
    }
  }, [router])
}

const focusPage = () => {
  const main = document.getElementById('main')
  if (!main || (document.activeElement !== main && main.contains(document.activeElement))) return
  const heading = main.querySelector<HTMLElement>('h1')
  if (heading) heading.tabIndex = -1
  ;(heading ?? main).focus({ preventScroll: true })
}
